/* SPDX-License-Identifier: MIT */
/*
 * TGSI as a stream of 32-bit words, which is how Mesa's state tracker hands it to a driver: a header, then declarations,
 * immediates, properties and instructions of one or more words ("tokens") each. The layout differs from version to version of
 * Mesa, and nothing in the stream says which it is. Words are little endian here.
 */
#ifndef FRONTEND_TGSI_TOKENS_H
#define FRONTEND_TGSI_TOKENS_H

#include "frontend/tgsi/ast/tgsi_ast.h"

enum tgsi_token_version { TGSI_TOKENS_22_3, TGSI_TOKENS_26_2, TGSI_TOKEN_VERSIONS };
extern const char *const tgsi_token_version_name[TGSI_TOKEN_VERSIONS]; /* "22.3" */

/*
 * Reads a stream of any bytes; ctx->text must be the same bytes. Words behind the end that the header names are ignored:
 * callers hold streams in larger arrays. Returns NULL after a diagnostic. The result is checked by tgsi_check(). Spans are
 * bytes of the stream.
 */
struct tgsi_program *tgsi_read_tokens(struct util_ctx *ctx, const char *tokens, size_t bytes, enum tgsi_token_version version);

/*
 * Appends the stream of a checked program. False after diagnostics, at the places of the program, about what the version cannot
 * say; `out` is of no use then.
 */
bool tgsi_write_tokens(struct util_ctx *ctx, const struct tgsi_program *p, enum tgsi_token_version version,
                       struct util_buf *out);

#endif

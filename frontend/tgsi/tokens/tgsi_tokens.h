/* SPDX-License-Identifier: MIT */
/*
 * TGSI as a stream of 32-bit words, in which Mesa's state tracker passes it to a driver: a header, then declarations,
 * immediates, properties and instructions ("tokens") of one or more words each. The layout depends on the version of Mesa, and
 * the stream does not contain the version. Words are little endian here.
 */
#ifndef FRONTEND_TGSI_TOKENS_H
#define FRONTEND_TGSI_TOKENS_H

#include "frontend/tgsi/ast/tgsi_ast.h"

enum tgsi_token_version { TGSI_TOKENS_22_3, TGSI_TOKENS_26_2, TGSI_TOKEN_VERSIONS };
extern const char *const tgsi_token_version_name[TGSI_TOKEN_VERSIONS]; /* "22.3" */

/*
 * Reads a stream of any bytes; ctx->text must be the same bytes. Words after the end that the header gives are ignored, because
 * callers hold streams in larger arrays. Returns NULL after a diagnostic. The result is checked by tgsi_check(). Spans are
 * bytes of the stream.
 */
struct tgsi_program *tgsi_read_tokens(struct util_ctx *ctx, const char *tokens, size_t bytes, enum tgsi_token_version version);

/*
 * Appends the stream of a checked program to `out`. Returns false after diagnostics about parts of the program that the version
 * cannot express; `out` is then incomplete.
 */
bool tgsi_write_tokens(struct util_ctx *ctx, const struct tgsi_program *p, enum tgsi_token_version version,
                       struct util_buf *out);

#endif

/* SPDX-License-Identifier: MIT */
/* Groups and programs as assembly text: the printer and the assembler. */
#ifndef USC_TEXT_H
#define USC_TEXT_H

#include "backend-usc/isa/usc_codec.h"

enum usc_level {
   USC_PLAIN,    /* source slots are left to inference */
   USC_EXPLICIT, /* every operand with its slot, and .src .form .iss */
};
/*
 * Canonical text of one group. The plain text assembles to the same bytes only if inference finds the slots that the group has:
 * usc_print_exact() chooses a level that does. found: may be NULL. sep stands between statements (" ; " or "\n       ").
 * Virtual registers print as %n.
 */
void usc_print(struct util_buf *b, const struct usc_group *g, const struct usc_found *found, enum usc_level level,
               const char *sep);
void usc_print_exact(struct util_ctx *ctx, struct util_buf *b, const struct usc_group *g, const struct usc_found *found,
                     const char *sep);
/* Group i of a program with its number and one statement a line; and all groups. */
void usc_print_group(struct util_ctx *ctx, struct util_buf *b, const struct usc_prog *p, uint32_t i);
void usc_print_prog(struct util_ctx *ctx, struct util_buf *b, const struct usc_prog *p);
/* One group from text: statements separated by " ; " or newlines, without a group number. Returns NULL, or a message in the
   arena and in *where its offset. found and where may be NULL. */
const char *usc_assemble_group(struct util_ctx *ctx, const char *text, size_t len, struct usc_group *g,
                               struct usc_found *found, size_t *where);
/* A program; errors are filed as diagnostics. The result is not laid out. */
bool usc_assemble(struct util_ctx *ctx, const char *text, size_t len, struct usc_prog *p);

#endif

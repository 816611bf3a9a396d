/* SPDX-License-Identifier: MIT */
/* Printer and assembler of groups and programs. */
#ifndef USC_TEXT_H
#define USC_TEXT_H

#include "backend-usc/isa/usc_codec.h"

enum usc_level {
   USC_PLAIN,    /* inference finds the source slots */
   USC_EXPLICIT, /* with the slots of all operands, .src, .form and .iss */
};
/*
 * Prints the canonical text of a group. Plain text assembles to the same bytes only if inference finds the slots of the group;
 * usc_print_exact() selects a level that does. found may be NULL. sep separates statements (" ; " or "\n       "). Virtual
 * registers are printed as %n.
 */
void usc_print(struct util_buf *b, const struct usc_group *g, const struct usc_found *found, enum usc_level level,
               const char *sep);
void usc_print_exact(struct util_ctx *ctx, struct util_buf *b, const struct usc_group *g, const struct usc_found *found,
                     const char *sep);
/* Prints group i of a program, or all groups, with numbers and a statement per line. */
void usc_print_group(struct util_ctx *ctx, struct util_buf *b, const struct usc_prog *p, uint32_t i);
void usc_print_prog(struct util_ctx *ctx, struct util_buf *b, const struct usc_prog *p);
/* One group from text: statements separated by " ; " or newlines, without a group number. Returns NULL, or a message in the
   arena and in *where its offset. found and where may be NULL. */
const char *usc_assemble_group(struct util_ctx *ctx, const char *text, size_t len, struct usc_group *g,
                               struct usc_found *found, size_t *where);
/* Assembles a program without its layout. Errors are filed as diagnostics. */
bool usc_assemble(struct util_ctx *ctx, const char *text, size_t len, struct usc_prog *p);

#endif

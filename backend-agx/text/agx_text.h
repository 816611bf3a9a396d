/* SPDX-License-Identifier: MIT */
/* AGX2 instructions as assembly text: the printer and the assembler. */
#ifndef AGX_TEXT_H
#define AGX_TEXT_H

#include "backend-agx/isa/agx.h"
#include "util/buf.h"
#include "util/ctx.h"

void agx_print(const struct agx_instr *in, struct util_buf *out); /* without a newline */
/* Assembles a line of text. Returns NULL or a message; *err, unless err is NULL, gets the offset of the error. */
const char *agx_assemble(const char *text, size_t len, struct agx_instr *out, size_t *err);
/* Assembles lines of instructions, labels and listings of agx_disassemble(). Blank lines are allowed, and comments start
   with '#' or ';'. Lines between AGX_TEXT_PREAMBLE and AGX_TEXT_MAIN go to *preamble, or are errors if that is NULL; the
   rest goes to *code. Each part has its own labels. Errors are diagnostics with a place in the text. */
#define AGX_TEXT_PREAMBLE ".preamble"
#define AGX_TEXT_MAIN ".main"
void agx_assemble_text(struct util_ctx *ctx, const char *text, size_t len, struct util_buf *code, struct util_buf *preamble);
/* Prints lines "offset: hex text". Halfwords that cannot be decoded appear as ".short", a last odd byte as ".byte". */
void agx_disassemble(const uint8_t *code, size_t len, struct util_buf *out);
/* Prints the line of the instruction at byte pc and returns its length in bytes. */
size_t agx_disassemble_one(const uint8_t *code, size_t len, size_t pc, struct util_buf *out);

#endif

/* SPDX-License-Identifier: MIT */
/* AGX2 instructions as assembly text: the printer and the assembler. */
#ifndef AGX_TEXT_H
#define AGX_TEXT_H

#include "backend-agx/isa/agx.h"
#include "util/buf.h"
#include "util/ctx.h"

void agx_print(const struct agx_instr *in, struct util_buf *out); /* no newline */
/* A line of text. Returns NULL, or what is wrong; *err gets the offset. */
const char *agx_assemble(const char *text, size_t len, struct agx_instr *out, size_t *err);
/* Lines of instructions, blank lines and comments behind '#' or ';'. Errors are diagnostics located in the text. */
void agx_assemble_text(struct util_ctx *ctx, const char *text, size_t len, struct util_buf *code);
/* Lines "offset: hex   text"; undecodable halfwords are shown as ".short". */
void agx_disassemble(const uint8_t *code, size_t len, struct util_buf *out);

#endif

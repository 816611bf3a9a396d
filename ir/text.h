/* SPDX-License-Identifier: MIT */
/* The text form of the IR (print.c, parse.c). It is complete: it includes the version, the stage, declarations and invariant
   bits. */
#ifndef IR_TEXT_H
#define IR_TEXT_H

#include "util/buf.h"
#include "ir/ir.h"

void ir_print(struct util_buf *b, const struct ir_shader *s);
/* The same, and calls note() before each line of an instruction or terminator, with its span. */
typedef void (*ir_print_fn)(void *user, const struct util_buf *b, struct util_span span);
void ir_print_noting(struct util_buf *b, const struct ir_shader *s, ir_print_fn note, void *user);
/* Prints blocks and edges as a graphviz graph. */
void ir_print_cfg(struct util_buf *b, const struct ir_shader *s);
/* Returns NULL after diagnostics. `num` is the number model of the target. */
struct ir_shader *ir_parse(struct util_ctx *ctx, const char *text, size_t len, num_m num);

#endif

/* SPDX-License-Identifier: MIT */
/* The code generator of the Rogue USC: IR in, a struct usc_program out. The ABI is docs/abi-usc.md. */
#ifndef USC_COMPILE_H
#define USC_COMPILE_H

#include "backend-usc/isa/usc_options.h"
#include "codegen/target.h"
#include "ir/ir.h"

struct usc_options usc_default_options(void);

/* Compiles a program that has been through the required passes of the pipeline, so that it has no IR_idiv, for example. Returns
   false after located diagnostics. */
bool usc_compile(struct util_ctx *ctx, struct ir_shader *s, const struct usc_options *opt, struct usc_program *out);

/* Prints the listing with costs and the stall reason of each empty unit as comments, so that it still assembles. Needs
   options.stalls. */
void usc_print_report(struct util_ctx *ctx, struct util_buf *b, const struct usc_program *p, const struct target_output *out);

#endif

/* SPDX-License-Identifier: MIT */
/* Instruction selection. */
#ifndef AGX_SELECT_H
#define AGX_SELECT_H

#include "backend-agx/isa/agx_program.h"
#include "backend-agx/code/agx_code.h"
#include "backend-agx/code/agx_options.h"
#include "ir/ir.h"

/* Makes *code of the program and fills the reflection of *out. spills: values will be spilled; then no block does the work of
   another. Errors are diagnostics. Uses ir_instr.tmp. */
void agx_select(struct util_ctx *ctx, struct ir_shader *s, const struct agx_options *opt, bool spills, struct agx_code *code,
                struct agx_program *out);

#endif

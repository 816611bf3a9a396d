/* SPDX-License-Identifier: MIT */
/* Instruction selection. */
#ifndef AGX_SELECT_H
#define AGX_SELECT_H

#include "backend-agx/isa/agx_program.h"
#include "backend-agx/mir/agx_mir.h"
#include "backend-agx/mir/agx_options.h"
#include "ir/ir.h"

/* A main part or a preamble: its instructions, and the program that receives its bytes and statistics. */
struct agx_selected {
   struct agx_mir mir;
   struct agx_program *out;
};

/* Selects the program and its pre-shader, if it has one. The reflection of main->out is that of both. `spills` says that
   values of the main part will be spilled; then no block does the work of another. Errors are diagnostics. Uses
   ir_instr.tmp, and reorders the pre-shader. */
void agx_select(struct util_ctx *ctx, struct ir_shader *s, const struct agx_options *opt, bool spills,
                struct agx_selected *main, struct agx_selected *preamble);

#endif

/* SPDX-License-Identifier: MIT */
/* Evaluates ops and executes programs (interp.c). */
#ifndef IR_INTERP_H
#define IR_INTERP_H

#include "ir/ir.h"

/* Evaluates a pure op that has a semantics expression, for one lane; constant folding and the interpreter share it. src[] has
   modifiers applied. The caller masks the result to its width. */
uint32_t ir_eval(enum ir_op op, num_m num, const uint32_t src[3]);
/* Applies the saturation of a result. */
uint32_t ir_eval_sat(num_m num, enum ir_sat sat, uint32_t v);

struct ir_interp;
struct ir_interp *ir_interp_new(struct util_ctx *ctx, struct ir_shader *s, struct exec_wave *wave);
/* Runs at most `steps` blocks; returns EXEC_RUNNING if the program has not ended. */
enum exec_status ir_interp_step(struct ir_interp *it, uint64_t steps);
/* Runs to the end or to a barrier; another call with the same wave continues after the barrier. */
enum exec_status ir_interp_run(struct util_ctx *ctx, struct ir_shader *s, struct exec_wave *wave);

/* The parameters of a wave by entry. If the program has a pre-shader, it runs on the wave and its results are included;
   otherwise these are the parameters of the wave, possibly fewer than the program has entries. */
const uint32_t (*ir_parameters(struct util_ctx *ctx, struct ir_shader *s, const struct exec_wave *wave))[4];

#endif

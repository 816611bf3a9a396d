/* SPDX-License-Identifier: MIT */
/* Evaluation of ops and execution of programs (interp.c). */
#ifndef IR_INTERP_H
#define IR_INTERP_H

#include "ir/ir.h"

/* One lane of a pure op with a semantics expression: constant folding and the interpreter share it. src[] after modifiers; the
   caller masks the result to its width. */
uint32_t ir_eval(enum ir_op op, num_m num, const uint32_t src[3]);
/* Saturation of a result. */
uint32_t ir_eval_sat(num_m num, enum ir_sat sat, uint32_t v);

struct ir_interp;
struct ir_interp *ir_interp_new(struct util_ctx *ctx, struct ir_shader *s, struct exec_task *task);
/* Runs at most `steps` blocks; EXEC_RUNNING if there is more to do. */
enum exec_status ir_interp_step(struct ir_interp *it, uint64_t steps);
/* Runs to the end or to a barrier, from where the next call with the task goes on. */
enum exec_status ir_interp_run(struct util_ctx *ctx, struct ir_shader *s, struct exec_task *task);

/* The parameters of the task by entry, for a program that has a pre-shader: it runs on the task, and its results are among them.
   Without a pre-shader those of the task, of which there may be fewer than the program has entries. */
const uint32_t (*ir_parameters(struct util_ctx *ctx, struct ir_shader *s, const struct exec_task *task))[4];

#endif

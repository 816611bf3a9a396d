/* SPDX-License-Identifier: MIT */
/*
 * The internals of the reference evaluator. Only the files of this folder and the tests of the evaluator include it. From the
 * bottom:
 *
 *   nv_eval_mem.c    operands, tests of condition codes, stores of results
 *   nv_eval_alu.c    instructions that are expressions in nv_ops.def
 *   nv_eval_tex.c    texture instructions
 *   nv_eval_exec.c   dispatch of all instructions except flow control; the outputs of the program
 *   nv_eval_jump.c   flow control of programs with jumps
 *   nv_eval.c        flow control of all others; the entry
 *
 * The evaluator executes the checked tree as it is: vec4 registers, two condition codes with four flags for each component,
 * write masks. All lanes of the wave run in lockstep under an execution mask, which a stack of open blocks (IF, REP, call)
 * narrows and widens. The end of a block restores all lanes that left the block early, so lanes converge exactly where the
 * blocks of the text end.
 *
 * Taint is a lane mask for each component of a register: its value depends on a derivative over a lane that was not executing.
 */
#ifndef FRONTEND_NV_EVAL_H
#define FRONTEND_NV_EVAL_H

#include "frontend/nv/ast/nv_ast.h"
#include "semantics/exec_flow.h"

#define NV_SIGN 0x80000000u
#define NV_EACH_LANE(l, lanes)                                                                                                 \
   for (unsigned l = 0; l < EXEC_LANES; l++)                                                                                   \
      if ((lanes) >> l & 1)

struct nv_reg {
   exec_lanes v[4];
   uint32_t taint[4];
};

/* A condition code: a lane mask for each flag of each component. */
struct nv_cc {
   uint32_t sf[4], zf[4], of[4], cf[4], taint[4];
};

struct nv_eval {
   const struct nv_program *p;
   struct exec_wave *wave;
   num_m num;
   unsigned fshort;

   struct exec_flow flow;
   enum exec_status status;
   struct nv_jump_state *jumps; /* of programs with jumps, which also use pc and active of the flow (nv_eval_jump.c) */

   struct nv_reg *regs;
   uint32_t *base;                 /* by variable: the first register of a temporary */
   uint32_t slot_reg[SLOT_COUNT];  /* by result slot: its register, or NV_NONE */
   uint8_t written[SLOT_COUNT];
   struct nv_cc cc[2];

   bool tainting;       /* some value is tainted; taint is not computed before that */
   uint32_t lane_taint; /* lanes that branched on a tainted value, so that all their later results are tainted */

   /* of the current instruction */
   struct nv_reg src[3], res;
   uint32_t of[4], cf[4];
};

/* nv_eval_mem.c: operands, results, condition codes */
/* Loads the components `mask` (bit 0 = x) of an operand after its swizzle, for all lanes. Others are not changed. */
void nv_eval_load(struct nv_eval *e, const struct nv_operand *o, unsigned mask, struct nv_reg *out);
/* Returns true if the outermost modifier of an operand is a negation. */
static inline bool nv_eval_outer_neg(const struct nv_operand *o)
{
   return o->abs ? o->abs_neg : o->neg != o->abs_neg;
}
/* The test of a flow instruction: the active lanes in which any component passes. A lane that tests a tainted flag becomes
   tainted. */
uint32_t nv_eval_test_any(struct nv_eval *e, const struct nv_cc_test *t);
/* Writes e->res to the destination and the condition code, under both masks. */
void nv_eval_write(struct nv_eval *e, const struct nv_instr *in);
/* The register of an element of a temporary. */
struct nv_reg *nv_eval_temp(const struct nv_eval *e, uint32_t var, uint32_t elem);

/* nv_eval_alu.c, nv_eval_tex.c: compute res, of, cf and the taint of res from the operands */
void nv_eval_alu(struct nv_eval *e, const struct nv_instr *in);
void nv_eval_tex(struct nv_eval *e, const struct nv_instr *in);

/* nv_eval_exec.c: an instruction other than flow control; the end of the program */
void nv_eval_plain(struct nv_eval *e, const struct nv_instr *in);
void nv_eval_finish(struct nv_eval *e);

/* nv_eval_jump.c */
void nv_eval_jump_init(struct util_ctx *ctx, struct nv_eval *e);
/* Sets pc to the next instruction. Returns false if the program has ended. */
bool nv_eval_jump_ready(struct nv_eval *e);
void nv_eval_jump_issue(struct nv_eval *e);

#endif

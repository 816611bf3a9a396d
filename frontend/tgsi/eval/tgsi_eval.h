/* SPDX-License-Identifier: MIT */
/*
 * The internals of the reference evaluator of TGSI. Only the files of this folder and its tests include it. From the bottom:
 *
 *   tgsi_eval_double.c                   64-bit arithmetic
 *   tgsi_eval_input.c, tgsi_eval_mem.c   values of registers; operands, modifiers, stores of results
 *   tgsi_eval_float.c                    functions on floats and integers that expressions of the table use
 *   tgsi_eval_alu.c                      instructions that are expressions in tgsi_ops.def
 *   tgsi_eval_tex.c, tgsi_eval_memory.c  textures, memory
 *   tgsi_eval_exec.c                     other instructions except flow control; the outputs of the program
 *   tgsi_eval_block.c, tgsi_eval.c       flow control; the entry
 *
 * The checked tree is executed as it is: registers of four untyped lanes, write masks, predicates. All invocations of the wave
 * run in lockstep under an execution mask, which a stack of open blocks (IF, loops, SWITCH, calls) narrows and widens. The end
 * of a block restores all invocations that left it early, so invocations converge exactly where the blocks of the text end.
 * docs/semantics-tgsi.md defines the meaning of instructions.
 *
 * In this folder a lane is a component of a register, or else an invocation. Taint is a mask of invocations for each component
 * of a register: its value depends on a derivative over an invocation that was not executing.
 */
#ifndef FRONTEND_TGSI_EVAL_H
#define FRONTEND_TGSI_EVAL_H

#include "frontend/tgsi/ast/tgsi_ast.h"
#include "semantics/exec_flow.h"

#define TGSI_SIGN 0x80000000u
#define TGSI_EACH_LANE(l, lanes)                                                                                               \
   for (unsigned l = 0; l < EXEC_LANES; l++)                                                                                   \
      if ((lanes) >> l & 1)

#define TGSI_CALL_DEPTH 32  /* open calls */
#define TGSI_PRIVATE_WORDS 1024 /* private memory of an invocation */
#define TGSI_PUSH_DEPTH 16  /* vectors on the stack of PUSHA */

struct tgsi_reg {
   exec_lanes v[4];
   uint32_t taint[4];
};

/* The vectors on the stack of PUSHA, and their number in each invocation. */
struct tgsi_stack {
   struct tgsi_reg vector[TGSI_PUSH_DEPTH];
   uint8_t depth[EXEC_LANES];
};

struct tgsi_eval {
   const struct tgsi_program *p;
   struct exec_wave *wave;
   num_m num;
   struct num_model fused; /* the model with a mad that rounds once */
   bool legacy;            /* LEGACY_MATH_RULES applies to the current instruction */

   struct exec_flow flow;
   uint64_t clock;
   enum exec_status status;

   uint32_t num_constants; /* tgsi_num_constants() */
   struct tgsi_reg *regs;
   uint32_t base[TGSI_FILE_COUNT];         /* the first register of a writable file; its number of registers is num_regs */
   uint32_t (*decl_of[TGSI_FILE_COUNT])[4]; /* IN, OUT, SV: the declaration of each lane of each register, or TGSI_NONE */
   struct tgsi_stack *stack;
   exec_lanes *private_words; /* TGSI_PRIVATE_WORDS, or NULL if the program does not access memory */

   bool tainting;       /* some value is tainted; taint is not computed before that */
   uint32_t lane_taint; /* invocations that branched on a tainted value, so that all their later results are tainted */
   uint32_t emit_taint; /* lanes that emitted a vertex with an undefined result */

   /* of the current instruction */
   struct tgsi_reg src[5], res;
   unsigned mask; /* lanes of the result that are computed */
};

/* tgsi_eval_input.c */
/* One lane of an input or a system value for one invocation. */
uint32_t tgsi_eval_input(const struct tgsi_eval *e, enum tgsi_file file, uint32_t reg, uint32_t vertex, unsigned comp,
                         unsigned lane);
/* The position in the pixel of sample `id` of n, modulo n: x (comp 0) or y. */
uint32_t tgsi_eval_sample_place(const struct tgsi_eval *e, uint32_t n, uint32_t id, unsigned comp, unsigned lane);
/* The slot of a lane of an output and its component, or SLOT_COUNT if the lane is not stored. */
unsigned tgsi_eval_output(const struct tgsi_eval *e, uint32_t reg, unsigned comp, unsigned *slot_comp);

/* tgsi_eval_mem.c */
void tgsi_eval_fault(struct tgsi_eval *e, const char *what);
void tgsi_eval_registers(struct util_ctx *ctx, struct tgsi_eval *e);
/* Loads the lanes `mask` of an operand after its swizzle, for all invocations, with its modifiers by the letter of its type.
   Other lanes are not changed. */
void tgsi_eval_load(struct tgsi_eval *e, const struct tgsi_operand *o, char type, unsigned mask, struct tgsi_reg *out);
/* The same for source n of an instruction, to e->src[n]. */
void tgsi_eval_source(struct tgsi_eval *e, const struct tgsi_instr *in, unsigned n, unsigned mask);
/* The numbers that an operand's index gives. Returns true if they differ between invocations; otherwise number[0] is for
   all. */
bool tgsi_eval_index(struct tgsi_eval *e, const struct tgsi_operand *o, exec_lanes number, uint32_t *taint);
/* The same for the first of two indices. */
bool tgsi_eval_dimension(struct tgsi_eval *e, const struct tgsi_operand *o, exec_lanes number, uint32_t *taint);
/* Writes the lanes `mask` of e->res to a result, under the execution mask and the predicate, and clamps them if the instruction
   does. */
void tgsi_eval_write(struct tgsi_eval *e, const struct tgsi_instr *in, unsigned dst, unsigned mask);
/* The invocations that may write lane c. Adds those whose predicate is tainted to *taint. */
uint32_t tgsi_eval_predicate(const struct tgsi_eval *e, const struct tgsi_instr *in, unsigned c, uint32_t *taint);
/* The invocations in which lane x of a source is true: any bit is set, or for floats (type F) any except the sign. Invocations
   that test a tainted value become tainted. */
uint32_t tgsi_eval_test(struct tgsi_eval *e, const struct tgsi_instr *in, unsigned n);
struct tgsi_reg *tgsi_eval_loop_register(struct tgsi_eval *e, const struct tgsi_instr *in);

/* tgsi_eval_alu.c: an instruction that is an expression in tgsi_ops.def */
void tgsi_eval_alu(struct tgsi_eval *e, const struct tgsi_instr *in);

/* tgsi_eval_tex.c */
void tgsi_eval_tex(struct tgsi_eval *e, const struct tgsi_instr *in);
/* tgsi_eval_memory.c: an instruction of kind TGSI_MEMORY */
void tgsi_eval_memory(struct tgsi_eval *e, const struct tgsi_instr *in);

/* tgsi_eval_exec.c: whether an instruction is supported; its execution; the end of the program */
bool tgsi_eval_has_function(enum tgsi_op op);
void tgsi_eval_instr(struct tgsi_eval *e, const struct tgsi_instr *in);
void tgsi_eval_finish(struct tgsi_eval *e);

/* tgsi_eval_block.c: an instruction of flow control */
void tgsi_eval_flow(struct tgsi_eval *e, const struct tgsi_instr *in);

#endif

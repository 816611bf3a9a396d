/* SPDX-License-Identifier: MIT */
/*
 * The internals of the lowering of TGSI programs to IR: the state that its files share, and the functions that each offers:
 *
 *   tgsi_lower_file.c      registers: the IR arrays that hold them, inputs, constants; loads of one lane of a register
 *   tgsi_lower_operand.c   operands: indices, swizzles, modifiers; the end of an instruction
 *   tgsi_lower_lane.c      instructions that compute a lane of the result from the same lane of the sources, or from lane x
 *   tgsi_lower_alu.c       the table of instructions (from tgsi_ops.def), and instructions on whole vectors
 *   tgsi_lower_int64.c     64-bit integers and doubles
 *   tgsi_lower_tex.c       textures
 *   tgsi_lower_memory.c    read-write memory, barriers
 *   tgsi_lower_group.c     instructions between invocations, helpers
 *   tgsi_lower_flow.c      control flow, fragments that end, vertices that are finished
 *   tgsi_lower_recursion.c subroutines that are not expanded at their calls
 *   tgsi_lower.c           calls, the whole program, the entry
 *
 * Everything that does not depend on the language is in frontend/common (fe_lower.h). A lane of a register is an IR array of
 * one element, or of many if registers are indexed with a register. All lanes of a result are computed before the first is
 * stored, so an instruction may read the registers that it writes. Unsupported programs end with the diagnostic
 * unsupported-instruction.
 */
#ifndef FRONTEND_TGSI_LOWER_H
#define FRONTEND_TGSI_LOWER_H

#include "frontend/common/fe_flow.h"
#include "frontend/common/fe_vector.h"
#include "frontend/int64/fe_int64.h"
#include "frontend/tgsi/ast/tgsi_ast.h"

/* Registers first .. first + length - 1 of a file. They share an IR array for each lane, FE_NONE before its first use. */
struct tgsi_group {
   uint32_t first, length;
   uint32_t array[4];
};
/* A file of registers that are IR arrays. */
struct tgsi_registers {
   struct tgsi_group *groups;
   uint32_t *group_of; /* by register: element of groups */
};

/* The current instruction. Its sources are loaded once, even if several lanes of the result need them. */
#define TGSI_MAX_SRC 5
struct tgsi_current {
   const struct tgsi_instr *in;
   struct tgsi_loaded {
      bool located;           /* index and vertex are valid */
      struct fe_index index;  /* the register */
      struct ir_src vertex;   /* the vertex of an input of a geometry program; the constant buffer that a register selects */
      struct ir_src value[4]; /* by lane of the register, without modifiers; val is NULL until it is loaded */
   } src[TGSI_MAX_SRC];
};

struct tgsi_lower {
   struct fe_lower fe;
   const struct tgsi_program *p;
   struct tgsi_array {
      uint64_t name; /* the file, and the number after ARRAY */
      uint32_t decl;
   } *arrays;        /* sorted */
   uint32_t num_arrays;
   struct tgsi_registers file[TGSI_FILE_COUNT]; /* TEMP ADDR PRED LOOP OUT; IN: copies of indexed inputs */
   struct tgsi_current cur;
   struct ir_src *test;    /* by CASE and DEFAULT: true if the SWITCH enters there */
   uint32_t first_imm;     /* the entry of IMM[0], if immediates are indexed */
   bool invariant;         /* some output is declared invariant, so nothing is contracted */
   struct {
      bool made;
      uint32_t depth, lane[4]; /* IR arrays */
   } stack;                /* of PUSHA */
   struct fe_recursion *recursion;   /* NULL until a recursive subroutine is called */
   uint32_t clock;         /* IR array: the last result of CLOCK and its upper word; FE_NONE if the program has no CLOCK */
   uint32_t killed;        /* IR array: the invocation was killed; FE_NONE if nothing reads it */
   uint32_t constants;     /* registers of constant buffer 0, which are the first parameters */
   uint32_t private_words; /* IR array: the memory of the invocation; FE_NONE before its first use */
};

/* ---- tgsi_lower_file.c */

/* Reports at the current instruction that this version does not support `what`, and gives up. */
void tgsi_unsupported(struct tgsi_lower *l, const char *what);
/* Scans the program: groups registers, lists parameters, and copies indexed inputs to IR arrays. */
void tgsi_lower_prepare(struct tgsi_lower *l);
/* A lane of register i. The operand tells which declaration or array limits the index. */
struct ir_src tgsi_register_load(struct tgsi_lower *l, const struct tgsi_operand *o, const struct tgsi_loaded *at,
                                 unsigned comp);
/* Lane `comp` of a register of `file` with a constant index. */
struct ir_src tgsi_register_get(struct tgsi_lower *l, unsigned file, uint32_t index, unsigned comp);
/* The IR array and the element that an operand of an array file names. */
uint32_t tgsi_register_array(struct tgsi_lower *l, const struct tgsi_operand *o, struct fe_index *i, unsigned comp);
/* A lane of an input, interpolated as declared, or as `interp` says unless it is INTERP_COUNT. */
struct ir_src tgsi_input(struct tgsi_lower *l, uint32_t reg, unsigned comp, struct ir_src vertex, unsigned interp);
unsigned tgsi_input_interp(const struct tgsi_lower *l, const struct tgsi_decl *d);
/* The registers that the declarations of a file cover: *first .. *first + *length - 1. Only declarations with this array and
   this dimension count, unless `array` is 0 or `dimension` is TGSI_NONE. */
void tgsi_declared(const struct tgsi_lower *l, unsigned file, uint32_t array, uint32_t dimension, uint32_t *first,
                   uint32_t *length);
/* The same for dimensions: numbers of constant buffers, or of buffers of counters. */
void tgsi_declared_buffers(const struct tgsi_lower *l, unsigned file, uint32_t *first, uint32_t *count);
/* The word at a byte address of a constant buffer, or 0 past its end. */
struct ir_src tgsi_constant_word(struct tgsi_lower *l, uint32_t buffer, struct ir_src byte);
/* Passes all outputs to the IR: at the end of the program, or at an EMIT. */
void tgsi_outputs_emit(struct tgsi_lower *l);

/* ---- tgsi_lower_operand.c */

/* The register that an operand names. */
struct fe_index tgsi_lower_index(struct tgsi_lower *l, const struct tgsi_operand *o);
/* The number of a sampler, buffer or image. It is constant, or selected by a register. */
struct tgsi_units {
   uint32_t first;       /* the first number that a register can select */
   uint32_t count;       /* the number of choices; 1 if the number is constant */
   struct ir_src choice; /* the selected one, from 0; val is NULL if the number is constant */
};
/* The units that an operand can select. Returns false if there are none or too many. */
bool tgsi_lower_units(struct tgsi_lower *l, const struct tgsi_operand *o, struct tgsi_units *u);
/* The register in an index. */
struct ir_src tgsi_lower_relative(struct tgsi_lower *l, uint32_t rel);
/* The predicate of lane c of the result; val is NULL if the lane is always written. */
struct ir_src tgsi_predicate(struct tgsi_lower *l, unsigned c);
/* Lane c (after the swizzle) of source n with its modifiers. Integer modifiers become instructions. */
struct ir_src tgsi_load(struct tgsi_lower *l, unsigned n, unsigned c);
/* The same for the register `row` registers after that of the source. */
struct ir_src tgsi_load_row(struct tgsi_lower *l, unsigned n, unsigned row, unsigned c);
/* The lanes that the instruction writes, or all four if it has no result. */
uint8_t tgsi_lower_mask(const struct tgsi_lower *l);
/* Finishes the instruction: saturation, predicate, stores. r[c] is the result for the lanes of tgsi_lower_mask(). */
void tgsi_store(struct tgsi_lower *l, const struct ir_src r[4]);
/* The same for result n. Lanes whose val is NULL are not written. */
void tgsi_store_result(struct tgsi_lower *l, unsigned n, const struct ir_src r[4]);

/* ---- tgsi_lower_lane.c: a lane of the result, from a lane of each source */
typedef struct ir_src (*tgsi_lane_fn)(struct fe_lower *f, const struct ir_src *s);

#define TGSI_LANE(name) struct ir_src tgsi_lane_##name(struct fe_lower *f, const struct ir_src *s);
TGSI_LANE(div) TGSI_LANE(fmax) TGSI_LANE(fmin) TGSI_LANE(lrp) TGSI_LANE(cmp) TGSI_LANE(cnd) TGSI_LANE(cnd0) TGSI_LANE(clamp)
TGSI_LANE(fabs) TGSI_LANE(ssg) TGSI_LANE(frc) TGSI_LANE(ldexp) TGSI_LANE(rsq) TGSI_LANE(sqrt) TGSI_LANE(pow) TGSI_LANE(arl)
TGSI_LANE(arr) TGSI_LANE(f2i) TGSI_LANE(f2u) TGSI_LANE(idiv) TGSI_LANE(udiv) TGSI_LANE(imod) TGSI_LANE(umod) TGSI_LANE(issg)
TGSI_LANE(sad) TGSI_LANE(shl) TGSI_LANE(ishr) TGSI_LANE(ushr) TGSI_LANE(ucmp) TGSI_LANE(ibfe) TGSI_LANE(ubfe) TGSI_LANE(bfi)
TGSI_LANE(lsb) TGSI_LANE(imsb) TGSI_LANE(copy) TGSI_LANE(one) TGSI_LANE(zero) TGSI_LANE(sub) TGSI_LANE(mul) TGSI_LANE(mad)
TGSI_LANE(fma)
#undef TGSI_LANE
/* Tests whether a float or an integer is true. The result has width 1. */
struct ir_src tgsi_is_true(struct fe_lower *f, struct ir_src v, bool is_float);

/* ---- tgsi_lower_alu.c */

/* The column `lowering` of tgsi_ops.def. */
enum tgsi_how {
   TGSI_HOW_OWN, TGSI_HOW_OP, TGSI_HOW_SET, TGSI_HOW_SET_SWAP, TGSI_HOW_TEST, TGSI_HOW_LANE, TGSI_HOW_VECTOR, TGSI_HOW_TEXTURE,
   TGSI_HOW_ATOMIC
};
extern const struct tgsi_lowering {
   uint8_t how; /* enum tgsi_how; a function of 64-bit values is called by the kind and the number of sources */
   uint8_t op;  /* enum ir_op, exec_tex_op or mem_atomic */
   union {
      tgsi_lane_fn lane;
      void (*vector)(struct fe_vector *v);
      struct fe_int64 (*pair1)(struct fe_lower *f, struct fe_int64 a);
      struct fe_int64 (*pair2)(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b);
      struct fe_int64 (*pair3)(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b, struct fe_int64 c);
      struct fe_int64 (*count)(struct fe_lower *f, struct fe_int64 a, struct ir_src n);
      struct ir_src (*test)(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b);
      struct fe_int64 (*widen)(struct fe_lower *f, struct ir_src a);
      struct ir_src (*narrow)(struct fe_lower *f, struct fe_int64 a);
   };
} tgsi_lowering[TGSI_OP_COUNT];
void tgsi_lower_alu(struct tgsi_lower *l);

/* ---- tgsi_lower_int64.c */

/* An instruction with operands of 64 bits: TGSI_PAIR to TGSI_NARROW. */
void tgsi_lower_int64(struct tgsi_lower *l);

/* ---- tgsi_lower_tex.c */
void tgsi_lower_tex(struct tgsi_lower *l);
/* The target in the IR, or TEX_TARGET_COUNT if the IR has no such target. */
enum exec_tex_target tgsi_ir_target(unsigned target);

/* ---- tgsi_lower_memory.c */

/* An instruction on memory: TGSI_MEMORY. */
void tgsi_lower_memory(struct tgsi_lower *l);

/* ---- tgsi_lower_group.c */

/* An instruction between the invocations: TGSI_VOTE. */
void tgsi_lower_vote(struct tgsi_lower *l);
/* Marks the invocations where the condition holds as helpers. */
void tgsi_lower_killed(struct tgsi_lower *l, struct ir_src cond);
void tgsi_lower_read_helper(struct tgsi_lower *l);
void tgsi_lower_clock(struct tgsi_lower *l);
/* The position in the pixel of sample `id` of n: x (comp 0) or y. */
struct ir_src tgsi_sample_place(struct tgsi_lower *l, struct ir_src id, struct ir_src n, unsigned comp);

/* ---- tgsi_lower_flow.c */

/* Lane x of source 0 as a condition: width 1. */
struct ir_src tgsi_condition(struct tgsi_lower *l);
/* The instruction that ends the block of instruction i. */
uint32_t tgsi_block_end(const struct tgsi_program *p, uint32_t i);
/* At a SWITCH: computes the tests of its sections, l->test. */
void tgsi_switch_tests(struct tgsi_lower *l, const struct tgsi_instr *in);
/* The number of iterations of a REP: floor(x), at most 2^32 - 1. For floats, floor(x) > 0 is equivalent to x >= 1. */
struct ir_src tgsi_rep_count(struct tgsi_lower *l);
/* At a BGNFOR: sets the LOOP register. At the end of the loop: advances it. The condition that the body is executed again; `in`
   is the BGNFOR. */
void tgsi_for_begin(struct tgsi_lower *l);
void tgsi_for_step(struct tgsi_lower *l, const struct tgsi_instr *in);
struct ir_src tgsi_for_again(struct tgsi_lower *l, const struct tgsi_instr *in);
/* Makes `in` the current instruction. */
void tgsi_lower_begin(struct tgsi_lower *l, const struct tgsi_instr *in);
/* Lowers the instruction at *pc, which is not a call but may end an open block or be unreachable; advances *pc. */
void tgsi_lower_next(struct tgsi_lower *l, uint32_t *pc);

/* ---- tgsi_lower_recursion.c */

#define TGSI_MAX_CALLS 32 /* open calls: docs/semantics-tgsi.md */

/* A call of a recursive subroutine from outside of it. */
void tgsi_lower_recursion(struct tgsi_lower *l, uint32_t sub);
/* Returns true if the program would be too large with all calls expanded, so that none is expanded. */
bool tgsi_expands_too_far(struct tgsi_lower *l);
#endif

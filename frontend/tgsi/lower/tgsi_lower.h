/* SPDX-License-Identifier: MIT */
/*
 * The inside of the lowering of TGSI programs to IR: the state that its files share, and what each offers to those above it:
 *
 *   tgsi_lower_file.c    registers: the IR arrays that they live in, inputs, constants; loads of one lane of a register
 *   tgsi_lower_operand.c operands: indices, swizzles, modifiers, the end of an instruction
 *   tgsi_lower_lane.c    instructions that compute a lane of the result from the same lane of the sources, or from lane x
 *   tgsi_lower_alu.c     the table of instructions (from tgsi_ops.def), those on whole vectors
 *   tgsi_lower_wide.c    64-bit integers and doubles
 *   tgsi_lower_tex.c     textures
 *   tgsi_lower_memory.c  memory that programs change, barriers
 *   tgsi_lower_group.c   instructions between invocations, helpers
 *   tgsi_lower_flow.c    control flow, fragments that end, vertices that are finished
 *   tgsi_lower_recursion.c subroutines that are not expanded where they are called
 *   tgsi_lower.c         calls, the whole program, the entry
 *
 * Everything that does not depend on the language is in frontend/common (fe_lower.h). A lane of a register is an IR array, of
 * one element or, where registers are indexed with a register, of many. All lanes of a result are computed before the first one
 * is stored, so an instruction may read what it writes. What this version cannot lower ends with the diagnostic
 * unsupported-instruction.
 */
#ifndef FRONTEND_TGSI_LOWER_H
#define FRONTEND_TGSI_LOWER_H

#include "frontend/common/fe_flow.h"
#include "frontend/common/fe_vector.h"
#include "frontend/int64/fe_int64.h"
#include "frontend/tgsi/ast/tgsi_ast.h"

/* Registers first .. first + length - 1 of a file, which share an IR array for each lane: FE_NONE until it is used. */
struct tgsi_group {
   uint32_t first, length;
   uint32_t array[4];
};
/* A file of registers that are IR arrays. */
struct tgsi_registers {
   struct tgsi_group *groups;
   uint32_t *group_of; /* by register: element of groups */
};

/* The instruction that is being lowered. Its sources are loaded once, however many lanes of the result need them. */
#define TGSI_MAX_SRC 5
struct tgsi_current {
   const struct tgsi_instr *in;
   struct tgsi_loaded {
      bool located;           /* index and vertex are valid */
      struct fe_index index;  /* the register */
      struct ir_src vertex;   /* inputs of geometry programs: the vertex; constants: the buffer that a register chooses */
      struct ir_src value[4]; /* by lane of the register, without modifiers; val NULL until it is loaded */
   } src[TGSI_MAX_SRC];
};

struct tgsi_lower {
   struct fe_lower fe;
   const struct tgsi_program *p;
   struct tgsi_array {
      uint64_t name; /* the file, and the number behind ARRAY */
      uint32_t decl;
   } *arrays;        /* sorted */
   uint32_t num_arrays;
   struct tgsi_registers file[TGSI_FILE_COUNT]; /* TEMP ADDR PRED LOOP OUT; IN: copies of what is indexed */
   struct tgsi_current cur;
   struct ir_src *test;    /* by CASE and DEFAULT: whether the SWITCH enters here */
   uint32_t first_imm;     /* the entry of IMM[0], if immediates are indexed */
   bool invariant;         /* some output is declared so: nothing is contracted */
   struct {
      bool made;
      uint32_t depth, lane[4]; /* IR arrays */
   } stack;                /* of PUSHA */
   struct fe_recursion *recursion;   /* NULL until a recursive subroutine is called */
   uint32_t clock;         /* IR array: what CLOCK read last, and its upper word; FE_NONE: nothing reads it */
   uint32_t killed;        /* IR array: the invocation was killed; FE_NONE if nothing reads it */
   uint32_t constants;     /* registers of constant buffer 0: the first entries of the parameters */
   uint32_t private_words; /* IR array: the memory of the invocation; FE_NONE until it is used */
};

/* ---- tgsi_lower_file.c */

/* Reports that this version has no lowering of `what`, at the current instruction, and gives up. */
void tgsi_unsupported(struct tgsi_lower *l, const char *what);
/* Look at the whole program: groups of registers, parameters; copy inputs that are indexed to IR arrays. */
void tgsi_lower_prepare(struct tgsi_lower *l);
/* A lane of register i, whose declaration or array the index is limited to: the operand says which. */
struct ir_src tgsi_register_load(struct tgsi_lower *l, const struct tgsi_operand *o, const struct tgsi_loaded *at,
                                 unsigned comp);
/* Lane `comp` of a register of `file` with a constant index. */
struct ir_src tgsi_register_get(struct tgsi_lower *l, unsigned file, uint32_t index, unsigned comp);
/* The IR array and the element that an operand of an array file names. */
uint32_t tgsi_register_array(struct tgsi_lower *l, const struct tgsi_operand *o, struct fe_index *i, unsigned comp);
/* A lane of an input, interpolated as declared or, if interp is not INTERP_COUNT, so. */
struct ir_src tgsi_input(struct tgsi_lower *l, uint32_t reg, unsigned comp, struct ir_src vertex, unsigned interp);
unsigned tgsi_input_interp(const struct tgsi_lower *l, const struct tgsi_decl *d);
/* The numbers that declarations of a file give to registers: *first .. *first + *length - 1, length 0: there are none. array 0,
   dimension TGSI_NONE: of any array, of any number in front. */
void tgsi_declared(const struct tgsi_lower *l, unsigned file, uint32_t array, uint32_t dimension, uint32_t *first,
                   uint32_t *length);
/* The same of the numbers in front: of constant buffers, of buffers of counters. */
void tgsi_declared_buffers(const struct tgsi_lower *l, unsigned file, uint32_t *first, uint32_t *count);
/* A word of constant buffer `buffer` at a byte address; 0 where it has none. */
struct ir_src tgsi_constant_word(struct tgsi_lower *l, uint32_t buffer, struct ir_src byte);
/* Hand all outputs to the IR: at the end of the program, or at an EMIT. */
void tgsi_outputs_emit(struct tgsi_lower *l);

/* ---- tgsi_lower_operand.c */

/* The register that an operand names. */
struct fe_index tgsi_lower_index(struct tgsi_lower *l, const struct tgsi_operand *o);
/* A number that a register chooses, or a constant one: of a sampler, a buffer, an image. */
struct tgsi_units {
   uint32_t first;       /* if a register chooses it */
   uint32_t count;       /* of those that it can choose; 1: the number is constant, if there is no choice */
   struct ir_src choice; /* which of them, from 0 on; val NULL: the number is constant */
};
/* Those that an operand names by its index. False: there are none, or too many. */
bool tgsi_lower_units(struct tgsi_lower *l, const struct tgsi_operand *o, struct tgsi_units *u);
/* The register that stands in an index. */
struct ir_src tgsi_lower_relative(struct tgsi_lower *l, uint32_t rel);
/* Whether lane c of the result is written; val NULL: it always is. */
struct ir_src tgsi_predicate(struct tgsi_lower *l, unsigned c);
/* Lane c (after the swizzle) of source n with its modifiers. Integer modifiers become instructions. */
struct ir_src tgsi_load(struct tgsi_lower *l, unsigned n, unsigned c);
/* The same of the register `row` behind the one that the source names. */
struct ir_src tgsi_load_row(struct tgsi_lower *l, unsigned n, unsigned row, unsigned c);
/* The lanes that the instruction writes; all four if it has no result. */
uint8_t tgsi_lower_mask(const struct tgsi_lower *l);
/* Finish the instruction: saturation, predicate, stores. r[c] is the result for the lanes of tgsi_lower_mask(). */
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
/* Whether a float or an integer is true: width 1. */
struct ir_src tgsi_is_true(struct fe_lower *f, struct ir_src v, bool is_float);

/* ---- tgsi_lower_alu.c */

/* The column `lowering` of tgsi_ops.def. */
enum tgsi_how {
   TGSI_HOW_OWN, TGSI_HOW_OP, TGSI_HOW_SET, TGSI_HOW_SET_SWAP, TGSI_HOW_TEST, TGSI_HOW_LANE, TGSI_HOW_VECTOR, TGSI_HOW_TEXTURE,
   TGSI_HOW_ATOMIC
};
extern const struct tgsi_lowering {
   uint8_t how; /* enum tgsi_how; of 64-bit values the kind and the number of sources say which function it is */
   uint8_t op;  /* enum ir_op, exec_tex_op or mem_atomic */
   union {
      tgsi_lane_fn lane;
      void (*vector)(struct fe_vector *v);
      struct fe_wide (*wide1)(struct fe_lower *f, struct fe_wide a);
      struct fe_wide (*wide2)(struct fe_lower *f, struct fe_wide a, struct fe_wide b);
      struct fe_wide (*wide3)(struct fe_lower *f, struct fe_wide a, struct fe_wide b, struct fe_wide c);
      struct fe_wide (*count)(struct fe_lower *f, struct fe_wide a, struct ir_src n);
      struct ir_src (*test)(struct fe_lower *f, struct fe_wide a, struct fe_wide b);
      struct fe_wide (*widen)(struct fe_lower *f, struct ir_src a);
      struct ir_src (*narrow)(struct fe_lower *f, struct fe_wide a);
   };
} tgsi_lowering[TGSI_OP_COUNT];
void tgsi_lower_alu(struct tgsi_lower *l);

/* ---- tgsi_lower_wide.c */

/* An instruction with operands of 64 bits: TGSI_PAIR to TGSI_NARROW. */
void tgsi_lower_wide(struct tgsi_lower *l);

/* ---- tgsi_lower_tex.c */
void tgsi_lower_tex(struct tgsi_lower *l);
/* The target of the IR; TEX_TARGET_COUNT: none. */
enum exec_tex_target tgsi_ir_target(unsigned target);

/* ---- tgsi_lower_memory.c */

/* An instruction on memory: TGSI_MEMORY. */
void tgsi_lower_memory(struct tgsi_lower *l);

/* ---- tgsi_lower_group.c */

/* An instruction between the invocations: TGSI_VOTE. */
void tgsi_lower_vote(struct tgsi_lower *l);
/* Invocations where the condition holds have become helpers. */
void tgsi_lower_killed(struct tgsi_lower *l, struct ir_src cond);
void tgsi_lower_read_helper(struct tgsi_lower *l);
void tgsi_lower_clock(struct tgsi_lower *l);
/* x (comp 0) or y of the place of sample `id` of n in the pixel. */
struct ir_src tgsi_sample_place(struct tgsi_lower *l, struct ir_src id, struct ir_src n, unsigned comp);

/* ---- tgsi_lower_flow.c */

/* Lane x of source 0 as a condition: width 1. */
struct ir_src tgsi_condition(struct tgsi_lower *l);
/* The instruction that ends the block which instruction i opens. */
uint32_t tgsi_block_end(const struct tgsi_program *p, uint32_t i);
/* At a SWITCH: make the tests of its sections, l->test. */
void tgsi_switch_tests(struct tgsi_lower *l, const struct tgsi_instr *in);
/* At a REP: floor(x) times, from 2^32 on 2^32 - 1 times: for floats floor(x) > 0 is the same as x >= 1. */
struct ir_src tgsi_rep_count(struct tgsi_lower *l);
/* At a BGNFOR: set the LOOP register. At its end: the next iteration. Whether (once more) the body is executed; `in` is the
   BGNFOR. */
void tgsi_for_begin(struct tgsi_lower *l);
void tgsi_for_step(struct tgsi_lower *l, const struct tgsi_instr *in);
struct ir_src tgsi_for_again(struct tgsi_lower *l, const struct tgsi_instr *in);
/* Make `in` the current instruction. */
void tgsi_lower_begin(struct tgsi_lower *l, const struct tgsi_instr *in);
/* The instruction at *pc, which may be the end of an open block or unreachable, but no call; moves *pc on. */
void tgsi_lower_next(struct tgsi_lower *l, uint32_t *pc);

/* ---- tgsi_lower_recursion.c */

#define TGSI_MAX_CALLS 32 /* that are open: docs/semantics-tgsi.md */

/* A call, from elsewhere, of a subroutine that can call itself. */
void tgsi_lower_recursion(struct tgsi_lower *l, uint32_t sub);
/* Whether the program would be too large with all calls expanded, so that subroutine 0, the main program, is to be lowered
   so. */
bool tgsi_expands_too_far(struct tgsi_lower *l);
#endif

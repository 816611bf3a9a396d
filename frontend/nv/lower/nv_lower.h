/* SPDX-License-Identifier: MIT */
/*
 * The internals of the lowering of NV programs to IR: the state that its files share, and the functions that each offers:
 *
 *   nv_lower_var.c                         variables, operands, destinations
 *   nv_lower_cc.c                          condition codes: arrays of their flags, tests, updates
 *   nv_lower_store.c                       the end of an instruction: saturation, rounding, masks, condition codes, stores
 *   nv_lower_alu.c, nv_lower_tex.c         arithmetic and texture instructions
 *   nv_lower_option.c                      code that options add after the program: fog, position
 *   nv_lower_block.c                       all statements except CAL, and the blocks of the source
 *   nv_lower_recursion.c, nv_lower_jump.c  programs whose flow control is not structured
 *   nv_lower.c                             calls, the whole program, the entry
 *
 * Everything that does not depend on the language is in frontend/common (fe_lower.h): that layer holds the IR builder, the open
 * blocks, the value cache and the outputs. Each component of a temporary and each flag of a condition code is an IR array. The
 * components of an instruction are first computed as values and stored together at its end, so an instruction may read the
 * registers that it writes.
 */
#ifndef FRONTEND_NV_LOWER_H
#define FRONTEND_NV_LOWER_H

#include "frontend/common/fe_flow.h"
#include "frontend/nv/ast/nv_ast.h"

enum nv_flag { NV_SF, NV_ZF, NV_OF, NV_CF, NV_FLAGS };

/* IR arrays of variables, by variable and component. They are created at their first use and are FE_NONE before it. */
struct nv_storage {
   uint32_t (*temp)[4];
   uint32_t (*attrib)[4]; /* copies of attributes that are indexed with a register */
};

/* The condition codes: by register, component and flag. */
struct nv_cc_storage {
   uint32_t array[2][4][NV_FLAGS]; /* FE_NONE before its first use */
   bool read[2][4][NV_FLAGS];      /* some test of the program depends on the flag */
   bool written[2][4][NV_FLAGS];   /* some instruction may set the flag */
};

/* The current instruction. Its operands are loaded once, even if several components of the result need them. */
struct nv_current {
   const struct nv_instr *in;
   struct nv_loaded {
      bool located;           /* index and vertex are valid */
      struct fe_index index;  /* the element of the variable */
      struct ir_src vertex;   /* of an attribute in a geometry program */
      struct ir_src value[4]; /* by component of the variable, without modifiers; val is NULL until it is loaded */
   } src[3];
};

struct nv_lower {
   struct fe_lower fe;
   const struct nv_program *p;
   unsigned fshort;
   struct nv_storage var;
   struct nv_cc_storage cc;
   struct nv_current cur;
   bool *early_return;              /* by subroutine: it has a RET that is not its last instruction */
   struct fe_recursion *recursion;  /* NULL before its first use */
};

/* ---- nv_lower_var.c */

/* Scans the program: allocates storage, joins results that are indexed, copies attributes that are indexed to arrays. */
void nv_lower_prepare(struct nv_lower *l);
void nv_lower_release(struct nv_lower *l);
/* The components that an instruction writes, or all four if it has no destination. */
static inline uint8_t nv_lower_mask(const struct nv_instr *in)
{
   return in->dst.present ? in->dst.mask & 0xf : 0xf;
}
/* Component c (after the swizzle) of operand i with its modifiers. Integer modifiers become instructions. */
struct ir_src nv_load(struct nv_lower *l, unsigned i, unsigned c);
/* The same without the outermost negation; sets *neg if there is one. */
struct ir_src nv_load_below_neg(struct nv_lower *l, unsigned i, unsigned c, bool *neg);
/* The element that an index selects. */
struct fe_index nv_element(struct nv_lower *l, const struct nv_index *ix);
/* The IR array of a component of a temporary, and its value if the temporary is not an array in the source. */
uint32_t nv_temp_array_new(struct nv_lower *l, uint32_t var, unsigned comp);
static inline uint32_t nv_temp_array(struct nv_lower *l, uint32_t var, unsigned comp)
{
   const uint32_t array = l->var.temp[var][comp];

   return array != FE_NONE ? array : nv_temp_array_new(l, var, comp);
}
struct ir_src nv_temp_load(struct nv_lower *l, uint32_t var, unsigned comp);
void nv_temp_store(struct nv_lower *l, uint32_t var, unsigned comp, struct ir_src v);

/* ---- nv_lower_cc.c */

/* Collects the flags that the program reads and writes, and then sets those that do not start as 0. */
void nv_cc_scan(struct nv_lower *l);
void nv_cc_start(struct nv_lower *l);
/* A test that always holds, or never holds, for any condition code. */
static inline bool nv_test_always(const struct nv_cc_test *t)
{
   return !t->present || t->rule == NV_CC_TR;
}
static inline bool nv_test_never(const struct nv_cc_test *t)
{
   return t->present && t->rule == NV_CC_FL;
}
/* Width 1: component c of the test after its swizzle; and whether any of the four components passes. */
struct ir_src nv_test_component(struct nv_lower *l, const struct nv_cc_test *t, unsigned c);
struct ir_src nv_test_any(struct nv_lower *l, const struct nv_cc_test *t);
/* Returns true if a flag that the instruction sets is read. */
bool nv_cc_wants(const struct nv_lower *l, unsigned c, enum nv_flag flag);
/* The sign or zero flag of a result. */
struct ir_src nv_cc_flag(struct nv_lower *l, enum nv_flag flag, enum nv_type type, struct ir_src v);
/* Sets a flag of the condition code that the instruction updates, where the test holds (always if test.val is NULL). */
void nv_cc_set(struct nv_lower *l, unsigned c, enum nv_flag flag, struct ir_src test, struct ir_src v);

/* ---- nv_lower_store.c */

/*
 * Finishes the instruction: saturation, rounding of short results, masks, condition code, stores. r[c] is the result for the
 * components of nv_lower_mask(). `of` and `cf` are the overflow and carry flags by component, of width 1. A flag is clear if
 * its val or the pointer is NULL.
 */
void nv_store(struct nv_lower *l, const struct ir_src r[4], enum nv_type type, const struct ir_src *of,
              const struct ir_src *cf);

/* ---- nv_lower_alu.c, nv_lower_tex.c: the current instruction */
void nv_lower_alu(struct nv_lower *l);
void nv_lower_tex(struct nv_lower *l);

/* ---- nv_lower_option.c */

/* Adds the parameters that the options need, after those of the program. */
void nv_option_params(struct nv_lower *l);
/* The code after the program: fog, all outputs, position. */
void nv_option_finish(struct nv_lower *l);

/* ---- nv_lower_block.c */

/* Makes `in` the current instruction. */
void nv_lower_begin(struct nv_lower *l, const struct nv_instr *in);
/* Lowers a reachable statement other than CAL. */
void nv_lower_statement(struct nv_lower *l, const struct nv_instr *in);
/* Lowers the statement at *pc, which is not a CAL but may end an open block or be unreachable; advances *pc. */
void nv_lower_next(struct nv_lower *l, uint32_t *pc);
/* The number of iterations of a REP or LOOP with a count. */
struct ir_src nv_loop_count(struct nv_lower *l, const struct nv_instr *in);
/* Sets the index at LOOP and ENDLOOP; has no effect at other instructions. */
void nv_loop_index(struct nv_lower *l, const struct nv_instr *in);
/* The instruction that ends the block of instruction i, which is an IF, REP or LOOP. */
uint32_t nv_block_end(const struct nv_program *p, uint32_t i);

/* ---- nv_lower_recursion.c: a call of a subroutine that is not expanded, or the main program */
/* Returns true if the program would be too large with all calls expanded, so that none is expanded. */
bool nv_expands_too_far(struct nv_lower *l);
void nv_lower_recursion(struct nv_lower *l, uint32_t sub);

/* ---- nv_lower_jump.c: a program with BRA, PUSHA or POPA */
void nv_lower_jumps(struct nv_lower *l);

#endif

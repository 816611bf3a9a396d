/* SPDX-License-Identifier: MIT */
/*
 * Inside of the lowering (nv_lower*.c): one state, shared by flow (nv_lower.c), variables and condition codes (nv_lower_var.c),
 * arithmetic (nv_lower_alu.c) and textures (nv_lower_tex.c).
 *
 * Nothing here is SSA: a component of a temporary or a result is an IR array, and so is a flag of a condition code; pass_ssa makes
 * values of them. The four components of an instruction are computed as values first and stored together at the end, so
 * an instruction may read what it writes.
 */
#ifndef FRONTEND_NV_LOWER_H
#define FRONTEND_NV_LOWER_H

#include "frontend/nv/tree/nv_ast.h"
#include "ir/build.h"

enum { NV_SF, NV_ZF, NV_OF, NV_CF, NV_FLAGS };

/* Where a component lives: an IR array and the index of element 0 in it. array NV_NONE = not used so far. */
struct nv_place {
   uint32_t array, first, length;
};

/* An element of an IR array or a parameter list: constant, plus a register where `reg.val` is set (clamped already or by the IR). */
struct nv_where {
   uint32_t index;
   struct ir_src reg;
};

enum nv_frame_kind { NV_FRAME_IF, NV_FRAME_REP, NV_FRAME_SUB };

/* One open block or subroutine. */
struct nv_frame {
   uint8_t kind;
   bool merge_reached;
   bool test;                   /* SUB: within an IF of its own, which ends where it ends */
   struct ir_block *other;      /* IF: the else arm, not yet in the order; REP: header; SUB: NULL */
   struct ir_block *merge;      /* IF: merge; REP: exit; SUB: exit of the loop around it, or NULL */
   struct ir_block *test_merge; /* SUB */
   uint32_t sub, ret;           /* SUB: subroutine, instruction behind the CAL */
   uint32_t up;                 /* frame of the next outer REP (REP) or SUB (SUB) */
};

struct nv_lower {
   struct util_ctx *ctx;
   const struct nv_program *p;
   struct ir_shader *s;
   struct ir_builder b;
   unsigned fshort;

   struct nv_place (*temp)[4];          /* by variable */
   struct nv_place result[SLOT_COUNT][4];
   struct io_place_range {
      uint32_t first, length;           /* slots that share arrays, because something addresses them with a register */
   } result_range[SLOT_COUNT];
   struct nv_place (*attrib)[4];        /* by variable: copies of attributes that are addressed with a register */
   struct nv_place cc[2][4][NV_FLAGS];
   bool cc_read[2][4][NV_FLAGS];        /* some test looks at it */
   bool cc_written[2][4][NV_FLAGS];     /* some instruction may set it */
   uint8_t outputs[SLOT_COUNT];         /* components written anywhere */

   /* flow */
   struct nv_frame *frames;
   uint32_t num_frames, cap_frames, rep, top_sub, depth;
   bool reachable, failed;
   uint32_t visits;                     /* statements lowered, calls expanded */
   struct nv_recur *recur;              /* nv_lower_recur.c, once it was needed */
   bool *sub_loop;                      /* by subroutine: has a RET that is not its last instruction */

   struct nv_kept {
      struct ir_block *block;
      struct ir_src value;
   } consts[32], params[64];            /* by a hash of the value, of the component of a parameter: the last one made, and where */

   /* by IR array of one element: what it holds, as far as the current block says. Loads of that are left out, and stores that
      another one follows. */
   struct nv_known {
      struct ir_block *block;
      struct ir_value *value;
      struct ir_instr *store;           /* NULL: it was loaded */
   } *known;
   uint32_t num_known, cap_known;

   uint32_t first_value;                /* values from this number on belong to the instruction being lowered alone */
   /* the instruction being lowered */
   const struct nv_instr *in;
   struct nv_operand_cache {
      bool where_known;
      struct nv_where where;
      struct ir_src vertex;
      struct ir_src raw[4];             /* by component of the variable, before modifiers */
   } cache[3];
};

/* nv_lower_var.c */
/* A constant of 32 bits; made once a block, mostly. */
struct ir_src nv_f(struct nv_lower *l, uint32_t bits);
void nv_lower_prescan(struct nv_lower *l);
/* Component c (after the swizzle) of operand i with its modifiers; integer modifiers become instructions. */
struct ir_src nv_load(struct nv_lower *l, unsigned i, unsigned c);
/* The same without the outermost negation; *neg says whether there was one. */
struct ir_src nv_load_below_neg(struct nv_lower *l, unsigned i, unsigned c, bool *neg);
/* Width 1: whether any of the four swizzled components passes. */
struct ir_src nv_test_any(struct nv_lower *l, const struct nv_cc_test *t);
/* The condition codes at the start of the program, as far as somebody looks at them. */
void nv_cc_start(struct nv_lower *l);
/*
 * Finish the instruction: saturation, rounding of short results, masks, flags, stores. r[c] is the result of the components in
 * nv_lower_mask(), val NULL elsewhere; of and cf may be NULL (flags clear) or hold width-1 values (val NULL: clear).
 */
void nv_store(struct nv_lower *l, const struct ir_src r[4], enum nv_type type, const struct ir_src *of, const struct ir_src *cf);
uint8_t nv_lower_mask(const struct nv_instr *in);
struct ir_src nv_result_load(struct nv_lower *l, unsigned slot, unsigned comp);
struct ir_src nv_op(struct nv_lower *l, enum ir_op op, unsigned nsrc, struct ir_src a, struct ir_src b, struct ir_src c);
struct ir_src nv_input(struct nv_lower *l, unsigned slot, unsigned comp, unsigned interp, struct ir_src vertex);
struct ir_src nv_param_load(struct nv_lower *l, uint32_t entry, unsigned comp);

/* An element of an IR array of 32 bits, element 0 if `index` is NULL. */
struct ir_src nv_array_get(struct nv_lower *l, uint32_t array, const struct ir_src *index);
void nv_array_set(struct nv_lower *l, uint32_t array, const struct ir_src *index, struct ir_src v);

/* A component of a variable that is no array. */
struct ir_src nv_temp_load(struct nv_lower *l, uint32_t var, unsigned comp);
void nv_temp_store(struct nv_lower *l, uint32_t var, unsigned comp, struct ir_src v);

/* nv_lower.c: blocks. Closing says whether the edge can be taken; opening leaves the arm or the body current. */
void nv_block_start(struct nv_lower *l, struct ir_block *b, bool reachable);
bool nv_block_close(struct nv_lower *l, enum ir_term term, struct ir_block *to);
struct ir_block *nv_open_loop(struct nv_lower *l, struct ir_block *exit);
/* IF cond ... ENDIF, without an ELSE. */
struct ir_block *nv_begin_if(struct nv_lower *l, struct ir_src cond);
void nv_end_if(struct nv_lower *l, struct ir_block *merge);
uint32_t nv_block_end(const struct nv_program *p, uint32_t i);
void nv_lower_statement(struct nv_lower *l, const struct nv_instr *in, uint32_t *pc);
/* The statement at *pc, which may be the end of an open block; moves *pc on. */
void nv_lower_next(struct nv_lower *l, uint32_t *pc);
struct ir_src nv_loop_count(struct nv_lower *l, const struct nv_instr *in);
/* nv_lower_recur.c: a call of a subroutine that may call itself, or the main program if it does */
void nv_lower_recursion(struct nv_lower *l, uint32_t sub);
/* nv_lower_jump.c: a program with BRA, PUSHA or POPA */
void nv_lower_jumps(struct nv_lower *l);

/* nv_lower_alu.c */
void nv_lower_alu(struct nv_lower *l);
struct ir_src nv_dot(struct nv_lower *l, const struct ir_src *a, const struct ir_src *b, unsigned n);
struct ir_src nv_saturate(struct nv_lower *l, struct ir_src v, enum nv_sat sat);

/* nv_lower_tex.c */
void nv_lower_tex(struct nv_lower *l);

#endif

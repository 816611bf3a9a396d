/* SPDX-License-Identifier: MIT */
/*
 * Predicates that recognise constants and patterns, shared by passes and instruction selection. They look at a source or at its
 * defining instruction, in constant time.
 */
#ifndef IR_MATCH_H
#define IR_MATCH_H

#include "ir/ir.h"

/* ---- constants */

/* True if the value is a constant; *bits gets its bits. */
static inline bool ir_is_const(const struct ir_value *v, uint32_t *bits)
{
   if (!v->def || v->def->op != IR_const)
      return false;
   *bits = v->def->attr[0];
   return true;
}
/* True if the source reads a constant; *bits gets the bits after its modifiers. */
static inline bool ir_src_const(const struct ir_src *s, uint32_t *bits)
{
   if (!ir_is_const(s->val, bits))
      return false;
   *bits = ir_eval_mods(s, *bits);
   return true;
}
/* As ir_src_const, but only for a source without modifiers. */
static inline bool ir_src_plain_const(const struct ir_src *s, uint32_t *bits)
{
   return !s->neg && !s->abs && ir_is_const(s->val, bits);
}
/* True if the source reads the constant with these bits. For a float constant pass num_u(value), NUM_ONE, ... */
static inline bool ir_src_is(const struct ir_src *s, uint32_t bits)
{
   uint32_t v;

   return ir_src_const(s, &v) && v == bits;
}
/* True if the source reads a constant with all bits of its width set. */
static inline bool ir_src_is_ones(const struct ir_src *s)
{
   return ir_src_is(s, ir_width_mask(s->val->width));
}
static inline bool ir_is_power_of_two(uint32_t bits)
{
   return bits && !(bits & (bits - 1));
}

/* ---- shapes */

/* Constants, and loads of one value without operands: a copy costs less than a register that holds the value across blocks. */
static inline bool ir_is_leaf(const struct ir_instr *i)
{
   return i->op == IR_const || i->op == IR_undef || ((ir_op_info[i->op].flags & IR_F_LOAD) && !i->nsrc && i->ndst == 1);
}
/* True if the result can be computed in another block, by other lanes. Constants and loads stay where they are: an instruction
   that moves gets copies of those it reads (ir_copy_leaf). */
static inline bool ir_may_move(const struct ir_instr *i)
{
   const unsigned flags = ir_op_info[i->op].flags;

   return flags & IR_F_PURE && !(flags & (IR_F_CONVERGENT | IR_F_LOAD)) && i->ndst == 1 && i->nsrc;
}
/* True if the instruction may move up, which keeps its result in a register for longer. Moves need no register, and 1-bit
   values are compared again where they are read. */
static inline bool ir_may_hoist(const struct ir_instr *i)
{
   return ir_may_move(i) && i->op != IR_mov && i->dst[0]->width > 1;
}
/* True if both compute the same function of their sources. The sources may differ. */
static inline bool ir_same_operation(const struct ir_instr *a, const struct ir_instr *b)
{
   if (a->op != b->op || a->sat != b->sat || a->nsrc != b->nsrc || a->dst[0]->width != b->dst[0]->width)
      return false;
   for (unsigned k = 0; k < ir_op_info[a->op].num_attrs; k++)
      if (a->attr[k] != b->attr[k])
         return false;
   return true;
}
/* True if both read one value through the same modifiers. */
static inline bool ir_same_src(const struct ir_src *a, const struct ir_src *b)
{
   return a->val == b->val && a->neg == b->neg && a->abs == b->abs;
}
/* True if both read the same bits: one value through the same modifiers, or equal constants of one width. */
static inline bool ir_equal_src(const struct ir_src *a, const struct ir_src *b)
{
   uint32_t x, y;

   if (a->val == b->val)
      return ir_same_src(a, b);
   return a->val->width == b->val->width && ir_src_const(a, &x) && ir_src_const(b, &y) && x == y;
}
/* The defining instruction of a source without modifiers if it is an unsaturated `op`, else NULL. */
static inline struct ir_instr *ir_src_def(const struct ir_src *s, enum ir_op op)
{
   struct ir_instr *d = s->val->def;

   return d && d->op == op && !d->sat && !s->neg && !s->abs ? d : NULL;
}
/* True if one of two sources without modifiers is the complement (inot) of the other. */
static inline bool ir_complement(const struct ir_src *a, const struct ir_src *b)
{
   const struct ir_instr *na = ir_src_def(a, IR_inot), *nb = ir_src_def(b, IR_inot);

   return (na && na->src[0].val == b->val) || (nb && nb->src[0].val == a->val);
}

/* ---- known bits (match.c) */

/* Bits that may be set in a value, derived from at most `depth` definitions in a row. All other bits are 0, so the result is
   also an upper bound of the value as an unsigned number. */
uint32_t ir_maybe_ones(const struct ir_value *v, unsigned depth);
/* An upper bound of the value as an unsigned number that understands sums, products, and counters of loops with a constant
   limit. Predecessors must be up to date, and counted loops must test at their end (pass_loop_rotate.c). Takes time linear in
   the phis of a loop header. */
uint32_t ir_upper_bound(const struct ir_value *v, unsigned depth);

/* ---- neighbours in memory */

#define IR_CHUNK 16 /* bytes that machines access at once; memory objects start at a multiple of it */

/* A byte address as a multiple of IR_CHUNK (root + offset) and a word within the chunk. If root is NULL, the multiple is
   constant. */
struct ir_chunk {
   const struct ir_src *root;
   uint32_t offset; /* a multiple of IR_CHUNK, too */
   unsigned word;
};
/* Returns false if the address is not known to have that form. */
bool ir_chunk_of(const struct ir_src *s, struct ir_chunk *k);
bool ir_same_chunk(const struct ir_chunk *a, const struct ir_chunk *b);

#endif

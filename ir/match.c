/* SPDX-License-Identifier: MIT */
/* Known bits and upper bounds of values, derived from the few instructions that compute them; see match.h. */
#include "ir/match.h"
#include "semantics/num.h"

#define FLOAT_2_30 0x4e800000u

/* All bits up to the highest one that is set. */
static uint32_t fill_below_highest(uint64_t v)
{
   return v > UINT32_MAX ? UINT32_MAX : v ? UINT32_MAX >> __builtin_clz((uint32_t)v) : 0;
}

/* The bits of v from the lowest bit of `bits` up. */
static uint32_t keep_from_lowest(uint32_t v, uint64_t bits)
{
   return (uint32_t)(v & (0 - (bits & (0 - bits))));
}

/* Bound of a product that is converted to an integer: a factor from 0 to 1 times a constant is at most that constant, however
   products are rounded. */
static uint32_t ones_of_product(const struct ir_src *s)
{
   const struct ir_instr *product = ir_src_def(s, IR_fmul);

   for (unsigned k = 0; product && k < 2; k++) {
      const struct ir_src *x = &product->src[!k];
      uint32_t bits;
      if (ir_src_const(&product->src[k], &bits) && bits <= FLOAT_2_30 && x->val->def && x->val->def->sat == IR_SAT_01 &&
          !x->neg && !x->abs)
         return fill_below_highest((uint64_t)num_f(bits) + ((float)(uint64_t)num_f(bits) < num_f(bits)));
   }
   return UINT32_MAX;
}

uint32_t ir_maybe_ones(const struct ir_value *v, unsigned depth)
{
   const struct ir_instr *i = v->def;
   const struct ir_src *s = i ? i->src : NULL;
   uint32_t n = 0;

   if (v->width != 32)
      return ir_width_mask(v->width);
   if (!i || !depth-- || i->sat)
      return UINT32_MAX;
   switch (i->op) {
   case IR_const: return i->attr[0];
   case IR_mov: return s[0].neg || s[0].abs ? UINT32_MAX : ir_maybe_ones(s[0].val, depth);
   case IR_sel:
      return s[1].neg || s[1].abs || s[2].neg || s[2].abs ? UINT32_MAX
                                                          : ir_maybe_ones(s[1].val, depth) | ir_maybe_ones(s[2].val, depth);
   case IR_iand: return ir_maybe_ones(s[0].val, depth) & ir_maybe_ones(s[1].val, depth);
   case IR_ior:
   case IR_ixor: return ir_maybe_ones(s[0].val, depth) | ir_maybe_ones(s[1].val, depth);
   case IR_umin: return fill_below_highest(ir_maybe_ones(s[0].val, depth)) & fill_below_highest(ir_maybe_ones(s[1].val, depth));
   case IR_imin: {
      const uint32_t a = ir_maybe_ones(s[0].val, depth), b = ir_maybe_ones(s[1].val, depth);
      return (a | b) >> 31 ? UINT32_MAX : fill_below_highest(a) & fill_below_highest(b);
   }
   case IR_imax: {
      uint32_t a = ir_maybe_ones(s[0].val, depth);
      const uint32_t b = ir_maybe_ones(s[1].val, depth);
      const struct ir_instr *d = s[0].val->def;
      /* the result lies in 0 .. n, because the maximum replaces negative numbers */
      if (d && d->op == IR_imin && ir_is_const(d->src[1].val, &n) && !(n >> 31))
         a = fill_below_highest(n);
      return b >> 31 ? UINT32_MAX : a >> 31 ? INT32_MAX : fill_below_highest(a | b);
   }
   case IR_umax: return fill_below_highest(ir_maybe_ones(s[0].val, depth) | ir_maybe_ones(s[1].val, depth));
   case IR_iadd: {
      const uint64_t a = ir_maybe_ones(s[0].val, depth), b = ir_maybe_ones(s[1].val, depth);
      return keep_from_lowest(fill_below_highest(a + b), a | b);
   }
   case IR_imul: {
      const uint64_t a = ir_maybe_ones(s[0].val, depth), b = ir_maybe_ones(s[1].val, depth);
      return keep_from_lowest(fill_below_highest(a * b), (a & (0 - a)) * (b & (0 - b)));
   }
   case IR_umulhi: return fill_below_highest((uint64_t)ir_maybe_ones(s[0].val, depth) * ir_maybe_ones(s[1].val, depth) >> 32);
   case IR_umadhi:
      return fill_below_highest(
          ((uint64_t)ir_maybe_ones(s[0].val, depth) * ir_maybe_ones(s[1].val, depth) + ir_maybe_ones(s[2].val, depth)) >> 32);
   case IR_umod: return ir_is_const(s[1].val, &n) && n ? fill_below_highest(n - 1) : UINT32_MAX;
   case IR_ubfe: return ir_is_const(s[2].val, &n) && (n & 63) < 32 ? (1u << (n & 63)) - 1 : UINT32_MAX;
   case IR_popc: return 63;
   case IR_shl: return ir_is_const(s[1].val, &n) && n < 32 ? ir_maybe_ones(s[0].val, depth) << n : UINT32_MAX;
   case IR_f2u:
   case IR_f2u_near: return ones_of_product(&s[0]);
   case IR_ushr: return ir_is_const(s[1].val, &n) && n < 32 ? ir_maybe_ones(s[0].val, depth) >> n : UINT32_MAX;
   default: return UINT32_MAX;
   }
}

/* ---- how large a value may be */

/* A counter: a phi of the header of a loop with one back edge that starts with a constant and changes by a constant. */
struct counter {
   const struct ir_value *next;
   uint32_t start, step;
};

static bool is_counter(const struct ir_instr *phi, struct counter *c)
{
   const struct ir_block *h = phi->block;

   if (phi->op != IR_phi || h->num_preds != 2 || h->preds[1]->index < h->index || !ir_is_const(phi->src[0].val, &c->start))
      return false;
   c->next = phi->src[1].val;
   const struct ir_instr *d = c->next->def;
   if ((d->op != IR_iadd && d->op != IR_isub) || d->src[0].val != phi->dst[0] || !ir_is_const(d->src[1].val, &c->step))
      return false;
   if (d->op == IR_isub)
      c->step = 0 - c->step;
   return true;
}

/*
 * The greatest value of a growing counter, derived from the if before the back edge. The if must compare the counter itself, or
 * another counter that goes down to 0 in steps of 1. All numbers are small enough that nothing wraps.
 */
static uint32_t counter_maximum(const struct ir_instr *phi)
{
   const uint32_t small = 1u << 28;
   struct counter c, other;
   uint32_t limit;

   if (!is_counter(phi, &c) || c.start > small || !c.step || c.step > small)
      return UINT32_MAX;
   const struct ir_block *back = phi->block->preds[1], *test = back->num_preds == 1 ? back->preds[0] : NULL;
   if (!test || test->term != IR_TERM_IF || test->cond.val->def->nsrc != 2)
      return UINT32_MAX;
   const struct ir_instr *cmp = test->cond.val->def;
   const bool holds = test->succ[0] == back; /* the outcome of the comparison with which the loop continues */
   if (!ir_is_const(cmp->src[1].val, &limit) || limit > small)
      return UINT32_MAX;
   if ((cmp->op == (holds ? IR_ilt : IR_ige) || cmp->op == (holds ? IR_ult : IR_uge)) && limit) {
      if (cmp->src[0].val == phi->dst[0])
         limit += c.step;
      else if (cmp->src[0].val != c.next)
         return UINT32_MAX;
      return limit - 1 > c.start ? limit - 1 : c.start;
   }
   if (cmp->op != (holds ? IR_ine : IR_ieq) || limit)
      return UINT32_MAX;
   ir_foreach_phi (phi->block, i)
      if (is_counter(i, &other) && other.next == cmp->src[0].val && other.step == UINT32_MAX && other.start) {
         const uint64_t most = c.start + (uint64_t)c.step * (other.start - 1);
         return most <= small ? (uint32_t)most : UINT32_MAX;
      }
   return UINT32_MAX;
}

uint32_t ir_upper_bound(const struct ir_value *v, unsigned depth)
{
   const struct ir_instr *i = v->def;
   uint32_t bits = ir_maybe_ones(v, depth), n;
   uint64_t most = UINT32_MAX;

   if (!i || !depth--)
      return bits;
   if (i->op == IR_phi && v->width == 32)
      most = counter_maximum(i);
   else if (i->op == IR_iadd && ir_is_const(i->src[1].val, &n))
      most = (uint64_t)ir_upper_bound(i->src[0].val, depth) + n;
   else if (i->op == IR_imul && ir_is_const(i->src[1].val, &n))
      most = (uint64_t)ir_upper_bound(i->src[0].val, depth) * n;
   else if (i->op == IR_imad && ir_is_const(i->src[1].val, &n))
      most = (uint64_t)ir_upper_bound(i->src[0].val, depth) * n + ir_upper_bound(i->src[2].val, depth);
   else if (i->op == IR_shl && ir_is_const(i->src[1].val, &n) && n < 32)
      most = (uint64_t)ir_upper_bound(i->src[0].val, depth) << n;
   return most < bits ? (uint32_t)most : bits;
}

bool ir_chunk_of(const struct ir_src *s, struct ir_chunk *k)
{
   const struct ir_instr *sum = ir_src_def(s, IR_iadd);
   uint32_t by = 0;

   *k = (struct ir_chunk){.root = s};
   if (ir_src_const(s, &by))
      k->root = NULL;
   else if (sum && ir_src_const(&sum->src[1], &by))
      k->root = &sum->src[0];
   else if (sum && ir_src_const(&sum->src[0], &by))
      k->root = &sum->src[1];
   k->offset = by & ~(IR_CHUNK - 1u);
   k->word = by / 4 % (IR_CHUNK / 4);
   return !k->root || (!k->root->neg && !k->root->abs && !(ir_maybe_ones(k->root->val, 6) & (IR_CHUNK - 1)));
}

bool ir_same_chunk(const struct ir_chunk *a, const struct ir_chunk *b)
{
   return a->offset == b->offset && !a->root == !b->root && (!a->root || a->root->val == b->root->val);
}

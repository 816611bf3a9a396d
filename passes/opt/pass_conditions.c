/* SPDX-License-Identifier: MIT */
/*
 * Propagates the outcome of a branch condition into the blocks that the branch leads to.
 *
 *    if %c b1 b2 merge=b3
 *    b1: ... %c ...                      b1: ... 1 ...
 *    b2: if %c b4 b5 merge=b5     ->     b2: if 0 b4 b5 merge=b5
 *
 * In blocks that are only reached through one edge of an if, the condition is a constant. So are the operands of a conjunction
 * that holds and of a disjunction that does not, the source of a complement, and a value that is equal to a constant: a float
 * only if no other bits compare equal to it, which excludes zeros and denormals. The block after an if whose arm leaves the
 * loop is such a block, too. Exact. One walk over the dominator tree: linear.
 */
#include "passes/pass.h"

#include "ir/cfg.h"
#include "ir/match.h"

#define MAX_DEPTH 4 /* depth to which a condition is decomposed */

struct conditions {
   struct ir_shader *s;
   struct known {
      uint32_t bits;
      bool known;
   } *known; /* by value */
   uint32_t *undo, num_undo, cap_undo; /* numbers of known values, newest last */
   uint32_t num_old;
   bool progress;
};

static void learn(struct conditions *c, const struct ir_value *v, uint32_t bits)
{
   if (v->id >= c->num_old || c->known[v->id].known || v->def->op == IR_const)
      return;
   c->known[v->id] = (struct known){bits, true};
   UTIL_PUSH(c->s->ctx, c->undo, c->num_undo, c->cap_undo, v->id);
}

/* True if only this bit pattern compares equal to the float. */
static bool has_unique_bits(uint32_t bits)
{
   const uint32_t exponent = bits >> 23 & 0xff;

   return exponent && exponent < 0xff;
}

static void learn_equal(struct conditions *c, const struct ir_instr *i)
{
   const bool is_float = i->op == IR_feq || i->op == IR_fne;
   uint32_t bits;

   for (unsigned k = 0; k < 2; k++) {
      const struct ir_src *x = &i->src[!k];
      if (ir_src_const(&i->src[k], &bits) && !x->abs && (!is_float || has_unique_bits(bits)))
         learn(c, x->val, x->neg ? bits ^ 0x80000000u : bits);
   }
}

/* Learns that the 1-bit value v is `holds`, and what follows from that. */
static void assume(struct conditions *c, const struct ir_value *v, bool holds, unsigned depth)
{
   const struct ir_instr *i = v->def;

   learn(c, v, holds);
   if (!depth)
      return;
   switch (i->op) {
   case IR_inot: assume(c, i->src[0].val, !holds, depth - 1); break;
   case IR_iand:
   case IR_ior:
      for (unsigned k = 0; k < 2 && holds == (i->op == IR_iand); k++)
         assume(c, i->src[k].val, holds, depth - 1);
      break;
   case IR_ieq:
   case IR_feq:
      if (holds)
         learn_equal(c, i);
      break;
   case IR_ine:
   case IR_fne:
      if (!holds)
         learn_equal(c, i);
      break;
   default: break;
   }
}

static void replace(struct conditions *c, struct ir_src *src, struct ir_builder b)
{
   if (src->val->id >= c->num_old || !c->known[src->val->id].known)
      return;
   src->val = ir_const(&b, src->val->width, c->known[src->val->id].bits);
   c->progress = true;
}

/* Replaces known sources of phis on edges out of the block. Only 1-bit values: any other constant would need a copy in a
   register, which the value itself may not need. */
static void replace_on_edges(struct conditions *c, struct ir_block *b)
{
   for (unsigned n = 0; n < ir_num_succs(b); n++) {
      struct ir_block *t = b->succ[n];
      uint32_t lo = 0, hi = t->num_preds;
      if (!t->first || t->first->op != IR_phi)
         continue;
      while (hi - lo > 1) { /* predecessors are in program order */
         const uint32_t mid = lo + (hi - lo) / 2;
         *(t->preds[mid]->index <= b->index ? &lo : &hi) = mid;
      }
      ir_foreach_phi (t, i)
         if (i->dst[0]->width == 1)
            replace(c, &i->src[lo], ir_at_end(c->s, b));
   }
}

bool pass_conditions(struct ir_shader *s)
{
   struct conditions c = {.s = s, .num_old = s->num_values};
   uint32_t depth = 0;
   struct scope {
      uint32_t block, undo;
   } *scope;

   if (s->num_blocks < 3)
      return false;
   struct ir_dom dom = ir_dom_tree(s);
   c.known = IR_SCRATCH(s, 0, struct known, s->num_values);
   scope = UTIL_ARRAY(s->ctx, struct scope, dom.num);
   for (uint32_t k = 0; k < dom.num; k++) {
      struct ir_block *b = s->blocks[dom.order[k]];
      while (depth && !ir_dominates(&dom, scope[depth - 1].block, b->index))
         for (const uint32_t to = scope[--depth].undo; c.num_undo > to; c.num_undo--)
            c.known[c.undo[c.num_undo - 1]].known = false;
      scope[depth++] = (struct scope){b->index, c.num_undo};
      const struct ir_block *p = b->num_preds == 1 ? b->preds[0] : NULL;
      if (p && p->term == IR_TERM_IF)
         assume(&c, p->cond.val, b == p->succ[0], MAX_DEPTH);
      if (!c.num_undo)
         continue;
      ir_foreach_instr (b, i)
         for (uint32_t n = 0; i->op != IR_phi && n < i->nsrc; n++)
            replace(&c, &i->src[n], ir_before(s, i));
      if (b->term == IR_TERM_IF)
         replace(&c, &b->cond, ir_at_end(s, b));
      replace_on_edges(&c, b);
   }
   util_discard(s->ctx, c.undo, c.cap_undo * sizeof *c.undo);
   util_discard(s->ctx, scope, dom.num * sizeof *scope);
   ir_dom_free(s, &dom);
   return c.progress;
}

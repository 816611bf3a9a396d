/* SPDX-License-Identifier: MIT */
/*
 * Contracts a multiplication and the additions of its result to multiply-adds.
 *
 *    %2 = fmul %0, %1                           %3 = fmad %0, %1, %c
 *    %3 = fadd %2, %c             ->            %4 = fmad -%0, %1, %d
 *    %4 = fadd %d, -%2
 *
 * Inexact where the target's multiply-add rounds once. Not done if one of the instructions has the invariant bit, if the
 * product has a reader other than an addition (nothing would be saved), is saturated, is read through an absolute value, or is
 * in another loop. If both operands of an addition are such products, those with one reader go first. A negation of the product
 * moves to one of its operands. Linear.
 */
#include "passes/pass.h"

#include "ir/cfg.h"
#include "ir/uses.h"

struct contraction {
   struct ir_shader *s;
   struct ir_instr **found; /* additions of products, in program order */
   uint32_t num_found, cap_found;
   uint32_t *uses, *additions; /* by value: its readers, and the additions that could absorb it */
   uint32_t *loop;             /* by block; computed on first use */
   bool progress;
};

/* True if both blocks are in the same loops. Otherwise the operands of the product would be live through a loop instead of the
   product. */
static bool in_same_loop(struct contraction *c, const struct ir_block *a, const struct ir_block *b)
{
   if (a == b)
      return true;
   if (!c->loop)
      c->loop = ir_loops(c->s, NULL);
   return c->loop[a->index] == c->loop[b->index];
}

/* The product that source k of the instruction reads, if the instruction can absorb it, else NULL. */
static struct ir_instr *absorbable_product(struct contraction *c, const struct ir_instr *i, unsigned k)
{
   const struct ir_src p = i->src[k];
   struct ir_instr *m = p.val->def;

   if (m->op != IR_fmul || m->sat || p.abs || m->invariant || i->invariant || i->src[0].val == i->src[1].val)
      return NULL;
   return in_same_loop(c, m->block, i->block) ? m : NULL;
}

static void absorb(struct contraction *c, struct ir_instr *i, unsigned k)
{
   const struct ir_src p = i->src[k], other = i->src[1 - k];
   const struct ir_instr *m = p.val->def;

   i->op = IR_fmad;
   ir_note_op(c->s, IR_fmad);
   i->src = UTIL_ARRAY(c->s->ctx, struct ir_src, 4);
   i->src[0] = m->src[0];
   i->src[0].neg ^= p.neg;
   i->src[1] = m->src[1];
   i->src[2] = other;
   i->nsrc = 3;
   c->progress = true;
}

static void find_additions(struct contraction *c)
{
   ir_foreach_block (c->s, b)
      ir_foreach_instr (b, i)
         if (i->op == IR_fadd && (i->src[0].val->def->op == IR_fmul || i->src[1].val->def->op == IR_fmul))
            UTIL_PUSH(c->s->ctx, c->found, c->num_found, c->cap_found, i);
}

/* Contracts products whose only reader is in the same block. */
static void contract_single(struct contraction *c)
{
   for (uint32_t n = 0; n < c->num_found; n++) {
      struct ir_instr *i = c->found[n];
      for (unsigned k = 0; i->op == IR_fadd && k < 2; k++) {
         struct ir_instr *m = absorbable_product(c, i, k);
         if (!m || m->block != i->block || !ir_used_once(c->uses, m->dst[0]))
            continue;
         absorb(c, i, k);
         ir_remove(m);
      }
   }
}

#define CHOSEN UINT32_MAX /* value of additions[] for a product that an addition has absorbed */

/* True if all readers of the product can absorb it. */
static bool is_eligible(const struct contraction *c, const struct ir_instr *m)
{
   const uint32_t id = m ? m->dst[0]->id : 0;

   return m && (c->additions[id] == CHOSEN || c->additions[id] == c->uses[id]);
}

/* The source of the addition that reads an eligible product, or 2 if there is none. A product that another addition has
   absorbed already is preferred, then the first source. */
static unsigned choose(struct contraction *c, const struct ir_instr *i)
{
   struct ir_instr *m[2];

   for (unsigned k = 0; k < 2; k++) {
      m[k] = absorbable_product(c, i, k);
      if (!is_eligible(c, m[k]))
         m[k] = NULL;
   }
   const unsigned k = !m[0] || (m[1] && c->additions[m[1]->dst[0]->id] == CHOSEN);
   if (!m[k])
      return 2;
   c->additions[m[k]->dst[0]->id] = CHOSEN;
   if (m[!k] && c->additions[m[!k]->dst[0]->id] != CHOSEN)
      c->additions[m[!k]->dst[0]->id] = 0; /* this addition still reads it */
   return k;
}

/* Contracts products that only additions read. */
static void contract_several(struct contraction *c)
{
   for (uint32_t n = 0; n < c->num_found; n++)
      for (unsigned k = 0; c->found[n]->op == IR_fadd && k < 2; k++) {
         const struct ir_instr *m = absorbable_product(c, c->found[n], k);
         if (m)
            c->additions[m->dst[0]->id]++;
      }
   for (uint32_t n = 0; n < c->num_found; n++) {
      const unsigned k = c->found[n]->op == IR_fadd ? choose(c, c->found[n]) : 2;
      if (k < 2)
         absorb(c, c->found[n], k);
   }
}

bool pass_contract(struct ir_shader *s)
{
   struct contraction c = {.s = s};

   if (!ir_may_have(s, IR_fmul) || !ir_may_have(s, IR_fadd))
      return false;
   find_additions(&c);
   if (!c.num_found)
      return false;
   c.uses = IR_SCRATCH(s, 0, uint32_t, s->num_values);
   c.additions = IR_SCRATCH(s, 1, uint32_t, s->num_values);
   ir_count_uses(s, c.uses);
   contract_single(&c);
   contract_several(&c);
   if (c.loop)
      util_discard(s->ctx, c.loop, s->num_blocks * sizeof *c.loop);
   util_discard(s->ctx, c.found, c.cap_found * sizeof *c.found);
   return c.progress;
}

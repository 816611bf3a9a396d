/* SPDX-License-Identifier: MIT */
/*
 * Moves values that only one arm of an if reads into that arm.
 *
 *    %3 = frsq %0                               if %c b1 b2 merge=b2
 *    if %c b1 b2 merge=b2                ->     b1: %3 = frsq %0
 *    b1: %4 = fmul %3, %1; ...                      %4 = fmul %3, %1; ...
 *
 * The if must be uniform (all lanes of a wave take it or none does): the machine then branches around the arm, so code in it
 * costs no time. Only pure operations that do not depend on which lanes run move, together with copies of the constants and
 * loads that they read. They move to the first block of the arm, so never into a loop that they were not in. Exact. Ifs are
 * handled from the first to the last, so code that moves into an arm may move on into an if there. Each block is looked at
 * once: linear.
 */
#include "passes/pass.h"

#include "ir/cfg.h"
#include "ir/divergence.h"
#include "ir/match.h"

/* Where a value is read: how often in its own block, and the first and last other block that reads it. A phi reads at the end
   of a predecessor. */
struct readers {
   uint32_t own, first, last;
};

struct sink {
   struct ir_shader *s;
   struct readers *readers; /* by value, for values that existed at the start */
   uint32_t num_old;
};

static void note(const struct sink *c, const struct ir_value *v, const struct ir_block *at)
{
   if (v->id >= c->num_old)
      return;
   struct readers *r = &c->readers[v->id];
   if (v->def->block == at) {
      r->own++;
      return;
   }
   r->first = at->index < r->first ? at->index : r->first;
   r->last = at->index > r->last ? at->index : r->last;
}

static void find_readers(struct sink *c)
{
   struct ir_shader *s = c->s;

   for (uint32_t k = 0; k < c->num_old; k++)
      c->readers[k] = (struct readers){0, UINT32_MAX, 0};
   ir_foreach_block (s, b) {
      ir_foreach_instr (b, i)
         for (uint32_t k = 0; k < i->nsrc; k++)
            note(c, i->src[k].val, i->op == IR_phi ? b->preds[k] : b);
      if (b->term == IR_TERM_IF)
         note(c, b->cond.val, b);
   }
}

/* The arm that contains all reads of the value, or NULL. */
static struct ir_block *arm_of(const struct sink *c, const struct ir_block *b, const struct ir_value *v)
{
   const struct readers *r = &c->readers[v->id];

   if (r->own || r->first == UINT32_MAX)
      return NULL;
   for (unsigned k = 0; k < 2; k++) {
      const uint32_t from = b->succ[k]->index, to = k ? b->merge->index : b->succ[1]->index;
      if (r->first >= from && r->last < to)
         return b->succ[k];
   }
   return NULL;
}

static void move(struct sink *c, struct ir_instr *i, struct ir_block *arm)
{
   const struct ir_block *from = i->block;
   struct ir_builder b = {.s = c->s, .block = arm, .invariant = i->invariant};

   ir_foreach_phi (arm, p)
      b.after = p;
   for (uint32_t k = 0; k < i->nsrc; k++) {
      struct ir_src *src = &i->src[k];
      const struct ir_instr *d = src->val->def;
      if (d->block == from && src->val->id < c->num_old)
         c->readers[src->val->id].own--;
      if (d->block == from && ir_is_leaf(d))
         src->val = ir_copy_leaf(&b, d);
   }
   ir_remove(i);
   ir_insert(&b, i);
   for (uint32_t k = 0; k < i->nsrc; k++)
      note(c, i->src[k].val, arm);
   /* Reads in the arm's first block are now in its own block. The count is unknown, so keep it. */
   struct readers *r = &c->readers[i->dst[0]->id];
   r->own = r->first == arm->index ? UINT32_MAX / 2 : 0;
}

static bool sink(struct sink *c, const uint8_t *uniform)
{
   struct ir_shader *s = c->s;
   bool progress = false;

   c->readers = ir_scratch_raw(s, 0, s->num_values, sizeof *c->readers);
   find_readers(c);
   for (uint32_t k = 0; k < s->num_blocks; k++) {
      struct ir_block *b = s->blocks[k];
      if (b->term != IR_TERM_IF || !uniform[k] || !ir_reachable(b))
         continue;
      for (struct ir_instr *i = b->last, *prev; i; i = prev) {
         prev = i->prev;
         struct ir_block *arm = ir_may_move(i) && i->dst[0]->id < c->num_old ? arm_of(c, b, i->dst[0]) : NULL;
         if (arm) {
            move(c, i, arm);
            progress = true;
         }
      }
   }
   return progress;
}

bool pass_sink(struct ir_shader *s)
{
   struct sink c = {.s = s, .num_old = s->num_values};
   bool any = false;

   if (s->num_blocks < 3)
      return false;
   uint8_t *uniform = ir_uniform_branches(s);
   for (uint32_t k = 0; k < s->num_blocks; k++)
      any |= s->blocks[k]->term == IR_TERM_IF && uniform[k];
   const bool progress = any && sink(&c, uniform);
   util_discard(s->ctx, uniform, (size_t)s->num_blocks + 1);
   return progress;
}

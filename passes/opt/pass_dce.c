/* SPDX-License-Identifier: MIT */
/*
 * Dead code elimination.
 *
 *    %1 = fadd %0, %0        (no use)      ->      nothing
 *
 * Everything is dead until an output, a condition or a live instruction needs it, so phis that only feed each other are
 * removed, too. A store to an IR array is needed once a live instruction loads from the array. Blocks and terminators stay.
 * Linear.
 *
 * One walk backwards finds what is live and removes the rest. Where an instruction may be needed by one in front of it, in
 * loops and in programs with arrays, that takes two walks: over each outermost loop, or over the whole program.
 */
#include "passes/pass.h"

struct dce {
   struct ir_shader *s;
   uint32_t *needed; /* by value: 1 if something reads it; once its instruction stays, all its results. Instructions are read only */
   uint32_t live;    /* number of values that stay */
   bool progress;
   /* regions */
   struct ir_instr **work; /* needed, found after the walk may have passed them: their sources are still to be seen to */
   uint32_t n, cap;
   uint32_t at; /* index of the block where the walk is */
   struct stores {
      struct ir_instr **at;
      uint32_t n, cap;
   } *stores; /* by array: those that are not known to be needed. tmp of a store is 1 if it is */
};

static bool is_needed(const struct dce *d, const struct ir_instr *i)
{
   if (ir_op_info[i->op].flags & IR_F_OUTPUT || (i->op == IR_array_store && i->tmp))
      return true;
   for (unsigned k = 0; k < i->ndst; k++)
      if (d->needed[i->dst[k]->id])
         return true;
   return false;
}

static void keep(struct dce *d, const struct ir_instr *i)
{
   d->live += i->ndst;
   for (unsigned k = 0; k < i->ndst; k++)
      d->needed[i->dst[k]->id] = 1;
}

static void drop(struct dce *d, struct ir_instr *i)
{
   ir_remove(i);
   d->progress = true;
}

/* Outside of loops, a walk backwards meets all uses of a result before its definition. */
static void plain_block(struct dce *d, struct ir_block *b)
{
   struct ir_instr *prev;

   if (b->term == IR_TERM_IF)
      d->needed[b->cond.val->id] = 1;
   for (struct ir_instr *i = b->last; i; i = prev) {
      prev = ir_prev(i);
      if (!is_needed(d, i)) {
         drop(d, i);
         continue;
      }
      for (uint32_t k = 0; k < i->nsrc; k++)
         d->needed[i->src[k].val->id] = 1;
      keep(d, i);
   }
}

/* Where it is not known that the walk is still to come to the instruction. That sees to the sources of some twice. */
static void need_later(struct dce *d, struct ir_instr *i)
{
   if (i->block->index >= d->at)
      UTIL_PUSH(d->s->ctx, d->work, d->n, d->cap, i);
}

/* passed: the walk has passed the instruction. Otherwise only phis read what it has passed. */
static void need_sources(struct dce *d, struct ir_instr *i, bool passed)
{
   for (uint32_t k = 0; k < i->nsrc; k++) {
      uint32_t *n = &d->needed[i->src[k].val->id];
      if (*n)
         continue;
      *n = 1;
      if (passed || i->op == IR_phi)
         need_later(d, i->src[k].val->def);
   }
   if (i->op == IR_array_load) {
      struct stores *a = &d->stores[i->attr[0]];
      while (a->n) {
         struct ir_instr *store = a->at[--a->n];
         store->tmp = 1;
         need_later(d, store);
      }
   }
}

static void collect_stores(struct dce *d)
{
   struct ir_shader *s = d->s;

   d->stores = UTIL_ARRAY(s->ctx, struct stores, s->num_arrays);
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i)
         if (i->op == IR_array_store) {
            struct stores *a = &d->stores[i->attr[0]];
            i->tmp = 0;
            UTIL_PUSH(s->ctx, a->at, a->n, a->cap, i);
         }
}

/* The instructions of a block from the last to the first, whose terminator is seen to. True if nothing reads some, or not yet. */
static bool walk_block(struct dce *d, struct ir_block *b)
{
   uint32_t live = 0;
   bool some = false;

   for (struct ir_instr *i = b->last; i; i = ir_prev(i)) {
      if (is_needed(d, i)) {
         live += i->ndst;
         for (unsigned k = 0; k < i->ndst; k++) /* what has an effect may be read by nobody */
            d->needed[i->dst[k]->id] = 1;
         need_sources(d, i, false);
      } else {
         some = true;
      }
      while (d->n)
         need_sources(d, d->work[--d->n], true);
   }
   d->live += some ? 0 : live;
   return some;
}

/* Blocks from .. to - 1, in which phis may read over back edges, and stores to arrays may be needed by loads in front of them.
   What is needed behind these blocks is known. The second walk is to blocks only where the first one met what nothing read then. */
static void region(struct dce *d, uint32_t from, uint32_t to)
{
   struct ir_shader *s = d->s;

   for (d->at = to; d->at-- > from;) {
      struct ir_block *b = s->blocks[d->at];

      if (b->term == IR_TERM_IF)
         d->needed[b->cond.val->id] = 1;
      b->tmp = walk_block(d, b);
   }
   for (uint32_t k = from; k < to; k++)
      if (s->blocks[k]->tmp)
         ir_foreach_instr_safe (s->blocks[k], i) {
            if (is_needed(d, i))
               keep(d, i);
            else
               drop(d, i);
         }
}

bool pass_dce(struct ir_shader *s)
{
   struct dce d = {.s = s, .needed = IR_SCRATCH(s, 1, uint32_t, s->num_values)};

   if (s->num_arrays) {
      collect_stores(&d);
      region(&d, 0, s->num_blocks);
   } else {
      uint32_t *opened = IR_SCRATCH(s, 0, uint32_t, s->num_blocks); /* by the last block of an outermost loop: its first */

      for (uint32_t k = 0; k < s->num_blocks; k++)
         if (s->blocks[k]->term == IR_TERM_LOOP) {
            const uint32_t last = s->blocks[k]->merge->index - 1;
            opened[last] = k + 1;
            k = last;
         }
      for (uint32_t k = s->num_blocks; k-- > 0;)
         if (opened[k]) {
            region(&d, opened[k], k + 1);
            k = opened[k];
         } else {
            plain_block(&d, s->blocks[k]);
         }
   }
   util_discard(s->ctx, d.work, d.cap * sizeof *d.work);
   if (d.progress && s->num_values >= IR_COMPACT_MIN && d.live <= s->num_values - s->num_values / 4)
      ir_compact_dense(s, d.needed);
   return d.progress;
}

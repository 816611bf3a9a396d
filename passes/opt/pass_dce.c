/* SPDX-License-Identifier: MIT */
/*
 * Dead code elimination.
 *
 *    %1 = fadd %0, %0        (no use)      ->      (removed)
 *
 * Everything is dead until an output, a condition or a live instruction needs it, so phis that only feed each other are removed
 * too. A store to an IR array is needed once a live instruction loads from the array. Blocks and terminators stay. Linear.
 *
 * One backward walk finds live instructions and removes the others. In loops and in programs with arrays, an instruction may be
 * needed by an earlier one, so there each outermost loop, or the whole program, is walked twice.
 */
#include "passes/pass.h"

struct dce {
   struct ir_shader *s;
   /* by value: 1 if something reads it; 1 for all results of an instruction that stays. The instructions themselves are only
      read */
   uint32_t *needed;
   uint32_t live;    /* number of values that stay */
   bool progress;
   /* regions */
   /* instructions found to be needed after the walk may have passed them; their sources are still pending */
   struct ir_instr **work;
   uint32_t n, cap;
   uint32_t at; /* index of the current block of the walk */
   struct stores {
      struct ir_instr **at;
      uint32_t n, cap;
   } *stores; /* by array: stores not known to be needed; tmp of a store is 1 if it is needed */
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

/* Outside of loops, a backward walk meets all uses of a result before its definition. */
static void sweep_plain_block(struct dce *d, struct ir_block *b)
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

/* Queues an instruction that the walk may have passed already; sources of some instructions are therefore handled twice. */
static void need_later(struct dce *d, struct ir_instr *i)
{
   if (i->block->index >= d->at)
      UTIL_PUSH(d->s->ctx, d->work, d->n, d->cap, i);
}

/* With `passed`, the walk has passed the instruction. Otherwise only phis read values that it has passed. */
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

/* Walks the instructions of a block backwards; its terminator is done. Returns true if some of them have no readers so far. */
static bool walk_block(struct dce *d, struct ir_block *b)
{
   uint32_t live = 0;
   bool some = false;

   for (struct ir_instr *i = b->last; i; i = ir_prev(i)) {
      if (is_needed(d, i)) {
         live += i->ndst;
         for (unsigned k = 0; k < i->ndst; k++) /* an op with an effect may have results that nothing reads */
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

/* Handles blocks from .. to - 1, where phis may read over back edges and loads may need later stores to arrays. Everything
   needed after these blocks is known. The second walk visits only blocks in which the first one met unread instructions. */
static void sweep_region(struct dce *d, uint32_t from, uint32_t to)
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
      sweep_region(&d, 0, s->num_blocks);
   } else {
      /* by the last block of an outermost loop: the number of its first block */
      uint32_t *opened = IR_SCRATCH(s, 0, uint32_t, s->num_blocks);

      for (uint32_t k = 0; k < s->num_blocks; k++)
         if (s->blocks[k]->term == IR_TERM_LOOP) {
            const uint32_t last = s->blocks[k]->merge->index - 1;
            opened[last] = k + 1;
            k = last;
         }
      for (uint32_t k = s->num_blocks; k-- > 0;)
         if (opened[k]) {
            sweep_region(&d, opened[k], k + 1);
            k = opened[k];
         } else {
            sweep_plain_block(&d, s->blocks[k]);
         }
   }
   util_discard(s->ctx, d.work, d.cap * sizeof *d.work);
   if (d.progress && s->num_values >= IR_COMPACT_MIN && d.live <= s->num_values - s->num_values / 4)
      ir_compact_dense(s, d.needed);
   return d.progress;
}

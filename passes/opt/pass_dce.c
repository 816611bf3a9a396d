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
 * loops and in programs with arrays, that takes three walks: one over each outermost loop, or over the whole program.
 */
#include "passes/pass.h"

/* Values of a program that is worth compacting. In smaller ones the removed instructions cost less than copying the others. */
#define COMPACT_MIN 4096

/* Bits of instr->live. */
enum {
   LIVE = 1,      /* needed */
   IN_REGION = 2, /* in the region that is being walked */
};

struct dce {
   struct ir_shader *s;
   uint32_t *number; /* by value: 1 if it stays; NULL for small programs */
   uint32_t live;    /* number of values that stay */
   bool progress;
   /* regions */
   struct ir_instr **work; /* live, found after the walk had passed them: their sources are still to be seen to */
   uint32_t n, cap;
   uint32_t at; /* where the walk is: tmp of its instruction */
   struct stores {
      struct ir_instr **at;
      uint32_t n, cap;
   } *stores; /* by array: those that are not known to be needed */
};

static void sweep(struct dce *d, struct ir_instr *i)
{
   if (i->live & LIVE) {
      d->live += i->ndst;
      for (unsigned k = 0; d->number && k < i->ndst; k++)
         d->number[i->dst[k]->id] = 1;
      i->live = 0;
   } else {
      ir_remove(i);
      d->progress = true;
   }
}

/* Outside of loops, a walk backwards meets all uses of a result before its definition. */
static void plain_block(struct dce *d, struct ir_block *b)
{
   struct ir_instr *prev;

   if (b->term == IR_TERM_IF)
      b->cond.val->def->live |= LIVE;
   for (struct ir_instr *i = b->last; i; i = prev) {
      prev = i->prev;
      if (ir_op_info[i->op].flags & IR_F_OUTPUT)
         i->live |= LIVE;
      if (i->live)
         for (uint32_t k = 0; k < i->nsrc; k++)
            i->src[k].val->def->live |= LIVE;
      sweep(d, i);
   }
}

static void need(struct dce *d, struct ir_instr *i)
{
   if (i->live & LIVE)
      return;
   i->live |= LIVE;
   if ((i->live & IN_REGION) && i->tmp >= d->at)
      UTIL_PUSH(d->s->ctx, d->work, d->n, d->cap, i);
}

static void need_sources(struct dce *d, struct ir_instr *i)
{
   for (uint32_t k = 0; k < i->nsrc; k++)
      need(d, i->src[k].val->def);
   if (i->op == IR_array_load) {
      struct stores *a = &d->stores[i->attr[0]];
      while (a->n)
         need(d, a->at[--a->n]);
   }
}

/* Blocks from .. to - 1, in which phis may read over back edges, and stores to arrays may be needed by loads in front of them.
   Instructions that are needed behind these blocks are LIVE already. */
static void region(struct dce *d, uint32_t from, uint32_t to)
{
   struct ir_shader *s = d->s;
   uint32_t total = 0;

   for (uint32_t k = from; k < to; k++)
      ir_foreach_instr (s->blocks[k], i) {
         i->live |= ir_op_info[i->op].flags & IR_F_OUTPUT ? IN_REGION | LIVE : IN_REGION;
         i->tmp = total++;
         if (i->op == IR_array_store) {
            struct stores *a = &d->stores[i->attr[0]];
            UTIL_PUSH(s->ctx, a->at, a->n, a->cap, i);
         }
      }
   d->at = total;
   for (uint32_t k = to; k-- > from;) {
      struct ir_block *b = s->blocks[k];

      if (b->term == IR_TERM_IF)
         need(d, b->cond.val->def);
      for (struct ir_instr *i = b->last; i; i = i->prev) {
         d->at = i->tmp;
         if (i->live & LIVE)
            need_sources(d, i);
         while (d->n)
            need_sources(d, d->work[--d->n]);
      }
   }
   for (uint32_t k = from; k < to; k++)
      ir_foreach_instr_safe (s->blocks[k], i)
         sweep(d, i);
}

bool pass_dce(struct ir_shader *s)
{
   struct dce d = {.s = s};

   if (s->num_values >= COMPACT_MIN)
      d.number = IR_SCRATCH(s, 1, uint32_t, s->num_values);
   if (s->num_arrays) {
      d.stores = UTIL_ARRAY(s->ctx, struct stores, s->num_arrays);
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
   if (d.progress && d.number && d.live <= s->num_values - s->num_values / 4) {
      /* A quarter of the values is gone: number the others densely, in the old order. */
      uint32_t n = 0;
      for (uint32_t v = 0; v < s->num_values; v++)
         if (d.number[v])
            d.number[v] = n++;
      ir_compact(s, d.number);
      s->num_values = n;
   }
   return d.progress;
}

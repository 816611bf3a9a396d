/* SPDX-License-Identifier: MIT */
/*
 * Dead code elimination.
 *
 *    %1 = fadd %0, %0        (no use)      ->      nothing
 *
 * Everything is dead until an output, a condition or a live instruction needs it, so phis that only feed each other go too.
 * A store to an IR array is needed once a live instruction loads from the array. Blocks and terminators stay. Linear.
 */
#include "passes/pass.h"

/* Below this, numbers of values that are gone cost less than giving new ones. */
#define RENUMBER_MIN 4096

/* Dense numbers again, in the old order, when most are gone. */
static void renumber(struct ir_shader *s)
{
   uint32_t live = 0, n = 0, *number;

   if (s->num_values < RENUMBER_MIN)
      return;
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i)
         live += i->ndst;
   if (live > s->num_values / 2)
      return;
   number = IR_SCRATCH(s, 0, uint32_t, s->num_values);
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i)
         for (unsigned k = 0; k < i->ndst; k++)
            number[i->dst[k]->id] = 1;
   for (uint32_t v = 0; v < s->num_values; v++)
      if (number[v])
         number[v] = n++;
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i)
         for (unsigned k = 0; k < i->ndst; k++)
            i->dst[k]->id = number[i->dst[k]->id];
   s->num_values = n;
}

struct dce {
   struct ir_shader *s;
   struct ir_instr **work; /* needed, but the place where they stand has been passed */
   uint32_t n;
   uint32_t at; /* tmp of the current place */
   struct stores {
      struct ir_instr **at;
      uint32_t n, cap;
   } *stores; /* by array, those that nobody needs yet */
};

static void need(struct dce *d, struct ir_instr *i)
{
   if (!i->dead)
      return;
   i->dead = false;
   if (i->tmp >= d->at)
      d->work[d->n++] = i;
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

bool pass_dce(struct ir_shader *s)
{
   struct dce d = {.s = s, .stores = UTIL_ARRAY(s->ctx, struct stores, s->num_arrays)};
   uint32_t total = 0;
   bool progress = false;

   ir_foreach_block (s, b)
      ir_foreach_instr (b, i) {
         i->dead = !(ir_op_info[i->op].flags & IR_F_OUTPUT);
         i->tmp = total++;
         if (i->op == IR_array_store) {
            struct stores *a = &d.stores[i->attr[0]];
            UTIL_PUSH(s->ctx, a->at, a->n, a->cap, i);
         }
      }
   d.work = IR_SCRATCH(s, 0, struct ir_instr *, total); /* each comes once */
   d.at = total;
   /*
    * Backwards, in the order of memory: what is used behind its definition is met when its place is reached. Only values that phis
    * take over back edges and stores to arrays may have been passed already.
    */
   for (uint32_t k = s->num_blocks; k-- > 0;) {
      struct ir_block *b = s->blocks[k];

      if (b->term == IR_TERM_IF)
         need(&d, b->cond.val->def);
      for (struct ir_instr *i = b->last; i; i = i->prev) {
         d.at = i->tmp;
         if (!i->dead)
            need_sources(&d, i);
         while (d.n)
            need_sources(&d, d.work[--d.n]);
      }
   }
   while (d.n)
      need_sources(&d, d.work[--d.n]);
   ir_foreach_block (s, b)
      ir_foreach_instr_safe (b, i)
         if (i->dead) {
            ir_remove(i);
            progress = true;
         }
   if (progress)
      renumber(s);
   return progress;
}

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

bool pass_dce(struct ir_shader *s)
{
   struct ir_instr **work;
   uint32_t n = 0, total = 0;
   struct stores {
      struct ir_instr **at;
      uint32_t n, cap;
   } *stores = UTIL_ARRAY(s->ctx, struct stores, s->num_arrays);
   bool progress = false;

#define NEED(i)                                                                                                                \
   do {                                                                                                                        \
      struct ir_instr *need = (i);                                                                                             \
      if (need->dead) {                                                                                                        \
         need->dead = false;                                                                                                   \
         work[n++] = need;                                                                                                     \
      }                                                                                                                        \
   } while (0)

   ir_foreach_block (s, b)
      ir_foreach_instr (b, i) {
         i->dead = true;
         total++;
         if (i->op == IR_array_store) {
            struct stores *a = &stores[i->attr[0]];
            UTIL_PUSH(s->ctx, a->at, a->n, a->cap, i);
         }
      }
   work = IR_SCRATCH(s, 0, struct ir_instr *, total); /* each comes once */
   ir_foreach_block (s, b) {
      ir_foreach_instr (b, i)
         if (ir_op_info[i->op].flags & IR_F_OUTPUT)
            NEED(i);
      if (b->term == IR_TERM_IF)
         NEED(b->cond.val->def);
   }
   while (n) {
      struct ir_instr *i = work[--n];

      for (uint32_t k = 0; k < i->nsrc; k++)
         NEED(i->src[k].val->def);
      if (i->op == IR_array_load) {
         struct stores *a = &stores[i->attr[0]];
         while (a->n)
            NEED(a->at[--a->n]);
      }
   }
#undef NEED
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

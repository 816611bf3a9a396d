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
   return progress;
}

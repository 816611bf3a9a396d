/* SPDX-License-Identifier: MIT */
/* Counts the reads of values; see uses.h. */
#include "ir/uses.h"

void ir_count_uses(const struct ir_shader *s, uint32_t *uses)
{
   ir_foreach_block (s, b) {
      ir_foreach_instr (b, i)
         for (uint32_t k = 0; k < i->nsrc; k++)
            uses[i->src[k].val->id]++;
      if (b->term == IR_TERM_IF)
         uses[b->cond.val->id]++;
   }
}

/* SPDX-License-Identifier: MIT */
/*
 * Moves computations that give the same result in every iteration to before the loop.
 *
 *    loop b1 merge=b4                           %4 = frsq %0
 *    b1: ...                             ->     loop b1 merge=b4
 *    b3: %4 = frsq %0; %5 = fmul %4, %n         b3: %5 = fmul %4, %n
 *
 * An operation moves only if it is pure, does not depend on which lanes run, and is not inside an if or an inner loop, so that
 * each iteration reaches it unless it leaves the loop earlier. The pass is exact, and costs time only if a loop ends before it
 * reaches the operation. As in pass_hoist.c, constants and loads are copied for operations that move and do not move on their
 * own, nor do 1-bit values. A moved value occupies a register for the whole loop, so at most MAX_MOVED leave one loop. Inner
 * loops come first, so that a value that leaves one may leave the next; each block is looked at for one loop: linear.
 */
#include "passes/pass.h"

#include "ir/cfg.h"
#include "ir/match.h"

#define MAX_MOVED 32

static bool is_invariant(const struct ir_instr *i, const struct ir_block *header)
{
   for (uint32_t k = 0; k < i->nsrc; k++) {
      const struct ir_instr *d = i->src[k].val->def;
      if (d->block->index >= header->index && !ir_is_leaf(d))
         return false;
   }
   return true;
}

/* Moves an instruction to the end of the block before the loop, with copies of the constants and loads that it reads. */
static void move(struct ir_shader *s, struct ir_instr *i, struct ir_block *pre, const struct ir_block *header)
{
   struct ir_builder b = ir_at_end(s, pre);

   b.invariant = i->invariant;
   for (uint32_t k = 0; k < i->nsrc; k++) {
      const struct ir_instr *d = i->src[k].val->def;
      if (d->block->index >= header->index)
         i->src[k].val = ir_copy_leaf(&b, d);
   }
   ir_remove(i);
   ir_insert(&b, i);
}

bool pass_licm(struct ir_shader *s)
{
   bool progress = false;

   for (uint32_t k = s->num_blocks; k-- > 0;) {
      struct ir_block *pre = s->blocks[k];
      if (pre->term != IR_TERM_LOOP || !ir_reachable(pre) || !ir_is_header(pre->succ[0]))
         continue;
      const struct ir_block *header = pre->succ[0], *b = header;
      unsigned moved = 0;
      while (b->index < pre->merge->index) {
         ir_foreach_instr_safe (b, i)
            if (ir_may_hoist(i) && is_invariant(i, header) && moved < MAX_MOVED) {
               move(s, i, pre, header);
               moved++;
            }
         b = b->term == IR_TERM_IF || b->term == IR_TERM_LOOP ? b->merge : s->blocks[b->index + 1];
      }
      progress |= moved;
   }
   return progress;
}

/* SPDX-License-Identifier: MIT */
/*
 * Lower bounds and allocation (usc_lower_bound.h). Spilling recomputes some values where they are read (rematerialisation) and
 * removes the operation that computed them once. Any schedule without that operation becomes one with it if a group is added
 * before it, or two for a request and its wait: the bound of the block goes down by as many. The copies of phis are counted for
 * values that stay in registers, so a program that spills goes without that part of the bound.
 */
#include "backend-usc/lower_bound/usc_lower_bound.h"

/* Upper limit on what the instructions that were in the block before allocation contribute to its bound. */
static uint32_t weight_of(const struct usc_mir *c, uint32_t b)
{
   uint32_t n = 0;
   for (unsigned l = 0; l < CG_NUM_LISTS; l++) {
      const struct cg_list *list = cg_list_of(&c->p.blocks[b], l);
      for (uint32_t k = 0; k < list->n; k++) {
         const struct usc_instr *i = usc_instr_at(list, k);
         if (usc_trace_of(i)->scheduled == b + 1)
            n += usc_group_is_drc(&i->g, NULL) ? 2 : 1;
      }
   }
   return n;
}

void usc_bound_before_allocation(struct usc_mir *c)
{
   for (uint32_t b = 0; b < c->p.num_blocks; b++) {
      for (unsigned l = 0; l < CG_NUM_LISTS; l++) {
         const struct cg_list *list = cg_list_of(&c->p.blocks[b], l);
         for (uint32_t k = 0; k < list->n; k++)
            usc_trace_of(usc_instr_at(list, k))->scheduled = b + 1;
      }
      c->schedule[b].weight = weight_of(c, b);
   }
}

static uint32_t subtract(uint32_t bound, uint32_t n) { return bound > n ? bound - n : 0; }

void usc_bound_after_allocation(struct usc_mir *c)
{
   bool spills = c->out->stats.spill_loads || c->out->stats.spill_stores;
   for (uint32_t b = 0; b < c->p.num_blocks; b++) {
      struct usc_block_schedule *k = &c->schedule[b];
      const uint32_t lost = k->weight - weight_of(c, b);
      spills |= lost != 0;
      k->source_bound = subtract(k->source_bound, lost);
   }
   for (uint32_t b = 0; spills && b < c->p.num_blocks; b++)
      c->schedule[b].source_bound = subtract(c->schedule[b].source_bound, c->schedule[b].copies_bound);
}

void usc_bound_check(struct util_ctx *ctx, uint32_t b, const struct usc_block *q)
{
   if (q->bound > q->groups)
      util_bug(ctx, "block %u has %u groups, below its bound of %u", b, q->groups, q->bound);
   if (q->body_bound > q->body_groups)
      util_bug(ctx, "block %u is scheduled in %u groups, below the bound of %u", b, q->body_groups, q->body_bound);
}

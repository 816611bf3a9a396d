/* SPDX-License-Identifier: MIT */
/* Register allocation of USC: temporaries for virtual registers (codegen/allocate.h), then the final list of groups. */
#include "backend-usc/allocate/usc_allocate.h"

#define ADDRESSES 4 /* temporaries with addresses of scratch memory */

/* Moves that disappear if both sides get one register. */
void usc_hint_moves(struct usc_code *c)
{
   for (uint32_t b = 0; b < c->p.num_blocks; b++)
      for (uint32_t k = 0; k < c->p.blocks[b].body.n; k++) {
         const struct usc_group *g = &usc_instr_at(&c->p.blocks[b].body, k)->g;
         if (!usc_only_p0_p1(g))
            continue;
         for (unsigned u = 0; u < 2; u++) {
            const struct usc_opd *src = &g->src[3 * u];
            if (g->op[u] == USC_OP_MBYP && g->dst[u].bank == USC_VIRTUAL && src->bank == USC_VIRTUAL && !src->mod && !src->elem)
               cg_hint(&c->p, g->dst[u].index, src->index, c->p.blocks[b].depth);
         }
      }
}

bool usc_allocate(struct usc_code *c)
{
   struct cg_alloc_options o = {.coalesce = true, .spill_all = c->opt->spill_all, .verify = c->opt->verify, .spill = &usc_spill_machine};
   struct cg_assignment a;
   o.last_attempt = c->tight;
   o.num_units = o.spill_units = USC_NUM_TEMPS - c->pinned.num;
   c->r->scratch_bytes = (c->r->scratch_bytes + 3) / 4 * 4;
   o.words = c->r->scratch_bytes / 4;
   c->has_scratch = c->scratch_unit != USC_NO_REG;
   if (c->has_scratch)
      usc_start_scratch(c);
   if (c->opt->max_temps && c->opt->max_temps + ADDRESSES <= o.num_units) { /* of values */
      o.spill_units = c->opt->max_temps + ADDRESSES;
      o.num_units = c->opt->max_temps + (c->has_scratch ? ADDRESSES : 0);
   }
   usc_hint_moves(c);
   if (!cg_allocate(&c->p, &o, &a)) {
      c->culprit = a.culprit;
      c->culprit_demand = a.culprit_demand;
      return false;
   }
   c->r->temps = c->pinned.num ? USC_NUM_TEMPS : a.max_units;
   c->r->scratch_bytes = 4 * a.spilled.words;
   c->out->stats.spill_bytes = 4 * (a.spilled.words - o.words);
   c->out->stats.spill_loads = a.spilled.loads;
   c->out->stats.spill_stores = a.spilled.stores;
   usc_linearise(c, &a);
   cg_assignment_free(&c->p, &a);
   return true;
}

/* SPDX-License-Identifier: MIT */
/* Register allocation of USC: temporaries for virtual registers (codegen/allocate.h), then the final list of groups. */
#include "backend-usc/allocate/usc_allocate.h"

#define ADDRESSES 4 /* temporaries for addresses in programs that use scratch memory without spilling */

/* Gathers accesses of spill code. As that reorders instructions, the assignment is checked again. */
static void gather_accesses(struct usc_mir *c, const struct cg_alloc_options *o, const struct cg_assignment *a)
{
   struct cg_alloc_options spilled = *o;
   struct util_span where;
   usc_gather_accesses(c, a);
   spilled.num_units = o->spill_units;
   const char *err = o->verify ? cg_check_assignment(&c->p, &spilled, a, &where) : NULL;
   if (err) {
      util_diag(c->p.ctx, DIAG_ID_internal, where, "accesses of spill code: %s", err);
      util_fail(c->p.ctx, UTIL_INTERNAL);
   }
}

bool usc_allocate(struct usc_mir *c)
{
   struct cg_alloc_options o = {
       .coalesce = true, .spill_all = c->opt->spill_all, .verify = c->opt->verify, .spill = &usc_spill_machine};
   struct cg_assignment a;
   o.last_attempt = c->tight;
   o.num_units = o.spill_units = c->num_temps - c->pinned.num;
   c->r->scratch_bytes = (c->r->scratch_bytes + 3) / 4 * 4;
   o.words = c->r->scratch_bytes / 4;
   c->scratch.selected = c->scratch.unit != USC_NO_REG;
   if (c->scratch.selected)
      usc_compute_scratch_address(c);
   if (c->opt->max_temps && c->opt->max_temps + ADDRESSES <= o.num_units) { /* -max-temps does not count addresses */
      o.num_units = c->opt->max_temps + (c->scratch.selected ? ADDRESSES : 0) + c->num_colors; /* nor colours of epilogs */
      o.spill_units = c->scratch.selected ? o.num_units : o.num_units + usc_spill_machine.registers(&c->p);
   }
   if (c->s->epilog)
      o.reserved[0] = (UINT64_C(1) << c->num_colors) - 1;
   usc_hint_moves(c);
   if (!cg_allocate(&c->p, &o, &a)) {
      c->culprit = a.culprit;
      c->culprit_demand = a.culprit_demand;
      return false;
   }
   c->r->temps = c->pinned.num ? c->num_temps : a.max_units > c->num_colors ? a.max_units : c->num_colors;
   c->r->scratch_bytes = 4 * a.spilled.words;
   c->out->stats.spill_bytes = 4 * (a.spilled.words - o.words);
   c->out->stats.spill_loads = a.spilled.loads;
   c->out->stats.spill_stores = a.spilled.stores;
   if (a.spilled.loads + a.spilled.stores)
      gather_accesses(c, &o, &a);
   usc_linearise(c, &a);
   cg_assignment_free(&c->p, &a);
   return true;
}

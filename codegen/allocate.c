/* SPDX-License-Identifier: MIT */
/* The driver of register allocation: see allocate.h. */
#include "codegen/allocate.h"

/* ---- the program as the allocator sees it -------------------------------------------------------------------------------- */

struct description {
   const struct cg_program *p;
   struct cg_ra_ref *refs;
   uint32_t num_refs, cap_refs;
   uint8_t def; /* flags of what the current instruction writes */
};

static void describe_ref(void *user, uint32_t unit, unsigned n, bool write)
{
   struct description *d = user;
   if (unit >= d->p->num_units)
      return;
   const uint32_t reg = d->p->unit_reg[unit];
   UTIL_PUSH(d->p->ctx, d->refs, d->num_refs, d->cap_refs,
             (struct cg_ra_ref){reg, (uint8_t)(unit - d->p->regs[reg].unit), (uint8_t)n, write ? d->def : CG_RA_USE});
}

static uint32_t count_instrs(const struct cg_program *p)
{
   uint32_t n = 0;
   for (uint32_t b = 0; b < p->num_blocks; b++)
      n += p->blocks[b].head.n + p->blocks[b].body.n + p->blocks[b].tail.n;
   return n;
}

static uint32_t describe_list(struct description *d, const struct cg_list *l, struct cg_ra_instr *instrs, uint32_t n)
{
   const struct cg_machine *m = d->p->machine;
   for (uint32_t k = 0; k < l->n; k++) {
      const uint32_t first = d->num_refs;
      d->def = m->early_writes && m->early_writes(l->i[k]) ? CG_RA_DEF | CG_RA_EARLY : CG_RA_DEF;
      m->refs(d->p, l->i[k], describe_ref, d);
      instrs[n++] = (struct cg_ra_instr){first, d->num_refs - first};
   }
   return n;
}

static struct cg_ra_reg *describe_regs(const struct cg_program *p)
{
   struct cg_ra_reg *regs = UTIL_ARRAY(p->ctx, struct cg_ra_reg, (size_t)p->num_regs + 1);
   for (uint32_t r = 0; r < p->num_regs; r++) {
      const struct cg_reg *v = &p->regs[r];
      regs[r] = (struct cg_ra_reg){.size = v->size,
                                .align = v->align ? v->align : 1,
                                .no_spill = v->no_spill,
                                .fixed = (int16_t)(v->fixed - 1),
                                .base = -1};
   }
   return regs;
}

static void describe(const struct cg_program *p, const struct cg_alloc_options *o, struct cg_ra_problem *q, uint32_t *cap_refs)
{
   struct description d = {.p = p};
   const uint32_t total = count_instrs(p);

   d.refs = util_grow(p->ctx, NULL, sizeof *d.refs, 0, &d.cap_refs); /* not NULL, even if there are none */
   uint32_t n = 0;
   struct cg_ra_instr *instrs = UTIL_ARRAY(p->ctx, struct cg_ra_instr, total);
   struct cg_ra_block *blocks = UTIL_ARRAY(p->ctx, struct cg_ra_block, (size_t)p->num_blocks + 1);
   for (uint32_t b = 0; b < p->num_blocks; b++) {
      struct cg_block *blk = &p->blocks[b];
      blocks[b] = (struct cg_ra_block){n, 0, {blk->succ[0], blk->succ[1]}, (uint8_t)(blk->depth > 255 ? 255 : blk->depth)};
      for (unsigned k = 0; k < CG_NUM_LISTS; k++)
         n = describe_list(&d, cg_list_of(blk, k), instrs, n);
      blocks[b].num = n - blocks[b].first;
   }
   *q = (struct cg_ra_problem){.ctx = p->ctx,
                            .num_units = o->num_units,
                            .regs = describe_regs(p),
                            .num_regs = p->num_regs,
                            .refs = d.refs,
                            .num_refs = d.num_refs,
                            .instrs = instrs,
                            .num_instrs = n,
                            .blocks = blocks,
                            .num_blocks = p->num_blocks,
                            .hints = p->hints,
                            .num_hints = p->num_hints,
                            .coalesce = o->coalesce};
   for (unsigned k = 0; k < CG_RA_MAX_UNITS / 64; k++)
      q->reserved[k] = o->reserved[k];
   *cap_refs = d.cap_refs;
}

/* Gives the arrays of describe() back. */
static void discard_description(struct cg_ra_problem *q, uint32_t cap_refs)
{
   util_discard(q->ctx, (void *)q->instrs, q->num_instrs * sizeof *q->instrs);
   util_discard(q->ctx, (void *)q->refs, cap_refs * sizeof *q->refs);
   util_discard(q->ctx, q->regs, ((size_t)q->num_regs + 1) * sizeof *q->regs);
   util_discard(q->ctx, (void *)q->blocks, ((size_t)q->num_blocks + 1) * sizeof *q->blocks);
}

/* ---- the instruction that needs most ------------------------------------------------------------------------------------- */

#define MAX_SEEN 8 /* different operands of an instruction that are told apart */

struct demand {
   const struct cg_program *p;
   struct {
      uint32_t seen[MAX_SEEN];
      unsigned num, units;
   } of[2]; /* reads, writes */
};

static void demand_ref(void *user, uint32_t unit, unsigned n, bool write)
{
   struct demand *d = user;
   if (unit >= d->p->num_units)
      return;
   __typeof__(d->of[0]) *o = &d->of[write];
   for (unsigned k = 0; k < o->num; k++)
      if (o->seen[k] == unit)
         return;
   if (o->num < MAX_SEEN)
      o->seen[o->num++] = unit;
   o->units += n;
}

/* Units that the instruction needs at one time when everything else is in memory. */
static unsigned demand_of(const struct cg_program *p, const struct cg_instr *i)
{
   const struct cg_machine *m = p->machine;
   struct demand d = {.p = p};
   m->refs(p, i, demand_ref, &d);
   const unsigned reads = d.of[0].units, writes = d.of[1].units;
   if ((m->early_writes && m->early_writes(i)) || cg_request_of(p, i).counter != CG_NO_COUNTER)
      return reads + writes;
   return reads > writes ? reads : writes;
}

static void find_culprit(struct cg_program *p, struct cg_assignment *a)
{
   a->culprit = UTIL_NO_SPAN;
   a->culprit_demand = 0;
   for (uint32_t b = 0; b < p->num_blocks; b++)
      for (unsigned l = 0; l < CG_NUM_LISTS; l++) {
         const struct cg_list *list = cg_list_of(&p->blocks[b], l);
         for (uint32_t k = 0; k < list->n; k++) {
            const struct cg_instr *i = list->i[k];
            if (i->kind != CG_OPERATION || i->num_keep)
               continue;
            const unsigned demand = demand_of(p, i);
            if (demand > a->culprit_demand) {
               a->culprit_demand = demand;
               a->culprit = i->span;
            }
         }
      }
}

/* ---- rounds -------------------------------------------------------------------------------------------------------------- */

static void verify(struct cg_program *p, const struct cg_alloc_options *o, const struct cg_assignment *a)
{
   struct util_span where;
   const char *err = cg_check_assignment(p, o, a, &where);
   if (!err)
      return;
   util_diag(p->ctx, DIAG_ID_internal, where, "register allocation: %s", err);
   util_fail(p->ctx, UTIL_INTERNAL);
}

static void keep_result(struct cg_program *p, const struct cg_ra_problem *q, struct cg_assignment *a)
{
   a->num_regs = p->num_regs;
   a->base = UTIL_ARRAY(p->ctx, int16_t, (size_t)p->num_regs + 1);
   for (uint32_t r = 0; r < p->num_regs; r++)
      a->base[r] = q->regs[r].base;
   a->max_units = q->max_units;
   a->max_pressure = q->max_pressure;
}

/* By register: is it to be spilled? NULL if none is. */
static uint8_t *choose_spilled(struct cg_program *p, const struct cg_ra_problem *q, bool all)
{
   bool any = false;
   uint8_t *spilled = UTIL_ARRAY(p->ctx, uint8_t, (size_t)p->num_regs + 1);
   for (uint32_t r = 0; r < p->num_regs; r++)
      any |= spilled[r] = all ? !p->regs[r].no_spill : q->regs[r].spill;
   if (any)
      return spilled;
   util_discard(p->ctx, spilled, (size_t)p->num_regs + 1);
   return NULL;
}

bool cg_allocate(struct cg_program *p, const struct cg_alloc_options *o, struct cg_assignment *a)
{
   *a = (struct cg_assignment){.culprit = UTIL_NO_SPAN};
   for (unsigned round = 0;; round++) {
      struct cg_ra_problem q;
      uint32_t cap_refs;
      describe(p, o, &q, &cap_refs);
      const enum cg_ra_result r = cg_ra_allocate(&q);
      const bool all = o->spill_all ? round == 0 : round >= o->max_rounds;
      uint8_t *spilled = NULL;
      if (o->spill && (r == CG_RA_SPILL || (o->spill_all && round == 0)))
         spilled = choose_spilled(p, &q, all);
      if (!spilled && r == CG_RA_OK)
         keep_result(p, &q, a);
      const uint32_t num_regs = p->num_regs;
      discard_description(&q, cap_refs);
      if (!spilled) {
         if (r != CG_RA_OK)
            find_culprit(p, a);
         else if (o->verify)
            verify(p, o, a);
         return r == CG_RA_OK;
      }
      o->spill(p, spilled);
      util_discard(p->ctx, spilled, (size_t)num_regs + 1);
   }
}

void cg_assignment_free(struct cg_program *p, struct cg_assignment *a)
{
   util_discard(p->ctx, a->base, ((size_t)a->num_regs + 1) * sizeof *a->base);
   a->base = NULL;
}

const char *cg_check_assignment(struct cg_program *p, const struct cg_alloc_options *o, const struct cg_assignment *a,
                                struct util_span *where)
{
   struct cg_ra_problem q;
   uint32_t cap_refs;
   describe(p, o, &q, &cap_refs);
   for (uint32_t r = 0; r < p->num_regs; r++)
      q.regs[r].base = a->base[r];
   const char *err = cg_ra_check(&q, true);
   const struct cg_instr *i = err ? cg_instr_at(p, q.bad_instr) : NULL;
   *where = i ? i->span : UTIL_NO_SPAN;
   discard_description(&q, cap_refs);
   return err;
}

/* SPDX-License-Identifier: MIT */
/* The driver of register allocation: see allocate.h. */
#include "codegen/allocate.h"

/* ---- the program as the allocator sees it -------------------------------------------------------------------------------- */

struct description {
   const struct cg_program *p;
   struct cg_ra_ref *refs;
   uint32_t num_refs, cap_refs;
   uint8_t def; /* CG_RA flags of the registers that the current instruction writes */
   struct cg_ra_hint *hints;
   struct cg_ra_same *same;
   struct cg_ra_copy *copies;
   uint32_t num_hints, cap_hints, num_same, cap_same, num_copies, cap_copies;
   uint32_t *copied; /* by unit: 1 + the last parallel copies that write it */
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

static void add_hint(struct description *d, struct cg_ra_hint hint, struct cg_ra_same same)
{
   UTIL_PUSH(d->p->ctx, d->hints, d->num_hints, d->cap_hints, hint);
   UTIL_PUSH(d->p->ctx, d->same, d->num_same, d->cap_same, same);
}

/* True if parallel copy k writes a whole register from units that lie in the same order in one register. */
static bool is_whole(const struct cg_program *p, const struct cg_instr *copies, uint32_t k)
{
   const struct cg_copy *c = &copies->copies[k];
   const struct cg_reg *reg = &p->regs[p->unit_reg[c->dst]];
   const uint32_t off = c->dst - reg->unit;
   if (off > k || k - off + reg->size > copies->num_copies)
      return false;
   for (uint32_t u = 0; u < reg->size; u++) {
      const struct cg_copy *q = &copies->copies[k - off + u];
      if (q->dst != reg->unit + u || q->src != c->src - off + u || p->unit_reg[q->src] != p->unit_reg[c->src])
         return false;
   }
   return true;
}

/*
 * Describes the parallel copies that are instruction i of the block, and hints that both sides of each copy should share a
 * place. At the end of a block with two edges, the source may be live along one edge while the result is along the other; up to
 * there they have the same value.
 */
static void describe_copies(struct description *d, const struct cg_block *blk, uint32_t i, uint32_t end,
                            const struct cg_instr *copies)
{
   const struct cg_program *p = d->p;
   if (!d->copied)
      d->copied = UTIL_ARRAY(p->ctx, uint32_t, (size_t)p->num_units + 1);
   for (uint32_t k = 0; k < copies->num_copies; k++)
      d->copied[copies->copies[k].dst] = i + 1;
   for (uint32_t k = 0; k < copies->num_copies; k++) {
      const struct cg_copy *c = &copies->copies[k];
      if (c->src >= CG_EXTERNAL)
         continue;
      const uint32_t src = p->unit_reg[c->src], dst = p->unit_reg[c->dst];
      const struct cg_ra_copy q = {i, dst, src, (uint8_t)(c->dst - p->regs[dst].unit), (uint8_t)(c->src - p->regs[src].unit)};
      const bool two = i + blk->tail.n >= end && blk->succ[0] != CG_NONE && blk->succ[1] != CG_NONE &&
                       d->copied[c->src] != i + 1 && is_whole(p, copies, k);
      UTIL_PUSH(p->ctx, d->copies, d->num_copies, d->cap_copies, q);
      add_hint(d, (struct cg_ra_hint){src, dst, (int16_t)(q.src_off - q.dst_off), cg_hint_weight(blk->depth)},
               (struct cg_ra_same){2 * i + 1, two ? 2 * end - 1 : 0});
   }
}

static uint32_t count_instrs(const struct cg_program *p)
{
   uint32_t n = 0;
   for (uint32_t b = 0; b < p->num_blocks; b++)
      n += p->blocks[b].head.n + p->blocks[b].body.n + p->blocks[b].tail.n;
   return n;
}

static uint32_t describe_list(struct description *d, const struct cg_block *blk, const struct cg_list *l,
                              struct cg_ra_instr *instrs, uint32_t n, uint32_t end)
{
   const struct cg_machine *m = d->p->machine;
   for (uint32_t k = 0; k < l->n; k++) {
      const uint32_t first = d->num_refs;
      d->def = m->early_writes && m->early_writes(l->i[k]) ? CG_RA_DEF | CG_RA_EARLY : CG_RA_DEF;
      m->refs(d->p, l->i[k], describe_ref, d);
      if (l->i[k]->kind == CG_COPIES)
         describe_copies(d, blk, n, end, l->i[k]);
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

static void describe(const struct cg_program *p, const struct cg_alloc_options *o, struct cg_ra_problem *q,
                     struct description *caps)
{
   struct description d = {.p = p};
   const uint32_t total = count_instrs(p);

   d.refs = util_grow(p->ctx, NULL, sizeof *d.refs, 0, &d.cap_refs); /* non-NULL even without references */
   uint32_t n = 0;
   struct cg_ra_instr *instrs = UTIL_ARRAY(p->ctx, struct cg_ra_instr, total);
   struct cg_ra_block *blocks = UTIL_ARRAY(p->ctx, struct cg_ra_block, (size_t)p->num_blocks + 1);
   for (uint32_t b = 0; b < p->num_blocks; b++) {
      struct cg_block *blk = &p->blocks[b];
      blocks[b] = (struct cg_ra_block){n, 0, {blk->succ[0], blk->succ[1]}, (uint8_t)(blk->depth > 255 ? 255 : blk->depth)};
      const uint32_t end = n + blk->head.n + blk->body.n + blk->tail.n;
      for (unsigned k = 0; k < CG_NUM_LISTS; k++)
         n = describe_list(&d, blk, cg_list_of(blk, k), instrs, n, end);
      blocks[b].num = n - blocks[b].first;
   }
   for (uint32_t h = 0; h < p->num_hints; h++)
      add_hint(&d, p->hints[h], (struct cg_ra_same){0});
   if (d.copied)
      util_discard(p->ctx, d.copied, ((size_t)p->num_units + 1) * sizeof *d.copied);
   UTIL_FIT(p->ctx, d.refs, d.num_refs, d.cap_refs);
   UTIL_FIT(p->ctx, d.hints, d.num_hints, d.cap_hints);
   UTIL_FIT(p->ctx, d.same, d.num_same, d.cap_same);
   UTIL_FIT(p->ctx, d.copies, d.num_copies, d.cap_copies);
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
                            .hints = d.hints,
                            .same = d.same,
                            .num_hints = d.num_hints,
                            .copies = d.copies,
                            .num_copies = d.num_copies,
                            .coalesce = o->coalesce,
                            .wanted_first = o->wanted_first};
   for (unsigned k = 0; k < CG_RA_MAX_UNITS / 64; k++)
      q->reserved[k] = o->reserved[k];
   *caps = d;
   util_work(p->ctx, 2 * ((uint64_t)n + d.num_refs + p->num_regs));
}

/* Frees the arrays of describe(). */
static void discard_description(struct cg_ra_problem *q, const struct description *d)
{
   util_discard(q->ctx, d->hints, d->cap_hints * sizeof *d->hints);
   util_discard(q->ctx, d->same, d->cap_same * sizeof *d->same);
   util_discard(q->ctx, d->copies, d->cap_copies * sizeof *d->copies);
   util_discard(q->ctx, (void *)q->instrs, q->num_instrs * sizeof *q->instrs);
   util_discard(q->ctx, (void *)q->refs, d->cap_refs * sizeof *q->refs);
   util_discard(q->ctx, q->regs, ((size_t)q->num_regs + 1) * sizeof *q->regs);
   util_discard(q->ctx, (void *)q->blocks, ((size_t)q->num_blocks + 1) * sizeof *q->blocks);
}

/* ---- the instruction that needs the most registers ----------------------------------------------------------------------- */

#define MAX_SEEN 8 /* distinct operands of an instruction that are counted */

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

/* The number of units that the instruction needs at one time when every other value is in memory. */
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

/* Assigns registers without spilling. `webs_only` requires each phi web to have one place. `enough` and `crowded`: see
   struct cg_ra_problem. */
static bool place(struct cg_program *p, const struct cg_alloc_options *o, bool webs_only, uint64_t enough, uint8_t *crowded,
                  struct cg_assignment *a)
{
   struct cg_ra_problem q;
   struct description d;
   describe(p, o, &q, &d);
   q.fits_only = true;
   q.webs_only = webs_only;
   q.enough = enough;
   q.crowded = crowded;
   const bool ok = cg_ra_allocate(&q) == CG_RA_OK;
   if (ok)
      keep_result(p, &q, a);
   discard_description(&q, &d);
   return ok;
}

/*
 * The sequence of attempts to spill and assign. The room is what remains of the registers after those reserved for spill code.
 * Registers of several units, and values that keep their place over many blocks, leave holes that fit nothing. An attempt that
 * fails is repeated with less room, first at the instructions where registers without a place are live, then everywhere. The
 * first attempts require one place for a phi and its sources, because phis may need many copies.
 *
 * The number of attempts may not grow with the program. After SEARCH_STEPS of work (fewer from half of MANY_INSTRS on),
 * attempts with `search` are skipped. The large steps that follow leave so much room free that the first one hardly ever fails;
 * long programs start with them.
 */
static const struct try {
   bool search, webs_only;
   unsigned less, eighths; /* units by which the room shrinks, and the part of the rest in eighths */
}
tries[] = {{true, true, 0, 8},  {true, true, 1, 8},   {true, true, 3, 8},  {true, true, 6, 8},
           {true, false, 1, 8}, {true, false, 4, 8},  {true, false, 8, 8}, {false, true, 0, 7},
           {false, true, 0, 6}, {false, false, 0, 4}, {false, false, 0, 2}};
#define NUM_TRIES (sizeof tries / sizeof *tries)
#define MAX_REPAIRS 12       /* attempts with less room at some instructions */
#define MANY_INSTRS 8192     /* longer programs are not searched */
#define SEARCH_STEPS 1000000 /* see util_work() */

/* Reduces the room at crowded instructions of the program, without the instructions that finish() adds. False if this would
   not help. */
static bool leave_room(const struct cg_spill_result *r, const uint8_t *crowded, const struct cg_spill_room *room)
{
   uint32_t before = CG_NONE, num = 0;
   bool some = false;
   for (uint32_t k = 0; k < r->num_origins; k++)
      num += crowded[k];
   if (num > r->num_origins / 4 * 3) /* crowded almost everywhere: less room everywhere is better */
      return false;
   for (uint32_t k = 0; k < r->num_origins; k++) {
      const uint32_t i = r->origin[k];
      if (!crowded[k] || i == before || room->less[i] + 1u >= room->units)
         continue;
      room->less[i]++;
      before = i;
      some = true;
   }
   return some;
}

/* The inputs and the result that all attempts share. */
struct search {
   struct cg_program *p;
   struct cg_alloc_options o;
   struct cg_spill_saved saved; /* the program before the first attempt */
   uint64_t enough;             /* steps of work after which the room is not searched further */
   struct cg_assignment *a;
};

/* Spills to this number of registers and assigns what remains. If the assignment fails, the room is reduced at crowded
   instructions up to `repairs` times, until the steps of the search are used. `most` limits the cost of spill code; with
   UINT64_MAX the cost is unlimited, and spill accesses have registers reserved outside of the room. */
static bool try_room(const struct search *s, unsigned units, bool webs_only, unsigned repairs, uint64_t most)
{
   struct cg_program *p = s->p;
   struct cg_spill_result *spilled = &s->a->spilled;
   const size_t instrs = (size_t)count_instrs(p) + p->num_blocks + 1;
   const struct cg_spill_room room = {units, UTIL_ARRAY(p->ctx, uint8_t, instrs), most == UINT64_MAX};
   bool again = true, ok = false;
   for (unsigned k = 0; again && !ok; k++) {
      cg_spill(p, s->o.spill, &room, s->o.words, spilled);
      const size_t size = (size_t)count_instrs(p) + 1;
      uint8_t *crowded = UTIL_ARRAY(p->ctx, uint8_t, size);
      const bool dear = spilled->cost > most || spilled->too_far;
      ok = !dear && place(p, &s->o, webs_only, s->enough, crowded, s->a);
      again = !ok && !dear && k < repairs && p->ctx->steps < s->enough && spilled->most <= s->o.spill_units &&
              leave_room(spilled, crowded + (size - 1 - spilled->num_origins), &room);
      util_discard(p->ctx, crowded, size);
      if (!ok && units)
         cg_spill_restore(p, &s->saved, spilled);
   }
   util_discard(p->ctx, room.less, instrs);
   return ok;
}

/* Tries to spill without reserving address registers: where accesses are few, other registers may be free. */
#define WORTH 32 /* the attempt must save 1/WORTH of the cost */
static bool spill_without_reserve(const struct search *s, unsigned own)
{
   const unsigned all = s->o.spill_units;
   struct cg_spill_result *spilled = &s->a->spilled;
   if (!own || own != s->o.spill->access || all <= 2 * own || count_instrs(s->p) > MANY_INSTRS)
      return false;
   cg_spill(s->p, s->o.spill, &(struct cg_spill_room){all - own, NULL, true}, s->o.words, spilled);
   const uint64_t cost = spilled->cost;
   const bool hopeless = spilled->most > all - own;
   cg_spill_restore(s->p, &s->saved, spilled);
   return cost && !hopeless && try_room(s, all, true, MAX_REPAIRS, cost - cost / WORTH - 1);
}

static bool spill_and_place(struct cg_program *p, const struct cg_alloc_options *o, struct cg_assignment *a)
{
   const uint32_t n = count_instrs(p);
   const uint64_t part = n < MANY_INSTRS / 2 ? MANY_INSTRS / 2 : n < MANY_INSTRS ? MANY_INSTRS - n : 0;
   struct search s = {.p = p, .o = *o, .enough = p->ctx->steps + SEARCH_STEPS * part / (MANY_INSTRS / 2), .a = a};
   const unsigned own = o->spill->registers ? o->spill->registers(p) : 0,
                  all = o->spill_units > own + 1 ? o->spill_units - own : 1;
   s.o.num_units = o->spill_units;
   cg_spill_save(p, &s.saved);
   if (!o->spill_all && spill_without_reserve(&s, own))
      return true;
   for (unsigned k = o->spill_all ? NUM_TRIES : 0; k < NUM_TRIES + (o->spill_all || o->last_attempt); k++) {
      const bool last = k == NUM_TRIES;
      const struct try t = last ? (struct try){0} : tries[k];
      const unsigned room = all > t.less ? (all - t.less) * t.eighths / 8 : 0;
      if (!last && (!room || (t.search && p->ctx->steps >= s.enough)))
         continue;
      if (try_room(&s, room, t.webs_only, last || k ? 0 : MAX_REPAIRS, UINT64_MAX))
         return true;
      if (a->spilled.too_far || (a->spilled.most > o->spill_units && !o->last_attempt))
         break; /* less room would not help */
   }
   return false;
}

bool cg_allocate(struct cg_program *p, const struct cg_alloc_options *o, struct cg_assignment *a)
{
   *a = (struct cg_assignment){.culprit = UTIL_NO_SPAN, .spilled.words = o->words};
   const bool fits = !(o->spill && o->spill_all) && place(p, o, false, UINT64_MAX, NULL, a);
   if (!fits && (!o->spill || !spill_and_place(p, o, a))) {
      find_culprit(p, a);
      return false;
   }
   if (o->verify) {
      struct cg_alloc_options with = *o;
      with.num_units = fits ? o->num_units : o->spill_units;
      verify(p, &with, a);
   }
   return true;
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
   struct description d;
   describe(p, o, &q, &d);
   for (uint32_t r = 0; r < p->num_regs; r++)
      q.regs[r].base = a->base[r];
   const char *err = cg_ra_check(&q, true);
   const struct cg_instr *i = err ? cg_instr_at(p, q.bad_instr) : NULL;
   *where = i ? i->span : UTIL_NO_SPAN;
   discard_description(&q, &d);
   return err;
}

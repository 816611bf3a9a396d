/* SPDX-License-Identifier: MIT */
/* The walk over the program that decides which values are in registers: see spill_plan.h. */
#include "codegen/allocate/spill_priv.h"

#include <string.h>

#define MAX_WALKS 4
#define MANY_INSTRS 8192  /* in longer programs another walk has to save a certain part of the cost of stores */
#define WORTH_A_WALK 32

/* ---- one instruction ----------------------------------------------------------------------------------------------------- */

static uint32_t unit_of(const struct spill_walk *s, const struct cg_ra_ref *r, unsigned c)
{
   return s->f->unit_first[r->reg] + r->off + c;
}

static void name_ref(struct spill_walk *s, uint32_t ref)
{
   const struct cg_ra_ref *r = &s->q->ra->refs[ref];
   uint32_t *node = &s->plan->ref_node[s->plan->ref_first[ref]];
   for (unsigned c = 0; c < r->size; c++) {
      node[c] = s->unit[unit_of(s, r, c)].node;
      if (c)
         cg_spill_unite(s, node[0], node[c]);
   }
}

static void pin(struct spill_walk *s, uint32_t unit, uint8_t counter)
{
   s->unit[unit].pins++;
   s->unit[unit].since = NONE;
   UTIL_PUSH(s->ctx, s->pins, s->num_pins, s->cap_pins, (struct spill_pin){unit, counter});
}

/* Brings the units that instruction i reads into W. */
static void walk_reads(struct spill_walk *s, uint32_t i, const struct cg_ra_instr *x)
{
   const struct cg_ra_ref *refs = s->q->ra->refs;
   unsigned missing = 0;
   bool loads = false;
   for (uint32_t k = x->first; k < x->first + x->num; k++)
      for (unsigned c = 0; !(refs[k].flags & CG_RA_DEF) && c < refs[k].size; c++) {
         const uint32_t u = unit_of(s, &refs[k], c);
         missing += s->unit[u].locked != i + 1 && !s->at[u];
         loads |= !s->at[u] && s->f->remat[u] == NONE;
         s->unit[u].locked = i + 1;
      }
   if (missing)
      cg_spill_make_room(s, i, missing, loads);
   for (uint32_t k = x->first; k < x->first + x->num; k++) {
      if (refs[k].flags & CG_RA_DEF)
         continue;
      for (unsigned c = 0; c < refs[k].size; c++) {
         const uint32_t u = unit_of(s, &refs[k], c);
         if (!s->at[u]) {
            const uint32_t node = cg_spill_new_node(s, u);
            cg_spill_fetch(s, i, CG_SPILL_BEFORE, u, node);
            cg_spill_enter(s, u, node, s->f->remat[u] == NONE);
         }
         s->unit[u].next_use = 0;
      }
      name_ref(s, k);
   }
}

/* Removes from W the units whose life ends at instruction i. `written` selects results that nothing reads. */
static void drop_dead(struct spill_walk *s, uint32_t i, const struct cg_ra_instr *x, bool written)
{
   const struct cg_ra_ref *refs = s->q->ra->refs;
   for (uint32_t k = x->first; k < x->first + x->num; k++)
      for (unsigned c = 0; !!(refs[k].flags & CG_RA_DEF) == written && c < refs[k].size; c++) {
         const uint32_t u = unit_of(s, &refs[k], c);
         if (s->at[u] && !s->unit[u].pins && !cg_spill_live_at(s->f, u, 2 * i + 1 + written))
            cg_spill_leave(s, u);
      }
}

static void walk_writes(struct spill_walk *s, uint32_t i, const struct cg_ra_instr *x)
{
   const struct cg_ra_ref *refs = s->q->ra->refs;
   unsigned more = 0;
   for (uint32_t k = x->first; k < x->first + x->num; k++)
      for (unsigned c = 0; refs[k].flags & CG_RA_DEF && c < refs[k].size; c++)
         more += !s->at[unit_of(s, &refs[k], c)];
   if (more)
      cg_spill_make_room(s, i, more, false);
   for (uint32_t k = x->first; k < x->first + x->num; k++) {
      if (!(refs[k].flags & CG_RA_DEF))
         continue;
      for (unsigned c = 0; c < refs[k].size; c++) {
         /* A unit that is both read and written stays in one register, because some lanes may keep its value. */
         const uint32_t u = unit_of(s, &refs[k], c);
         const bool keeps = s->at[u] && s->unit[u].locked == i + 1;
         cg_spill_enter(s, u, keeps ? s->unit[u].node : cg_spill_new_node(s, u), false);
      }
      name_ref(s, k);
   }
}

/* Stores the values that instruction i wrote, where they are written, unless a request still writes them. */
static void store_eagerly(struct spill_walk *s, uint32_t i, uint32_t unit)
{
   if (s->eager[unit] && s->at[unit] && !s->unit[unit].pins && cg_spill_only_in_register(s, unit) &&
       cg_spill_live_at(s->f, unit, 2 * i + 2))
      cg_spill_store(s, i, CG_SPILL_AFTER, unit);
}

static void end_requests(struct spill_walk *s, uint32_t i, uint8_t counter)
{
   uint32_t n = 0;
   for (uint32_t k = 0; k < s->num_pins; k++) {
      const struct spill_pin p = s->pins[k];
      if (p.counter != counter) {
         s->pins[n++] = p;
         continue;
      }
      if (--s->unit[p.unit].pins || !s->at[p.unit])
         continue;
      s->unit[p.unit].since = i;
      if (!cg_spill_live_at(s->f, p.unit, 2 * i + 1))
         cg_spill_leave(s, p.unit);
      else
         store_eagerly(s, i, p.unit);
   }
   s->num_pins = n;
}

/* Evicts every unit that can leave W after instruction i. */
static void evict_all(struct spill_walk *s, uint32_t i)
{
   for (uint32_t k = s->num_w; k-- > 0;) {
      const uint32_t u = s->w[k];
      if (!cg_spill_may_leave(s, u))
         continue;
      if (cg_spill_only_in_register(s, u))
         cg_spill_store(s, i, CG_SPILL_AFTER, u);
      cg_spill_leave(s, u);
   }
}

static void walk_instr(struct spill_walk *s, uint32_t i)
{
   const struct cg_spill_instr *x = &s->q->instrs[i];
   const struct cg_ra_instr *r = &s->q->ra->instrs[i];
   if (x->kind == CG_SPILL_COPIES) {
      cg_spill_walk_copies(s, i);
   } else if (x->kind != CG_SPILL_EDGE) {
      const bool request = x->kind == CG_SPILL_OPERATION && x->counter != CG_SPILL_NO_COUNTER;
      walk_reads(s, i, r);
      for (uint32_t k = r->first; request && k < r->first + r->num; k++)
         for (unsigned c = 0; !(s->q->ra->refs[k].flags & CG_RA_DEF) && c < s->q->ra->refs[k].size; c++)
            pin(s, unit_of(s, &s->q->ra->refs[k], c), x->counter);
      if (!x->early)
         drop_dead(s, i, r, false);
      walk_writes(s, i, r);
      if (x->early)
         drop_dead(s, i, r, false);
      for (uint32_t k = r->first; k < r->first + r->num; k++)
         for (unsigned c = 0; s->q->ra->refs[k].flags & CG_RA_DEF && c < s->q->ra->refs[k].size; c++) {
            if (request)
               pin(s, unit_of(s, &s->q->ra->refs[k], c), x->counter);
            else
               store_eagerly(s, i, unit_of(s, &s->q->ra->refs[k], c));
         }
      drop_dead(s, i, r, true);
      if (x->kind == CG_SPILL_WAIT)
         end_requests(s, i, x->counter);
   }
   if (s->q->all)
      evict_all(s, i);
   const uint32_t b = s->f->block_of[i];
   if (s->q->access && (x->kind == CG_SPILL_OPERATION || x->kind == CG_SPILL_WAIT) && i >= s->q->body[b] && i < s->q->edge[b] &&
       s->num_w + s->q->access <= cg_spill_room(s, i))
      s->quiet = i;
}

/* ---- walks --------------------------------------------------------------------------------------------------------------- */

static void start_walk(struct spill_walk *s)
{
   const struct spill_facts *f = s->f;
   const uint32_t places = CG_SPILL_PLACES * s->q->ra->num_instrs;
   memset(s->plan->first, 0xff, sizeof *s->plan->first * places);
   memset(s->plan->ref_node, 0xff, sizeof *s->plan->ref_node * s->plan->ref_first[s->q->ra->num_refs]);
   memset(s->store_cost, 0, sizeof *s->store_cost * f->num_units);
   memset(s->used_home, 0, f->num_homes);
   memset(s->unit, 0, sizeof *s->unit * f->num_units);
   memset(s->at, 0, sizeof *s->at * f->num_units);
   for (uint32_t b = 0; b < s->q->ra->num_blocks; b++)
      s->blocks[b].loaded.n = 0;
   memset(s->listed, 0, sizeof *s->listed * f->num_units);
   s->plan->most = 0;
   s->plan->num_actions = s->num_w = s->num_pins = s->num_nodes = s->num_transit = 0;
}

static void walk(struct spill_walk *s)
{
   const struct cg_ra_problem *ra = s->q->ra;
   start_walk(s);
   for (uint32_t b = 0; b < ra->num_blocks; b++) {
      s->now = ra->blocks[b].first;
      s->quiet = NONE;
      cg_spill_start_block(s, b);
      for (; s->now < ra->blocks[b].first + ra->blocks[b].num; s->now++)
         walk_instr(s, s->now);
      cg_spill_end_block(s, b);
   }
}

/* The cost of storing a unit wherever it is written. A unit that copies write is stored at the start of the next block. */
static uint64_t cost_of_eager(const struct spill_facts *f, uint32_t unit)
{
   uint64_t cost = 0;
   uint32_t last = NONE;
   for (uint32_t k = f->def_first[unit]; k < f->def_first[unit + 1]; k++) {
      const uint32_t b = f->block_of[f->defs[k]];
      if (f->q->instrs[f->defs[k]].kind != CG_SPILL_COPIES) {
         cost += cg_spill_weight(f, b);
         continue;
      }
      const struct cg_ra_block *blk = &f->q->ra->blocks[b];
      const uint32_t to = blk->succ[1] != CG_RA_NO_BLOCK ? blk->succ[1] : blk->succ[0];
      if (to != last && to != CG_RA_NO_BLOCK)
         cost += cg_spill_weight(f, to);
      last = to;
   }
   return cost;
}

/*
 * Saves a walk in long programs by guessing the decisions of the first one. While twice as much is live as fits, units that are
 * not needed for as many instructions as that leave the registers, more than once if the paths diverge in the meantime.
 */
static void guess_eager(struct spill_walk *s)
{
   const struct spill_facts *f = s->f;
   for (uint32_t u = 0; u < f->num_units; u++)
      for (uint32_t k = f->def_first[u]; k < f->def_first[u + 1] && !s->eager[u]; k++) {
         const uint32_t i = f->defs[k];
         s->eager[u] =
             f->pressure[2 * i + 1] > 2 * (int32_t)s->q->room && cg_spill_next_use(f, u, i) > i + 2 * (uint64_t)s->q->room;
      }
}

/* Learns from a walk; true if another one will improve the result. */
static bool learn(struct spill_walk *s)
{
   uint64_t stores = 0, less = 0;
   bool more = false;
   for (uint32_t u = 0; u < s->f->num_units; u++) {
      stores += s->store_cost[u];
      if (s->eager[u] || !s->store_cost[u])
         continue;
      const uint64_t eager = cost_of_eager(s->f, u);
      if (s->store_cost[u] > eager) {
         s->eager[u] = true;
         less += s->store_cost[u] - eager;
      }
   }
   for (uint32_t b = 0; b < s->q->ra->num_blocks; b++)
      more |= cg_spill_ban(s, b);
   return more || less > (s->q->ra->num_instrs > MANY_INSTRS ? stores / WORTH_A_WALK : 0);
}

/* ---- new registers ------------------------------------------------------------------------------------------------------- */

/* Drops an instruction that is rematerialised at each read of its results, once nothing reads its own results. */
static void drop_unread(struct spill_walk *s)
{
   const struct cg_ra_problem *ra = s->q->ra;
   const struct cg_spill_plan *p = s->plan;
   uint8_t *read = UTIL_ARRAY(s->ctx, uint8_t, (size_t)s->num_nodes + 1);
   for (uint32_t i = 0; i < ra->num_instrs; i++)
      for (uint32_t k = ra->instrs[i].first; k < ra->instrs[i].first + ra->instrs[i].num; k++)
         for (unsigned c = 0; !(ra->refs[k].flags & CG_RA_DEF) && c < ra->refs[k].size; c++)
            if (s->q->instrs[i].kind != CG_SPILL_WAIT && p->ref_node[p->ref_first[k] + c] != NONE)
               read[cg_spill_find(s, p->ref_node[p->ref_first[k] + c])] = 1;
   for (uint32_t k = 0; k < p->num_actions; k++) {
      const struct cg_spill_action *a = &p->actions[k];
      if (a->kind == CG_SPILL_STORE)
         read[cg_spill_find(s, a->node)] = 1;
      else if (a->kind == CG_SPILL_COPY && a->arg < CG_SPILL_EXTERNAL)
         read[cg_spill_find(s, a->arg)] = 1;
   }
   for (uint32_t i = 0; i < ra->num_instrs; i++) {
      bool unread = s->q->instrs[i].remat, writes = false;
      for (uint32_t k = ra->instrs[i].first; unread && k < ra->instrs[i].first + ra->instrs[i].num; k++)
         for (unsigned c = 0; ra->refs[k].flags & CG_RA_DEF && c < ra->refs[k].size; c++) {
            writes = true;
            unread &=
                s->f->remat[unit_of(s, &ra->refs[k], c)] == i && !read[cg_spill_find(s, p->ref_node[p->ref_first[k] + c])];
         }
      p->dropped[i] = unread && writes;
   }
}

static void make_registers(struct spill_walk *s)
{
   struct cg_spill_plan *p = s->plan;
   const uint32_t n = s->num_nodes;
   uint32_t cap = 0;
   uint8_t *low = UTIL_ARRAY(s->ctx, uint8_t, (size_t)n + 1), *high = UTIL_ARRAY(s->ctx, uint8_t, (size_t)n + 1);
   uint32_t *reg = UTIL_ARRAY(s->ctx, uint32_t, (size_t)n + 1);
   p->node_reg = UTIL_ARRAY(s->ctx, uint32_t, (size_t)n + 1);
   p->node_off = UTIL_ARRAY(s->ctx, uint8_t, (size_t)n + 1);
   p->num_nodes = n;
   memset(low, 0xff, n);
   for (uint32_t k = 0; k < n; k++) {
      const uint32_t root = cg_spill_find(s, k), u = s->nodes[k].unit;
      if (u == NONE)
         continue;
      const struct cg_ra_reg *old = &s->q->ra->regs[s->f->unit_reg[u]];
      const bool whole = old->align > 1 || old->fixed >= 0;
      const uint8_t off = (uint8_t)(u - s->f->unit_first[s->f->unit_reg[u]]);
      low[root] = whole ? 0 : off < low[root] ? off : low[root];
      high[root] = whole ? (uint8_t)(old->size - 1) : off > high[root] ? off : high[root];
   }
   for (uint32_t k = 0; k < n; k++) {
      const uint32_t root = cg_spill_find(s, k), u = s->nodes[k].unit;
      const uint32_t old = u == NONE ? NONE : s->f->unit_reg[u];
      if (root == k) { /* a root precedes its other nodes */
         const bool temporary = u == NONE;
         reg[k] = p->num_regs;
         UTIL_PUSH(s->ctx, p->regs, p->num_regs, cap,
                   (struct cg_spill_reg){temporary ? 1 : (uint8_t)(high[k] + 1 - low[k]), temporary ? 0 : low[k], old});
      }
      p->node_reg[k] = reg[root];
      p->node_off[k] = u == NONE ? 0 : (uint8_t)(u - s->f->unit_first[old] - low[root]);
   }
}

/* Replaces homes in the actions by words. */
static void assign_words(struct spill_walk *s)
{
   struct cg_spill_plan *p = s->plan;
   uint32_t *word = UTIL_ARRAY(s->ctx, uint32_t, (size_t)s->f->num_homes + 1);
   p->words = cg_spill_assign_words(s->f, s->used_home, word);
   for (uint32_t k = 0; k < p->num_actions; k++) {
      struct cg_spill_action *a = &p->actions[k];
      if (a->kind == CG_SPILL_STORE || a->kind == CG_SPILL_LOAD)
         a->arg = a->arg < s->f->num_homes ? word[a->arg] : p->words + a->arg - s->f->num_homes;
   }
   p->words += s->num_transit;
}

static void start(struct spill_walk *s)
{
   const struct cg_ra_problem *ra = s->q->ra;
   const size_t units = (size_t)s->f->num_units + 1, blocks = (size_t)ra->num_blocks + 1;
   struct cg_spill_plan *p = s->plan;
   uint32_t copies = 0;
   for (uint32_t i = 0; i < ra->num_instrs; i++)
      copies = s->q->instrs[i].num_copies > copies ? s->q->instrs[i].num_copies : copies;
   s->eager = UTIL_ARRAY(s->ctx, uint8_t, units);
   s->w = UTIL_ARRAY(s->ctx, uint32_t, units);
   s->at = UTIL_ARRAY(s->ctx, uint32_t, units);
   s->mark = UTIL_ARRAY(s->ctx, uint32_t, units);
   s->unit = UTIL_ARRAY(s->ctx, struct spill_unit, units);
   s->store_cost = UTIL_ARRAY(s->ctx, uint64_t, units);
   s->blocks = UTIL_ARRAY(s->ctx, struct spill_block, blocks);
   for (uint32_t b = 0; b < ra->num_blocks; b++)
      s->blocks[b].limit = UINT32_MAX;
   s->used_home = UTIL_ARRAY(s->ctx, uint8_t, (size_t)s->f->num_homes + copies + 1);
   s->home_reads = UTIL_ARRAY(s->ctx, uint32_t, (size_t)s->f->num_homes + 1);
   s->listed = UTIL_ARRAY(s->ctx, uint32_t, units);
   s->order = UTIL_ARRAY(s->ctx, uint32_t, units);
   s->place = UTIL_ARRAY(s->ctx, uint32_t, units);
   s->last = UTIL_ARRAY(s->ctx, uint32_t, CG_SPILL_PLACES * (size_t)ra->num_instrs + 1);
   p->first = UTIL_ARRAY(s->ctx, uint32_t, CG_SPILL_PLACES * (size_t)ra->num_instrs + 1);
   p->dropped = UTIL_ARRAY(s->ctx, uint8_t, (size_t)ra->num_instrs + 1);
   p->ref_first = UTIL_ARRAY(s->ctx, uint32_t, (size_t)ra->num_refs + 1);
   for (uint32_t k = 0; k < ra->num_refs; k++)
      p->ref_first[k + 1] = p->ref_first[k] + ra->refs[k].size;
   p->ref_node = UTIL_ARRAY(s->ctx, uint32_t, (size_t)p->ref_first[ra->num_refs] + 1);
}

/* Frees the largest arrays; the plan still refers to the numbers of units. */
static void finish(struct spill_walk *s)
{
   const struct spill_facts *f = s->f;
   const size_t units = (size_t)f->num_units + 1, instrs = (size_t)s->q->ra->num_instrs;
   util_discard(s->ctx, s->nodes, sizeof *s->nodes * s->cap_nodes);
   util_discard(s->ctx, s->last, sizeof *s->last * (CG_SPILL_PLACES * instrs + 1));
   util_discard(s->ctx, s->unit, sizeof *s->unit * units);
   util_discard(s->ctx, s->store_cost, sizeof *s->store_cost * units);
   util_discard(s->ctx, f->live, sizeof *f->live * ((size_t)f->live_first[f->num_units] + 1));
   util_discard(s->ctx, f->defs, sizeof *f->defs * ((size_t)f->def_first[f->num_units] + 1));
   util_discard(s->ctx, f->uses, sizeof *f->uses * ((size_t)f->use_first[f->num_homes] + 1));
   util_discard(s->ctx, f->block_of, sizeof *f->block_of * (instrs + 1));
   util_discard(s->ctx, f->pressure, sizeof *f->pressure * (2 * instrs + 2));
   uint32_t *const by_unit[] = {s->w, s->at, s->mark, s->listed, s->order, s->place, f->home};
   for (unsigned k = 0; k < sizeof by_unit / sizeof *by_unit; k++)
      util_discard(s->ctx, by_unit[k], sizeof **by_unit * units);
}

void cg_spill_plan(const struct cg_spill_problem *q, struct cg_spill_plan *plan)
{
   struct spill_facts f;
   struct spill_walk s = {.f = &f, .q = q, .ctx = q->ra->ctx, .plan = plan};
   *plan = (struct cg_spill_plan){0};
   cg_spill_find_facts(q, &f);
   plan->unit_first = f.unit_first;
   plan->unit_reg = f.unit_reg;
   plan->remat = f.remat;
   start(&s);
   if (q->ra->num_instrs > MANY_INSTRS)
      guess_eager(&s);
   for (unsigned k = 0; k < MAX_WALKS; k++) {
      walk(&s);
      if (q->all || !learn(&s))
         break;
   }
   drop_unread(&s);
   make_registers(&s);
   assign_words(&s);
   finish(&s);
   cg_live_free_holes(&(struct cg_live_program){.ctx = s.ctx, .num_regs = q->ra->num_regs, .num_blocks = q->ra->num_blocks},
                      &f.liveness);
}

/* SPDX-License-Identifier: MIT */
/* The list scheduler of a block: see usc_list.h. Graph and readiness are those of codegen/sched.h; legality is usc_merge(). */
#include "backend-usc/schedule/usc_list.h"

#include <string.h>

/* ---- register pressure --------------------------------------------------------------------------------------------------- */

static void count_uses(struct usc_list *l, const struct usc_ref *f)
{
   struct usc_pressure *p = &l->pressure;
   for (unsigned k = 0; !f->write && k < f->n && f->unit + k < l->g->c->p.num_units; k++) {
      struct usc_unit_use *u = &p->units[f->unit + k];
      if (u->graph != p->graph)
         u->graph = p->graph, u->all = 0;
      u->all++;
   }
}

void usc_list_count(struct usc_list *l)
{
   l->pressure.graph++;
   for (uint32_t k = 0; k < l->g->num_refs; k++)
      count_uses(l, &l->g->refs[k]);
}

/* Starts counting live registers, to make or measure a schedule. */
static void start_pressure(struct usc_list *l)
{
   struct usc_pressure *p = &l->pressure;
   p->base++;
   p->held[0] = p->held[1] = 0;
   p->epoch[0]++, p->epoch[1]++;
}

/* Does anything after the graph read the register? */
static inline bool lives_on(const struct usc_pressure *p, const struct usc_unit_use *u)
{
   return u->last_part > p->part;
}

/* Counts the registers whose life node v starts and those whose life it ends. With `commit`, v is issued and uses decrease. */
static inline void lives_of(struct usc_list *l, uint32_t v, bool commit, int *starts, int *ends)
{
   struct usc_pressure *p = &l->pressure;
   const struct usc_graph *g = l->g;
   const struct usc_ref *f = g->refs + g->n[v].first_ref, *end = f + g->n[v].num_refs;
   const uint32_t units = g->c->p.num_units;
   for (; f < end; f++) {
      const uint32_t last = f->unit + f->n < units ? f->unit + f->n : units;
      if (f->write) {
         *starts += f->unit < last ? (int)(last - f->unit) : 0;
         continue;
      }
      for (uint32_t k = f->unit; k < last; k++) {
         struct usc_unit_use *u = &p->units[k];
         if (u->stamp != p->base)
            u->stamp = p->base, u->uses = u->all;
         if (u->uses) {
            if (commit)
               u->uses--;
            if (u->uses == (commit ? 0u : 1u) && !lives_on(p, u))
               ++*ends;
         }
      }
   }
}

/* Registers whose life ends with the waits before v, each for all requests of a counter. With `commit`, v is issued. */
static int released_by_waits(struct usc_list *l, uint32_t v, bool commit)
{
   struct usc_pressure *p = &l->pressure;
   const struct usc_graph *g = l->g;
   int released = 0;
   bool waits[2] = {false, false};
   for (uint32_t e = g->dag.n[v].first[1]; e != CG_SCHED_NONE; e = g->dag.e[e].next[1]) {
      const struct usc_node *n = &g->n[g->dag.e[e].end[1]];
      if (usc_edge_waits(g, g->dag.e[e].end[1], e) && n->epoch == p->epoch[usc_counter_of(n)])
         waits[usc_counter_of(n)] = true;
   }
   for (unsigned d = 0; d < 2; d++)
      if (waits[d]) {
         released += p->held[d];
         if (commit)
            p->held[d] = 0, p->epoch[d]++;
      }
   return released;
}

/* By how much node v changes the number of live registers. The sources of a request stay alive up to its wait, before the first
   reader of its results. With `commit`, v is issued. */
static int pressure_of(struct usc_list *l, uint32_t v, bool commit)
{
   int starts = 0, ends = 0;
   lives_of(l, v, commit, &starts, &ends);
   if (!l->g->requests)
      return starts - ends;
   ends += released_by_waits(l, v, commit);
   struct usc_node *n = &l->g->n[v];
   if (!n->request)
      return starts - ends;
   if (commit) {
      n->epoch = l->pressure.epoch[usc_counter_of(n)];
      l->pressure.held[usc_counter_of(n)] += ends;
   }
   return starts;
}

int32_t usc_list_peak(struct usc_list *l, const struct usc_order *o)
{
   int32_t live = l->before, peak = live;
   start_pressure(l);
   for (uint32_t k = 0; k < o->n; k++) {
      live += pressure_of(l, o->pairs[k].v, true);
      if (o->pairs[k].w != CG_SCHED_NONE)
         live += pressure_of(l, o->pairs[k].w, true);
      if (live > peak)
         peak = live;
   }
   return peak;
}

struct live_out_scan {
   struct usc_list *l;
   uint32_t block; /* or part of a block */
};

/* Notes the registers that a block reads and another block wrote last. An instruction's reads come before its writes. */
static void note_live_out(void *user, uint32_t unit, unsigned n, bool write)
{
   const struct live_out_scan *scan = user;
   struct usc_pressure *p = &scan->l->pressure;
   for (unsigned k = 0; k < n && unit + k < scan->l->g->c->p.num_units; k++) {
      struct usc_unit_use *u = &p->units[unit + k];
      if (write)
         u->stamp = scan->block + 1;
      else if (u->stamp && u->stamp != scan->block + 1)
         u->last_part = UINT32_MAX;
   }
}

void usc_list_init(struct usc_list *l, struct usc_graph *g, uint32_t random_seed)
{
   struct usc_mir *c = g->c;
   *l = (struct usc_list){.g = g, .random_seed = random_seed};
   l->pressure.units = UTIL_ARRAY(c->p.ctx, struct usc_unit_use, c->p.num_units);
   for (uint32_t b = 0; b < c->p.num_blocks && c->p.num_blocks > 1; b++)
      for (unsigned k = 0; k < CG_NUM_LISTS; k++) {
         struct live_out_scan scan = {l, b};
         const struct cg_list *list = cg_list_of(&c->p.blocks[b], k);
         for (uint32_t i = 0; i < list->n; i++)
            usc_refs(c, usc_instr_at(list, i), note_live_out, &scan);
      }
   for (uint32_t k = 0; k < c->p.num_units && c->p.num_blocks > 1; k++)
      l->pressure.units[k].stamp = 0;
}

static void note_part(void *user, uint32_t unit, unsigned n, bool write)
{
   const struct live_out_scan *scan = user;
   for (unsigned k = 0; !write && k < n && unit + k < scan->l->g->c->p.num_units; k++) {
      struct usc_unit_use *u = &scan->l->pressure.units[unit + k];
      if (u->last_part < scan->block)
         u->last_part = scan->block;
   }
}

void usc_list_announce(struct usc_list *l, const struct cg_list *parts, uint32_t num)
{
   struct usc_mir *c = l->g->c;
   for (uint32_t k = 0; k < num; k++) {
      struct live_out_scan scan = {l, l->pressure.part + 1 + k};
      for (uint32_t i = 0; i < parts[k].n; i++)
         usc_refs(c, usc_instr_at(&parts[k], i), note_part, &scan);
   }
}

void usc_list_enter(struct usc_list *l, bool first)
{
   l->pressure.part++;
   l->before = first ? 0 : l->live;
}

#define LATE_WINDOW 8 /* in large programs, to save time */

/* ---- choosing a group ---------------------------------------------------------------------------------------------------- */

/* The number of ready nodes that are examined. */
static inline uint32_t window_of(const struct usc_list *l)
{
   return l->g->dag.nwin < l->window ? l->g->dag.nwin : l->window;
}

/* The position in the window of the ready node after which the fewest registers are alive. */
static uint32_t least_pressure(struct usc_list *l)
{
   uint32_t first = 0;
   int best = INT32_MAX;
   for (uint32_t k = 0; k < window_of(l); k++) {
      const int d = pressure_of(l, l->g->dag.win[k], false);
      if (d < best)
         best = d, first = k;
   }
   return first;
}

/* The position in the window of the first ready node within the limit of live registers. Without one, it is CG_SCHED_NONE while
   results are in flight, and time passes up to the next result; otherwise that of the node after which the fewest are alive. */
static uint32_t first_within(struct usc_list *l, int32_t limit)
{
   for (uint32_t k = 0; k < window_of(l); k++) {
      const int d = pressure_of(l, l->g->dag.win[k], false);
      if (d <= 0 || l->live + d <= limit)
         return k;
   }
   return cg_sched_skip(&l->g->dag) ? CG_SCHED_NONE : least_pressure(l);
}

/* The position in the window of the first node of the next group: the highest node, or if registers are scarce, the one after
   which the fewest are alive. CG_SCHED_NONE if none was chosen and time has passed. */
static uint32_t choose_first(struct usc_list *l, const struct usc_list_setting *s)
{
   if (s->limit < INT32_MAX)
      return first_within(l, s->limit);
   return l->live > USC_COST_REGISTERS && !l->random_seed ? least_pressure(l) : 0;
}

/* The position in the window of the highest node that merges with the node at position `first`, or CG_SCHED_NONE. Sets *mode.
   With `hosts_only`, pairable nodes do not count. */
static inline uint32_t find_partner(struct usc_list *l, uint32_t first, bool hosts_only, int32_t limit,
                                    enum usc_merge_mode *mode)
{
   const uint32_t *window = l->g->dag.win, v = window[first];
   const uint32_t n = window_of(l);
   for (uint32_t k = 0; k < n; k++)
      if (k != first && (!hosts_only || !l->g->n[window[k]].pairable) && (*mode = usc_graph_merge(l->g, v, window[k])) &&
          (limit == INT32_MAX || l->live + pressure_of(l, window[k], false) <= limit))
         return k;
   return CG_SCHED_NONE;
}

/* A pairable operation without a partner lets a host that is nearly as high go first, since a partner may become ready
   meanwhile. Returns the position of the host, and in *partner that of a node to merge with it; without a host, `first`. */
static uint32_t yield_to_host(struct usc_list *l, uint32_t first, uint32_t *partner, enum usc_merge_mode *mode)
{
   const uint32_t *window = l->g->dag.win;
   const uint32_t height = l->g->dag.n[window[first]].height;
   for (uint32_t k = 0; k < window_of(l); k++)
      if (k != first && !l->g->n[window[k]].pairable && l->g->dag.n[window[k]].height + 4 >= height) {
         *partner = find_partner(l, k, false, INT32_MAX, mode);
         return k;
      }
   return first;
}

/* Chooses the next group and does not issue it; false if none was chosen and time has passed. */
static bool choose_pair(struct usc_list *l, const struct usc_list_setting *s, struct usc_pair *pair)
{
   const struct usc_graph *g = l->g;
   uint32_t first = choose_first(l, s), partner = CG_SCHED_NONE;
   if (first == CG_SCHED_NONE)
      return false;
   pair->mode = USC_APART;
   const bool single = g->n[g->dag.win[first]].pairable;
   if (s->prefer_hosts)
      partner = find_partner(l, first, true, s->limit, &pair->mode);
   if (partner == CG_SCHED_NONE)
      partner = find_partner(l, first, false, s->limit, &pair->mode);
   if (partner == CG_SCHED_NONE && l->live <= USC_COST_REGISTERS && single)
      first = yield_to_host(l, first, &partner, &pair->mode);
   pair->v = g->dag.win[first];
   pair->w = partner == CG_SCHED_NONE ? CG_SCHED_NONE : g->dag.win[partner];
   return true;
}

/* A node that may share the group of v and became ready when v was issued; it may overwrite sources of v. */
static uint32_t find_follower(struct usc_list *l, uint32_t v, enum usc_merge_mode *mode)
{
   const struct cg_sched *dag = &l->g->dag;
   for (uint32_t e = dag->n[v].first[dag->back]; e != CG_SCHED_NONE; e = dag->e[e].next[dag->back]) {
      const uint32_t t = dag->e[e].end[dag->back];
      const struct cg_sched_node *n = &dag->n[t];
      if (!dag->e[e].lat && !n->preds && !n->issued && n->ready_at <= dag->time && (*mode = usc_graph_merge(l->g, v, t)))
         return t;
   }
   return CG_SCHED_NONE;
}

/* ---- a schedule ---------------------------------------------------------------------------------------------------------- */

static void set_priorities(struct usc_list *l, const struct usc_list_setting *s)
{
   struct usc_graph *g = l->g;
   for (uint32_t v = 0; v < g->num; v++)
      g->dag.n[v].floor = s->host_height && usc_has_room(&g->n[v].i->g) ? s->host_height : 0;
   cg_sched_start(&g->dag, s->backward);
   for (uint32_t v = 0; v < g->num && l->random_seed; v++) {
      uint32_t p = (v * 2654435761u) ^ l->random_seed;
      p ^= p >> 15;
      g->dag.n[v].key = ~(p * 0x85ebca6bu);
   }
   for (uint32_t v = 0; v < g->num && s->limit < INT32_MAX; v++) /* source order keeps few registers alive */
      g->dag.n[v].key = ~v;
   cg_sched_seed(&g->dag);
}

static inline void issue(struct usc_list *l, uint32_t v)
{
   cg_sched_issue(&l->g->dag, v);
   if (!l->g->dag.back)
      l->live += pressure_of(l, v, true);
}

/* Issues the group and advances to the next slot. */
static void issue_pair(struct usc_list *l, struct usc_pair *pair)
{
   struct cg_sched *dag = &l->g->dag;
   if (pair->w != CG_SCHED_NONE) /* removed from the window before v makes other nodes ready */
      cg_sched_take(dag, pair->w);
   issue(l, pair->v);
   if (pair->w == CG_SCHED_NONE && !l->random_seed && l->g->n[pair->v].pairable)
      pair->w = find_follower(l, pair->v, &pair->mode);
   if (pair->w != CG_SCHED_NONE)
      issue(l, pair->w);
   else
      pair->mode = USC_APART;
   if (l->live > l->peak)
      l->peak = l->live;
   cg_sched_retire(dag, pair->v);
   if (pair->w != CG_SCHED_NONE)
      cg_sched_retire(dag, pair->w);
   dag->time++;
   cg_sched_release(dag, pair->v);
   if (pair->w != CG_SCHED_NONE)
      cg_sched_release(dag, pair->w);
}

static void reverse(struct usc_order *o)
{
   for (uint32_t k = 0; k < o->n / 2; k++) {
      const struct usc_pair p = o->pairs[k];
      o->pairs[k] = o->pairs[o->n - 1 - k];
      o->pairs[o->n - 1 - k] = p;
   }
}

bool usc_list_schedule(struct usc_list *l, const struct usc_list_setting *s)
{
   struct usc_graph *g = l->g;
   l->order.n = 0;
   l->live = l->peak = l->before;
   l->window = util_is_late(g->c->p.ctx) ? LATE_WINDOW : CG_SCHED_WINDOW;
   start_pressure(l);
   set_priorities(l, s);
   for (uint32_t done = 0; done < g->num;) {
      struct usc_pair pair;
      cg_sched_wake(&g->dag);
      if (!choose_pair(l, s, &pair))
         continue;
      issue_pair(l, &pair);
      done += 1 + (pair.w != CG_SCHED_NONE);
      l->order.pairs[l->order.n++] = pair;
      if (l->order.n + (g->num - done + 1) / 2 + (g->requests != 0) > s->most)
         return false;
   }
   if (s->backward) {
      reverse(&l->order);
      l->peak = usc_list_peak(l, &l->order);
   }
   return true;
}

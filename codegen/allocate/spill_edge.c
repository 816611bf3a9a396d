/* SPDX-License-Identifier: MIT */
/* The set W at joins, and the code on edges: see spill_plan.h. */
#include "codegen/allocate/spill_priv.h"

#include <stdlib.h>

#define MANY_EDGES 3 /* with more edges into a block, none of them loads anything */

static bool two_ways(const struct spill_walk *s, uint32_t b)
{
   return s->q->ra->blocks[b].succ[0] != CG_RA_NO_BLOCK && s->q->ra->blocks[b].succ[1] != CG_RA_NO_BLOCK;
}

/* States of blocks are needed for a short time only: that of an end up to the block's last successor, that of a start while
   its edges are resolved. After that their arrays are reused, but their number of entries stays. */
static void begin_state(struct spill_walk *s, struct spill_state *x)
{
   *x = (struct spill_state){0};
   if (s->num_spare)
      *x = s->spare[--s->num_spare];
   x->n = 0;
}

static void end_state(struct spill_walk *s, struct spill_state *x)
{
   if (x->e)
      UTIL_PUSH(s->ctx, s->spare, s->num_spare, s->cap_spare, *x);
   x->e = NULL;
   x->cap = 0;
}

static void save_state(struct spill_walk *s, struct spill_state *to)
{
   begin_state(s, to);
   for (uint32_t k = 0; k < s->num_w; k++) {
      const uint32_t u = s->w[k];
      UTIL_PUSH(s->ctx, to->e, to->n, to->cap,
                (struct spill_entry){u, s->unit[u].node, s->unit[u].origin, s->unit[u].valid});
   }
}

static void enter_entry(struct spill_walk *s, const struct spill_entry *e)
{
   cg_spill_enter(s, e->unit, e->node, e->valid);
   s->unit[e->unit].origin = e->origin;
}

/* ---- the code on an edge ------------------------------------------------------------------------------------------------- */

/*
 * Adds the code from the end of a block to the start of a block whose W is known: stores values that are in memory at the
 * target, loads values that are in registers only there, and joins the nodes of both sides.
 */
static void resolve(struct spill_walk *s, uint32_t from, uint32_t to)
{
   struct spill_state *x = &s->blocks[from].exit, *y = &s->blocks[to].entry;
   const uint32_t edge = s->q->edge[from], in_y = ++s->mark_stamp;
   for (uint32_t k = 0; k < y->n; k++)
      s->mark[y->e[k].unit] = in_y;
   for (uint32_t k = 0; k < x->n; k++) {
      struct spill_entry *e = &x->e[k];
      if (s->mark[e->unit] == in_y || e->valid || s->f->remat[e->unit] != NONE || !cg_spill_live_in(s->f, e->unit, to))
         continue;
      cg_spill_act(s, edge, CG_SPILL_BEFORE, CG_SPILL_STORE, e->node, s->f->home[e->unit]);
      s->store_cost[e->origin] += cg_spill_weight(s->f, from);
      e->valid = true;
   }
   const uint32_t in_x = ++s->mark_stamp;
   for (uint32_t k = 0; k < x->n; k++) {
      s->mark[x->e[k].unit] = in_x;
      s->unit[x->e[k].unit].node = x->e[k].node; /* W is unused at this time */
   }
   for (uint32_t k = 0; k < y->n; k++) {
      struct spill_entry *e = &y->e[k];
      if (s->mark[e->unit] == in_x) {
         cg_spill_unite(s, e->node, s->unit[e->unit].node);
         continue;
      }
      const uint32_t node = cg_spill_new_node(s, e->unit);
      UTIL_CHECK(s->ctx, !two_ways(s, from));
      cg_spill_fetch(s, edge, CG_SPILL_BEFORE, e->unit, node);
      cg_spill_unite(s, e->node, node);
      UTIL_PUSH(s->ctx, s->blocks[to].loaded.u, s->blocks[to].loaded.n, s->blocks[to].loaded.cap, e->unit);
   }
}

static int compare_units(const void *a, const void *b)
{
   const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
   return x < y ? -1 : x > y;
}

bool cg_spill_ban(struct spill_walk *s, uint32_t b)
{
   struct spill_units *l = &s->blocks[b].loaded;
   bool more = false;
   if (l->n <= MANY_EDGES)
      return false;
   qsort(l->u, l->n, sizeof *l->u, compare_units);
   for (uint32_t k = 0, n; k < l->n; k += n) {
      for (n = 1; k + n < l->n && l->u[k + n] == l->u[k];)
         n++;
      if (n <= MANY_EDGES)
         continue;
      s->blocks[b].limit = (s->blocks[b].limit < s->blocks[b].entry.n ? s->blocks[b].limit : s->blocks[b].entry.n) - 1;
      UTIL_PUSH(s->ctx, s->blocks[b].banned.u, s->blocks[b].banned.n, s->blocks[b].banned.cap, l->u[k]);
      more = true;
   }
   return more;
}

/* ---- W at the start of a block ------------------------------------------------------------------------------------------- */

/* A unit that may be in W at the start. */
struct candidate {
   uint64_t order; /* lowest first */
   uint32_t unit;
};

struct candidates {
   struct candidate *c;
   uint32_t n, cap;
};

static int compare_candidates(const void *a, const void *b)
{
   const struct candidate *x = a, *y = b;
   if (x->order != y->order)
      return x->order < y->order ? -1 : 1;
   return x->unit < y->unit ? -1 : x->unit > y->unit;
}

static uint64_t next_use(const struct spill_walk *s, uint32_t unit, uint32_t b)
{
   const uint32_t first = s->q->ra->blocks[b].first;
   return first ? cg_spill_next_use(s->f, unit, first - 1) : 0;
}

#define SOME_EDGES ((uint64_t)1 << 62)

/* True if the edges into the block load units. The first `forward` of them come from earlier blocks. */
static bool loads_on_edges(const struct spill_walk *s, const uint32_t *pred, uint32_t forward)
{
   bool yes = forward <= MANY_EDGES;
   for (uint32_t k = 0; k < forward; k++)
      yes &= !two_ways(s, pred[k]);
   return yes;
}

/* Collects the units in registers at the ends of the predecessors of b; those on all edges come first. */
static void gather(struct spill_walk *s, uint32_t b, uint32_t forward, struct candidates *l)
{
   const uint32_t *pred = &s->f->preds[s->f->pred_first[b]], base = s->mark_stamp;
   const bool loads = loads_on_edges(s, pred, forward);
   for (uint32_t k = 0; k < forward; k++)
      for (uint32_t j = 0; j < s->blocks[pred[k]].exit.n; j++) {
         uint32_t *mark = &s->mark[s->blocks[pred[k]].exit.e[j].unit];
         if (k == 0)
            *mark = base + 1;
         else if (*mark == base + k) /* on all edges so far */
            ++*mark;
      }
   s->mark_stamp = base + forward;
   for (uint32_t k = 0; k < forward; k++)
      for (uint32_t j = 0; j < s->blocks[pred[k]].exit.n; j++) {
         const uint32_t u = s->blocks[pred[k]].exit.e[j].unit;
         const bool on_all = s->mark[u] == base + forward;
         if (s->listed[u] == b + 1 || !cg_spill_live_in(s->f, u, b) || (!on_all && !loads && !s->f->stays[u]))
            continue;
         s->listed[u] = b + 1;
         UTIL_PUSH(s->ctx, l->c, l->n, l->cap, (struct candidate){s->f->stays[u] ? 0 : on_all ? 1 : SOME_EDGES, u});
      }
}

/* Sorts units that are on equally many edges by next use, nearest first. */
static void add_next_uses(const struct spill_walk *s, uint32_t b, struct candidates *l)
{
   for (uint32_t k = 0; k < l->n; k++)
      if (l->c[k].order)
         l->c[k].order += next_use(s, l->c[k].unit, b);
}

/*
 * For a loop whose pressure exceeds the room: first the units that it reads, in that order, whether or not they are in
 * registers before it, then others in registers as far as the pressure inside allows. A unit that must stay in memory gets no
 * order.
 */
static void choose_for_loop(struct spill_walk *s, uint32_t b, uint32_t forward, struct candidates *l)
{
   const struct spill_loop *loop = &s->f->loops[s->f->header_of[b]];
   const bool loads = loads_on_edges(s, &s->f->preds[s->f->pred_first[b]], forward);
   const unsigned inside = loop->pressure > loop->through ? loop->pressure - loop->through : 0;
   unsigned free = s->q->room > inside ? s->q->room - inside : 0;
   if (loop->pressure > s->q->room) {
      const uint32_t read = ++s->mark_stamp;
      for (uint32_t k = 0; k < loop->num_reads; k++)
         s->mark[loop->reads[k]] = read;
      if (l->n)
         qsort(l->c, l->n, sizeof *l->c, compare_candidates);
      for (uint32_t k = 0; k < l->n; k++) /* units that are live through the loop but not used in it */
         if (s->mark[l->c[k].unit] != read && !s->f->stays[l->c[k].unit])
            l->c[k].order = free ? SOME_EDGES + free-- : UINT64_MAX;
      const uint32_t listed = ++s->mark_stamp;
      for (uint32_t k = 0; k < loop->num_reads; k++) {
         const uint32_t u = loop->reads[k];
         if (s->listed[u] != b + 1 && loads)
            UTIL_PUSH(s->ctx, l->c, l->n, l->cap, (struct candidate){0, u});
         s->mark[u] = listed;
         s->order[u] = k;
      }
      for (uint32_t k = 0; k < l->n; k++)
         if (s->mark[l->c[k].unit] == listed && !s->f->stays[l->c[k].unit])
            l->c[k].order = 1 + s->order[l->c[k].unit];
   }
   const uint32_t banned = ++s->mark_stamp;
   for (uint32_t k = 0; k < s->blocks[b].banned.n; k++)
      s->mark[s->blocks[b].banned.u[k]] = banned;
   for (uint32_t k = 0; k < l->n; k++)
      if (s->mark[l->c[k].unit] == banned)
         l->c[k].order = UINT64_MAX;
}

/* The state of a unit at the start of block b, from the states at the ends of earlier predecessors. */
static struct spill_entry entry_of(struct spill_walk *s, uint32_t b, uint32_t unit)
{
   struct spill_entry e = {unit, NONE, unit, s->f->remat[unit] == NONE};
   const uint32_t loop = s->f->header_of[b];
   if (loop != NONE && cg_spill_written_in(s->f, unit, s->f->loops[loop].first, s->f->loops[loop].end))
      e.valid = false;
   return e;
}

static void choose_entry(struct spill_walk *s, uint32_t b, uint32_t forward)
{
   const uint32_t *pred = &s->f->preds[s->f->pred_first[b]];
   struct spill_state *y = &s->blocks[b].entry;
   struct candidates l = {0};
   uint32_t limit = cg_spill_room(s, s->q->ra->blocks[b].first);
   limit = s->blocks[b].limit < limit ? s->blocks[b].limit : limit;
   begin_state(s, y);
   gather(s, b, forward, &l);
   const bool loop = s->f->header_of[b] != NONE;
   if (loop || l.n > limit)
      add_next_uses(s, b, &l);
   if (loop)
      choose_for_loop(s, b, forward, &l);
   if (l.n && (loop || l.n > limit))
      qsort(l.c, l.n, sizeof *l.c, compare_candidates);
   for (uint32_t k = 0; k < l.n && l.c[k].order != UINT64_MAX; k++) {
      const uint32_t u = l.c[k].unit;
      if (!s->f->stays[u] && (y->n >= limit || s->q->all))
         break;
      s->place[u] = y->n + 1;
      UTIL_PUSH(s->ctx, y->e, y->n, y->cap, entry_of(s, b, u));
   }
   for (uint32_t k = 0; k < forward; k++)
      for (uint32_t j = 0; j < s->blocks[pred[k]].exit.n; j++) {
         const struct spill_entry *x = &s->blocks[pred[k]].exit.e[j];
         if (!s->place[x->unit])
            continue;
         struct spill_entry *e = &y->e[s->place[x->unit] - 1];
         e->valid &= x->valid;
         e->node = e->node == NONE ? x->node : e->node;
         if (!loop)
            e->origin = k == 0 || e->origin == x->origin ? x->origin : e->unit;
      }
   for (uint32_t k = 0; k < y->n; k++) {
      s->place[y->e[k].unit] = 0;
      if (y->e[k].node == NONE)
         y->e[k].node = cg_spill_new_node(s, y->e[k].unit);
   }
   util_discard(s->ctx, l.c, l.cap * sizeof *l.c);
}

static void start_block(struct spill_walk *s, uint32_t b, const uint32_t *pred, uint32_t forward, bool one)
{
   const struct spill_facts *f = s->f;
   if (one) {
      for (uint32_t k = 0; k < s->blocks[pred[0]].exit.n; k++)
         if (cg_spill_live_in(f, s->blocks[pred[0]].exit.e[k].unit, b))
            enter_entry(s, &s->blocks[pred[0]].exit.e[k]);
      return;
   }
   choose_entry(s, b, forward);
   for (uint32_t k = 0; k < forward; k++)
      resolve(s, pred[k], b);
   for (uint32_t k = 0; k < s->blocks[b].entry.n; k++) {
      const struct spill_entry *e = &s->blocks[b].entry.e[k];
      enter_entry(s, e);
      if (s->eager[e->unit] && cg_spill_only_in_register(s, e->unit))
         cg_spill_store(s, s->q->body[b], CG_SPILL_BEFORE, e->unit);
   }
   if (f->header_of[b] == NONE)
      end_state(s, &s->blocks[b].entry);
}

void cg_spill_start_block(struct spill_walk *s, uint32_t b)
{
   const uint32_t *pred = &s->f->preds[s->f->pred_first[b]], num = s->f->pred_first[b + 1] - s->f->pred_first[b];
   uint32_t forward = 0;
   while (forward < num && pred[forward] < b)
      forward++;
   start_block(s, b, pred, forward, num == 1 && forward == 1);
   for (uint32_t k = 0; k < forward; k++)
      if (!--s->blocks[pred[k]].waiting)
         end_state(s, &s->blocks[pred[k]].exit);
}

/* ---- the end of a block -------------------------------------------------------------------------------------------------- */

/* The block has an edge to a loop header, or to a block that has begun: units in registers there have to be in registers
   here. */
static void require(struct spill_walk *s, uint32_t b, const struct spill_state *y)
{
   const uint32_t edge = s->q->edge[b];
   unsigned missing = 0;
   bool loads = false;
   for (uint32_t k = 0; k < y->n; k++) {
      s->unit[y->e[k].unit].locked = edge + 1;
      missing += !s->at[y->e[k].unit];
      loads |= !s->at[y->e[k].unit] && s->f->remat[y->e[k].unit] == NONE;
   }
   if (missing)
      cg_spill_make_room(s, edge, missing, loads);
   for (uint32_t k = 0; k < y->n; k++) {
      const uint32_t u = y->e[k].unit;
      if (s->at[u])
         continue;
      const uint32_t node = cg_spill_new_node(s, u);
      cg_spill_fetch(s, edge, CG_SPILL_BEFORE, u, node);
      cg_spill_enter(s, u, node, s->f->remat[u] == NONE);
   }
}

void cg_spill_end_block(struct spill_walk *s, uint32_t b)
{
   const struct cg_ra_block *blk = &s->q->ra->blocks[b];
   for (unsigned e = 0; e < 2; e++)
      if (blk->succ[e] <= b && two_ways(s, b))
         require(s, b, &s->blocks[blk->succ[e]].entry);
   save_state(s, &s->blocks[b].exit);
   while (s->num_w)
      cg_spill_leave(s, s->w[s->num_w - 1]);
   for (unsigned e = 0; e < 2; e++)
      if (blk->succ[e] <= b)
         resolve(s, b, blk->succ[e]);
   s->blocks[b].waiting = 0;
   for (unsigned e = 0; e < 2; e++)
      s->blocks[b].waiting += blk->succ[e] != CG_RA_NO_BLOCK && blk->succ[e] > b;
   if (!s->blocks[b].waiting)
      end_state(s, &s->blocks[b].exit);
   for (uint32_t l = s->f->loop_of[b]; l != NONE && s->f->loops[l].last == b; l = s->f->loops[l].parent)
      end_state(s, &s->blocks[s->f->loops[l].header].entry);
}

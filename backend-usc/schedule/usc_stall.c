/* SPDX-License-Identifier: MIT */
/*
 * Finds the stall reason of each empty unit. After a block was scheduled, by any scheduler, its groups are visited once more:
 * which instructions were ready at each of them, and why none of these is in the unit. The reasons travel with the instruction
 * to the final group. This is done on request only. It takes linear time, since for each group at most 4 * CG_SCHED_WINDOW
 * ready instructions with an operation for the unit are looked at, those first that have been ready for longest.
 */
#include "backend-usc/schedule/usc_stall.h"
#include "backend-usc/schedule/usc_graph.h"

static const struct {
   const char *name, *text;
} reasons[USC_NUM_STALLS - USC_NUM_VIOLATIONS] = {
#define STALL(id, text) {#id, text},
    USC_STALLS(STALL)
#undef STALL
};

const char *usc_stall_text(unsigned stall)
{
   return stall < USC_NUM_VIOLATIONS ? usc_violation_text((enum usc_violation)stall)
          : stall < USC_NUM_STALLS   ? reasons[stall - USC_NUM_VIOLATIONS].text
                                     : "?";
}

const char *usc_stall_name(unsigned stall)
{
   return stall < USC_NUM_VIOLATIONS ? usc_violation_name((enum usc_violation)stall)
          : stall < USC_NUM_STALLS   ? reasons[stall - USC_NUM_VIOLATIONS].name
                                     : "?";
}

/* ---- the groups of a schedule -------------------------------------------------------------------------------------------- */

/* Ready instructions with an operation for one unit, in the order in which they became ready. A walk of the list drops those
   that were issued since. */
struct ready_list {
   uint32_t *next, head, tail;
};

struct stall_search {
   struct usc_graph *g;
   uint8_t *wanted;                     /* by node: wanted_units() */
   uint32_t remaining[USC_GROUP_UNITS]; /* by unit: nodes that want it and are not issued */
   struct ready_list ready[USC_GROUP_UNITS];
};

/* Units that the instruction would fill in a group that it shares: mask of 1 << enum usc_group_unit. */
static unsigned wanted_units(const struct usc_group *g)
{
   const unsigned closed = usc_closed(g);
   unsigned m = 0;
   if (g->kind != USC_MAIN || (closed && closed != USC_STALL_W_PORTS))
      return 0;
   for (unsigned u = USC_PCK; u < USC_GROUP_UNITS; u++)
      m |= (unsigned)(g->op[u] != 0) << u;
   return m | 1u << USC_P0 | 1u << USC_P1; /* each of the two operations of a pair may sit in either */
}

/* The stall reason that follows from the group alone, or 0. */
static unsigned stall_of_group(const struct usc_group *g, unsigned unit)
{
   if (g->kind == USC_BITWISE)
      return unit < USC_GROUP_UNITS ? USC_STALL_CHAIN : USC_STALL_BITWISE;
   const unsigned closed = usc_closed(g);
   return closed == USC_STALL_W_PORTS ? 0 : closed;
}

static void enqueue(struct stall_search *x, uint32_t v)
{
   for (unsigned u = 0; u < USC_GROUP_UNITS; u++) {
      struct ready_list *l = &x->ready[u];
      if (!(x->wanted[v] >> u & 1))
         continue;
      *(l->tail == CG_SCHED_NONE ? &l->head : &l->next[l->tail]) = v;
      l->next[v] = CG_SCHED_NONE;
      l->tail = v;
   }
}

/* The first node of the list after `last`, or from the head for CG_SCHED_NONE, that is not issued. Drops issued ones before
   it. */
static uint32_t next_ready(const struct stall_search *x, struct ready_list *l, uint32_t last)
{
   uint32_t *link = last == CG_SCHED_NONE ? &l->head : &l->next[last], at = *link;
   while (at != CG_SCHED_NONE && x->g->dag.n[at].issued)
      at = l->next[at];
   *link = at;
   if (at == CG_SCHED_NONE)
      l->tail = last;
   return at;
}

static void start(struct stall_search *x, struct usc_graph *g)
{
   struct util_ctx *ctx = g->c->p.ctx;
   *x = (struct stall_search){.g = g, .wanted = UTIL_ARRAY(ctx, uint8_t, g->num)};
   for (unsigned u = 0; u < USC_GROUP_UNITS; u++)
      x->ready[u] = (struct ready_list){UTIL_ARRAY(ctx, uint32_t, g->num), CG_SCHED_NONE, CG_SCHED_NONE};
   cg_sched_start(&g->dag, false);
   for (uint32_t v = 0; v < g->num; v++) {
      x->wanted[v] = (uint8_t)wanted_units(&g->n[v].i->g);
      for (unsigned u = 0; u < USC_GROUP_UNITS; u++)
         x->remaining[u] += x->wanted[v] >> u & 1;
      if (!g->dag.n[v].preds)
         enqueue(x, v);
   }
}

static void issue(struct stall_search *x, uint32_t v)
{
   x->g->dag.n[v].issued = true;
   for (unsigned u = 0; u < USC_GROUP_UNITS; u++)
      x->remaining[u] -= x->wanted[v] >> u & 1;
}

/* Makes nodes ready whose predecessors are all issued now. */
static void release(struct stall_search *x, uint32_t v)
{
   struct cg_sched *dag = &x->g->dag;
   for (uint32_t e = dag->n[v].first[0]; e != CG_SCHED_NONE; e = dag->e[e].next[0]) {
      const uint32_t w = dag->e[e].end[0];
      if (!--dag->n[w].preds && !dag->n[w].issued)
         enqueue(x, w);
   }
}

/* The stall reason of an empty unit: why the first ready node with an operation for it does not join, unless another one
   could. */
static unsigned find_stall(struct stall_search *x, const struct usc_group *g, unsigned unit)
{
   unsigned stall = stall_of_group(g, unit);
   if (stall)
      return stall;
   stall = x->remaining[unit] ? USC_STALL_NOT_READY : USC_STALL_NONE_LEFT;
   uint32_t v = next_ready(x, &x->ready[unit], CG_SCHED_NONE);
   for (unsigned looked = 0; v != CG_SCHED_NONE && looked < 4 * CG_SCHED_WINDOW; looked++) {
      const unsigned s = usc_merge_stall(g, &x->g->n[v].i->g);
      if (!s)
         return USC_STALL_ELSEWHERE;
      if (stall == USC_STALL_NOT_READY)
         stall = s;
      v = next_ready(x, &x->ready[unit], v);
   }
   return stall;
}

void usc_find_stalls(struct usc_graph *g, const struct usc_order *o)
{
   struct stall_search x;
   start(&x, g);
   for (uint32_t k = 0; k < o->n; k++) {
      const uint32_t v = o->pairs[k].v, w = o->pairs[k].w;
      struct usc_group group = g->n[v].i->g;
      uint16_t *stalls = UTIL_ARRAY(g->c->p.ctx, uint16_t, USC_GROUP_UNITS);
      issue(&x, v);
      if (w != CG_SCHED_NONE) {
         usc_merge(&g->n[v].i->g, &g->n[w].i->g, &group);
         issue(&x, w);
      }
      for (unsigned u = 0; u < USC_GROUP_UNITS; u++)
         if (!group.op[u])
            stalls[u] = (uint16_t)find_stall(&x, &group, u);
      usc_trace_of(g->n[v].i)->stalls = stalls;
      release(&x, v);
      if (w != CG_SCHED_NONE)
         release(&x, w);
   }
}

/* ---- the final groups ---------------------------------------------------------------------------------------------------- */

/* The stall reason of an empty unit of a final group, which came from instruction i, or is a copy if that is NULL. */
static unsigned final_stall(const struct usc_mir *c, const struct usc_instr *i, const struct usc_group *g, unsigned unit)
{
   const uint16_t *stalls = i ? usc_trace_of(i)->stalls : NULL;
   if (stalls && stalls[unit])
      return stalls[unit];
   const unsigned stall = stall_of_group(g, unit);
   if (stall)
      return stall;
   if (c->opt->sched == USC_SCHED_NONE)
      return USC_STALL_PLAIN;
   return !i ? USC_STALL_COPY : stalls ? USC_STALL_NONE_LEFT : USC_STALL_OUTSIDE;
}

void usc_note_stalls(struct usc_mir *c, const struct usc_instr *i)
{
   struct usc_program *out = c->out;
   while (c->opt->stalls && out->num_stalls < out->prog.n) {
      const struct usc_group *g = &out->prog.g[out->num_stalls];
      struct {
         uint16_t unit[USC_GROUP_UNITS];
      } row;
      for (unsigned u = 0; u < USC_GROUP_UNITS; u++)
         row.unit[u] = g->op[u] ? 0 : (uint16_t)final_stall(c, i, g, u);
      __typeof__(row) *rows = (void *)out->stalls;
      UTIL_PUSH(c->p.ctx, rows, out->num_stalls, out->cap_stalls, row);
      out->stalls = (void *)rows;
   }
}

/* SPDX-License-Identifier: MIT */
/*
 * The lower bound of the selected groups of a body, waits included. The groups are the nodes of a problem for codegen/bound.h,
 * whose resources are those of an issue slot; release times and tails follow from the dependence graph.
 * (lower_bound/usc_lower_bound.c has the bound that counts the scalar operations of the IR.)
 */
#include "backend-usc/schedule/usc_graph.h"

const uint8_t usc_issue_capacity[USC_NUM_ISSUE] = {
    [USC_ISSUE_P] = 2, [USC_ISSUE_P0] = 1, [USC_ISSUE_TST] = 1, [USC_ISSUE_PCK] = 1, [USC_ISSUE_BE] = 1, [USC_ISSUE_W] = 2};

/* Sets the resources that the operations of a group take in any group that they are merged into. */
static void set_demand(uint8_t *demand, const struct usc_group *g, bool pairable, bool open)
{
   demand[USC_ISSUE_P] = g->op[USC_P0] != 0;
   demand[USC_ISSUE_P0] = g->op[USC_P0] && !pairable && !open;
   for (unsigned k = 0; k < 3 && pairable; k++)
      if (g->src[k].bank && !(usc_opd_slots(g->src[k]) >> (3 + k) & 1)) /* P1 cannot read it */
         demand[USC_ISSUE_P0] = 1;
   demand[USC_ISSUE_TST] = g->op[USC_TST] != 0;
   demand[USC_ISSUE_PCK] = g->op[USC_PCK] != 0;
   demand[USC_ISSUE_BE] = g->op[USC_BE] != 0;
   demand[USC_ISSUE_W] = g->dst[0].bank || g->op[USC_BE];
}

/* Slots from node v to the successor along an edge. Between a request and its reader there is a wait. */
static inline uint32_t distance(const struct usc_graph *g, uint32_t v, uint32_t edge)
{
   return usc_edge_waits(g, v, edge) ? 2 : g->dag.e[edge].lat != 0;
}

/* Computes release times and tails along the edges, all of which lead to later nodes. Returns the number of requests on the
   longest chain of them: each has a wait of its own. */
static uint32_t set_times(struct usc_graph *g, struct cg_bound_node *node)
{
   uint32_t waits = 0;
   for (uint32_t v = 0; v < g->num; v++) {
      const uint32_t requests = g->n[v].requests_before + g->n[v].request;
      if (g->n[v].request && requests > waits)
         waits = requests;
      for (uint32_t e = g->dag.n[v].first[0]; e != CG_SCHED_NONE; e = g->dag.e[e].next[0]) {
         const uint32_t w = g->dag.e[e].end[0], release = node[v].release + distance(g, v, e);
         if (release > node[w].release)
            node[w].release = release;
         if (requests > g->n[w].requests_before && (!g->n[v].request || usc_edge_waits(g, v, e)))
            g->n[w].requests_before = requests;
      }
   }
   for (uint32_t v = g->num; v-- > 0;)
      for (uint32_t e = g->dag.n[v].first[0]; e != CG_SCHED_NONE; e = g->dag.e[e].next[0]) {
         const uint32_t tail = node[g->dag.e[e].end[0]].tail + distance(g, v, e);
         if (tail > node[v].tail)
            node[v].tail = tail;
      }
   return waits;
}

/*
 * Does the last group of every schedule have an unused W port? At the end of a vertex program it does: it writes one output,
 * and no later group could read another result. But a closed group counts with all its ports, and a store or a result without
 * readers may come last too.
 */
static bool leaves_port(const struct usc_graph *g)
{
   if (g->c->s->stage != IR_STAGE_VERTEX || g->block + 1 != g->c->p.num_blocks || !g->num)
      return false;
   for (uint32_t v = 0; v < g->num; v++) {
      const struct usc_group *group = &g->n[v].i->g;
      bool read_later = false;
      for (uint32_t e = g->dag.n[v].first[0]; e != CG_SCHED_NONE && !read_later; e = g->dag.e[e].next[0])
         read_later = g->dag.e[e].lat != 0;
      if (!read_later && (group->kind != USC_MAIN || group->op[USC_BE] != USC_OP_UVSW_WRITE || g->n[v].closed))
         return false;
   }
   return true;
}

#define MANY_NODES 1024 /* a problem with so many gives its memory back */

/* Groups for the demand of P0 and P1 alone, without dependences, and for the wait of requests. */
static uint32_t groups_of_operations(const struct usc_graph *g)
{
   const uint32_t capacity = usc_issue_capacity[USC_ISSUE_P];
   uint32_t units = g->requests ? capacity : 0;
   for (uint32_t v = 0; v < g->num; v++)
      units += g->n[v].closed ? capacity : g->n[v].i->g.op[USC_P0] != 0;
   return (units + capacity - 1) / capacity;
}

void usc_bound_body(struct usc_graph *g, uint32_t enough)
{
   struct cg_bound *b = &g->problem;
   const uint32_t least = g->bound = groups_of_operations(g);
   if (least >= enough)
      return;
   cg_bound_clear(b);
   for (uint32_t v = 0; v < g->num && g->requests; v++) /* shares memory with the epoch */
      g->n[v].requests_before = 0;
   for (uint32_t v = 0; v < g->num; v++) {
      const struct usc_group *group = &g->n[v].i->g;
      if (g->n[v].closed) {
         cg_bound_add_full_node(b);
         continue;
      }
      const uint32_t at = cg_bound_add_node(b);
      set_demand(b->nodes[at].demand, group, g->n[v].pairable, g->n[v].open);
   }
   for (uint32_t waits = set_times(g, b->nodes); waits; waits--)
      cg_bound_add_full_node(b);
   if (leaves_port(g)) {
      const uint32_t last = cg_bound_add_node(b);
      b->nodes[last].demand[USC_ISSUE_W] = 1;
   }
   for (uint32_t v = 0; v < g->num && g->requests; v++)
      g->n[v].epoch = 0;
   g->bound = cg_bound_solve_released(b, enough);
   UTIL_CHECK(g->c->p.ctx, g->bound >= least); /* the problem includes that demand */
   if (g->num >= MANY_NODES)
      cg_bound_finish(b);
}

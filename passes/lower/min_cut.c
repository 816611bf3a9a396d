/* SPDX-License-Identifier: MIT */
/*
 * Minimum cuts by maximum flow, see min_cut.h: the method of Dinic (Soviet Math. Doklady 11, 1970). Each phase finds the
 * distance of every node from the source in edges, then sends flow along shortest paths until none of them has room. When the
 * sink is unreachable, the nodes that are still reachable are the side of the source. There is at most one phase for each
 * length of a path. In networks of programs most paths have three edges, so there are few phases, and each is linear.
 */
#include "passes/lower/min_cut.h"

struct min_cut min_cut_new(struct util_ctx *ctx, uint32_t num_nodes)
{
   return (struct min_cut){.ctx = ctx,
                       .num_nodes = num_nodes,
                       .node = UTIL_ARRAY(ctx, struct min_cut_node, num_nodes),
                       .list = UTIL_ARRAY(ctx, uint32_t, num_nodes)};
}

void min_cut_free(struct min_cut *c)
{
   util_discard(c->ctx, c->edge, c->cap_edges * sizeof *c->edge);
   util_discard(c->ctx, c->list, c->num_nodes * sizeof *c->list);
   util_discard(c->ctx, c->node, c->num_nodes * sizeof *c->node);
}

void min_cut_edge(struct min_cut *c, uint32_t from, uint32_t to, uint64_t capacity)
{
   UTIL_PUSH(c->ctx, c->edge, c->num_edges, c->cap_edges, (struct min_cut_edge){to, c->node[from].edges, capacity});
   c->node[from].edges = c->num_edges;
   UTIL_PUSH(c->ctx, c->edge, c->num_edges, c->cap_edges, (struct min_cut_edge){from, c->node[to].edges, 0});
   c->node[to].edges = c->num_edges;
}

/* Finds the level of each node. True if the sink is reachable. */
static bool find_levels(struct min_cut *c)
{
   uint32_t first = 0, end = 0;

   for (uint32_t n = 0; n < c->num_nodes; n++) {
      c->node[n].level = CUT_FAR;
      c->node[n].at = c->node[n].edges;
   }
   c->node[CUT_SOURCE].level = 0;
   c->list[end++] = CUT_SOURCE;
   while (first < end) {
      const uint32_t n = c->list[first++];
      for (uint32_t e = c->node[n].edges; e; e = c->edge[e - 1].next) {
         struct min_cut_node *to = &c->node[c->edge[e - 1].to];
         if (!c->edge[e - 1].room || to->level != CUT_FAR)
            continue;
         to->level = c->node[n].level + 1;
         c->list[end++] = c->edge[e - 1].to;
      }
   }
   return c->node[CUT_SINK].level != CUT_FAR;
}

/* Sends as much flow as fits along the `length` edges in the list. Returns the number of edges before the first full one. */
static uint32_t send(struct min_cut *c, uint32_t length)
{
   uint64_t room = UINT64_MAX;
   uint32_t full = 0;

   for (uint32_t k = 0; k < length; k++)
      room = c->edge[c->list[k]].room < room ? c->edge[c->list[k]].room : room;
   for (uint32_t k = length; k-- > 0;) {
      c->edge[c->list[k]].room -= room;
      c->edge[c->list[k] ^ 1].room += room;
      full = c->edge[c->list[k]].room ? full : k;
   }
   return full;
}

/* Fills all paths whose edges each lead one level up. Returns the number of steps. */
static uint64_t fill_levels(struct min_cut *c)
{
   uint32_t n = CUT_SOURCE, length = 0; /* the edges in the list lead from the source to n */
   uint64_t steps = 0;

   for (;; steps++) {
      struct min_cut_node *node = &c->node[n];
      const uint32_t e = node->at;

      if (n == CUT_SINK) {
         steps += length;
         length = send(c, length);
         n = c->edge[c->list[length] ^ 1].to;
      } else if (!e) {
         /* A dead end: the edge that led here is not tried again. */
         if (!length)
            return steps;
         n = c->edge[c->list[--length] ^ 1].to;
         c->node[n].at = c->edge[c->node[n].at - 1].next;
      } else if (c->edge[e - 1].room && c->node[c->edge[e - 1].to].level == node->level + 1) {
         c->list[length++] = e - 1;
         n = c->edge[e - 1].to;
      } else {
         node->at = c->edge[e - 1].next;
      }
   }
}

bool min_cut_find(struct min_cut *c)
{
   while (find_levels(c)) {
      util_work(c->ctx, c->num_nodes + c->num_edges);
      if (util_is_late(c->ctx))
         return false;
      util_work(c->ctx, fill_levels(c));
   }
   return true;
}

/* SPDX-License-Identifier: MIT */
/*
 * Minimum cuts of networks (min_cut.c): the nodes are divided into a side with CUT_SOURCE and a side with CUT_SINK, so that
 * the edges from the first to the second have the smallest sum of capacities.
 */
#ifndef PASSES_LOWER_MIN_CUT_H
#define PASSES_LOWER_MIN_CUT_H

#include "util/ctx.h"

enum { CUT_SOURCE, CUT_SINK, CUT_FIRST_NODE };
#define CUT_NEVER (UINT64_C(1) << 60) /* capacity of an edge that is never cut */

struct min_cut_edge {
   uint32_t to, next; /* next edge from the same node, plus 1 */
   uint64_t room;     /* capacity that the flow leaves */
};

struct min_cut {
   struct util_ctx *ctx;
   uint32_t num_nodes;
   struct min_cut_node {
      uint32_t edges, at; /* first edge, and the one to try next, plus 1 */
      uint32_t level;     /* edges from the source, or CUT_FAR if it is unreachable */
   } *node;
   struct min_cut_edge *edge; /* edge n ^ 1 is the reverse of edge n */
   uint32_t num_edges, cap_edges;
   uint32_t *list; /* nodes or edges, at most num_nodes */
};
#define CUT_FAR UINT32_MAX

struct min_cut min_cut_new(struct util_ctx *ctx, uint32_t num_nodes);
void min_cut_edge(struct min_cut *c, uint32_t from, uint32_t to, uint64_t capacity);
/* Finds the cut with the fewest nodes on the side of the source. Returns false, without a cut, if the compile is late. */
bool min_cut_find(struct min_cut *c);
static inline bool min_cut_with_source(const struct min_cut *c, uint32_t node) { return c->node[node].level != CUT_FAR; }
void min_cut_free(struct min_cut *c);

#endif

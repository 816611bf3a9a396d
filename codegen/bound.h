/* SPDX-License-Identifier: MIT */
/*
 * Lower bounds on the length of a schedule, for any machine.
 *
 * A schedule is a sequence of slots. A slot is what the machine issues at once (a cycle, a group of operations), and it has a
 * capacity of each resource. A problem is a set of nodes, each of which takes one slot and demands a number of units of some
 * resources there, and edges with latencies in slots; latency 0 means "in the same slot or later". No schedule of the problem
 * has fewer slots than cg_bound_solve() returns.
 *
 * Method: a relaxed problem is solved exactly for each resource alone. A node is released after the longest chain before it and
 * due early enough for the longest chain after it, and each unit that it demands is served separately, in any slot with room.
 * Serving the node that is due first is optimal for unit times (Jackson 1955); the relaxation is that of Rim and Jain,
 * "Lower-bound performance estimation for the high-level synthesis scheduling problem", 1994. The bound is the largest result
 * of all resources. The same argument on the predecessors of each node could tighten release times (Langevin and Cerny, "A
 * recursive technique for computing lower-bound performance of schedules", 1996), but costs a relaxed problem per node, so it
 * is left out.
 *
 * The time is about linear in nodes, edges and slots for each resource.
 */
#ifndef CODEGEN_BOUND_H
#define CODEGEN_BOUND_H

#include "util/ctx.h"

#define CG_BOUND_RESOURCES 8 /* maximum number of resources */

struct cg_bound_node {
   uint8_t demand[CG_BOUND_RESOURCES]; /* units of each resource, at most its capacity */
   uint32_t release;                   /* minimum number of slots before its own */
   uint32_t tail;                      /* minimum number of slots after its own */
};
struct cg_bound_edge {
   uint32_t from, to, latency;
};
struct cg_bound {
   struct util_ctx *ctx;
   const uint8_t *capacity; /* units of a slot, by resource */
   unsigned num_resources;
   struct cg_bound_node *nodes;
   uint32_t num_nodes, cap_nodes;
   struct cg_bound_edge *edges;
   uint32_t num_edges, cap_edges;
   /* memory for solving, reused for the next problem */
   uint32_t *by_tail, cap_work;
   uint32_t *next, cap_slots; /* by slot */
   uint8_t *left;             /* by slot: free units */
};

/* Creates an empty problem. Arrays live in the arena of ctx; the table of capacities must outlive b. */
void cg_bound_init(struct cg_bound *b, struct util_ctx *ctx, const uint8_t *capacity, unsigned num_resources);
/* Removes nodes and edges and frees the memory. */
void cg_bound_finish(struct cg_bound *b);
/* Removes nodes and edges but keeps the memory. */
void cg_bound_clear(struct cg_bound *b);
/* Adds a node without demands; the caller fills nodes[].demand. */
uint32_t cg_bound_add_node(struct cg_bound *b);
/* Adds a node that takes a whole slot. */
uint32_t cg_bound_add_full_node(struct cg_bound *b);
/* Adds an edge to a node with a higher number. Edges must come in the order of their target nodes; an edge from a node to
   itself is ignored. */
void cg_bound_add_edge(struct cg_bound *b, uint32_t from, uint32_t to, unsigned latency);
/* Computes release times and tails from the edges, and returns the bound. */
uint32_t cg_bound_solve(struct cg_bound *b);
/* Returns the bound for release times and tails of the caller; edges do not count. May return a lower bound if it is at
   least `enough`. */
uint32_t cg_bound_solve_released(struct cg_bound *b, uint32_t enough);

#endif

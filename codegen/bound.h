/* SPDX-License-Identifier: MIT */
/*
 * Lower bounds on the length of a schedule, for any machine.
 *
 * A schedule is a sequence of slots; a slot is what the machine issues at once (a cycle, a group of operations), and has a
 * capacity of each resource. A problem is a set of nodes, each of which takes one slot and demands a number of units of some
 * resources there, and edges with latencies in slots: 0 means "in the same slot or later". cg_bound_solve() returns a number of
 * slots that no schedule of the problem goes below.
 *
 * Method: a relaxed problem is solved exactly for each resource alone. A node is released after the longest chain before it and
 * due so that the longest chain after it still fits, and each unit that it demands is served by itself, in whatever slot has
 * one left. Serving the node that is due first is optimal for unit times (Jackson 1955); the relaxation is that of Rim and
 * Jain, "Lower-bound performance estimation for the high-level synthesis scheduling problem", 1994. The largest result of all
 * resources is the bound. Release times could be tightened by the same argument on the predecessors of each node (Langevin and
 * Cerny, "A recursive technique for computing lower-bound performance of schedules", 1996), which would take a relaxed problem
 * a node; this is not done.
 *
 * About linear in nodes, edges and slots for each resource.
 */
#ifndef CODEGEN_BOUND_H
#define CODEGEN_BOUND_H

#include "util/ctx.h"

#define CG_BOUND_RESOURCES 8 /* at most */

struct cg_bound_node {
   uint8_t demand[CG_BOUND_RESOURCES]; /* units of each resource, at most its capacity */
   uint32_t release;                   /* slots before its own at least */
   uint32_t tail;                      /* slots after its own at least */
};
struct cg_bound_edge {
   uint32_t from, to, latency;
};
struct cg_bound {
   struct util_ctx *ctx;
   const uint8_t *capacity; /* units that a slot has, by resource */
   unsigned num_resources;
   struct cg_bound_node *nodes;
   uint32_t num_nodes, cap_nodes;
   struct cg_bound_edge *edges;
   uint32_t num_edges, cap_edges;
   /* Room for solving, kept from one problem to the next. */
   uint32_t *by_tail, cap_work;
   uint32_t *next, cap_slots; /* by slot */
   uint8_t *left;             /* by slot: units that no node has taken */
};

/* An empty problem. Arrays live in the arena of ctx; the table of capacities must outlive b. */
void cg_bound_init(struct cg_bound *b, struct util_ctx *ctx, const uint8_t *capacity, unsigned num_resources);
/* Removes nodes and edges and gives the room back. */
void cg_bound_finish(struct cg_bound *b);
/* Removes nodes and edges and keeps the room. */
void cg_bound_clear(struct cg_bound *b);
/* A node without demands; the caller fills nodes[].demand. */
uint32_t cg_bound_add_node(struct cg_bound *b);
/* A node that takes a whole slot. */
uint32_t cg_bound_add_full_node(struct cg_bound *b);
/* An edge to a node with a higher number; edges must come in the order of the nodes that they lead to. An edge from a node to
   itself is left out. */
void cg_bound_add_edge(struct cg_bound *b, uint32_t from, uint32_t to, unsigned latency);
/* The bound; computes release times and tails from the edges. */
uint32_t cg_bound_solve(struct cg_bound *b);
/* The bound where the caller has computed release times and tails; edges do not count. A lower one may be returned if it is at least `enough`. */
uint32_t cg_bound_solve_released(struct cg_bound *b, uint32_t enough);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Target-independent core of the list scheduler: the dependence graph of a straight run of nodes, heights along its critical
 * paths, and the ready nodes in order of priority.
 *
 * The caller numbers the resources that its nodes read and write (registers, memory, or resources that only represent an
 * order). For each node it sets latencies: the number of cycles until a dependent node may be issued, where 0 means later in
 * the same cycle. A cycle is the work that the caller issues at one time (a machine cycle, a group of operations). Order of
 * calls:
 *
 *   cg_sched_init
 *   for each run: cg_sched_begin; for each node in source order its latencies, cg_sched_read, cg_sched_write; cg_sched_end
 *   for each schedule of the run: `floor` if wanted, cg_sched_start, `key` if wanted, cg_sched_seed
 *   while nodes remain: cg_sched_wake, choose from win[], cg_sched_issue; then cg_sched_retire for all nodes of this cycle,
 *   time++, and cg_sched_release for the same nodes
 *
 * The time is about linear in nodes and references: a node is visited once for each cycle that it waits for a latency, and only
 * the nodes in win[] are fully ordered.
 */
#ifndef CODEGEN_SCHED_H
#define CODEGEN_SCHED_H

#include "util/ctx.h"

#define CG_SCHED_NONE UINT32_MAX
#define CG_SCHED_WINDOW 24 /* capacity of win[] */

struct cg_sched_dep {
   uint32_t end[2], next[2]; /* by direction: forward (successors), backward */
   uint8_t lat;
};
struct cg_sched_node {
   uint32_t first[2]; /* edge, by direction */
   uint8_t raw, war, waw; /* set by the caller, in cycles: write to read of a resource, read to next write, write to write */
   bool issued;
   uint32_t floor;  /* set by the caller: minimum height */
   uint32_t height; /* cycles from the start of the node to the end of the run, at least 1 */
   uint32_t key;    /* priority, highest first; equals the height unless the caller changes it after cg_sched_start */
   uint32_t preds;  /* unsatisfied dependences, from cg_sched_start on */
   uint32_t ready_at; /* the first cycle that its latencies allow */
};
struct cg_sched_reader {
   uint32_t node, next;
};
struct cg_sched {
   struct util_ctx *ctx;
   struct cg_sched_node *n;
   uint32_t num, cap_n;
   struct cg_sched_dep *e;
   uint32_t ne, cap_e;
   struct cg_sched_resource {
      uint32_t writer, read_head, stamp; /* the last node of this run that wrote it, and the nodes that read it since; valid
                                            if stamp equals base */
   } *resources;
   uint32_t base;
   struct cg_sched_reader *rd;
   uint32_t nrd, cap_rd;
   /* ready nodes: the first ones in order, the others in a heap, which may also contain issued nodes */
   uint32_t win[CG_SCHED_WINDOW], nwin;
   uint32_t *heap, nheap, cap_heap;
   uint32_t *wait, nwait; /* nodes whose dependences are satisfied but whose latencies are not */
   uint32_t time;
   unsigned back; /* 1 if the schedule is built from its end */
};

void cg_sched_init(struct cg_sched *g, struct util_ctx *ctx, uint32_t num_resources);
/* Starts a run of `num` nodes without dependences, with latencies 0. */
void cg_sched_begin(struct cg_sched *g, uint32_t num);
/* Records that the node reads, or writes, n consecutive resources. Nodes come in source order, the reads of a node before
   its writes. */
void cg_sched_read(struct cg_sched *g, uint32_t node, uint32_t res, uint32_t n);
void cg_sched_write(struct cg_sched *g, uint32_t node, uint32_t res, uint32_t n);
/* The node of this run that last wrote the resource, or CG_SCHED_NONE. */
uint32_t cg_sched_writer(const struct cg_sched *g, uint32_t res);
/* Orders the node after earlier nodes that read the resource since its last write. */
void cg_sched_after_readers(struct cg_sched *g, uint32_t res, uint32_t node, unsigned lat);

/* Ends the dependences and frees memory that was needed to find them. */
void cg_sched_end(struct cg_sched *g);

/* Starts a schedule at time 0 and computes heights. With `back`, heights and readiness count from the end, and the later one
   of equal nodes comes first. */
void cg_sched_start(struct cg_sched *g, bool back);
/* Fills win[] with the nodes without dependences. Keys must be final. */
void cg_sched_seed(struct cg_sched *g);
/* Adds the nodes whose latencies are over. If nothing is ready, advances the time until something is. */
void cg_sched_wake(struct cg_sched *g);
/* Advances the time until more nodes are ready. False if none waits for a latency. */
bool cg_sched_skip(struct cg_sched *g);
/* Issues the node and removes it from win[]. Nodes that may follow in the same cycle become ready. */
void cg_sched_issue(struct cg_sched *g, uint32_t node);
/* Removes the node from win[]; its successors become ready only at cg_sched_issue. */
void cg_sched_take(struct cg_sched *g, uint32_t node);
/* At the end of the cycle in which the node was issued, before time++: records when its successors are ready. */
void cg_sched_retire(struct cg_sched *g, uint32_t node);
/* The same after time++: successors without other dependences become ready or wait for their latencies. */
void cg_sched_release(struct cg_sched *g, uint32_t node);

/* Orders by decreasing key, then by source order, so that the result is deterministic. */
static inline bool cg_sched_before(const struct cg_sched *g, uint32_t a, uint32_t b)
{
   if (g->n[a].key != g->n[b].key)
      return g->n[a].key > g->n[b].key;
   return g->back ? a > b : a < b;
}

#endif

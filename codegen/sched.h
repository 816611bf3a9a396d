/* SPDX-License-Identifier: MIT */
/*
 * The frame of list scheduling, shared by the backends: the dependence graph of a straight run of nodes, heights along its
 * critical paths, and what is ready in the order of a priority. Knows neither the IR nor a machine.
 *
 * The caller numbers the resources that its nodes read and write (registers, memory, or a resource that stands for an order
 * alone) and gives for each node its latencies: how many cycles later a dependent node may be issued; 0: in the same cycle,
 * behind it. A cycle is whatever the caller issues at one time (a machine cycle, a group of operations). Order of calls:
 *
 *    cg_sched_init; for every run: cg_sched_begin; for every node in source order: its latencies, cg_sched_read,
 *    cg_sched_write; cg_sched_end; for every schedule of the run: `floor` if wanted, cg_sched_start, `key` if wanted, cg_sched_seed; while
 *    nodes remain: cg_sched_wake, choose from win[], cg_sched_issue; cg_sched_retire for all nodes of this cycle, time++,
 *    cg_sched_release for the same nodes.
 *
 * About linear in nodes and references: a node is looked at once for each cycle that it waits for a latency, and only the nodes
 * in win[] are in full order.
 */
#ifndef CODEGEN_SCHED_H
#define CODEGEN_SCHED_H

#include "util/ctx.h"

#define CG_SCHED_NONE UINT32_MAX
#define CG_SCHED_WINDOW 24 /* ready nodes in win[] */

struct cg_sched_dep {
   uint32_t end[2], next[2]; /* by direction: forward (successors), backward */
   uint8_t lat;
};
struct cg_sched_node {
   uint32_t first[2]; /* edge, by direction */
   uint8_t raw, war, waw; /* set by the caller, in cycles: write to read of a resource, read to next write, write to write */
   bool issued;
   uint32_t floor;  /* set by the caller: least height */
   uint32_t height; /* cycles from the start of the node to the end of the run, at least 1 */
   uint32_t key;    /* priority, higher first; the height unless the caller sets it after cg_sched_start */
   uint32_t preds;  /* dependences that are not yet satisfied, from cg_sched_start on */
   uint32_t ready_at; /* the cycle from which on its latencies allow it */
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
      uint32_t writer, read_head, stamp; /* the node that wrote it last in this run, those that have read it since; valid where stamp is base */
   } *resources;
   uint32_t base;
   struct cg_sched_reader *rd;
   uint32_t nrd, cap_rd;
   /* Ready nodes: the first ones in order, the others in a heap, which may also hold nodes that have been issued. */
   uint32_t win[CG_SCHED_WINDOW], nwin;
   uint32_t *heap, nheap, cap_heap;
   uint32_t *wait, nwait; /* nodes whose dependences are satisfied, but not yet their latencies */
   uint32_t time;
   unsigned back; /* 1: the schedule is built from the end */
};

void cg_sched_init(struct cg_sched *g, struct util_ctx *ctx, uint32_t num_resources);
/* Starts a run of that many nodes, without dependences and with latencies 0. */
void cg_sched_begin(struct cg_sched *g, uint32_t num);
/* The node reads, or writes, n consecutive resources. Nodes in source order, the reads of a node before its writes. */
void cg_sched_read(struct cg_sched *g, uint32_t node, uint32_t res, uint32_t n);
void cg_sched_write(struct cg_sched *g, uint32_t node, uint32_t res, uint32_t n);
/* The node that wrote the resource last, CG_SCHED_NONE: none of this run. */
uint32_t cg_sched_writer(const struct cg_sched *g, uint32_t res);
/* Orders the node behind the earlier nodes that have read the resource since it was written last, if there are any. */
void cg_sched_after_readers(struct cg_sched *g, uint32_t res, uint32_t node, unsigned lat);

/* There are no more dependences to come: gives the memory back that many of them took to find. */
void cg_sched_end(struct cg_sched *g);

/* Starts a schedule: computes heights; nothing is issued, time 0. back: heights and readiness count from the end, and of equal
   nodes the later one comes first. */
void cg_sched_start(struct cg_sched *g, bool back);
/* Fills win[] with the nodes that depend on none; to be called once keys are final. */
void cg_sched_seed(struct cg_sched *g);
/* Adds the nodes whose latencies are over. If nothing is ready then, moves the time on until something is. */
void cg_sched_wake(struct cg_sched *g);
/* Moves the time on to where more is ready; false: nothing waits for a latency. */
bool cg_sched_skip(struct cg_sched *g);
/* Issues the node: it leaves win[] for good. Nodes that may follow in the same cycle become ready. */
void cg_sched_issue(struct cg_sched *g, uint32_t node);
/* Takes the node out of win[], but its successors do not become ready before cg_sched_issue. */
void cg_sched_take(struct cg_sched *g, uint32_t node);
/* At the end of the cycle in which the node was issued, before time++: notes from when on its successors are ready. */
void cg_sched_retire(struct cg_sched *g, uint32_t node);
/* The same, after time++: successors of which this was the last dependence become ready, or wait for their latencies. */
void cg_sched_release(struct cg_sched *g, uint32_t node);

/* Higher key first; ties by source order, so the result is deterministic. */
static inline bool cg_sched_before(const struct cg_sched *g, uint32_t a, uint32_t b)
{
   if (g->n[a].key != g->n[b].key)
      return g->n[a].key > g->n[b].key;
   return g->back ? a > b : a < b;
}

#endif

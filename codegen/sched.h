/* SPDX-License-Identifier: MIT */
/*
 * The frame of list scheduling, shared by the backends: the dependence graph of a straight run of nodes, heights along its
 * critical paths, and what is ready in the order of a priority. Knows neither the IR nor a machine.
 *
 * The caller numbers the resources that its nodes read and write (registers, memory, or a resource that stands for an order
 * alone) and gives for each node its latencies: how many cycles later a dependent node may be issued; 0: in the same cycle,
 * behind it. A cycle is whatever the caller issues at one time (a machine cycle, a group of operations). Order of calls:
 *
 *    sched_init; for every run: sched_begin; for every node in source order: its latencies, sched_read, sched_write;
 *    for every schedule of the run: `floor` if wanted, sched_start, `key` if wanted, sched_seed; while nodes remain: sched_wake,
 *    choose from win[], sched_issue; sched_retire for all nodes of this cycle, time++, sched_release for the same nodes.
 *
 * About linear in nodes and references: a node is looked at once for each cycle that it waits for a latency, and only the nodes
 * in win[] are in full order.
 */
#ifndef CODEGEN_SCHED_H
#define CODEGEN_SCHED_H

#include "util/ctx.h"

#define SCHED_NONE UINT32_MAX
#define SCHED_WINDOW 24 /* ready nodes in win[] */

struct sched_dep {
   uint32_t end[2], next[2]; /* by direction: forward (successors), backward */
   uint8_t lat;
};
struct sched_node {
   uint32_t first[2]; /* edge, by direction */
   uint32_t deps[2];  /* number of dependences, by direction */
   uint8_t raw, war, waw; /* set by the caller, in cycles: write to read of a resource, read to next write, write to write */
   bool issued;
   uint32_t floor;  /* set by the caller: least height */
   uint32_t height; /* cycles from the start of the node to the end of the run, at least 1 */
   uint32_t key;    /* priority, higher first; the height unless the caller sets it after sched_start */
   uint32_t preds;  /* dependences that are not yet satisfied */
   uint32_t ready_at; /* the cycle from which on its latencies allow it */
};
struct sched_reader {
   uint32_t node, next;
};
struct sched {
   struct util_ctx *ctx;
   struct sched_node *n;
   uint32_t num, cap_n;
   struct sched_dep *e;
   uint32_t ne, cap_e;
   /* by resource: the node that wrote it last in this run, and the nodes that have read it since */
   uint32_t *writer, *stamp, *read_head, base;
   struct sched_reader *rd;
   uint32_t nrd, cap_rd;
   /* Ready nodes: the first ones in order, the others in a heap, which may also hold nodes that have been issued. */
   uint32_t win[SCHED_WINDOW], nwin;
   uint32_t *heap, nheap;
   uint32_t *wait, nwait; /* nodes whose dependences are satisfied, but not yet their latencies */
   uint32_t time;
   unsigned back; /* 1: the schedule is built from the end */
};

void sched_init(struct sched *g, struct util_ctx *ctx, uint32_t num_resources);
/* Starts a run of that many nodes, without dependences and with latencies 0. */
void sched_begin(struct sched *g, uint32_t num);
/* The node reads, or writes, n consecutive resources. Nodes in source order, the reads of a node before its writes. */
void sched_read(struct sched *g, uint32_t node, uint32_t res, uint32_t n);
void sched_write(struct sched *g, uint32_t node, uint32_t res, uint32_t n);
/* The node that wrote the resource last, SCHED_NONE: none of this run. */
uint32_t sched_writer(const struct sched *g, uint32_t res);
/* Orders the node behind the earlier nodes that have read the resource since it was written last, if there are any. */
void sched_after_readers(struct sched *g, uint32_t res, uint32_t node, unsigned lat);

/* Starts a schedule: computes heights; nothing is issued, time 0. back: heights and readiness count from the end, and of equal
   nodes the later one comes first. */
void sched_start(struct sched *g, bool back);
/* Fills win[] with the nodes that depend on none; to be called once keys are final. */
void sched_seed(struct sched *g);
/* Adds the nodes whose latencies are over. If nothing is ready then, moves the time on until something is. */
void sched_wake(struct sched *g);
/* Moves the time on to where more is ready; false: nothing waits for a latency. */
bool sched_skip(struct sched *g);
/* Issues the node: it leaves win[] for good. Nodes that may follow in the same cycle become ready. */
void sched_issue(struct sched *g, uint32_t node);
/* Takes the node out of win[], but its successors do not become ready before sched_issue. */
void sched_take(struct sched *g, uint32_t node);
/* At the end of the cycle in which the node was issued, before time++: notes from when on its successors are ready. */
void sched_retire(struct sched *g, uint32_t node);
/* The same, after time++: successors of which this was the last dependence become ready, or wait for their latencies. */
void sched_release(struct sched *g, uint32_t node);

/* Higher key first; ties by source order, so the result is deterministic. */
static inline bool sched_before(const struct sched *g, uint32_t a, uint32_t b)
{
   if (g->n[a].key != g->n[b].key)
      return g->n[a].key > g->n[b].key;
   return g->back ? a > b : a < b;
}

#endif

/* SPDX-License-Identifier: MIT */
/*
 * The frame of list scheduling, shared by the backends: the dependence graph of a straight run of nodes, heights along its
 * critical paths, and what is ready in the order of a priority. Knows neither the IR nor a machine.
 *
 * The caller numbers what its nodes read and write ("resources": registers, memory, order itself) and says for each node how
 * many slots later who depends on it may come; 0: in the same slot, behind it. A slot is what the caller makes of it (a cycle, a
 * group of operations). Order of calls:
 *
 *    sched_init; for every run: sched_begin; for every node in source order: its latencies, sched_read, sched_write;
 *    for every schedule of it: `floor` if wanted, sched_start, `key` if wanted, sched_seed; while nodes are left: sched_wake,
 *    choose from win[], sched_issue; sched_retire all that this slot issued, time++, sched_release the same.
 *
 * About linear in nodes and references: a node is looked at once for each slot that it waits for a latency, and only what is
 * in win[] is in full order.
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
   uint32_t deps[2];  /* to be satisfied, by direction */
   uint8_t raw, war, waw; /* set by the caller, slots: from a write to a read of it, a read to the next write, write to write */
   bool issued;
   uint32_t floor;  /* set by the caller: least height */
   uint32_t height; /* slots from the start of the node to the end of the run, at least 1 */
   uint32_t key;    /* priority, higher first; the height unless the caller sets it after sched_start */
   uint32_t preds;  /* not yet satisfied */
   uint32_t ready_at;
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
   /* by resource: who wrote it last in this run and who read it since */
   uint32_t *writer, *stamp, *read_head, base;
   struct sched_reader *rd;
   uint32_t nrd, cap_rd;
   /* ready: the first in order, the others in a heap, which may hold some that are issued */
   uint32_t win[SCHED_WINDOW], nwin;
   uint32_t *heap, nheap;
   uint32_t *wait, nwait; /* satisfied but for a latency */
   uint32_t time;
   unsigned back; /* 1: the schedule is made from the end */
};

void sched_init(struct sched *g, struct util_ctx *ctx, uint32_t num_resources);
/* A run of so many nodes, all without dependences and with latencies 0. */
void sched_begin(struct sched *g, uint32_t num);
/* The node reads, writes n consecutive resources. The reads of a node come before its writes, nodes in source order. */
void sched_read(struct sched *g, uint32_t node, uint32_t res, uint32_t n);
void sched_write(struct sched *g, uint32_t node, uint32_t res, uint32_t n);
/* Who wrote the resource last, SCHED_NONE: nobody in this run. */
uint32_t sched_writer(const struct sched *g, uint32_t res);
/* The node comes behind those earlier ones that read the resource since it was written last, if anything touched it. */
void sched_after_readers(struct sched *g, uint32_t res, uint32_t node, unsigned lat);

/* Heights, nothing issued, time 0. back: heights and readiness count from the end, and ties go to the later node. */
void sched_start(struct sched *g, bool back);
/* Makes win[] what is ready without a wait for anybody; to be called once keys are final. */
void sched_seed(struct sched *g);
/* What the time has made ready; if nothing is, the time jumps to where something is. */
void sched_wake(struct sched *g);
/* Lets the time pass to where more is ready; false: nothing waits for a latency. */
bool sched_skip(struct sched *g);
/* The node is taken: never in win[] again. What may follow in the same slot becomes ready. */
void sched_issue(struct sched *g, uint32_t node);
/* Taken, but what follows it stays back until sched_issue. */
void sched_take(struct sched *g, uint32_t node);
void sched_retire(struct sched *g, uint32_t node);  /* before time++ */
void sched_release(struct sched *g, uint32_t node); /* after time++ */

/* Higher key first; ties by source order, so the result is deterministic. */
static inline bool sched_before(const struct sched *g, uint32_t a, uint32_t b)
{
   if (g->n[a].key != g->n[b].key)
      return g->n[a].key > g->n[b].key;
   return g->back ? a > b : a < b;
}

#endif

/* SPDX-License-Identifier: MIT */
/*
 * The list scheduler of a block: pairs independent groups on virtual registers, with register pressure in view. About linear: it looks
 * at no more than SCHED_WINDOW ready nodes for each group.
 */
#ifndef USC_LIST_H
#define USC_LIST_H

#include "backend-usc/schedule/usc_graph.h"

/* What shapes a schedule. */
struct usc_list_setting {
   /* Least height of groups that an operation could join in P1. Those that write outputs have little behind them, so by their own height
      they would come last, when no operation remains to join them. */
   uint32_t host_height;
   bool prefer_hosts; /* a single operation rather joins such a group than another single operation */
   bool backward;     /* from the end, which suits blocks that end in many outputs: each takes an operation along while there are some */
   /* Registers alive above which what needs more of them is put off, while results are in flight that may end some; INT32_MAX: none. */
   int32_t limit;
};

/* Registers alive at a point of a schedule, counted while its nodes are issued in order. */
struct usc_pressure {
   uint32_t *uses, *stamp, base; /* by unit: remaining reads, where stamp[] is base */
   uint8_t *live_out;            /* by unit: another block reads it */
   int32_t held[2];              /* by counter: registers that only requests in flight still read */
   uint32_t epoch[2];            /* by counter: 1 more with each wait */
};

struct usc_list {
   struct usc_graph *g;
   struct usc_pressure pressure;
   struct usc_order order; /* the last schedule */
   int32_t live, peak;     /* registers alive: now, and at most */
   uint32_t random_seed;   /* not 0: random schedules */
};

/* Finds the registers that live across blocks. */
void usc_list_init(struct usc_list *l, struct usc_graph *g, uint32_t random_seed);
/* Schedules the graph into l->order, and finds l->peak. Groups stay as they are. */
void usc_list_schedule(struct usc_list *l, const struct usc_list_setting *setting);
/* The most registers that such an order keeps alive. */
int32_t usc_list_peak(struct usc_list *l, const struct usc_order *o);

#endif

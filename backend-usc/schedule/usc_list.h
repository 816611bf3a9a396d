/* SPDX-License-Identifier: MIT */
/*
 * The list scheduler of a block: orders the nodes of the graph by their height and merges pairs of them, while it counts the
 * registers that are alive. About linear: for each group it looks at no more than CG_SCHED_WINDOW ready nodes.
 */
#ifndef USC_LIST_H
#define USC_LIST_H

#include "backend-usc/schedule/usc_graph.h"

/* How a schedule is made. */
struct usc_list_setting {
   /* Least height of hosts that an operation can join in P1 (usc_has_room()). The path from an output to the end of the block
      is short, so by their own height such hosts would come last, when no operation remains to join them. */
   uint32_t host_height;
   bool prefer_hosts; /* a pairable operation rather joins a host than another pairable operation */
   bool backward;     /* from the end, where blocks may have many outputs, which are paired while operations remain */
   /* Limit of live registers, or INT32_MAX. While results are in flight, whose readers may end lives, nodes that would exceed
      the limit are deferred. */
   int32_t limit;
   uint32_t most; /* schedules of more groups and waits are rejected */
};

/* Registers at a point of a schedule, while its nodes are issued in order. */
struct usc_pressure {
   struct usc_unit_use { /* by unit, in one struct because they are read together */
      uint32_t uses, stamp; /* remaining uses if stamp is base; otherwise all remain */
      uint32_t all, graph;  /* uses in the graph, if `graph` is its number */
      uint32_t last_part;   /* the last part of a block that reads it, or UINT32_MAX if another block does */
   } *units;
   uint32_t base, graph, part;   /* part: the one being scheduled */
   int32_t held[2];              /* by counter: registers that live only until the requests in flight are waited for */
   uint32_t epoch[2];            /* by counter: the current epoch (struct usc_node) */
};

struct usc_list {
   struct usc_graph *g;
   struct usc_pressure pressure;
   struct usc_order order; /* the last schedule */
   int32_t live, peak;     /* live registers: now, and at most */
   int32_t before;         /* those that earlier parts of the block keep alive */
   uint32_t random_seed;   /* of random priorities, or 0 */
   uint32_t window;        /* ready nodes that are looked at */
};

/* Finds out which registers live across blocks. */
void usc_list_init(struct usc_list *l, struct usc_graph *g, uint32_t random_seed);
/* Announces the reads of each part of a block that is scheduled in parts, before the first part is. */
void usc_list_announce(struct usc_list *l, const struct cg_list *parts, uint32_t num);
/* Starts the next part, which with `first` is the first one of a block. */
void usc_list_enter(struct usc_list *l, bool first);
/* Counts the reads of the nodes. Call when the graph has been built. */
void usc_list_count(struct usc_list *l);
/* Schedules the graph into l->order and sets l->peak, without changing groups; false if there are too many groups. */
bool usc_list_schedule(struct usc_list *l, const struct usc_list_setting *setting);
/* The highest number of live registers in the order. */
int32_t usc_list_peak(struct usc_list *l, const struct usc_order *o);

#endif

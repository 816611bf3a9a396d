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
   bool prefer_hosts; /* a pairable operation joins a host rather than another pairable operation */
   bool backward;     /* made from the end, where blocks may have many outputs: they are paired while operations remain */
   /* Most live registers: while results are in flight, whose readers may end lives, nodes that would exceed the limit are put
      off. INT32_MAX: there is no limit. */
   int32_t limit;
   uint32_t most; /* a schedule of more groups and waits is of no use */
};

/* What is known about registers at a point of a schedule, while its nodes are issued in order. */
struct usc_pressure {
   struct usc_unit_use { /* by unit: these are read together, at any place */
      uint32_t uses, stamp; /* remaining uses, valid where stamp is base; else it has all of them */
      uint32_t all, graph;  /* uses in the graph, valid where `graph` is that of the graph */
      uint32_t last_part;   /* the last part of a block that reads it; UINT32_MAX: another block does */
   } *units;
   uint32_t base, graph, part;   /* part: that is scheduled */
   int32_t held[2];              /* by counter: registers that live only until the requests in flight are waited for */
   uint32_t epoch[2];            /* by counter: the current epoch (struct usc_node) */
};

struct usc_list {
   struct usc_graph *g;
   struct usc_pressure pressure;
   struct usc_order order; /* the last schedule */
   int32_t live, peak;     /* live registers: now, and at most */
   int32_t before;         /* those that earlier parts of the block keep alive */
   uint32_t random_seed;   /* not 0: priorities are random */
   uint32_t window;        /* ready nodes that are looked at */
};

/* Finds out which registers live across blocks. */
void usc_list_init(struct usc_list *l, struct usc_graph *g, uint32_t random_seed);
/* Of a block whose body is scheduled in parts: tells what each part reads, before the first one is scheduled. */
void usc_list_announce(struct usc_list *l, const struct cg_list *parts, uint32_t num);
/* The next part comes; with `first`, the first one of a block. */
void usc_list_enter(struct usc_list *l, bool first);
/* The graph has been built: counts what its nodes read. */
void usc_list_count(struct usc_list *l);
/* Schedules the graph into l->order and sets l->peak. The groups of the nodes stay as they are. false: there would be too many
   groups. */
bool usc_list_schedule(struct usc_list *l, const struct usc_list_setting *setting);
/* The most live registers that the order has at a time. */
int32_t usc_list_peak(struct usc_list *l, const struct usc_order *o);

#endif

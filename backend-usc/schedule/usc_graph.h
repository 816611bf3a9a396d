/* SPDX-License-Identifier: MIT */
/*
 * The dependence graph of a block that is being scheduled: the groups of the body with their reads and writes, edges with
 * latencies (codegen/sched.h, where a slot is a group), and known merges of groups. From the graph follow the lower bound of
 * every schedule, and the waits of a given order.
 */
#ifndef USC_GRAPH_H
#define USC_GRAPH_H

#include "backend-usc/schedule/usc_cost.h"
#include "backend-usc/schedule/usc_merge.h"
#include "codegen/bound.h"
#include "codegen/sched.h"

#define USC_FEW_SHAPES 32

/* Consecutive units or resources that an instruction reads or writes. */
struct usc_ref {
   uint32_t unit;
   uint16_t n;
   bool write;
};

struct usc_node {
   struct usc_instr *i;
   uint32_t first_ref; /* in usc_graph.refs */
   uint32_t num_refs : 25;
   bool pairable : 1, open : 1, closed : 1; /* usc_is_pairable(), usc_is_open(), usc_closed() */
   bool request : 1;            /* asynchronous: a wait comes before its readers */
   bool feedback : 1;           /* the request of the feedback to the ISP */
   bool external : 1;           /* usc_group_reads_fte() */
   bool quick : 1;              /* merges depend on shape and result alone, and it is one of the first shapes */
   uint32_t shape;              /* for merges, counted from 1 */
   uint32_t result;             /* if `quick`: a virtual register, or UINT32_MAX less the number of the node if there is none */
   union {
      uint32_t requests_before; /* on the longest chain that leads to it, while the bound is computed (usc_body_bound.c) */
      /* While a schedule is made or measured. The requests of a counter between two waits for that counter are an epoch. */
      uint32_t epoch; /* of a request that was issued */
   };
   uint16_t needs[2]; /* by counter: the last epoch for whose end the node waits; a graph has at most a few thousand nodes */
};

/* A group of a schedule: nodes v and w merged, or v alone if w is CG_SCHED_NONE. */
struct usc_pair {
   uint32_t v, w;
   enum usc_merge_mode mode; /* of v and w, or USC_APART if usc_merge() must find it */
};
/* A schedule of the graph: the groups in order. */
struct usc_order {
   struct usc_pair *pairs; /* room for all nodes */
   uint32_t n;
};

struct usc_graph {
   struct usc_mir *c;
   struct cg_sched dag;   /* its resources are the virtual units, then those of enum usc_resource */
   struct usc_node *n; /* in the order of the source, numbered as in dag */
   uint32_t num, cap;
   struct usc_ref *refs;
   uint32_t num_refs, cap_refs;
   uint32_t block;
   uint32_t requests; /* nodes that are requests */
   uint32_t hosts;    /* nodes that an operation can join: usc_has_room() */
   uint32_t bound;    /* no schedule has fewer groups, waits included; usc_bound_body() sets it */
   struct cg_bound problem;
   struct usc_copies {
      struct usc_copy_of {
         uint32_t dst, next; /* the next copy of the same unit, counted from 1 */
      } *list;
      uint32_t *of; /* by unit: a copy of it along an edge, counted from 1; NULL without copies */
      uint32_t num;
   } copies;
   struct usc_merges {
      struct usc_group *shapes;      /* groups without the numbers of virtual registers */
      uint32_t *slots;               /* by a hash of the shape: its number, counted from 1 */
      struct usc_known_merge *known; /* by a hash of the pair: the last result */
      uint8_t few[USC_FEW_SHAPES][USC_FEW_SHAPES]; /* of two of the first shapes: 1 + their mode, or 0 if it is unknown */
      uint32_t num_shapes, cap_shapes, num_slots, num_known;
      uint32_t nodes; /* of all earlier graphs */
      uint32_t before; /* shapes of earlier programs, after which the numbers in instructions continue */
   } merges;
};

void usc_graph_init(struct usc_graph *g, struct usc_mir *c);
/* Makes the graph of the instructions of `body`, which belongs to block b. */
void usc_graph_build(struct usc_graph *g, uint32_t b, const struct cg_list *body);
/* usc_merge() of the groups of two nodes. */
enum usc_merge_mode usc_graph_find_merge(struct usc_graph *g, uint32_t v, uint32_t w);
static inline enum usc_merge_mode usc_graph_merge(struct usc_graph *g, uint32_t v, uint32_t w)
{
   const struct usc_node *const a = &g->n[v], *const b = &g->n[w];
   const unsigned known = a->quick && b->quick && a->result != b->result ? g->merges.few[a->shape - 1][b->shape - 1] : 0;
   return known ? (enum usc_merge_mode)(known - 1) : usc_graph_find_merge(g, v, w);
}
/* The number of waits that usc_insert_waits() will put into the order. */
uint32_t usc_count_waits(struct usc_graph *g, const struct usc_order *o);

/* Finds the lower bound of the graph, g->bound, or a lower one of at least `enough` (usc_body_bound.c). */
void usc_bound_body(struct usc_graph *g, uint32_t enough);

/*
 * Does the end of edge e, which begins at node v, wait for v? A group with an edge from a request waits for it. The feedback to
 * the ISP also has edges of one slot to and from groups without a wait (neighbours, the predicate).
 */
static inline bool usc_edge_waits(const struct usc_graph *g, uint32_t v, uint32_t e)
{
   const struct cg_sched_dep *d = &g->dag.e[e];
   return g->n[v].request && (!(g->n[v].feedback || g->n[d->end[0]].feedback) || d->lat > 1);
}

/* The counter of a request: 1 for texture requests, 0 for all others. */
static inline unsigned usc_counter_of(const struct usc_node *n)
{
   return n->i->g.op[USC_BE] == USC_OP_SMP;
}

#endif

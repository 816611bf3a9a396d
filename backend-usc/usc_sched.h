/* SPDX-License-Identifier: MIT */
/* Between the files of scheduling: costs, bounds. */
#ifndef USC_SCHED_H
#define USC_SCHED_H

#include "backend-usc/usc_isel.h"

/* The cost model, usc_cost.def. */
enum cg_mark { CG_DOCUMENTED, CG_OBSERVED, CG_ASSUMED };
enum cg_cost {
#define COST(name, value, mark, text) CG_COST_##name = value,
#include "backend-usc/usc_cost.def"
};

/* ---- lower bounds (usc_bound.c) ------------------------------------------------------------------------------------------ */

/* Resources of a group. */
enum cg_unit { CG_UNIT_P, CG_UNIT_P0, CG_UNIT_TST, CG_UNIT_PCK, CG_UNIT_BE, CG_UNIT_W, CG_NUM_UNITS };

struct cg_bound_node {
   uint8_t use[CG_NUM_UNITS];
   uint32_t est, tail; /* groups before it at least, groups behind it at least */
};
struct cg_bound {
   struct util_ctx *ctx;
   struct cg_bound_node *n;
   uint32_t num, cap;
   struct cg_bound_edge {
      uint32_t from, to, lat;
   } * e; /* from < to; in the order of `to` */
   uint32_t num_e, cap_e;
   uint32_t *heap;
   uint8_t *left;
};
uint32_t cg_bound_node(struct cg_bound *b);  /* an operation without needs */
uint32_t cg_bound_alone(struct cg_bound *b); /* one that takes all of a group */
void cg_bound_edge(struct cg_bound *b, uint32_t from, uint32_t to, unsigned lat);
uint32_t cg_bound_solve(struct cg_bound *b); /* groups */

/* usc_need.c: the bound of each block from its scalar operations, into cg_block.source_bound. */
void cg_bound_source(struct cg *c, const struct cg_inputs *in);

#endif

/* SPDX-License-Identifier: MIT */
/* The cost model of the USC: the costs of usc_cost.def, latencies, and what an issue slot has. */
#ifndef USC_COST_H
#define USC_COST_H

#include "backend-usc/isa/usc_codec.h"
#include "backend-usc/isa/usc_group.h"

enum usc_provenance { USC_DOCUMENTED, USC_OBSERVED, USC_ASSUMED };
enum usc_cost {
#define COST(name, value, provenance, text) USC_COST_##name = value,
#include "backend-usc/schedule/usc_cost.def"
};

/* Resources of an issue slot: P0 and P1 together, P0, the test, pack and backend units, the outputs W0 and W1 together. */
enum usc_issue_resource { USC_ISSUE_P, USC_ISSUE_P0, USC_ISSUE_TST, USC_ISSUE_PCK, USC_ISSUE_BE, USC_ISSUE_W, USC_NUM_ISSUE };
extern const uint8_t usc_issue_capacity[USC_NUM_ISSUE]; /* usc_body_bound.c */

static inline unsigned usc_issue_slots(const struct usc_group *g)
{
   return USC_COST_SLOT * (g->rpt > 1 ? g->rpt : 1u);
}

static inline uint32_t usc_program_slots(const struct usc_prog *p)
{
   uint32_t n = 0;
   for (uint32_t k = 0; k < p->n; k++)
      n += usc_issue_slots(&p->g[k]);
   return n;
}

/* The latency of a group: after so many slots its result can be read without a delay. A request is waited for all the same. */
static inline unsigned usc_latency(const struct usc_group *g)
{
   if (!usc_group_is_drc(g, NULL))
      return USC_COST_RESULT;
   return g->op[USC_BE] == USC_OP_SMP ? USC_COST_TEXTURE : g->op[USC_BE] == USC_OP_LD ? USC_COST_MEMORY : USC_COST_ITERATION;
}

#endif

/* SPDX-License-Identifier: MIT */
/* Between the files of scheduling: costs, bounds. */
#ifndef USC_SCHED_H
#define USC_SCHED_H

#include "backend-usc/schedule/usc_cost.h"
#include "backend-usc/schedule/usc_merge.h"
#include "backend-usc/schedule/usc_rewrite.h"
#include "backend-usc/select/usc_select.h"
#include "codegen/bound.h"
#include "codegen/sched.h"

/* ---- the block being scheduled ------------------------------------------------------------------------------------------- */

/* Search nodes of the exact scheduler, a block and a program. */
#define USC_EXACT_BUDGET 20000
#define USC_EXACT_TOTAL 1000000

/* Something that an instruction reads or writes: n consecutive units or resources. */
struct usc_ref {
   uint32_t unit;
   uint16_t n;
   bool write;
};
struct usc_node {
   struct usc_instr *i;
   uint32_t refs, num; /* in sched.refs */
   bool pairable, open; /* usc_is_pairable, usc_is_open */
   bool request;      /* asynchronous: a wait comes before its readers */
   uint32_t sent;     /* pressure: the epoch of its counter that it belongs to */
   uint32_t needs[2]; /* by counter: 1 + epoch whose wait it needs */
};
/* Group k of a schedule: node v, and w with it (UINT32_MAX: nothing). */
struct usc_pair {
   uint32_t v, w;
   enum usc_merge_mode mode; /* USC_APART: to be found out again */
};
/* Whether v and w go into one group, as found out before. */
struct usc_verdict {
   uint32_t v, w; /* v: plus 1 */
   enum usc_merge_mode mode;
};
struct usc_sched {
   struct usc_code *c;
   struct sched g;    /* resources: units, then those behind c->num_units */
   struct usc_node *n; /* as g.n */
   uint32_t num, cap_n;
   struct usc_ref *refs;
   uint32_t nrefs, cap_refs;
   uint32_t block;
   /* remaining reads by unit, for pressure */
   uint32_t *left, *left_stamp, left_base;
   uint8_t *live_out;
   int32_t held[2];   /* by counter: registers that requests under way still read */
   uint32_t epoch[2]; /* by counter: 1 more with each wait */
   struct usc_verdict *memo; /* by a hash of the pair; a block is scheduled several times */
   uint32_t memo_size, cap_memo;
   struct usc_pair *out, *best; /* schedules: the current and the best so far */
   uint32_t nout, nbest;
   int32_t live, peak;
   uint32_t rng;
   uint32_t requests;
   uint32_t bound; /* groups of the body, waits included */
   uint32_t spent;  /* search nodes in this program */
   void *exact;    /* usc_exact.c: its memory */
   struct cg_bound problem;
};

/* ---- lower bounds (usc_bound.c) ------------------------------------------------------------------------------------------ */

/* The bound of the selected groups of the body, waits included. */
uint32_t usc_bound_body(struct usc_sched *s);

/* Waits that the schedule will get (usc_wait.c). */
uint32_t usc_waits(struct usc_sched *s, const struct usc_pair *p, uint32_t n);

/* usc_exact.c: makes s->best better if it can, within so many search nodes; true: nothing is better. */
bool usc_exact(struct usc_sched *s, uint32_t budget);

/* usc_violation.c: says of each group of s->best why units are empty. */
void usc_find_stalls(struct usc_sched *s);

/* usc_need.c: the bound of each block from its scalar operations, into cg_block.source_bound. */
void usc_bound_source(struct usc_selection *c);

void usc_schedule(struct usc_code *c);
void usc_insert_waits(struct usc_code *c);
/* usc_violation.c: the last groups of the program came from i */
void usc_note_stalls(struct usc_code *c, const struct usc_instr *i);

#endif

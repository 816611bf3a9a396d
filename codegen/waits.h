/* SPDX-License-Identifier: MIT */
/*
 * Waits for asynchronous requests (textures, memory, iteration).
 *
 * A request belongs to one of a few counters of the machine. Until a wait for its counter, which ends all requests of the
 * counter, its results are not available and it may still read its sources. So a wait precedes each instruction that accesses a
 * result or overwrites a source. A result may be a resource of the machine; every access of the resource then waits, too.
 */
#ifndef CODEGEN_WAITS_H
#define CODEGEN_WAITS_H

#include "codegen/program.h"

struct cg_wait_options {
   unsigned num_counters; /* at most CG_MAX_COUNTERS */
   unsigned num_resources; /* resources of the machine that a request may write, numbered after the units */
   unsigned max_pending;   /* maximum number of requests in flight on a counter; 0 for any number */
   bool reads_at_issue;    /* requests read their sources at issue, so the registers are free afterwards */
   bool ends;             /* nothing follows the program: with idom, requests without a result may outlive it */
   bool after_each;       /* places a wait after every request, so that the fewest registers are in use */
   /* By block: its immediate dominator, and for the first block itself. NULL if no request outlives a body. Otherwise
      requests must read their sources at issue and write no resources. */
   const uint32_t *idom;
   const bool *part_of_last; /* with idom, by block: its code is part of the previous block, and nothing can be inserted into
                                it */
   struct cg_instr *(*make_wait)(struct cg_program *p, unsigned counter);
};

/*
 * Inserts the waits of a scheduled program whose requests are all in the bodies of blocks. Each wait keeps alive the registers
 * of the requests that it ends (cg_instr.keep), so that they are not reused before it.
 *
 * With idom a request may stay in flight from block to block, up to a wait on every path. The requests in flight at the start
 * of a block follow from the paths of the machine, not of an invocation: from a body to the next one, whichever lanes run
 * there, and along the jumps in tails and heads. A request outlives a body only if its block dominates each block on these
 * paths (elsewhere its registers hold something else) and no path enters a loop or goes back in one. Nothing is in flight after
 * the end of the program. Tails and heads may not access registers of requests in flight.
 */
void cg_insert_waits(struct cg_program *p, const struct cg_wait_options *o);

#endif

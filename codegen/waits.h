/* SPDX-License-Identifier: MIT */
/*
 * Waits for asynchronous requests (textures, memory, iteration).
 *
 * A request belongs to one of a few counters of the machine. Up to a wait for its counter, which ends all requests of the counter,
 * its results are not there and it still reads its sources. So an instruction that touches a result, or that writes a source, has a
 * wait before it. A result may be a resource of the machine: whatever touches that one waits as well.
 */
#ifndef CODEGEN_WAITS_H
#define CODEGEN_WAITS_H

#include "codegen/program.h"

struct cg_wait_options {
   unsigned num_counters; /* at most CG_MAX_COUNTERS */
   unsigned num_resources; /* machine resources, behind the units, that a request may write */
   unsigned max_pending;   /* requests of one counter that may be in flight; 0: any number */
   bool reads_at_issue;    /* requests read their sources when they are issued, so that these are free again */
   bool ends;             /* nothing comes behind the program: with idom, what has no result need not end before it */
   bool after_each;       /* a wait behind every request: the fewest registers are in use */
   /* By block: the block that dominates it most closely; the first one itself. NULL: nothing is in flight behind a body. Then requests
      must read their sources at issue and write no resources. */
   const uint32_t *idom;
   const bool *part_of_last; /* with idom, by block: its code is part of the one block in front of it, and nothing can stand in it */
   struct cg_instr *(*make_wait)(struct cg_program *p, unsigned counter);
};

/*
 * Inserts the waits of a scheduled program whose requests are all in the bodies of blocks. Each wait keeps the registers of the
 * requests that it ends alive (cg_instr.keep), so that nobody else gets them before it.
 *
 * With idom a request may be in flight from block to block, up to a wait on every path. What may be in flight where a block begins follows
 * from the ways of the machine, not of an invocation: from a body to the next one, whoever runs there, and along the jumps in tails and heads. A
 * request passes the end of a body only if its block dominates each block on these ways (elsewhere its registers hold something else) and
 * none leads into a loop or back in one. Nothing is in flight after the end of the program. Tails and heads may not touch what is in flight.
 */
void cg_insert_waits(struct cg_program *p, const struct cg_wait_options *o);

#endif

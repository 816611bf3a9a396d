/* SPDX-License-Identifier: MIT */
/*
 * Lowering of any language: code that is split into basic blocks, for recursive subroutines. A loop contains the blocks, a
 * state variable holds the number of the block that an invocation executes next, and each block is guarded by "state = its
 * number":
 *
 *   f: x; CAL f (cond); y;     ->   state = 0; depth = 0;
 *                                   loop { if (state == 0) { x; state = 1; if (cond and depth < limit) { push 1; state = 0 } }
 *                                          if (state == 1) { y; state = 2 }
 *                                          if (state == 2) state = depth == 0 ? 3 : pop
 *                                          if (state == 3) break }
 *
 * The stack of return states and the counters of loops are IR arrays that are indexed with the number of open calls. All
 * invocations meet after the loop. A call with a full stack is not taken.
 */
#ifndef FRONTEND_FE_STATE_H
#define FRONTEND_FE_STATE_H

#include "frontend/common/fe_flow.h"

struct fe_states {
   struct fe_lower *f;
   uint32_t state, depth, stack; /* IR arrays */
   uint32_t call_depth;          /* capacity of the stack */
   uint32_t num_blocks;          /* of the open loop: number of the state "return"; the state "ended" follows */
   uint32_t max_depth;           /* number of calls that may be open within it */
   struct ir_block *header, *exit;
};

void fe_states_init(struct fe_states *r, struct fe_lower *f, uint32_t call_depth);
/* Begins the loop in state `first`. fe_states_end adds the return from calls after the blocks, and ends the loop. */
void fe_states_begin(struct fe_states *r, uint32_t first, uint32_t num_blocks, uint32_t max_depth);
void fe_states_end(struct fe_states *r);

/* Begins the guard of block n, for fe_guard_end. */
struct ir_block *fe_state_guard(struct fe_states *r, uint32_t n);
/* Sets the next state within a block. */
void fe_state_go(struct fe_states *r, uint32_t state);
void fe_state_choose(struct fe_states *r, struct ir_src test, uint32_t yes, uint32_t no);
/* Calls the subroutine that begins in state `to` and returns to state `next`, where `test` holds: fe_state_may_call, perhaps
   with further conditions. */
struct ir_src fe_state_may_call(struct fe_states *r);
void fe_state_call(struct fe_states *r, struct ir_src test, uint32_t next, uint32_t to);
/*
 * Begins a loop of n iterations, or ends one if n.val is NULL. *counter is its IR array, or FE_NONE before its first use. A
 * loop in a recursive subroutine has a counter for each open call.
 */
void fe_state_count(struct fe_states *r, uint32_t *counter, bool recursive, struct ir_src n, uint32_t body, uint32_t behind);

#endif

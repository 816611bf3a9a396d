/* SPDX-License-Identifier: MIT */
/*
 * Lowering of any language: code that is cut into basic blocks, for subroutines that call themselves. A loop stands around the blocks, a
 * state variable holds the number of the block that an instance executes next, and each block is guarded by "state = its number":
 *
 *   f: x; CAL f (cond); y;     ->   state = 0; depth = 0;
 *                                   loop { if (state == 0) { x; state = 1; if (cond and depth < limit) { push 1; state = 0 } }
 *                                          if (state == 1) { y; state = 2 }
 *                                          if (state == 2) state = depth == 0 ? 3 : pop
 *                                          if (state == 3) break }
 *
 * The stack of return states and the counters of loops are IR arrays that are indexed with the number of open calls. All instances meet
 * behind the loop. A call with a full stack is not taken.
 */
#ifndef FRONTEND_FE_STATE_H
#define FRONTEND_FE_STATE_H

#include "frontend/common/fe_flow.h"

struct fe_states {
   struct fe_lower *f;
   uint32_t state, depth, stack; /* IR arrays */
   uint32_t call_depth;          /* elements of the stack */
   /* of the loop that is open */
   uint32_t num_blocks;          /* also the state "return"; num_blocks + 1 is the state "ended" */
   uint32_t max_depth;           /* how many calls may be open within it */
   struct ir_block *header, *exit;
};

void fe_states_init(struct fe_states *r, struct fe_lower *f, uint32_t call_depth);
/* The loop, in state `first`; behind its blocks fe_states_end returns from calls and ends it. */
void fe_states_begin(struct fe_states *r, uint32_t first, uint32_t num_blocks, uint32_t max_depth);
void fe_states_end(struct fe_states *r);

/* The guard of block n, for fe_guard_end. */
struct ir_block *fe_state_guard(struct fe_states *r, uint32_t n);
/* Within a block: the state that is next. */
void fe_state_go(struct fe_states *r, uint32_t state);
void fe_state_choose(struct fe_states *r, struct ir_src test, uint32_t yes, uint32_t no);
/* The call of the subroutine that begins in state `to`, which returns to state `next`, where `test` holds: fe_state_may_call, or more. */
struct ir_src fe_state_may_call(struct fe_states *r);
void fe_state_call(struct fe_states *r, struct ir_src test, uint32_t next, uint32_t to);
/*
 * A loop that is executed n times, at its begin, or at its end with n.val NULL. *counter is its IR array, FE_NONE until it is used; one
 * whose subroutine may be open more than once (recursive) has a counter for each open call.
 */
void fe_state_count(struct fe_states *r, uint32_t *counter, bool recursive, struct ir_src n, uint32_t body, uint32_t behind);

#endif

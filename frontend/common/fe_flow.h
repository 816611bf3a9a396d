/* SPDX-License-Identifier: MIT */
/*
 * Lowering of any language: control flow. The IR is structured, and these functions create its constructs:
 *
 *   fe_if ... fe_else ... fe_endif       arms of an if; the else arm may be missing
 *   fe_loop ... fe_endloop               a loop, endless or with a counter, which fe_break and fe_continue leave and continue
 *   fe_switch, fe_case ... fe_endswitch  sections that fe_case begins and fe_break leaves; control falls from one into the next
 *   fe_sub_begin ... fe_sub_end          the body of a subroutine, inlined at its call; fe_return leaves it
 *   fe_guard_begin ... fe_guard_end      an if without an else arm that the front end inserts; it is not a frame
 *
 * The front end visits the source in the order of execution. Code after an unconditional break, continue or return cannot be
 * reached (flow.reachable is false) up to the end of the surrounding block, and must be skipped: nothing may be emitted
 * there.
 *
 * A return from the middle of a subroutine needs something to break out of: the body is then inside a loop that never
 * continues. The front end says so in fe_sub_begin, because only it can see the whole body.
 *
 * A condition is a value of width 1; one whose val is NULL always holds.
 */
#ifndef FRONTEND_FE_FLOW_H
#define FRONTEND_FE_FLOW_H

#include "frontend/common/fe_lower.h"

/* ---- blocks */

/* Counts a visit of a source instruction, reachable or not, and makes its position the current one. False if the program has
   become too big. */
bool fe_visit(struct fe_lower *f, struct util_span span);
/* Appends the block to the order and continues at its end. */
void fe_block_start(struct fe_lower *f, struct ir_block *b, bool reachable);
/* Ends the current block with an edge to `to` unless it has ended. True if control can take the edge. */
bool fe_block_close(struct fe_lower *f, enum ir_term term, struct ir_block *to);
/* Starts the body of a loop that ends at `exit`, and returns its header. */
struct ir_block *fe_loop_start(struct fe_lower *f, struct ir_block *exit);
/* A conditional jump; other invocations continue after it. True if control can take the edge. */
bool fe_jump(struct fe_lower *f, struct ir_src cond, enum ir_term term, struct ir_block *to);
/* Code emitted between the two calls executes where the condition holds. fe_guard_end gets the result of fe_guard_begin. */
struct ir_block *fe_guard_begin(struct fe_lower *f, struct ir_src cond);
void fe_guard_end(struct fe_lower *f, struct ir_block *merge);

/* ---- if, loop and switch of the source */

void fe_if(struct fe_lower *f, struct ir_src cond, bool has_else);
void fe_else(struct fe_lower *f);
void fe_endif(struct fe_lower *f);

/* Creates the counter (an IR array) of a loop with n iterations, for fe_loop. */
uint32_t fe_counter_new(struct fe_lower *f, struct ir_src n);
/* Begins a loop with a counter, which the header tests and decrements, or without one (FE_NONE). */
void fe_loop(struct fe_lower *f, uint32_t counter);
void fe_endloop(struct fe_lower *f);
/*
 * A switch is a loop without a back edge around its sections. Each section is guarded by its own test or by control falling
 * into it. The front end computes the tests of all sections before fe_switch; `test` of fe_case has width 1. Code before the
 * first section is unreachable.
 */
void fe_switch(struct fe_lower *f);
void fe_case(struct fe_lower *f, struct ir_src test);
void fe_endswitch(struct fe_lower *f);
/* fe_break leaves the innermost loop or switch, fe_continue continues the innermost loop. */
void fe_break(struct fe_lower *f, struct ir_src cond);
void fe_continue(struct fe_lower *f, struct ir_src cond);

/* ---- calls */

/*
 * Begins the body of subroutine `sub`, whose caller continues at `return_to`; both are numbers of the front end.
 * `early_return`: some return is not the last instruction of the body. `test_merge`: the result of fe_guard_begin for a
 * conditional call, else NULL.
 */
void fe_sub_begin(struct fe_lower *f, uint32_t sub, uint32_t return_to, bool early_return, struct ir_block *test_merge);
/* Ends the body of the innermost subroutine and returns its return_to. If flow.num_frames is 0 then, the program has ended. */
uint32_t fe_sub_end(struct fe_lower *f);
/* The subroutine that is being expanded. */
static inline uint32_t fe_sub(const struct fe_lower *f)
{
   return f->flow.frames[f->flow.sub].sub;
}
/*
 * True if the innermost subroutine was begun with early_return. Otherwise a return is its last instruction and needs no code.
 */
static inline bool fe_return_jumps(const struct fe_lower *f)
{
   return f->flow.frames[f->flow.sub].merge != NULL;
}
void fe_return(struct fe_lower *f, struct ir_src cond);
/* Ends the program, which was begun with early_return. */
void fe_exit(struct fe_lower *f, struct ir_src cond);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Lowering of any language: control flow. The IR is structured, and so is what these functions make:
 *
 *   fe_if ... fe_else ... fe_endif       arms of an if; the else arm may be missing
 *   fe_loop ... fe_endloop               a loop, endless or with a counter, which fe_break and fe_continue leave and continue
 *   fe_switch, fe_case ... fe_endswitch  sections that fe_case begins and fe_break leaves; control falls from one into the next
 *   fe_sub_begin ... fe_sub_end          the body of a subroutine, expanded where it is called; fe_return leaves it
 *   fe_guard_begin ... fe_guard_end      an if without an else arm that the front end inserts; it is not a frame
 *
 * The front end visits the source in the order of execution. Code behind an unconditional break, continue or return cannot be
 * reached (flow.reachable is false) up to the end of the block that it stands in, and must be skipped: nothing may be emitted
 * there.
 *
 * A return from the middle of a subroutine needs something to break out of: a loop that never continues stands around the body
 * then. The front end says so in fe_sub_begin, because only it can see the whole body.
 *
 * A condition is a value of width 1; one whose val is NULL always holds.
 */
#ifndef FRONTEND_FE_FLOW_H
#define FRONTEND_FE_FLOW_H

#include "frontend/common/fe_lower.h"

/* ---- blocks */

/* Count a visit of a source instruction, which may be unreachable, and make its place the current one; false if the program has become too big. */
bool fe_visit(struct fe_lower *f, struct util_span span);
/* Put the block next in the order and go on at its end. */
void fe_block_start(struct fe_lower *f, struct ir_block *b, bool reachable);
/* End the current block with an edge to `to`, unless it has ended already. Returns whether control can take the edge. */
bool fe_block_close(struct fe_lower *f, enum ir_term term, struct ir_block *to);
/* Start the body of a loop that ends at `exit`. Returns its header. */
struct ir_block *fe_loop_start(struct fe_lower *f, struct ir_block *exit);
/* A jump where the condition holds; behind it the other instances go on. Returns whether control can take the edge. */
bool fe_jump(struct fe_lower *f, struct ir_src cond, enum ir_term term, struct ir_block *to);
/* What is emitted between the two executes where the condition holds. fe_guard_end takes what fe_guard_begin returned. */
struct ir_block *fe_guard_begin(struct fe_lower *f, struct ir_src cond);
void fe_guard_end(struct fe_lower *f, struct ir_block *merge);

/* ---- if, loop and switch of the source */

void fe_if(struct fe_lower *f, struct ir_src cond, bool has_else);
void fe_else(struct fe_lower *f);
void fe_endif(struct fe_lower *f);

/* The counter of a loop that runs n times, for fe_loop: an IR array. */
uint32_t fe_counter_new(struct fe_lower *f, struct ir_src n);
/* A loop with a counter, which the header tests and decrements, or without one (FE_NONE). */
void fe_loop(struct fe_lower *f, uint32_t counter);
void fe_endloop(struct fe_lower *f);
/*
 * A switch is a loop that never continues around its sections, each of which is guarded by its own test or the fact that control
 * fell into it. The front end makes the tests of all sections in front of fe_switch; `test` of fe_case has width 1. What stands in
 * front of the first section cannot be reached.
 */
void fe_switch(struct fe_lower *f);
void fe_case(struct fe_lower *f, struct ir_src test);
void fe_endswitch(struct fe_lower *f);
/* fe_break leaves the innermost loop or switch, fe_continue continues the innermost loop. */
void fe_break(struct fe_lower *f, struct ir_src cond);
void fe_continue(struct fe_lower *f, struct ir_src cond);

/* ---- calls */

/*
 * Begin the body of subroutine `sub`, whose caller goes on at `return_to`: numbers of the front end. `early_return`: some
 * return is not the last instruction of the body. `test_merge`: what fe_guard_begin returned if the call depends on a
 * condition, else NULL.
 */
void fe_sub_begin(struct fe_lower *f, uint32_t sub, uint32_t return_to, bool early_return, struct ir_block *test_merge);
/* End the body of the innermost subroutine; returns its return_to. When flow.num_frames is 0 then, the program has ended. */
uint32_t fe_sub_end(struct fe_lower *f);
/* The subroutine that is being expanded. */
static inline uint32_t fe_sub(const struct fe_lower *f)
{
   return f->flow.frames[f->flow.sub].sub;
}
/*
 * Whether the innermost subroutine was begun with early_return: else a return is its last instruction, and nothing has to be
 * done.
 */
static inline bool fe_return_jumps(const struct fe_lower *f)
{
   return f->flow.frames[f->flow.sub].merge != NULL;
}
void fe_return(struct fe_lower *f, struct ir_src cond);
/* End the program, which must have been begun with early_return. */
void fe_exit(struct fe_lower *f, struct ir_src cond);

#endif

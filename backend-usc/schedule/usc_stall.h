/* SPDX-License-Identifier: MIT */
/*
 * Why units of groups are empty. A stall reason is a violation (enum usc_violation: a group with one more operation would break
 * that rule) or one of the reasons below, which come from scheduling.
 */
#ifndef USC_STALL_H
#define USC_STALL_H

#include "backend-usc/mir/usc_mir.h"

#define USC_STALLS(STALL)                                                                                                      \
   STALL(PLAIN, "one operation a group was asked for")                                                                         \
   STALL(CONTROL, "a control group holds one operation")                                                                       \
   STALL(BITWISE, "main and bitwise units never share a group")                                                                \
   STALL(CHAIN, "nothing to chain")                                                                                            \
   STALL(COMPLEX, "a complex operation takes the whole group")                                                                 \
   STALL(REQUEST, "a request goes alone")                                                                                      \
   STALL(REPEATED, "a repeated group holds one operation")                                                                     \
   STALL(OUTSIDE, "outside the scheduled part of the block")                                                                   \
   STALL(COPY, "a copy between blocks or for spilling")                                                                        \
   STALL(NONE_LEFT, "nothing that is left in the block needs it")                                                              \
   STALL(NOT_READY, "what needs it is not ready")                                                                              \
   STALL(CONDITION, "what is ready runs under another condition")                                                              \
   STALL(W_PORTS, "both outputs W0 and W1 are taken")                                                                          \
   STALL(FULL, "what is ready takes both phases of its group, or both outputs")                                                \
   STALL(P0_TAKEN, "what is ready exists in P0 only")                                                                          \
   STALL(P2_TAKEN, "what is ready needs the test, pack or output units too")                                                   \
   STALL(OPERAND_SLOTS, "the free source slots cannot read the operands of what is ready")                                     \
   STALL(EXTERNAL, "the one external line is taken")                                                                           \
   STALL(ELSEWHERE, "what is ready goes into another group")
enum usc_stall {
   USC_STALL_FIRST = USC_NUM_VIOLATIONS - 1, /* below: enum usc_violation */
#define STALL(id, text) USC_STALL_##id,
   USC_STALLS(STALL)
#undef STALL
   USC_NUM_STALLS
};
const char *usc_stall_text(unsigned stall);
const char *usc_stall_name(unsigned stall); /* the id, for tests and reports */

/* Sets usc_trace.stalls of the first instruction of each group: why its units are empty. */
struct usc_graph;
struct usc_order;
void usc_find_stalls(struct usc_graph *g, const struct usc_order *o);
/* With options.stalls: appends the stall reasons of the groups that were added to the program last. They came from instruction
   i; NULL: from none. */
void usc_note_stalls(struct usc_mir *c, const struct usc_instr *i);

#endif

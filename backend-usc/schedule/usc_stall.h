/* SPDX-License-Identifier: MIT */
/*
 * Why units of groups are empty. A stall reason is a violation (enum usc_violation: a group with one more operation would break
 * that rule) or one of the reasons below, which come from scheduling.
 */
#ifndef USC_STALL_H
#define USC_STALL_H

#include "backend-usc/mir/usc_mir.h"

#define USC_STALLS(STALL)                                                                                                      \
   STALL(PLAIN, "one operation per group was requested")                                                                       \
   STALL(CONTROL, "a control group holds one operation")                                                                       \
   STALL(BITWISE, "main and bitwise units never share a group")                                                                \
   STALL(CHAIN, "no operation to chain")                                                                                       \
   STALL(COMPLEX, "a complex operation takes the whole group")                                                                 \
   STALL(REQUEST, "a request goes alone")                                                                                      \
   STALL(REPEATED, "a repeated group holds one operation")                                                                     \
   STALL(OUTSIDE, "outside the scheduled part of the block")                                                                   \
   STALL(COPY, "a copy between blocks or for spilling")                                                                        \
   STALL(NONE_LEFT, "no remaining operation of the block needs it")                                                            \
   STALL(NOT_READY, "the operations that need it are not ready")                                                               \
   STALL(CONDITION, "the ready operations run under another condition")                                                        \
   STALL(W_PORTS, "both outputs W0 and W1 are taken")                                                                          \
   STALL(FULL, "the ready operations take both phases of their group, or both outputs")                                        \
   STALL(P0_TAKEN, "the ready operations exist in P0 only")                                                                    \
   STALL(P2_TAKEN, "the ready operations need the test, pack or output units too")                                             \
   STALL(OPERAND_SLOTS, "the free source slots cannot read the operands of the ready operations")                              \
   STALL(EXTERNAL, "the one external line is taken")                                                                           \
   STALL(ELSEWHERE, "the ready operations go into another group")
enum usc_stall {
   USC_STALL_FIRST = USC_NUM_VIOLATIONS - 1, /* below: enum usc_violation */
#define STALL(id, text) USC_STALL_##id,
   USC_STALLS(STALL)
#undef STALL
   USC_NUM_STALLS
};
const char *usc_stall_text(unsigned stall);
const char *usc_stall_name(unsigned stall); /* the id, for tests and reports */

/* Sets usc_trace.stalls of the first instruction of each group, the reasons why its units are empty. */
struct usc_graph;
struct usc_order;
void usc_find_stalls(struct usc_graph *g, const struct usc_order *o);
/* With options.stalls, appends the stall reasons of the last groups of the program, which came from instruction i, or from none
   if it is NULL. */
void usc_note_stalls(struct usc_mir *c, const struct usc_instr *i);

#endif

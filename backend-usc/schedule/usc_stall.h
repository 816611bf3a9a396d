/* SPDX-License-Identifier: MIT */
/* Stall reasons: why a unit of a group does nothing, and the report of them. */
#ifndef USC_STALL_H
#define USC_STALL_H

#include "backend-usc/isa/usc_program.h"

/*
 * A stall reason is a violation (a group with one more operation would break that rule), or one of these, which scheduling has.
 */
#define USC_STALLS(W)                                                                                                          \
   W(PLAIN, "one operation a group was asked for")                                                                             \
   W(CONTROL, "a control group holds one operation")                                                                           \
   W(BITWISE, "main and bitwise units never share a group")                                                                    \
   W(CHAIN, "nothing to chain")                                                                                                \
   W(COMPLEX, "a complex operation takes the whole group")                                                                     \
   W(REQUEST, "a request goes alone")                                                                                          \
   W(REPEATED, "a repeated group holds one operation")                                                                         \
   W(OUTSIDE, "outside the scheduled part of the block")                                                                       \
   W(COPY, "a copy between blocks or for spilling")                                                                            \
   W(NONE_LEFT, "nothing that is left in the block needs it")                                                                  \
   W(NOT_READY, "what needs it is not ready")                                                                                  \
   W(CONDITION, "what is ready runs under another condition")                                                                  \
   W(W_PORTS, "both outputs W0 and W1 are taken")                                                                              \
   W(FULL, "what is ready takes both phases of its group, or both outputs")                                                    \
   W(P0_TAKEN, "what is ready exists in P0 only")                                                                              \
   W(P2_TAKEN, "what is ready needs the test, pack or output units too")                                                       \
   W(OPERAND_SLOTS, "the free source slots cannot read the operands of what is ready")                                         \
   W(EXTERNAL, "the one external line is taken")                                                                               \
   W(ELSEWHERE, "what is ready goes into another group")
enum usc_stall {
   USC_STALL_FIRST = USC_NUM_VIOLATIONS - 1, /* below: enum usc_violation */
#define W(id, text) USC_STALL_##id,
   USC_STALLS(W)
#undef W
   USC_NUM_STALLS
};
const char *usc_stall_text(unsigned stall);
const char *usc_stall_name(unsigned stall); /* the id, for tests and reports */

/* The listing with costs and the stall reason of every empty unit; as comments, so that it still assembles. With
   options.reasons. */
void usc_print_report(struct util_ctx *ctx, struct util_buf *b, const struct usc_program *p);

#endif

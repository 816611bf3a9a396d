/* SPDX-License-Identifier: MIT */
/*
 * The arithmetic of num.h on all lanes of a task at once, in loops that a C compiler turns into vector instructions. num.h defines
 * every result; tests/unit/base/test_lanes.c compares the two. The functions compute all lanes that a task can have: who executes is decided where a result
 * is stored, by lanes_select().
 */
#ifndef MODEL_LANES_H
#define MODEL_LANES_H

#include "semantics/exec.h"

/* d = the operation on the operands that it has. d is none of the operands. */
typedef void (*lanes_fn)(num_m m, const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *restrict d);

/* What depends on the number model, for one of them and a number of lanes: the first 8, 16 or 32. The others of d keep what they have. */
struct lanes_ops {
   lanes_fn fadd, fmul, fmad;
   lanes_fn flt, feq; /* all ones where it holds, else 0 */
   lanes_fn fsat;
};
/* Those of a model for the lanes of a mask, which is that of a task: loops of its own where it rounds and flushes as the targets do, else
   num.h lane by lane. */
const struct lanes_ops *lanes_ops_of(num_m m, uint32_t lanes);
/* The same, compiled for longer vectors or not; lanes_ops_of() takes what the processor has. */
bool lanes_can_be_wide(void);
const struct lanes_ops *lanes_ops_for(bool wide, num_m m, uint32_t lanes);

/* A bit by lane. */
extern const uint32_t lanes_bit[EXEC_LANES];
/* The lanes whose word is not 0. */
uint32_t lanes_mask(const uint32_t *v);
/* d = a in the lanes of the mask; the others keep what they have. */
void lanes_select(uint32_t mask, const uint32_t *restrict a, uint32_t *restrict d);
/* d = a in the lanes of the mask, b in the others. */
void lanes_choose(uint32_t mask, const uint32_t *a, const uint32_t *b, uint32_t *restrict d);
void lanes_splat(uint32_t v, uint32_t *restrict d);
/* d = (a & keep) ^ flip: absolute values and signs of floats. */
void lanes_sign(uint32_t keep, uint32_t flip, const uint32_t *restrict a, uint32_t *restrict d);

#endif

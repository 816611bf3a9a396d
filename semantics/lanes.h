/* SPDX-License-Identifier: MIT */
/*
 * The arithmetic of num.h on all lanes of a wave at once, in loops that a C compiler vectorizes. num.h defines every result;
 * tests/unit/base/test_lanes.c compares the two. The functions compute every lane, active or not; lanes_select() applies the
 * mask when a result is stored.
 */
#ifndef SEMANTICS_LANES_H
#define SEMANTICS_LANES_H

#include "semantics/exec.h"

/* d = the operation on its operands. d does not alias an operand. */
typedef void (*lanes_fn)(num_m m, const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *restrict d);

/* The operations that depend on the number model, for one model and the first 8, 16 or 32 lanes. Other lanes of d keep their
   values. */
struct lanes_ops {
   lanes_fn fadd, fmul, fmad;
   lanes_fn flt, feq; /* all ones if true, else 0 */
   lanes_fn fsat;
};
/* The operations of a model for the lanes of a mask. Models that round and flush as the targets do have vector loops; others
   call num.h lane by lane. */
const struct lanes_ops *lanes_ops_of(num_m m, uint32_t lanes);
/* Variants compiled with or without longer vectors; lanes_ops_of() chooses by the processor. */
bool lanes_can_be_wide(void);
const struct lanes_ops *lanes_ops_for(bool wide, num_m m, uint32_t lanes);

/* The bit of each lane. */
extern const uint32_t lanes_bit[EXEC_LANES];
/* The lanes whose word is not 0. */
uint32_t lanes_mask(const uint32_t *v);
/* d = a in the lanes of the mask; the others keep what they have. */
void lanes_select(uint32_t mask, const uint32_t *restrict a, uint32_t *restrict d);
/* d = a in the lanes of the mask, else b. */
void lanes_choose(uint32_t mask, const uint32_t *a, const uint32_t *b, uint32_t *restrict d);
void lanes_splat(uint32_t v, uint32_t *restrict d);
/* d = (a & keep) ^ flip: absolute values and signs of floats. */
void lanes_sign(uint32_t keep, uint32_t flip, const uint32_t *restrict a, uint32_t *restrict d);

#endif

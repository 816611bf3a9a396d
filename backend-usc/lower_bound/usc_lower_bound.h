/* SPDX-License-Identifier: MIT */
/* The lower bound of blocks from the scalar operations of their IR: see usc_lower_bound.c. */
#ifndef USC_LOWER_BOUND_H
#define USC_LOWER_BOUND_H

#include "backend-usc/select/operand/usc_selection.h"
#include "backend-usc/select/usc_select.h"

/* Fills usc_block_schedule.source_bound of every block. Call between usc_select() and usc_select_finish(). */
void usc_bound_compute(struct usc_selection *c);
/* Lower the bounds by what allocation removes. Call them around usc_allocate(). */
void usc_bound_before_allocation(struct usc_mir *c);
void usc_bound_after_allocation(struct usc_mir *c);
/* Reports a bound of block b above its groups: the model misses something that the compiler does. */
void usc_bound_check(struct util_ctx *ctx, uint32_t b, const struct usc_block *q);

#endif

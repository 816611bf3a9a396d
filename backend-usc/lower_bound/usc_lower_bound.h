/* SPDX-License-Identifier: MIT */
/* The lower bound of blocks from the scalar operations of their IR: see usc_lower_bound.c. */
#ifndef USC_BOUND_H
#define USC_BOUND_H

#include "backend-usc/select/operand/usc_selection.h"
#include "backend-usc/select/usc_select.h"

/* Fills usc_block_schedule.source_bound of every block. Between usc_select() and usc_select_finish(). */
void usc_bound_source(struct usc_selection *c);

#endif

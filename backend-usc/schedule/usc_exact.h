/* SPDX-License-Identifier: MIT */
/* The exact scheduler: see usc_exact.c. */
#ifndef USC_EXACT_H
#define USC_EXACT_H

#include "backend-usc/schedule/usc_graph.h"

/* From one block of a program to the next. */
struct usc_exact {
   struct exact *memory;
   uint32_t spent; /* search nodes */
};

/* Makes the order shorter if it can, within the budget of a block and of the program; true: no order is shorter than *best is then. */
bool usc_exact(struct usc_exact *x, struct usc_graph *g, struct usc_order *best);

#endif

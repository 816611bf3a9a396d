/* SPDX-License-Identifier: MIT */
/* The exact scheduler: see usc_exact.c. */
#ifndef USC_EXACT_H
#define USC_EXACT_H

#include "backend-usc/schedule/usc_graph.h"

/* State that one block of a program passes to the next. */
struct usc_exact {
   struct exact *memory; /* for reuse */
   uint32_t spent;       /* of the budget of the program */
};

/* Searches an order with fewer groups and waits than *best, within the budgets of a block and of the program, and replaces
   *best by it. True if provably no order has fewer. */
bool usc_exact(struct usc_exact *x, struct usc_graph *g, struct usc_order *best);

#endif

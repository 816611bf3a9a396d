/* SPDX-License-Identifier: MIT */
/* The exact scheduler: see usc_exact.c. */
#ifndef USC_EXACT_H
#define USC_EXACT_H

#include "backend-usc/schedule/usc_graph.h"

/* What is kept from one block of a program to the next. */
struct usc_exact {
   struct exact *memory; /* for reuse */
   uint32_t spent;       /* of the budget of the program */
};

/* Searches for an order with fewer groups and waits than *best has, within the budgets of a block and of the program, and
   replaces *best by it. true: it is proved that no order has fewer. */
bool usc_exact(struct usc_exact *x, struct usc_graph *g, struct usc_order *best);

#endif

/* SPDX-License-Identifier: MIT */
/* Tests that lower bounds hold, by compiling programs in many ways: see bounds.c. */
#ifndef TESTS_BOUNDS_H
#define TESTS_BOUNDS_H

#include <stddef.h>
#include <stdint.h>

struct bounds_tally {
   unsigned passed, failed;
   unsigned refused;        /* compiles that a setting or the program itself rules out */
   uint64_t groups, bounds; /* groups of all compiles that passed */
};

/* Compiles the program in `count` ways, starting at way `first` and wrapping around. name is used in messages. */
void bounds_program(const char *text, size_t len, const char *name, unsigned first, unsigned count, struct bounds_tally *t);
unsigned bounds_ways(void);

/* Compiles a chain of operations, mostly on parameters, in one way at each level. A seed gives the same text on every host. */
void bounds_chain(uint64_t seed, struct bounds_tally *t);

#endif

/* SPDX-License-Identifier: MIT */
/* Is the lower bound a bound? Programs compiled in many ways, with a look at the groups of each block: see bounds.c. */
#ifndef TESTS_BOUNDS_H
#define TESTS_BOUNDS_H

#include <stddef.h>
#include <stdint.h>

struct bounds_tally {
   unsigned passed, failed;
   unsigned refused;        /* compiles that a setting or the program itself does not allow */
   uint64_t groups, bounds; /* of all compiles that passed */
};

/* Compiles the program in `count` of the ways, from way number `first` on in a circle. name: for messages. */
void bounds_program(const char *text, size_t len, const char *name, unsigned first, unsigned count, struct bounds_tally *t);
unsigned bounds_ways(void);

/* A chain of operations with mostly parameters as operands, compiled in one way at each level. The same seed gives the same
   text on every host. */
void bounds_chain(uint64_t seed, struct bounds_tally *t);

#endif

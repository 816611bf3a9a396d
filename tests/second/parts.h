/* SPDX-License-Identifier: MIT */
/* The two parts of the comparison: single groups (groups.c) and compiled programs (programs.c). */
#ifndef TESTS_SECOND_PARTS_H
#define TESTS_SECOND_PARTS_H

#include <stdbool.h>
#include <stdint.h>

struct plan_second {
   uint64_t seed;
   uint64_t groups;   /* random groups */
   uint64_t programs; /* compiled programs */
   uint64_t steps;    /* maximum for each run in both */
   uint64_t per_op;   /* minimum number of comparisons for each operation */
   unsigned keep;     /* printed differences of a kind */
   bool first;        /* stop at the first difference */
   bool quiet;
};

extern unsigned planted_fault;

/* Both return the number of differences. */
uint64_t compare_groups(const struct plan_second *plan);
uint64_t compare_programs(const struct plan_second *plan);

#endif

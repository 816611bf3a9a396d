/* SPDX-License-Identifier: MIT */
/*
 * Measures how the cost of a compile grows with its input. A kind (kinds.c, kinds_flow.c, kinds_text.c, kinds_tgsi.c) makes
 * programs of any size that are otherwise alike. growth_measure() (measure.c) runs a tool on one of them in a separate process.
 */
#ifndef TESTS_GROWTH_H
#define TESTS_GROWTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tests/growth/text.h"

/* The function of the library that processes the text. */
enum growth_tool { GROWTH_COMPILE, GROWTH_ASSEMBLE, GROWTH_DISASSEMBLE, GROWTH_REJECT /* compile a program with errors */ };

struct growth_kind {
   const char *name;
   /* Makes a program of about n instructions. `line` is for kinds that share a function. */
   void (*make)(struct growth_text *t, unsigned n, const char *line);
   const char *line;
   enum growth_tool tool;
};

/* The kinds of each file. The last entry has no name. */
extern const struct growth_kind growth_kinds[], growth_kinds_flow[], growth_kinds_text[], growth_kinds_tgsi[];
/* Returns kind n, counted over all files, or NULL past the end. */
const struct growth_kind *growth_kind(unsigned n);

/* The options that a kind is compiled with. */
struct growth_setting {
   const char *name;
   int target, level; /* enum nvp4c_target */
};

/* The cost of one run. */
struct growth_cost {
   int status;          /* enum nvp4c_status, or -1 if the process died */
   double seconds;      /* processor time */
   double peak, total;  /* bytes: the most that were held at one time, and the sum of all requests */
   double steps;        /* steps that -limit-work counts */
   double code;         /* bytes of machine code */
   char message[120];   /* the first diagnostic, if there is no code */
};

struct growth_cost growth_measure(const struct growth_kind *k, const struct growth_setting *s, unsigned n);

struct growth_tally {
   unsigned passed, failed;
};

/*
 * Measures the kinds first, first + every, ... (only the one with that name, if `name` is not NULL) at sizes that double up to
 * `largest`, and prints a line for each kind and setting. With `timed`, time and memory are compared with the bounds. Without
 * it, only bytes and steps are compared, because they are the same on every machine.
 */
void growth_run(unsigned first, unsigned every, const char *name, unsigned largest, bool timed, struct growth_tally *t);

#endif

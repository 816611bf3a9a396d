/* SPDX-License-Identifier: MIT */
/*
 * Growth of the cost of a compile with its input. A kind (kinds.c, kinds_flow.c, kinds_text.c, kinds_tgsi.c) makes programs of
 * any size that are otherwise alike; growth_measure() (measure.c) runs a tool on one of them in a separate process.
 */
#ifndef TESTS_GROWTH_H
#define TESTS_GROWTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tests/growth/text.h"

/* The function of the library that processes the text. */
enum growth_tool { GROWTH_COMPILE, GROWTH_ASSEMBLE, GROWTH_DISASSEMBLE, GROWTH_REJECT /* compile, which finds errors */ };

struct growth_kind {
   const char *name;
   /* A program of about n instructions. `line`: for kinds that share a function. */
   void (*make)(struct growth_text *t, unsigned n, const char *line);
   const char *line;
   enum growth_tool tool;
};

/* The kinds of a file, up to one without a name. */
extern const struct growth_kind growth_kinds[], growth_kinds_flow[], growth_kinds_text[], growth_kinds_tgsi[];
/* By number, over all files; NULL past the end. */
const struct growth_kind *growth_kind(unsigned n);

/* How a kind is compiled. */
struct growth_setting {
   const char *name;
   int target, level; /* enum nvp4c_target */
};

/* What one run took. */
struct growth_cost {
   int status;          /* enum nvp4c_status; -1: the process died */
   double seconds;      /* processor time */
   double peak, total;  /* bytes that were held at one time, and that were asked for in all */
   double steps;        /* what -limit-work counts */
   double code;         /* bytes of machine code */
   char message[120];   /* of the first diagnostic, if there is no code */
};

struct growth_cost growth_measure(const struct growth_kind *k, const struct growth_setting *s, unsigned n);

struct growth_tally {
   unsigned passed, failed;
};

/*
 * Measures the kinds first, first + every, ... (only the one with that name, if `name` is not NULL) at sizes that double up to
 * `largest`, and prints a line for each kind and setting. With `timed`, time and memory are compared with the bounds; without
 * it, only what is the same on every machine: bytes and steps.
 */
void growth_run(unsigned first, unsigned every, const char *name, unsigned largest, bool timed, struct growth_tally *t);

#endif

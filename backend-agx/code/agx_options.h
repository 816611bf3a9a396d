/* SPDX-License-Identifier: MIT */
/* What the caller of the code generator chooses. */
#ifndef AGX_OPTIONS_H
#define AGX_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

struct agx_options {
   bool inline_constants; /* constants become instructions, so that they take no uniform registers */
   bool schedule;         /* other orders of the instructions are tried; else the order of the IR is kept */
   bool verify;           /* check every register allocation */
   unsigned samples;      /* of a pixel; 0 counts as 1 */
   bool spill_all;        /* for tests: all that can be is in memory between instructions */
   uint32_t seed;         /* for tests: not 0: a random order */
   unsigned max_temps;    /* for tests: registers to allocate from; 0: all */
};

#endif

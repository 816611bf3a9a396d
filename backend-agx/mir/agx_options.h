/* SPDX-License-Identifier: MIT */
/* What the caller of the code generator chooses. */
#ifndef AGX_OPTIONS_H
#define AGX_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

/* Where a varying lies: the word of the first component in the mask, which the others follow. */
struct agx_varying {
   uint8_t address, mask;
};

struct agx_options {
   bool inline_constants; /* constants become instructions, so that they take no uniform registers */
   bool schedule;         /* other orders of the instructions are tried; else the order of the IR is kept */
   bool verify;           /* check every register allocation */
   bool check_code;       /* have the validator look at the code */
   bool last;             /* nobody reads the IR afterwards: it may stay packed */
   unsigned samples;      /* of a pixel; 0 counts as 1 */
   bool per_sample;       /* a fragment program runs once for each sample */
   bool sample_shading;   /* so it does because the key says so: all that it iterates is iterated at the sample */
   bool early_tests;      /* the depth test comes before the program, whatever it does */
   bool mask_r1l;         /* the mask of the sample is in r1l, not r0h */
   const struct agx_varying *varying; /* by slot; NULL: there is no map of varyings */
   bool whole;    /* a prolog and an epilog will be put around the program */
   bool api_mask; /* which kills what the API's sample mask does not let through */
   bool compute_uniforms; /* vertex programs leave as many uniforms free as those that run as compute programs need */
   bool spill_all;        /* for tests: all that can be is in memory between instructions */
   bool no_clamp;         /* addresses in memory that programs change are in range */
   unsigned max_temps;    /* for tests: registers to allocate from; 0: all */
   uint32_t random_seed;  /* for tests, not 0: a random legal order instead of the best, where orders are tried */
};

#endif

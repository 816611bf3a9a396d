/* SPDX-License-Identifier: MIT */
/* Options of the code generator. */
#ifndef AGX_OPTIONS_H
#define AGX_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

/* The place of a varying: the word of the first component in the mask; the others follow it. */
struct agx_varying {
   uint8_t address, mask;
};

/* A render target of the key, with the values of struct target_color. */
struct agx_color {
   uint8_t format, words; /* enum agx_tile_format; 32-bit words of a pixel, for AGX_TILE_RAW only */
   bool bound;
};

struct agx_options {
   bool inline_constants; /* constants become instructions, so that they need no uniform registers */
   bool schedule;         /* try other orders of the instructions; otherwise keep that of the IR */
   bool verify;           /* check every register allocation */
   bool check_code;       /* validate the generated code */
   bool last;             /* the IR is not read afterwards, so it may stay packed */
   unsigned samples;      /* samples of a pixel; 0 counts as 1 */
   bool per_sample;       /* a fragment program runs once per sample */
   bool sample_shading;   /* because the key requests it: all inputs are then interpolated at the sample */
   bool early_tests;      /* the depth test always comes before the program */
   bool mask_r1l;         /* the mask of the sample is in r1l, not r0h */
   const struct agx_varying *varying; /* by slot, or NULL for no map of varyings */
   struct agx_color color[8];
   bool whole;    /* a prolog and an epilog will surround the program */
   bool api_mask; /* the prolog kills the samples that the API's sample mask excludes */
   bool compute_uniforms; /* vertex programs leave as many uniforms free as they need when they run as compute programs */
   bool spill_all;        /* for tests: keeps every value that can be spilled in memory between instructions */
   bool no_clamp;         /* addresses in read-write memory are in range */
   unsigned max_temps;    /* for tests: number of registers to allocate from; 0 for all */
   uint32_t random_seed;  /* for tests: if not 0, a random legal order where orders are tried */
};

#endif

/* SPDX-License-Identifier: MIT */
/* Compiles a program that draws pixels, and runs its machine code through nvp4c_machine.h. */
#ifndef TESTS_BLEND_RUN_H
#define TESTS_BLEND_RUN_H

#include "nvp4c_machine.h"

#include <stdbool.h>

enum { BLEND_LANES = NVP4C_LANES, BLEND_TARGETS = 8, BLEND_TILES = 7, BLEND_WORDS = 8 };

/* 32 fragments. The arrays end with the lane. */
struct blend_wave {
   uint32_t color[BLEND_TARGETS][4][BLEND_LANES]; /* bits of the colours of the program */
   uint32_t word[BLEND_TARGETS][4][BLEND_LANES];  /* of the pixels: before, then after */
   unsigned words[BLEND_TARGETS];                 /* of a pixel */
   uint32_t samples[BLEND_LANES];                 /* the sample of each fragment */
   float constant[4], alpha;                      /* key.blend, key.alpha */
   uint32_t mask;                                 /* key.samplemask */
   /* results */
   uint32_t killed;
   bool per_sample;           /* the program runs once for each sample */
   bool known[BLEND_TARGETS]; /* the words are those after the run: the program writes the target, or its place is given */
};

/* Where a program ends. */
enum blend_end { BLEND_DONE, BLEND_REFUSED, BLEND_FAILED };
/* A program writes the colours of the targets in the mask, colour n from texture n, at a core, key and level of the options.
   On failure *why is a text that stays valid until the next call. */
enum blend_end blend_run(struct blend_wave *w, unsigned targets, struct nvp4c_options *options, const char **why);

#endif

/* SPDX-License-Identifier: MIT */
/* Inputs for verification waves, for agx_mutants. They reach cases that random inputs seldom reach. */
#ifndef AGX_INPUTS_H
#define AGX_INPUTS_H

#include "nvp4c/verify/verify_inputs.h"

#define DIRECTED_WORDS 12

struct directed {
   struct verify_reads reads;
   uint32_t *word; /* words that the program computes and compares with, and their neighbours */
   uint32_t num_words, cap_words;
   /* state of one wave */
   uint32_t palette[DIRECTED_WORDS];
   uint32_t num;
   const struct exec_sampler *sampler;
};

/* Collects what the program reads and its constants. */
void directed_begin(struct util_ctx *ctx, struct directed *d, const struct ir_shader *s);
/* Like verify_fill, then adds helpers. Three of every four waves have inputs, parameters and texels from a small palette. */
void directed_fill(struct util_ctx *ctx, struct directed *d, struct verify_wave *vt, const struct ir_shader *s, uint64_t seed);
/* Call this after verify_reset for a wave of that seed. */
void directed_reset(struct directed *d, struct verify_wave *vt, uint64_t seed);

#endif

/* SPDX-License-Identifier: MIT */
/* Inputs of verification waves that reach what random ones seldom do: for agx_mutants. */
#ifndef AGX_INPUTS_H
#define AGX_INPUTS_H

#include "nvp4c/verify/verify_inputs.h"

#define DIRECTED_WORDS 12

struct directed {
   struct verify_reads reads;
   uint32_t *word; /* that the program compares with and computes with, and those beside them */
   uint32_t num_words, cap_words;
   /* of a wave */
   uint32_t palette[DIRECTED_WORDS];
   uint32_t num;
   const struct exec_sampler *sampler;
};

/* What there is to know of a program. */
void directed_begin(struct util_ctx *ctx, struct directed *d, const struct ir_shader *s);
/* As verify_fill, then with helpers; of every four waves three have inputs, parameters and texels of few words. */
void directed_fill(struct util_ctx *ctx, struct directed *d, struct verify_wave *vt, const struct ir_shader *s, uint64_t seed);
/* Call it after verify_reset of a wave of that seed. */
void directed_reset(struct directed *d, struct verify_wave *vt, uint64_t seed);

#endif

/* SPDX-License-Identifier: MIT */
/* A software texture unit for tests and verification (sampler.c), deterministic on every host. */
#ifndef MODEL_SAMPLER_H
#define MODEL_SAMPLER_H

#include "semantics/exec.h"

#define EXEC_IMAGES 32
/* The contents of a unit whose target has two dimensions and no layers: four bytes a texel, 255 is 1.0, the first row is at the top (t = 1). */
struct exec_image {
   uint32_t width, height;
   const uint8_t *rgba; /* NULL: there is none */
};

/* All textures of a task: their contents are a hash of seed, unit, level and texel, or an image. */
struct exec_sampler {
   uint32_t seed;
   uint32_t turn; /* which size and how many layers and samples a unit has */
   const struct exec_image *images; /* EXEC_IMAGES of them, by unit; may be NULL */
   bool compare_taps; /* SHADOW targets: compare each texel with the reference value, then filter; else the other way round */
};
/* An exec_tex_fn; user is a const struct exec_sampler *. Wrap mode, filter and size depend on the unit. */
void exec_sampler_fn(void *user, num_m m, const struct exec_tex *t, exec_lanes out[4]);
/* What TEX_SIZE returns: width, height, depth or layers in the order of the TXQ document; 0 where there is none. */
void exec_sampler_size(const struct exec_sampler *s, unsigned unit, enum exec_tex_target target, unsigned level, uint32_t size[3]);

#endif

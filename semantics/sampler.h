/* SPDX-License-Identifier: MIT */
/* A software texture unit for tests and verification (sampler.c), deterministic on every host. */
#ifndef SEMANTICS_SAMPLER_H
#define SEMANTICS_SAMPLER_H

#include "semantics/exec.h"

#define EXEC_IMAGES 32
/* The contents of a unit whose target has two dimensions and no layers: four bytes a texel, where 255 is 1.0. The first row
   is the top one (t = 1). */
struct exec_image {
   uint32_t width, height;
   const uint8_t *rgba; /* NULL for none */
};

/* All textures of a wave. Their contents are images, or a hash of seed, unit, level and texel. */
struct exec_sampler {
   uint32_t seed;
   uint32_t turn; /* selects the size, layers and samples of each unit */
   const struct exec_image *images; /* EXEC_IMAGES images by unit, or NULL */
   bool compare_taps; /* SHADOW targets compare each texel with the reference value and then filter; false: they filter first */
};
/* An exec_tex_fn; user is a const struct exec_sampler *. Wrap mode, filter and size depend on the unit. */
void exec_sampler_fn(void *user, num_m m, const struct exec_tex *t, exec_lanes out[4]);
/* The result of TEX_SIZE: width, height, depth or layers in the order of the TXQ document; 0 for absent ones. */
void exec_sampler_size(const struct exec_sampler *s, unsigned unit, enum exec_tex_target target, unsigned level,
                       uint32_t size[3]);

#endif

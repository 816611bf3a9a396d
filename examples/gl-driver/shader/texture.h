/* SPDX-License-Identifier: MIT */
/* An access to a texture on its way from the machine to the sampler. */
#ifndef GL_DRIVER_TEXTURE_H
#define GL_DRIVER_TEXTURE_H

#include "examples/gl-driver/shader/runner.h"

#include <string.h>

/* An access, with the words that it has in place of those of the machine. */
struct access {
   struct nvp4c_texture_access a;
   uint32_t layer[LANES], level[LANES], place[3][LANES];
   struct sampler_view view;
};

static inline float bits_number(uint32_t bits)
{
   float f;
   memcpy(&f, &bits, sizeof f);
   return f;
}
static inline uint32_t number_bits(float f)
{
   uint32_t u;
   memcpy(&u, &f, sizeof u);
   return u;
}

/* What `reference FUNC texel` is where the reference is less (0), equal (1) or greater (2). */
bool compare_outcome(unsigned func, unsigned relation);

/* texture_agx.c */
const char *texture_access_agx(struct access *x, const struct nvp4c_texture *t, const struct sampler_view *v,
                               const struct sampler *s, uint32_t (*result)[LANES]);

#endif

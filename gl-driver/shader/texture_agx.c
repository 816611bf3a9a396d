/* SPDX-License-Identifier: MIT */
/*
 * Converts accesses of AGX code for the sampler (docs/abi-agx.md, "Textures"): integers become numbers, 1D textures lose their
 * height, gathers and levels use queries of USC, and comparisons follow the filter.
 */
#include "gl-driver/pipe/words.h"
#include "gl-driver/shader/texture.h"

#include <math.h>
#include <string.h>

#define BUFFER_ROW 16384 /* texels in a row of the image of a buffer */

/* Converts the integers of an access to numbers. */
static void convert_integers(struct access *x, const struct nvp4c_texture *t)
{
   const bool buffer = t->target == NVP4C_TEX_BUFFER;

   for (unsigned l = 0; l < LANES; l++) {
      for (unsigned k = 0; k < 3; k++)
         x->place[k][l] = x->a.coordinate[k] ? bits_of((float)(int32_t)x->a.coordinate[k][l]) : 0;
      if (buffer && (int32_t)x->a.coordinate[0][l] >= 0)
         x->place[0][l] = bits_of((float)x->a.coordinate[0][l] + BUFFER_ROW * (float)x->a.coordinate[1][l]);
      x->level[l] = x->a.level ? bits_of((float)x->a.level[l]) : 0;
   }
   for (unsigned k = 0; k < 3; k++)
      x->a.coordinate[k] = x->a.coordinate[k] ? x->place[k] : NULL;
   x->a.level = x->level;
   x->a.level_from = NVP4C_LEVEL_EXPLICIT;
   x->a.integer = 0;
   x->a.texels = 1;
}

static uint32_t outcome(const struct sampler *s, uint32_t reference, uint32_t texel)
{
   const float r = fminf(fmaxf(float_of(reference), 0), 1), t = float_of(texel);
   return bits_of(compare_outcome(s ? s->compare_func : 0, r < t ? 0 : r == t ? 1 : 2) ? 1.0f : 0.0f);
}

/* The texels (x0,y1) (x1,y1) (x1,y0) (x0,y0) of a component. */
static const char *gather(struct access *x, const struct sampler_view *v, const struct sampler *s,
                          uint32_t (*result)[LANES])
{
   static const uint8_t tap[4] = {2, 3, 1, 0};
   const unsigned component = x->a.gather - 1;
   struct nvp4c_texture_access a = x->a;
   uint32_t texel[16][LANES];

   memset(texel, 0, sizeof texel);
   a.gather = 0;
   a.taps = 1;
   a.components = 4 * (component + 1);
   a.level_from = NVP4C_LEVEL_EXPLICIT;
   a.level = x->level;
   const char *fault = texture_sample(v, s, &a, texel, &x->texels);
   for (unsigned k = 0; k < 4 && k < x->a.components; k++)
      memcpy(result[k], texel[tap[k] * (component + 1) + component], sizeof result[k]);
   return fault;
}

/* The level that is used, and the computed one. */
static const char *levels(struct access *x, const struct sampler_view *v, const struct sampler *s,
                          uint32_t (*result)[LANES])
{
   struct nvp4c_texture_access a = x->a;
   uint32_t info[16][LANES];

   memset(info, 0, sizeof info);
   a.query = 0;
   a.info = 1;
   a.components = 14;
   const char *fault = texture_sample(v, s, &a, info, &x->texels);
   for (unsigned l = 0; l < LANES; l++) {
      float word[7];
      for (unsigned k = 3; k < 7; k++)
         word[k] = roundf(255 * float_of(info[k][l]));
      result[0][l] = bits_of(word[3] + word[5] / 256);
      if (x->a.components > 1)
         result[1][l] = bits_of(word[4] - 128 + word[6] / 256);
   }
   return fault;
}

const char *texture_access_agx(struct access *x, const struct nvp4c_texture *t, const struct sampler_view *v,
                               const struct sampler *s, uint32_t (*result)[LANES])
{
   const uint32_t *reference = x->a.reference;
   const char *fault;

   if (x->a.integer)
      convert_integers(x, t);
   for (unsigned l = 0; l < LANES && x->a.layer; l++)
      x->layer[l] = bits_of((float)x->a.layer[l]);
   x->a.layer = x->a.layer ? x->layer : NULL;
   if (t->target == NVP4C_TEX_1D || t->target == NVP4C_TEX_BUFFER) {
      x->a.coordinate[1] = x->a.ddx[1] = x->a.ddy[1] = NULL;
      x->a.dimensions = 1;
   }
   x->a.texels |= t->target == NVP4C_TEX_RECT;
   x->a.raw = t->integer;
   x->a.layer_bits = 0;
   x->a.reference = NULL;
   fault = x->a.gather  ? gather(x, v, s, result)
           : x->a.query ? levels(x, v, s, result)
                        : texture_sample(v, s, &x->a, result, &x->texels);
   for (unsigned k = 0; k < (x->a.gather ? 4u : 1u) && reference; k++)
      for (unsigned l = 0; l < LANES; l++)
         result[k][l] = outcome(s, reference[l], result[k][l]);
   return fault;
}

/* SPDX-License-Identifier: MIT */
/*
 * The anisotropic filter: the mean of all texels in the ellipse that a pixel covers, with the weights of a Gaussian (Heckbert,
 * Fundamentals of Texture Mapping and Image Warping, 1989, 3.5). EXT_texture_filter_anisotropic leaves the filter open;
 * softpipe and llvmpipe have this one.
 */
#include <math.h>
#include <string.h>

#include "examples/gl-driver/pipe/pipe_enums.h"
#include "examples/gl-driver/pipe/texel.h"

#define MAX_RADIUS 64 /* of the ellipse, in texels: what clients ask for cannot take longer */

bool ellipse_wanted(const struct texture *t)
{
   const struct sampler *s = t->state;

   return s->max_anisotropy > 1 && s->mip_filter == PIPE_TEX_MIPFILTER_LINEAR && t->dimensions == 2 && !t->cube &&
          t->linear_allowed && t->format->class == FORMAT_FLOAT && !s->compare;
}

float ellipse_level(const struct sampler *s, const struct changes *c)
{
   const float x = c->x[0] * c->x[0] + c->x[1] * c->x[1], y = c->y[0] * c->y[0] + c->y[1] * c->y[1];
   const float most = x > y ? x : y, ratio = s->max_anisotropy < MAX_ANISOTROPY ? s->max_anisotropy : MAX_ANISOTROPY;

   return log2f(fmaxf(x < y ? x : y, most / (ratio * ratio))) / 2;
}

bool ellipse_filter(const struct texture *t, const struct place *p, unsigned level, const struct changes *c, uint32_t value[4])
{
   const float scale = ldexpf(1, -(int)(level - t->view->first_level));
   const float ux = c->x[0] * scale, vx = c->x[1] * scale, uy = c->y[0] * scale, vy = c->y[1] * scale;
   /* Inside: A u^2 + B u v + C v^2 < F. The 1 makes it reach the next texels at least. */
   const float A = vx * vx + vy * vy + 1, B = -2 * (ux * vx + uy * vy), C = ux * ux + uy * uy + 1, F = A * C - B * B / 4;
   const float radius[2] = {sqrtf(C), sqrtf(A)};
   float sum[4] = {0}, weights = 0, middle[2], texel[4];
   struct place at = *p;
   unsigned size[3];
   long low[2], high[2];

   texture_size(t, level, size);
   for (unsigned i = 0; i < 2; i++) {
      middle[i] = (p->texels ? p->at[i] : p->at[i] * (float)size[i]) - 0.5f;
      if (!(radius[i] <= MAX_RADIUS) || !(fabsf(middle[i]) < 0x1p22f))
         return false;
      low[i] = (long)floorf(middle[i] - radius[i]);
      high[i] = (long)ceilf(middle[i] + radius[i]);
   }
   at.texels = true;
   for (long y = low[1]; y <= high[1]; y++)
      for (long x = low[0]; x <= high[0]; x++) {
         const float u = (float)x - middle[0], v = (float)y - middle[1], q = (A * u * u + B * u * v + C * v * v) / F;
         if (!(q < 1))
            continue;
         const float weight = expf(-2 * q);
         at.at[0] = (float)x + 0.5f;
         at.at[1] = (float)y + 0.5f;
         texture_filter(t, &at, level, false, value);
         memcpy(texel, value, sizeof texel);
         for (unsigned i = 0; i < 4; i++)
            sum[i] += weight * texel[i];
         weights += weight;
      }
   for (unsigned i = 0; i < 4; i++)
      sum[i] /= weights;
   memcpy(value, sum, sizeof sum);
   return weights > 0;
}

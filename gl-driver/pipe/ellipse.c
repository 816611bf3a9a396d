/* SPDX-License-Identifier: MIT */
/*
 * The anisotropic filter: the mean of all texels in the ellipse that a pixel covers, with Gaussian weights (Heckbert,
 * Fundamentals of Texture Mapping and Image Warping, 1989, 3.5). EXT_texture_filter_anisotropic does not define the filter;
 * softpipe and llvmpipe use this one.
 */
#include <math.h>
#include <string.h>

#include "gl-driver/pipe/pipe_enums.h"
#include "gl-driver/pipe/texel.h"

/* At one texel per pixel, the next texels on the diagonals lie on the edge of the ellipse, and rounding must not exclude
   one. */
#define EDGE (1 + 1 / 1024.0f)
#define MAX_RADIUS 34.0f /* of the ellipse, in texels; it is at most 33 for the ratio of 16 and the level of its width */

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

/* The inside of an ellipse: A u^2 + B u v + C v^2 < F. */
struct ellipse {
   float A, B, C, F;
};

/* The first and the last texel inside of the ellipse in a row with the distance v to its middle. False if there is none. */
static bool find_row(const struct ellipse *e, float v, float middle, long range[2])
{
   const float root = e->B * e->B * v * v - 4 * e->A * (e->C * v * v - e->F * EDGE);

   if (!(root > 0))
      return false;
   range[0] = (long)ceilf(middle - (e->B * v + sqrtf(root)) / (2 * e->A));
   range[1] = (long)floorf(middle + (sqrtf(root) - e->B * v) / (2 * e->A));
   return true;
}

bool ellipse_filter(const struct texture *t, const struct place *p, unsigned level, const struct changes *c, uint32_t value[4])
{
   const float scale = ldexpf(1, -(int)(level - t->view->first_level));
   const float ux = c->x[0] * scale, vx = c->x[1] * scale, uy = c->y[0] * scale, vy = c->y[1] * scale;
   /* With the 1 it reaches at least the next texels. */
   const float A = vx * vx + vy * vy + 1, B = -2 * (ux * vx + uy * vy), C = ux * ux + uy * uy + 1;
   const struct ellipse e = {A, B, C, A * C - B * B / 4};
   float sum[4] = {0}, weights = 0, middle[2], texel[4];
   struct place at = *p;
   unsigned size[3];
   long row[2];

   texture_size(t, level, size);
   for (unsigned i = 0; i < 2; i++) {
      middle[i] = (p->texels ? p->at[i] : p->at[i] * (float)size[i]) - 0.5f;
      if (!(fabsf(middle[i]) < 0x1p22f))
         return false;
   }
   if (!(A <= MAX_RADIUS * MAX_RADIUS && C <= MAX_RADIUS * MAX_RADIUS && e.F > 0))
      return false;
   at.texels = true;
   for (long y = (long)floorf(middle[1] - sqrtf(A)); y <= (long)ceilf(middle[1] + sqrtf(A)); y++) {
      const float v = (float)y - middle[1];
      if (!find_row(&e, v, middle[0], row))
         continue;
      for (long x = row[0]; x <= row[1]; x++) {
         const float u = (float)x - middle[0], weight = expf(-2 * (A * u * u + B * u * v + C * v * v) / e.F);
         at.at[0] = (float)x + 0.5f;
         at.at[1] = (float)y + 0.5f;
         texture_filter(t, &at, level, false, value);
         memcpy(texel, value, sizeof texel);
         for (unsigned i = 0; i < 4; i++)
            sum[i] += weight * texel[i];
         weights += weight;
         ++*t->texels;
      }
   }
   for (unsigned i = 0; i < 4; i++)
      sum[i] /= weights;
   memcpy(value, sum, sizeof sum);
   return weights > 0;
}

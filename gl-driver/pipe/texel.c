/* SPDX-License-Identifier: MIT */
/* Texels of one level: wrap modes, borders, edges of cubes, linear filters (GL 2.1, 3.8.7 to 3.8.9). */
#include <math.h>
#include <string.h>

#include "gl-driver/pipe/pipe_enums.h"
#include "gl-driver/pipe/texel.h"

/* Larger coordinates and NaN count as 0. */
#define HUGE_COORDINATE 0x1p30
/* The number of a texel of the border. */
#define BORDER (-1)

const struct cube_axes cube_axes[6] = {{0, 2, 1, 1, -1, -1}, {0, 2, 1, -1, 1, -1}, {1, 0, 2, 1, 1, 1},
                                       {1, 0, 2, -1, 1, -1}, {2, 0, 1, 1, 1, -1},  {2, 0, 1, -1, -1, -1}};

unsigned cube_face(const float d[3], float at[2])
{
   float x = fabsf(d[0]), y = fabsf(d[1]), z = fabsf(d[2]);
   unsigned major = x >= y && x >= z ? 0 : y >= z ? 1 : 2, face = 2 * major + (d[major] < 0);
   const struct cube_axes *a = &cube_axes[face];
   float length = fabsf(d[major]);

   at[0] = (d[a->s] * a->s_sign / length + 1) / 2;
   at[1] = (d[a->t] * a->t_sign / length + 1) / 2;
   return face;
}

void texture_size(const struct texture *t, unsigned level, unsigned size[3])
{
   const struct resource *r = t->view->resource;

   size[0] = resource_width(r, level);
   size[1] = t->dimensions > 1 ? resource_height(r, level) : 1;
   size[2] = t->dimensions > 2 ? resource_layers(r, level) : 1;
}

/* ---- wrapping of one axis */

static long modulo(long i, long n) { return i % n < 0 ? i % n + n : i % n; }

/* The texel for the number i, which may be outside of the texture. */
static long wrap_number(long i, long n, unsigned wrap)
{
   if (i >= 0 && i < n)
      return i;
   switch (wrap) {
   case PIPE_TEX_WRAP_REPEAT: return modulo(i, n);
   case PIPE_TEX_WRAP_MIRROR_REPEAT:
      i = modulo(i, 2 * n);
      return i < n ? i : 2 * n - 1 - i;
   case PIPE_TEX_WRAP_CLAMP_TO_EDGE:
   case PIPE_TEX_WRAP_MIRROR_CLAMP_TO_EDGE: return i < 0 ? 0 : i >= n ? n - 1 : i;
   case PIPE_TEX_WRAP_MIRROR_CLAMP:
   case PIPE_TEX_WRAP_MIRROR_CLAMP_TO_BORDER: i = i < 0 ? -1 - i : i; /* fall through */
   default: return i < 0 || i >= n ? BORDER : i;
   }
}

/* Applies the wrap mode to a coordinate in texels. */
static double wrap_coordinate(double u, double n, unsigned wrap, bool linear)
{
   double low = 0, high = n;

   if (!(fabs(u) < HUGE_COORDINATE))
      u = 0;
   if (wrap >= PIPE_TEX_WRAP_MIRROR_CLAMP)
      u = fabs(u);
   switch (wrap) {
   case PIPE_TEX_WRAP_REPEAT:
   case PIPE_TEX_WRAP_MIRROR_REPEAT: return u;
   case PIPE_TEX_WRAP_CLAMP_TO_EDGE:
   case PIPE_TEX_WRAP_MIRROR_CLAMP_TO_EDGE:
      low = 0.5;
      high = n - 0.5;
      break;
   case PIPE_TEX_WRAP_CLAMP_TO_BORDER:
   case PIPE_TEX_WRAP_MIRROR_CLAMP_TO_BORDER:
      low = -0.5;
      high = n + 0.5;
      break;
   default:
      /* The nearest texel of a coordinate that is clamped to 0..1 is never the border. */
      if (!linear)
         high = n - 0.5;
      break;
   }
   return u < low ? low : u > high ? high : u;
}

/* A filter of one access, which reads texels of one level. */
struct filter {
   const struct texture *t;
   const struct place *p;
   unsigned level, size[3];
   bool linear;
   bool over_edges; /* texels beyond the edges of a cube's face come from the other faces */
};

/* The texels along one axis: the nearest one twice, or two and the weight of the second. */
struct axis {
   long texel[2];
   float weight;
};

static struct axis axis_of(const struct filter *f, unsigned i)
{
   const struct place *p = f->p;
   const unsigned size = f->size[i], wrap = f->over_edges ? PIPE_TEX_WRAP_CLAMP_TO_BORDER : f->t->state->wrap[i];
   const double texel = p->texels ? (double)p->at[i] : (double)p->at[i] * size;
   double u = wrap_coordinate(texel + f->t->offset[i], size, wrap, f->linear);
   struct axis a = {{0, 0}, 0};

   if (!f->linear) {
      /*
       * Programs compute the edge of a texel with an error in either direction. 1/8192 is the value of the last bit of a
       * coordinate below 1 in a texture of 2048 texels.
       */
      u = floor(u * 4096 + 0.5) / 4096;
      a.texel[0] = a.texel[1] = wrap_number((long)floor(u), size, wrap);
      return a;
   }
   double low = floor(u - 0.5);
   a.weight = (float)(u - 0.5 - low);
   for (unsigned k = 0; k < 2; k++)
      a.texel[k] = f->over_edges ? (long)low + k : wrap_number((long)low + k, size, wrap);
   return a;
}

/* ---- texels */

static void read_texel(const struct filter *f, unsigned x, unsigned y, unsigned layer, uint32_t value[4])
{
   format_read(f->t->view->format, resource_texel(f->t->view->resource, f->level, x, y, layer, 0), x, y, value);
}

/* Reads a texel of a cube that is beyond an edge of the face, from another face. False at a corner, where there is none. */
static bool read_next_face(const struct filter *f, long x, long y, uint32_t value[4])
{
   const struct cube_axes *a = &cube_axes[f->p->face];
   const long n = f->size[0];
   float d[3], at[2];

   if ((x < 0 || x >= n) && (y < 0 || y >= n))
      return false;
   d[a->major] = a->major_sign;
   d[a->s] = (float)a->s_sign * ((float)(2 * x + 1) / (float)n - 1);
   d[a->t] = (float)a->t_sign * ((float)(2 * y + 1) / (float)n - 1);
   unsigned face = cube_face(d, at);
   long i = (long)floorf(at[0] * (float)n), j = (long)floorf(at[1] * (float)n);
   i = i < 0 ? 0 : i >= n ? n - 1 : i;
   j = j < 0 ? 0 : j >= n ? n - 1 : j;
   read_texel(f, (unsigned)i, (unsigned)j, f->p->layer + face, value);
   return true;
}

static bool read_tap(const struct filter *f, const long at[3], uint32_t value[4])
{
   if (f->over_edges && (at[0] < 0 || at[0] >= (long)f->size[0] || at[1] < 0 || at[1] >= (long)f->size[1]))
      return read_next_face(f, at[0], at[1], value);
   if (at[0] == BORDER || at[1] == BORDER || at[2] == BORDER)
      memcpy(value, f->t->state->border, 4 * sizeof *value);
   else
      read_texel(f, (unsigned)at[0], (unsigned)at[1], f->t->dimensions > 2 ? (unsigned)at[2] : f->p->layer + f->p->face, value);
   return true;
}

/* The taps of a filter, up to eight, in the order of their positions. The one beyond the corner of a cube is the mean of the
   other three. */
static unsigned read_taps(struct filter *f, struct axis axes[3], uint32_t taps[8][4])
{
   const unsigned dimensions = f->t->dimensions, count = f->linear ? 1u << dimensions : 1;
   unsigned missing = count;
   float sum[4] = {0}, value[4];

   f->over_edges = f->t->cube && f->linear && f->t->state->seamless;
   texture_size(f->t, f->level, f->size);
   for (unsigned i = 0; i < 3; i++)
      axes[i] = i < dimensions ? axis_of(f, i) : (struct axis){{0, 0}, 0};
   for (unsigned k = 0; k < count; k++) {
      const long at[3] = {axes[0].texel[k & 1], axes[1].texel[k >> 1 & 1], axes[2].texel[k >> 2]};
      if (!read_tap(f, at, taps[k])) {
         missing = k;
         continue;
      }
      memcpy(value, taps[k], sizeof value);
      for (unsigned i = 0; i < 4 && f->over_edges; i++)
         sum[i] += value[i] / 3;
   }
   if (missing < count)
      memcpy(taps[missing], sum, sizeof sum);
   return count;
}

void texture_mix(float v[8][4], unsigned count, const float weight[3])
{
   for (unsigned i = 0; count > 1; i++, count /= 2)
      for (unsigned k = 0; k < count / 2; k++)
         for (unsigned c = 0; c < 4; c++)
            v[k][c] = v[2 * k][c] + (v[2 * k + 1][c] - v[2 * k][c]) * weight[i];
}

void texture_filter(const struct texture *t, const struct place *p, unsigned level, bool linear, uint32_t value[4])
{
   uint32_t taps[8][4];
   struct axis axes[3];
   float v[8][4];
   unsigned count = read_taps(&(struct filter){t, p, level, .linear = linear && t->linear_allowed}, axes, taps);

   memcpy(v, taps, count * sizeof v[0]);
   texture_mix(v, count, (const float[3]){axes[0].weight, axes[1].weight, axes[2].weight});
   memcpy(value, t->linear_allowed ? v[0] : (const void *)taps[0], 4 * sizeof *value);
}

void texture_taps(const struct texture *t, const struct place *p, unsigned level, uint32_t value[4][4])
{
   uint32_t taps[8][4] = {{0}};
   struct axis axes[3];

   read_taps(&(struct filter){t, p, level, .linear = true}, axes, taps);
   memcpy(value, taps, 16 * sizeof value[0][0]);
}

bool texture_fetch(const struct texture *t, const long at[3], unsigned layer, unsigned level, unsigned sample,
                   uint32_t value[4])
{
   const struct resource *r = t->view->resource;
   unsigned size[3];

   texture_size(t, level, size);
   for (unsigned i = 0; i < t->dimensions; i++)
      if (at[i] < 0 || at[i] >= (long)size[i])
         return false;
   unsigned x = (unsigned)at[0], y = t->dimensions > 1 ? (unsigned)at[1] : 0, z = t->dimensions > 2 ? (unsigned)at[2] : layer;
   if (z >= resource_layers(r, level) || sample >= r->samples)
      return false;
   format_read(t->view->format, resource_texel(r, level, x, y, z, sample), x, y, value);
   return true;
}

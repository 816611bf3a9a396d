/* SPDX-License-Identifier: MIT */
/*
 * The texture unit of rectangles: images with one level. They repeat (RECT: are clamped) and are filtered linearly, bit for bit
 * as `nvp4c --run -tex` does it. Textures with other than two dimensions read the same image: 1D its bottom row, 3D and layers
 * its first two coordinates, cube maps one image on each face. Words of the state: docs/abi-usc.md, "Texture accesses".
 */
#include <math.h>
#include <string.h>

#include "web/wasm/rectangle.h"

#define ONE 256                    /* fixed point of positions in texels */
#define FETCH_SAMPLER 0xfe7c0000u  /* USC: first word of the sampler of texel fetches */
#define GATHER_SAMPLER 0x6a700000u /* USC: ... of gathers, without the number */
#define LIMIT 0x1p24

uint32_t image_word(const struct stage *s, const struct nvp4c_reflection *e)
{
   const struct image *image = &s->images[e->index % NUM_IMAGES];
   const uint32_t size[4] = {image->width, image->height, 1, 1};

   switch (e->binding) {
   case NVP4C_BIND_IMAGE:
   case NVP4C_BIND_SAMPLER: return e->component ? 0 : e->index + 1;
   case NVP4C_BIND_FETCH_SAMPLER: return e->component ? 0 : FETCH_SAMPLER;
   case NVP4C_BIND_GATHER_SAMPLER: return e->component ? 0 : GATHER_SAMPLER + e->index + 1;
   case NVP4C_BIND_SIZE: return size[e->component & 3];
   case NVP4C_BIND_COMPARE: return e->component == 2 ? 0 : bits_of(1); /* passes if the reference is less or equal */
   case NVP4C_BIND_SAMPLES: return 1;
   default: return 0;
   }
}

/* A coordinate as a number: NaN and denormals are 0, and values are clamped. */
static double clean(uint32_t bits)
{
   const double x = (double)float_of(bits);

   if (x != x || !(bits & 0x7f800000))
      return 0;
   return x > LIMIT ? LIMIT : x < -LIMIT ? -LIMIT : x;
}

static int64_t floor_div(int64_t a, int64_t b)
{
   return a / b - (a % b < 0);
}

/* An access to an image. */
struct access {
   const struct nvp4c_texture_access *a;
   const struct image *image;
   enum nvp4c_tex_target target;
   bool clamps;
};

static const uint8_t *texel(const struct access *x, int64_t u, int64_t v)
{
   const int64_t w = x->image->width, h = x->image->height;

   if (x->clamps) {
      u = u < 0 ? 0 : u >= w ? w - 1 : u;
      v = v < 0 ? 0 : v >= h ? h - 1 : v;
   } else {
      u -= floor_div(u, w) * w;
      v -= floor_div(v, h) * h;
   }
   return x->image->rgba + 4 * ((h - 1 - v) * w + u);
}

/* The place of a cube map's direction on its face, 0..1. */
static void on_face(double d[3])
{
   const double ax = fabs(d[0]), ay = fabs(d[1]), az = fabs(d[2]);
   const unsigned axis = ax >= ay && ax >= az ? 0 : ay >= az ? 1 : 2;
   const double major = fabs(d[axis]) > 0 ? fabs(d[axis]) : 1, s = axis == 0 ? d[2] : d[0], t = axis == 1 ? d[2] : d[1];

   d[0] = (s / major + 1) / 2;
   d[1] = (t / major + 1) / 2;
}

/* The position of a lane in the image, in texels. */
static void position(const struct access *x, unsigned lane, double at[2])
{
   const struct nvp4c_texture_access *a = x->a;
   double c[3] = {0};

   for (unsigned k = 0; k < 3; k++)
      if (a->coordinate[k])
         c[k] = a->integer ? (double)(int32_t)a->coordinate[k][lane] : clean(a->coordinate[k][lane]);
   for (unsigned k = 0; k < 3 && a->projected; k++)
      c[k] /= clean(a->projector[lane]);
   if (x->target == NVP4C_TEX_CUBE)
      on_face(c);
   at[0] = a->texels || a->integer ? c[0] : c[0] * x->image->width;
   at[1] = a->texels || a->integer ? c[1] : c[1] * x->image->height;
}

/* The lower left of the four texels that a linear filter reads, and its fractions in 1/256. */
static void corner(const struct access *x, const double at[2], int64_t low[2], uint32_t frac[2])
{
   for (unsigned k = 0; k < 2; k++) {
      const int64_t f = (int64_t)floor(at[k] * ONE) - ONE / 2;
      low[k] = floor_div(f, ONE);
      frac[k] = (uint32_t)(f - low[k] * ONE);
      low[k] += x->a->offset[k];
   }
   if (x->target == NVP4C_TEX_1D) {
      low[1] = 0;
      frac[1] = 0;
   }
}

static void filtered(const struct access *x, unsigned lane, const double at[2], uint32_t (*result)[LANES])
{
   int64_t low[2], sum[4] = {0};
   uint32_t frac[2];

   corner(x, at, low, frac);
   for (unsigned tap = 0; tap < 4; tap++) {
      const unsigned u = tap & 1, v = tap >> 1;
      const int64_t weight = (int64_t)(u ? frac[0] : ONE - frac[0]) * (v ? frac[1] : ONE - frac[1]);
      const uint8_t *t = texel(x, low[0] + u, low[1] + v);
      for (unsigned k = 0; k < 4; k++)
         sum[k] += weight * t[k];
   }
   for (unsigned k = 0; k < x->a->components && k < 4; k++)
      result[k][lane] = bits_of((float)((double)(sum[k] * ONE) / (255.0 * ONE * ONE * ONE)));
}

/* Texels that a linear filter reads: in ascending coordinates (USC), or a component of each in the order of gathers (AGX). */
static void taps(const struct access *x, unsigned lane, const double at[2], uint32_t (*result)[LANES])
{
   static const uint8_t order[4] = {2, 3, 1, 0}; /* (x0,y1) (x1,y1) (x1,y0) (x0,y0) */
   const unsigned each = x->a->gather ? 1 : x->a->components / 4;
   int64_t low[2];
   uint32_t frac[2];

   corner(x, at, low, frac);
   for (unsigned k = 0; k < 4; k++) {
      const unsigned tap = x->a->gather ? order[k] : k;
      const uint8_t *t = texel(x, low[0] + (tap & 1), low[1] + (tap >> 1));
      for (unsigned c = 0; c < each && c < 4; c++)
         result[k * each + c][lane] = bits_of((float)(t[x->a->gather ? (x->a->gather - 1) & 3 : c] / 255.0));
   }
}

static void fetch(const struct access *x, unsigned lane, const double at[2], uint32_t (*result)[LANES])
{
   const int64_t u = (int64_t)floor(at[0]) + x->a->offset[0],
                 v = x->target == NVP4C_TEX_1D ? 0 : (int64_t)floor(at[1]) + x->a->offset[1];

   if (u < 0 || v < 0 || u >= x->image->width || v >= x->image->height)
      return;
   const uint8_t *t = texel(x, u, v);
   for (unsigned k = 0; k < x->a->components && k < 4; k++)
      result[k][lane] = x->a->raw ? t[k] : bits_of((float)(t[k] / 255.0));
}

static const struct nvp4c_texture *texture_of(const struct stage *s, unsigned unit)
{
   for (unsigned i = 0; i < nvp4c_result_num_textures(s->result); i++)
      if (nvp4c_result_texture(s->result, i)->unit == unit)
         return nvp4c_result_texture(s->result, i);
   return NULL;
}

const char *image_sample(const struct stage *s, const struct nvp4c_texture_access *a, uint32_t (*result)[LANES])
{
   const unsigned unit = a->image[0] - 1;
   const struct nvp4c_texture *t = texture_of(s, unit);
   const struct access x = {a, &s->images[unit % NUM_IMAGES], t ? t->target : NVP4C_TEX_2D, t && t->target == NVP4C_TEX_RECT};
   const bool fetches = s->agx ? !a->sampler[0] : a->sampler[0] == FETCH_SAMPLER;

   for (unsigned k = 0; k < a->components; k++)
      memset(result[k], 0, sizeof *result);
   if (!t)
      return "a texture access without the state of a texture";
   if (!x.image->rgba || a->info || a->query)
      return NULL; /* one level, number 0 */
   for (unsigned l = 0; l < LANES; l++) {
      double at[2];
      if (!(a->lanes >> l & 1))
         continue;
      position(&x, l, at);
      if (fetches)
         fetch(&x, l, at, result);
      else if (a->taps || a->gather)
         taps(&x, l, at, result);
      else
         filtered(&x, l, at, result);
      for (unsigned k = 0; k < (a->gather ? 4u : 1u) && a->reference; k++)
         result[k][l] = bits_of(float_of(a->reference[l]) <= float_of(result[k][l]) ? 1.0f : 0.0f);
   }
   return NULL;
}

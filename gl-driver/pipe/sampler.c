/* SPDX-License-Identifier: MIT */
/* Texture accesses of programs: they select the level and the filter, and make the result of the texel. */
#include <math.h>
#include <string.h>

#include "gl-driver/pipe/pipe_enums.h"
#include "gl-driver/pipe/texel.h"
#include "gl-driver/pipe/words.h"
#include "include/nvp4c_machine.h"

#define MAX_LOD_BIAS 16
#define ONE 0x3f800000u

static unsigned dimensions_of(unsigned target)
{
   switch (target) {
   case PIPE_BUFFER:
   case PIPE_TEXTURE_1D:
   case PIPE_TEXTURE_1D_ARRAY: return 1;
   case PIPE_TEXTURE_3D: return 3;
   default: return 2;
   }
}

static struct texture texture_of(const struct sampler_view *view, const struct sampler *state,
                                 const struct nvp4c_texture_access *a)
{
   struct texture t = {
       .view = view, .state = state, .format = format_info(view->format), .dimensions = dimensions_of(view->target)};

   t.cube = view->target == PIPE_TEXTURE_CUBE || view->target == PIPE_TEXTURE_CUBE_ARRAY;
   t.linear_allowed = t.format->class == FORMAT_FLOAT || t.format->class == FORMAT_DEPTH;
   memcpy(t.offset, a->offset, sizeof t.offset);
   return t;
}

/* ---- coordinates of a lane */

/* Coordinates as the instruction has them; for cubes a direction. */
static void coordinates_of(const struct nvp4c_texture_access *a, unsigned lane, float at[3])
{
   for (unsigned i = 0; i < 3; i++) {
      at[i] = i < a->dimensions && a->coordinate[i] ? float_of(a->coordinate[i][lane]) : 0;
      if (a->integer && i < a->dimensions && a->coordinate[i])
         at[i] = (float)(int32_t)a->coordinate[i][lane];
      if (a->projected && a->projector)
         at[i] /= float_of(a->projector[lane]);
   }
}

/* The layer of the resource; for cubes that of the first face. */
static unsigned layer_of(const struct texture *t, const struct nvp4c_texture_access *a, unsigned lane)
{
   const struct sampler_view *v = t->view;
   unsigned step = t->cube ? 6 : 1, layers = (v->last_layer - v->first_layer + 1) / step;
   double n = 0;

   if (t->dimensions == 3)
      return 0;
   if (a->layer)
      n = a->integer || a->layer_bits ? (double)(int32_t)a->layer[lane] : floor((double)float_of(a->layer[lane]) + 0.5);
   n = n > 0 ? n < layers ? n : layers - 1 : 0;
   return v->first_layer + step * (unsigned)n;
}

static struct place place_of(const struct texture *t, const struct nvp4c_texture_access *a, unsigned lane)
{
   struct place p = {.texels = a->texels, .layer = layer_of(t, a, lane)};

   coordinates_of(a, lane, p.at);
   if (t->cube) {
      const float direction[3] = {p.at[0], p.at[1], p.at[2]};
      p.face = cube_face(direction, p.at);
      p.texels = false;
   }
   return p;
}

/* ---- the level of detail */

/* Change of the position on the face if the direction changes by d, by the quotient rule. */
static void cube_gradient(const float direction[3], const float d[3], float out[3])
{
   float at[2];
   const struct cube_axes *x = &cube_axes[cube_face(direction, at)];
   float m = fabsf(direction[x->major]), dm = d[x->major] * x->major_sign;

   out[0] = (d[x->s] * x->s_sign * m - direction[x->s] * x->s_sign * dm) / (2 * m * m);
   out[1] = (d[x->t] * x->t_sign * m - direction[x->t] * x->t_sign * dm) / (2 * m * m);
   out[2] = 0;
}

/*
 * The size of a change in texels of the first level: that of its longest component, which GL allows as an approximation of its
 * length, and softpipe uses.
 */
static float size_of(const struct texture *t, const float direction[3], const float change[3], const unsigned size[3],
                     bool texels)
{
   float d[3] = {change[0], change[1], change[2]}, most = 0;

   if (t->cube)
      cube_gradient(direction, change, d);
   for (unsigned i = 0; i < t->dimensions; i++) {
      float one = fabsf(texels && !t->cube ? d[i] : d[i] * (float)size[i]);
      most = one > most ? one : most;
   }
   return most;
}

static void texel_changes(struct changes *c, const unsigned size[3], bool texels)
{
   for (unsigned i = 0; i < 2 && !texels; i++) {
      c->x[i] *= (float)size[i];
      c->y[i] *= (float)size[i];
   }
}

/* The changes of the coordinates from pixel to pixel, as the instruction has them. */
static void changes_of(const struct nvp4c_texture_access *a, unsigned lane, float dx[3], float dy[3])
{
   float above[3], here[3];

   if (a->level_from == NVP4C_LEVEL_GRADIENTS) {
      for (unsigned i = 0; i < 3; i++) {
         dx[i] = i < a->dimensions && a->ddx[i] ? float_of(a->ddx[i][lane]) : 0;
         dy[i] = i < a->dimensions && a->ddy[i] ? float_of(a->ddy[i][lane]) : 0;
      }
      return;
   }
   /* A quad has one level, as on AGX (coarse derivatives: observed), computed from its second row and first column, as in
      softpipe. */
   coordinates_of(a, lane & ~3u, above);
   coordinates_of(a, (lane & ~3u) + 2, here);
   coordinates_of(a, lane | 3, dx);
   for (unsigned i = 0; i < 3; i++) {
      dx[i] -= here[i];
      dy[i] = here[i] - above[i];
   }
}

/* The logarithm of the scale (GL 2.1, 3.8.8), without a bias. */
static float level_of_changes(const struct texture *t, const struct nvp4c_texture_access *a, unsigned lane)
{
   unsigned size[3];
   float at[3];
   struct changes c;

   texture_size(t, t->view->first_level, size);
   changes_of(a, lane, c.x, c.y);
   if (ellipse_wanted(t)) {
      texel_changes(&c, size, a->texels);
      return ellipse_level(t->state, &c);
   }
   coordinates_of(a, lane, at);
   float x = size_of(t, at, c.x, size, a->texels), y = size_of(t, at, c.y, size, a->texels);
   return log2f(x > y ? x : y);
}

/* NaN becomes the lower bound. */
static float clamp(float v, float low, float high) { return v > low ? v < high ? v : high : low; }

/* True if the result depends on the level. */
static bool level_counts(const struct texture *t)
{
   const struct sampler *s = t->state;
   return s->mag_filter != s->min_filter ||
          (s->mip_filter != PIPE_TEX_MIPFILTER_NONE && t->view->last_level > t->view->first_level);
}

/* The computed level, and the level within the limits of the sampler. Both are relative to the first level of the view. */
static float level_of(const struct texture *t, const struct nvp4c_texture_access *a, unsigned lane, float *computed)
{
   const struct sampler *s = t->state;
   float level = a->level ? a->integer ? (float)(int32_t)a->level[lane] : float_of(a->level[lane]) : 0, bias = s->lod_bias;

   if (a->level_from != NVP4C_LEVEL_EXPLICIT) {
      bias += a->level_from == NVP4C_LEVEL_BIAS ? level : 0;
      level = level_of_changes(t, a, lane);
   }
   *computed = level + clamp(bias, -MAX_LOD_BIAS, MAX_LOD_BIAS);
   return clamp(*computed, s->min_lod, s->max_lod);
}

/* ---- one lane */

static void mix(uint32_t value[4], const uint32_t other[4], float weight)
{
   for (unsigned i = 0; i < 4; i++)
      value[i] = bits_of(float_of(value[i]) + (float_of(other[i]) - float_of(value[i])) * weight);
}

/* An ellipse reads one level. The last level, which an ellipse may cover as a whole, has the filter of GL. */
static bool sample_ellipse(const struct texture *t, const struct nvp4c_texture_access *a, unsigned lane, float level,
                           uint32_t value[4])
{
   const struct place p = place_of(t, a, lane);
   const unsigned last = t->view->last_level - t->view->first_level;
   struct changes c;
   unsigned size[3];

   if (!(level < (float)last))
      return false;
   changes_of(a, lane, c.x, c.y);
   texture_size(t, t->view->first_level, size);
   texel_changes(&c, size, p.texels);
   return ellipse_filter(t, &p, t->view->first_level + (level > 0 ? (unsigned)level : 0), &c, value);
}

static void sample_lane(const struct texture *t, const struct nvp4c_texture_access *a, unsigned lane, float level,
                        uint32_t value[4])
{
   const struct sampler *s = t->state;
   struct place p = place_of(t, a, lane);
   unsigned first = t->view->first_level, last = t->view->last_level - first, low;
   uint32_t other[4];

   if (a->level_from != NVP4C_LEVEL_EXPLICIT && ellipse_wanted(t) && sample_ellipse(t, a, lane, level, value))
      return;
   if (level <= 0 || s->mip_filter == PIPE_TEX_MIPFILTER_NONE) {
      texture_filter(t, &p, first, level <= 0 ? s->mag_filter : s->min_filter, value);
      return;
   }
   level = clamp(level, 0, (float)last);
   if (s->mip_filter == PIPE_TEX_MIPFILTER_NEAREST || !t->linear_allowed) {
      low = (unsigned)ceilf(level - 0.5f);
      texture_filter(t, &p, first + (low < last ? low : last), s->min_filter, value);
      return;
   }
   low = (unsigned)floorf(level);
   texture_filter(t, &p, first + low, s->min_filter, value);
   if (low < last && level > (float)low) {
      texture_filter(t, &p, first + low + 1, s->min_filter, other);
      mix(value, other, level - (float)low);
   }
}

/* Fetches a texel by its number. Outside of the texture it is zero. */
static void fetch_lane(const struct texture *t, const struct nvp4c_texture_access *a, unsigned lane, uint32_t value[4])
{
   const struct sampler_view *v = t->view;
   float at[3], level = a->level ? a->integer ? (float)(int32_t)a->level[lane] : float_of(a->level[lane]) : 0;
   long n[3];

   memset(value, 0, 4 * sizeof *value);
   coordinates_of(a, lane, at);
   for (unsigned i = 0; i < 3; i++)
      n[i] = (long)clamp(floorf(at[i]), -0x1p30f, 0x1p30f) + a->offset[i];
   if (v->target == PIPE_BUFFER) {
      if (n[0] >= 0 && n[0] <= (long)(v->last_element - v->first_element))
         format_read(v->format, v->resource->data + (size_t)((unsigned long)n[0] + v->first_element) * t->format->bytes, 0, 0,
                     value);
      return;
   }
   level = floorf(level);
   if (!(level >= 0 && level <= (float)(v->last_level - v->first_level)))
      return;
   texture_fetch(t, n, layer_of(t, a, lane), v->first_level + (unsigned)level, a->sample ? a->sample[lane] : 0, value);
}

/* ---- results */

static uint32_t swizzled(const struct texture *t, const uint32_t value[4], unsigned component)
{
   unsigned from = t->view->swizzle[component];

   if (from < 4)
      return value[from];
   return from == PIPE_SWIZZLE_0 ? 0 : t->format->class == FORMAT_SINT || t->format->class == FORMAT_UINT ? 1 : ONE;
}

/* A level as bytes: its integer part and its fraction in 256ths, each as n/255. */
static void level_bytes(float level, float most, uint32_t *whole, uint32_t *part)
{
   float n = floorf(clamp(level, 0, most) * 256);

   *whole = bits_of(floorf(n / 256) / 255);
   *part = bits_of((n - 256 * floorf(n / 256)) / 255);
}

/* Returns the level to the program: the words of `info`, or the two of `query`. */
static void tell_level(const struct texture *t, const struct nvp4c_texture_access *a, unsigned lane, uint32_t (*result)[32])
{
   uint32_t words[7] = {0};
   float computed, level = level_of(t, a, lane, &computed), last = (float)(t->view->last_level - t->view->first_level);

   level = t->state->mip_filter == PIPE_TEX_MIPFILTER_NONE ? 0 : clamp(level, 0, last);
   if (t->state->mip_filter == PIPE_TEX_MIPFILTER_NEAREST)
      level = ceilf(level - 0.5f);
   if (a->query) {
      words[0] = bits_of(level);
      words[1] = bits_of(computed);
   } else {
      level_bytes(level, 255, &words[3], &words[5]);
      level_bytes(isinf(computed) ? 0 : computed + 128, 255.99f, &words[4], &words[6]);
   }
   for (unsigned i = 0; i < a->components; i++)
      result[i][lane] = i < 7 ? words[i] : 0;
}

static void gather(const struct texture *t, const struct nvp4c_texture_access *a, unsigned lane, uint32_t (*result)[32])
{
   static const uint8_t order[4] = {2, 3, 1, 0}; /* (x0,y1) (x1,y1) (x1,y0) (x0,y0) */
   struct place p = place_of(t, a, lane);
   uint32_t taps[4][4];

   texture_taps(t, &p, t->view->first_level, taps);
   if (a->gather) {
      for (unsigned i = 0; i < a->components && i < 4; i++)
         result[i][lane] = swizzled(t, taps[order[i]], a->gather - 1);
      return;
   }
   for (unsigned i = 0; i < a->components; i++)
      result[i][lane] = swizzled(t, taps[i / (a->components / 4) & 3], i % (a->components / 4));
}

static void answer_lane(const struct texture *t, const struct nvp4c_texture_access *a, unsigned lane, uint32_t (*result)[32])
{
   uint32_t value[4];
   float computed;

   if (a->taps && a->components >= 4 && t->state) {
      gather(t, a, lane, result);
      return;
   }
   if (a->gather && t->state) {
      gather(t, a, lane, result);
      return;
   }
   if ((a->info || a->query) && t->state) {
      tell_level(t, a, lane, result);
      return;
   }
   if (t->state && t->view->target != PIPE_BUFFER)
      sample_lane(t, a, lane, level_counts(t) ? level_of(t, a, lane, &computed) : 0, value);
   else
      fetch_lane(t, a, lane, value);
   for (unsigned i = 0; i < a->components && i < 4; i++)
      result[i][lane] = swizzled(t, value, i);
}

const char *texture_sample(const struct sampler_view *view, const struct sampler *state,
                           const struct nvp4c_texture_access *access, uint32_t (*result)[32], uint64_t *texels)
{
   bool there = view && view->resource;
   struct texture t = there ? texture_of(view, state, access) : (struct texture){0};

   t.texels = texels;
   for (unsigned lane = 0; lane < 32; lane++) {
      if (!(access->lanes >> lane & 1))
         continue;
      if (there)
         answer_lane(&t, access, lane, result);
      else
         for (unsigned i = 0; i < access->components; i++)
            result[i][lane] = i == 3 && !access->raw ? ONE : 0; /* an incomplete texture is black */
   }
   return NULL;
}

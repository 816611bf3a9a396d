/* SPDX-License-Identifier: MIT */
/* Blits between textures, which may convert and scale, and plain copies of regions. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gl-driver/pipe/copy.h"
#include "gl-driver/pipe/pipe_enums.h"
#include "gl-driver/pipe/texel.h"
#include "gl-driver/pipe/words.h"

bool copy_region(const struct blit_side *to, const struct blit_side *from)
{
   const struct resource *r = to->resource, *s = from->resource;
   const struct format_info *a = format_info(r->format), *f = format_info(s->format);
   const struct box here = {(unsigned)from->x, (unsigned)from->y, (unsigned)from->z,
                            (unsigned)from->w, (unsigned)from->h, (unsigned)from->d};
   const unsigned columns = (here.w + f->block_width - 1) / f->block_width,
                  rows = (here.h + f->block_height - 1) / f->block_height;
   /* Blocks of the target may have another size, in copies between compressed texels and plain ones. */
   struct box there = {
       (unsigned)to->x, (unsigned)to->y, (unsigned)to->z, columns * a->block_width, rows * a->block_height, here.d};

   if (to->level > r->last_level || a->bytes != f->bytes || !resource_has_box(s, from->level, &here) ||
       here.x % f->block_width || here.y % f->block_height || there.x % a->block_width || there.y % a->block_height)
      return false;
   /* The last block of a level may reach beyond it. */
   const unsigned width = resource_width(r, to->level), height = resource_height(r, to->level);
   if (there.x + there.w > width && there.x + there.w < width + a->block_width)
      there.w = width - there.x;
   if (there.y + there.h > height && there.y + there.h < height + a->block_height)
      there.h = height - there.y;
   if (!resource_has_box(r, to->level, &there) || s->samples != r->samples)
      return false;
   const bool backwards =
       r == s && to->level == from->level && (there.z > here.z || (there.z == here.z && there.y > here.y));
   for (unsigned n = 0; n < here.d * rows; n++) {
      const unsigned i = backwards ? here.d * rows - 1 - n : n, layer = i / rows, row = i % rows;
      memmove(resource_texel(r, to->level, there.x, there.y + row * a->block_height, there.z + layer, 0),
              resource_texel(s, from->level, here.x, here.y + row * f->block_height, here.z + layer, 0),
              (size_t)columns * f->bytes * r->samples);
   }
   return true;
}

/* ---- blits */

/* The positions lo .. hi - 1 on an axis of the target that are written. */
struct span {
   int lo, hi;
};

static struct span span_of(int first, int count, unsigned size)
{
   struct span s = count < 0 ? (struct span){first + count, first} : (struct span){first, first + count};

   s.lo = s.lo < 0 ? 0 : s.lo;
   s.hi = s.hi > (int)size ? (int)size : s.hi;
   return s;
}

static void clip_span(struct span *s, int lo, int hi)
{
   s->lo = s->lo < lo ? lo : s->lo;
   s->hi = s->hi > hi ? hi : s->hi;
}

/* The position in the source of the middle of a position of the target. */
static double source_of(int at, int to, int to_count, int from, int from_count)
{
   return from + (at + 0.5 - to) * from_count / to_count;
}

static unsigned clamp_to(double v, unsigned size)
{
   return v < 0 ? 0 : v >= size ? size - 1 : (unsigned)v;
}

static const uint8_t *texel_at(const struct blit_side *s, unsigned x, unsigned y, unsigned z)
{
   return resource_texel(s->resource, s->level, x, y, z, s->sample);
}

static void read_nearest(const struct blit_side *s, const double at[3], const unsigned size[3], uint32_t value[4])
{
   unsigned x = clamp_to(floor(at[0]), size[0]), y = clamp_to(floor(at[1]), size[1]), z = clamp_to(floor(at[2]), size[2]);
   struct blit_side one = *s;
   float sum[4] = {0};

   format_read(s->format, texel_at(s, x, y, z), x, y, value);
   if (!s->averages)
      return;
   for (one.sample = 0; one.sample < s->resource->samples; one.sample++) {
      uint32_t words[4];
      format_read(s->format, texel_at(&one, x, y, z), x, y, words);
      for (unsigned i = 0; i < 4; i++)
         sum[i] += float_of(words[i]) / (float)s->resource->samples;
   }
   memcpy(value, sum, sizeof sum);
}

/*
 * Has the arithmetic of the sampler. The mean of four texels is often half way between two values of the format, and the
 * rounding of each step decides which one it becomes. Generated mipmaps can be compared with softpipe's because it rounds in
 * the same places.
 */
static void read_linear(const struct blit_side *s, const double at[3], const unsigned size[3], uint32_t value[4])
{
   /* Layers of arrays and faces are not filtered. */
   const unsigned dimensions = s->resource->target == PIPE_TEXTURE_3D ? 3 : 2, count = 1u << dimensions;
   double low[3];
   float weight[3], v[8][4];

   for (unsigned i = 0; i < 3; i++) {
      low[i] = floor(i < dimensions ? at[i] - 0.5 : at[i]);
      weight[i] = i < dimensions ? (float)(at[i] - 0.5 - low[i]) : 0;
   }
   for (unsigned k = 0; k < count; k++) {
      double place[3];
      for (unsigned i = 0; i < 3; i++) /* positions without weight may be infinite */
         place[i] = low[i] + (weight[i] > 0 ? k >> i & 1 : 0) + 0.5;
      read_nearest(s, place, size, value);
      memcpy(v[k], value, sizeof v[k]);
   }
   texture_mix(v, count, weight);
   memcpy(value, v[0], sizeof v[0]);
}

static void blit_texel(const struct blit *b, int x, int y, int z, const double at[3], const unsigned size[3])
{
   const struct blit_side *to = &b->to, *from = &b->from;
   uint8_t *texel = resource_texel(to->resource, to->level, (unsigned)x, (unsigned)y, (unsigned)z, to->sample);
   uint32_t value[4], old[4];

   if (b->mask & PIPE_MASK_RGBA) {
      if (b->linear)
         read_linear(from, at, size, value);
      else
         read_nearest(from, at, size, value);
      if ((b->mask & PIPE_MASK_RGBA) != PIPE_MASK_RGBA) {
         format_read(to->format, texel, 0, 0, old);
         for (unsigned i = 0; i < 4; i++)
            value[i] = b->mask >> i & 1 ? value[i] : old[i];
      }
      format_write(to->format, texel, value);
   }
   if (!(b->mask & (PIPE_MASK_Z | PIPE_MASK_S)))
      return;
   const uint8_t *source =
       texel_at(from, clamp_to(floor(at[0]), size[0]), clamp_to(floor(at[1]), size[1]), clamp_to(floor(at[2]), size[2]));
   if (b->mask & PIPE_MASK_Z && !b->linear && from->format == to->format) {
      format_write_depth(to->format, texel, format_read_depth(from->format, source));
   } else if (b->mask & PIPE_MASK_Z) {
      float f;
      if (b->linear) /* mipmaps of depth formats are filtered */
         read_linear(from, at, size, value);
      else
         format_read(from->format, source, 0, 0, value);
      memcpy(&f, value, sizeof f);
      format_write_depth(to->format, texel, format_depth_bits(to->format, f));
   }
   if (b->mask & PIPE_MASK_S)
      format_write_stencil(to->format, texel, format_read_stencil(from->format, source));
}

/* True if the blit copies texels unchanged. */
static bool is_copy(const struct blit *b)
{
   const struct blit_side *to = &b->to, *from = &b->from;
   const struct format_info *f = format_info(to->format);
   bool whole = f->depth || f->stencil ? (!f->depth || b->mask & PIPE_MASK_Z) && (!f->stencil || b->mask & PIPE_MASK_S)
                                       : (b->mask & PIPE_MASK_RGBA) == PIPE_MASK_RGBA;

   return whole && !b->scissor && to->resource->samples == from->resource->samples && to->format == from->format &&
          to->w == from->w && to->h == from->h && to->d == from->d && to->w > 0 && to->h > 0 && to->d > 0 && to->x >= 0 &&
          to->y >= 0 && to->z >= 0 && from->x >= 0 && from->y >= 0 && from->z >= 0 && to->resource->format == to->format &&
          from->resource->format == from->format;
}

#define STEPS_OF_TEXEL 2 /* the work, in steps of a program */

static void blit_places(const struct blit *b, const struct span *x, const struct span *y, const struct span *z,
                        const unsigned size[3])
{
   const struct blit_side *to = &b->to, *from = &b->from;

   for (int k = z->lo; k < z->hi; k++)
      for (int j = y->lo; j < y->hi; j++) {
         if (b->work && x->hi > x->lo && !work_add(b->work, STEPS_OF_TEXEL * (uint64_t)(x->hi - x->lo)))
            return;
         for (int i = x->lo; i < x->hi; i++) {
            const double at[3] = {source_of(i, to->x, to->w, from->x, from->w), source_of(j, to->y, to->h, from->y, from->h),
                                  source_of(k, to->z, to->d, from->z, from->d)};
            blit_texel(b, i, j, k, at, size);
         }
      }
}

void blit(const struct blit *b)
{
   const struct blit_side *to = &b->to, *from = &b->from;
   const struct resource *r = to->resource, *s = from->resource;
   const unsigned size[3] = {resource_width(s, from->level), resource_height(s, from->level), resource_layers(s, from->level)};

   if (is_copy(b) && copy_region(to, from))
      return;
   if (!to->w || !to->h || !to->d || format_info(to->format)->block_width > 1)
      return;
   struct span x = span_of(to->x, to->w, resource_width(r, to->level)),
               y = span_of(to->y, to->h, resource_height(r, to->level)),
               z = span_of(to->z, to->d, resource_layers(r, to->level));
   if (b->scissor) {
      clip_span(&x, b->x0, b->x1);
      clip_span(&y, b->y0, b->y1);
   }
   struct blit one = *b;
   one.linear =
       b->linear && (format_info(from->format)->class == FORMAT_FLOAT || format_info(from->format)->class == FORMAT_DEPTH);
   /* Each sample comes from the same one of the source, or a pixel from the mean of its samples; for depth and integers, from
      the first sample. */
   one.from.averages = s->samples > 1 && r->samples != s->samples && format_info(from->format)->class == FORMAT_FLOAT;
   for (one.to.sample = 0; one.to.sample < r->samples; one.to.sample++) {
      one.from.sample = r->samples == s->samples ? one.to.sample : 0;
      blit_places(&one, &x, &y, &z, size);
   }
}

/* SPDX-License-Identifier: MIT */
/* Runs quads of a rectangle through a fragment program, eight in a wave, and stores their pixels (rectangle.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "web/wasm/rectangle.h"

struct rectangle {
   struct stage *fragment;
   unsigned width, height;
   struct image image[NUM_IMAGES];
   uint64_t steps;   /* limit of a wave */
   uint32_t *corner; /* for each entry of the reflection the bits at the bottom left, bottom right and top left */
   float *plane;     /* three words for each entry: an input at x, y is plane . (x, y, 1) */
   uint8_t *rgba;    /* the picture, with rows from the bottom */
   bool opaque;
};

/* Eight quads that run in one wave. */
struct batch {
   unsigned count;
   int x[LANES / 4], y[LANES / 4];
   uint8_t covered[LANES / 4]; /* mask of pixels in the rectangle */
};

/* ---- the inputs of a wave */

static void put_bits(float *plane, uint32_t bits)
{
   plane[0] = plane[1] = 0;
   memcpy(&plane[2], &bits, sizeof bits);
}

static void set_up(struct rectangle *s)
{
   for (unsigned i = 0; i < s->fragment->num_entries; i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(s->fragment->result, i);
      const uint32_t *corner = s->corner + 3 * (size_t)i;
      float *plane = s->plane + 3 * (size_t)i;
      if (e->kind != NVP4C_INPUT)
         continue;
      if (corner[0] == corner[1] && corner[0] == corner[2]) {
         put_bits(plane, corner[0]);
         continue;
      }
      plane[0] = (float)(((double)float_of(corner[1]) - (double)float_of(corner[0])) / s->width);
      plane[1] = (float)(((double)float_of(corner[2]) - (double)float_of(corner[0])) / s->height);
      plane[2] = float_of(corner[0]);
   }
}

/* Writes the planes to the coefficients. AGX counts pixels from the corner of the cell at x, y. */
static void put_planes(const struct rectangle *s, int x, int y)
{
   const struct stage *f = s->fragment;
   const struct nvp4c_registers all = nvp4c_wave_registers(f->wave, "cf0");

   for (unsigned i = 0; i < f->num_entries; i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(f->result, i);
      float plane[3];
      if (e->kind != NVP4C_INPUT || e->location.reg != NVP4C_REG_COEFFICIENT || !f->place[i])
         continue;
      memcpy(plane, s->plane + 3 * (size_t)i, sizeof plane);
      if (f->agx && (plane[0] != 0 || plane[1] != 0)) /* else it may be an integer */
         plane[2] = (float)((double)plane[2] + (double)plane[0] * x + (double)plane[1] * y);
      memcpy(f->place[i], plane, sizeof plane);
   }
   if (f->facts.w_coefficient != UINT32_MAX)
      put_bits((float *)(all.value + (size_t)f->facts.w_coefficient * (f->agx ? 3 : 1)), bits_of(1));
}

/* Sets the registers for a batch, and returns the masks of its lanes. */
static void place(struct rectangle *s, const struct batch *b, uint32_t *valid, uint32_t *helpers)
{
   struct stage *f = s->fragment;
   uint32_t *const x = nvp4c_wave_registers(f->wave, f->agx ? "sr80" : "sr97").value;
   uint32_t *const y = nvp4c_wave_registers(f->wave, f->agx ? "sr81" : "sr100").value;
   uint32_t *const back = nvp4c_wave_registers(f->wave, f->agx ? "sr62" : "sr44").value;

   put_planes(s, b->x[0] & ~(CELL - 1), b->y[0] & ~(CELL - 1));
   *valid = *helpers = 0;
   for (unsigned l = 0; l < 4 * b->count; l++) {
      const unsigned px = (unsigned)b->x[l / 4] + (l & 1), py = (unsigned)b->y[l / 4] + (l >> 1 & 1);
      x[l] = f->agx ? px : bits_of((float)px + 0.5f);
      y[l] = f->agx ? py : bits_of((float)py + 0.5f);
      back[l] = 0;
      *valid |= 1u << l;
      *helpers |= (uint32_t) !(b->covered[l / 4] >> (l & 3) & 1) << l;
   }
}

/* ---- results */

/* A half-precision number as a float. */
static float from_half(uint32_t h)
{
   const float magnitude = (h & 0x7c00) == 0        ? (float)(h & 0x3ff) * 0x1p-24f
                           : (h & 0x7c00) == 0x7c00 ? (h & 0x3ff ? NAN : INFINITY)
                                                    : float_of(((h & 0x7fff) << 13) + (112u << 23));
   return h & 0x8000 ? -magnitude : magnitude;
}

static uint8_t byte_of(float f)
{
   return f >= 1 ? 255 : f > 0 ? (uint8_t)(f * 255 + 0.5f) : 0; /* 0 for NaN */
}

/* A component of a colour, as the format of the render target packs it. */
static float component_of(const struct nvp4c_location *at, uint32_t word)
{
   switch (at->format) {
   case NVP4C_FRT_F16: return from_half(word >> at->first_bit & 0xffff);
   case NVP4C_FRT_RGBA8: return (float)(word >> at->first_bit & 255) / 255.0f;
   default: return float_of(word);
   }
}

/* Number of the first render target that the program writes. */
static unsigned first_color(const struct stage *f)
{
   unsigned first = UINT32_MAX;

   for (unsigned i = 0; i < f->num_entries; i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(f->result, i);
      if (e->kind == NVP4C_OUTPUT && e->binding == NVP4C_BIND_COLOR && e->index < first)
         first = e->index;
   }
   return first;
}

static void store_pixels(struct rectangle *s, const struct batch *b, uint32_t live)
{
   const struct stage *f = s->fragment;
   const uint32_t killed = nvp4c_get_wave_state(f->wave).killed;
   const unsigned color = first_color(f);

   for (unsigned l = 0; l < LANES; l++) {
      if (!((live & ~killed) >> l & 1))
         continue;
      uint8_t *to = s->rgba + 4 * ((size_t)(b->y[l / 4] + (int)(l >> 1 & 1)) * s->width + (size_t)b->x[l / 4] + (l & 1));
      memset(to, 0, 4);
      for (unsigned i = 0; i < f->num_entries; i++) {
         const struct nvp4c_reflection *e = nvp4c_result_reflection(f->result, i);
         if (e->kind != NVP4C_OUTPUT || e->binding != NVP4C_BIND_COLOR || e->index != color)
            continue;
         const bool tile = e->location.reg == NVP4C_REG_TILE;
         if (tile || f->place[i])
            to[e->component & 3] = byte_of(component_of(
                &e->location, tile ? f->tile[e->location.number % TILES][8 * l + (e->location.element & 7)] : f->place[i][l]));
      }
      if (s->opaque)
         to[3] = 255;
   }
}

static bool run(struct rectangle *s, const struct batch *b)
{
   uint32_t valid, helpers;

   if (!b->count)
      return true;
   place(s, b, &valid, &helpers);
   if (!stage_run(s->fragment, valid, helpers, s->steps))
      return false;
   store_pixels(s, b, valid & ~helpers);
   return true;
}

/* ---- areas */

/* Part of the picture: quads whose numbers are multiples of `step`, but not of `last`, which was drawn before. */
struct area {
   int x0, y0, x1, y1, step, last;
};

static uint8_t covered(const struct rectangle *s, int x, int y)
{
   unsigned mask = 0;

   for (unsigned n = 0; n < 4; n++)
      mask |= (unsigned)((unsigned)x + (n & 1) < s->width && (unsigned)y + (n >> 1) < s->height) << n;
   return (uint8_t)mask;
}

/* Draws the part of the area in the cell at x, y. */
static bool draw_cell(struct rectangle *s, const struct area *a, int x0, int y0)
{
   const int x1 = x0 + CELL < a->x1 ? x0 + CELL : a->x1, y1 = y0 + CELL < a->y1 ? y0 + CELL : a->y1;
   struct batch b = {0};

   for (int y = y0; y < y1; y += 2)
      for (int x = x0; x < x1; x += 2) {
         const int q = x / 2 | y / 2;
         if (q & (a->step - 1) || (a->last && !(q & (a->last - 1))))
            continue;
         b.x[b.count] = x;
         b.y[b.count] = y;
         b.covered[b.count++] = covered(s, x, y);
         if (b.count < LANES / 4)
            continue;
         if (!run(s, &b))
            return false;
         b.count = 0;
      }
   return run(s, &b);
}

/*
 * Draws an area, whose corner at the bottom left is a multiple of CELL, and writes its pixels to `out` in rows from its top. A
 * quad that is not drawn yet looks like the one that is drawn near it. Returns 0 after an error.
 */
WEB_EXPORT int rectangle_draw(struct rectangle *s, const int32_t area[6], uint8_t *out)
{
   const struct area a = {area[0], area[1], area[2], area[3], area[4], area[5]};
   const int mask = a.step > 1 ? ~(2 * a.step - 1) : ~0;

   for (int y = a.y0; y < a.y1; y += CELL)
      for (int x = a.x0; x < a.x1; x += CELL)
         if (!draw_cell(s, &a, x, y))
            return 0;
   for (int y = a.y1 - 1; y >= a.y0; y--)
      for (int x = a.x0; x < a.x1; x++, out += 4)
         memcpy(out, s->rgba + 4 * ((size_t)(y & mask) * s->width + (size_t)(x & mask)), 4);
   return 1;
}

/* ---- for JavaScript */

/* A picture of a fragment program, whose result must stay valid. */
WEB_EXPORT struct rectangle *rectangle_create(const struct nvp4c_result *fragment, unsigned width, unsigned height,
                                              unsigned steps)
{
   struct rectangle *s = calloc(1, sizeof *s);
   const size_t words = 3 * (size_t)nvp4c_result_num_reflections(fragment) + 3;

   if (!s)
      return NULL;
   s->width = width;
   s->height = height;
   s->steps = steps;
   s->rgba = calloc((size_t)width * height, 4);
   s->corner = calloc(words, sizeof *s->corner);
   s->plane = calloc(words, sizeof *s->plane);
   return s;
}

WEB_EXPORT void rectangle_set_image(struct rectangle *s, unsigned unit, unsigned width, unsigned height, uint8_t *rgba)
{
   s->image[unit % NUM_IMAGES] = (struct image){width, height, rgba};
}

/* Makes the stage, after the images are set, because the words of their sizes come from them. */
WEB_EXPORT struct stage *rectangle_stage(struct rectangle *s, const struct nvp4c_result *result)
{
   stage_free(s->fragment);
   s->fragment = stage_create(result, s->image);
   return s->fragment;
}
WEB_EXPORT uint32_t *stage_words(struct stage *s)
{
   return s->word;
}
WEB_EXPORT uint32_t *stage_inputs(struct stage *s)
{
   return s->preshader ? s->preshader_words : NULL;
}
WEB_EXPORT struct nvp4c_preshader *stage_preshader(struct stage *s)
{
   return s->preshader;
}
WEB_EXPORT const char *stage_error(const struct stage *s)
{
   return s->error;
}
WEB_EXPORT uint32_t *rectangle_corners(struct rectangle *s)
{
   return s->corner;
}

/* Starts a picture with the words that were set. With `opaque` the alpha of what is drawn is 1. Returns 0 after an error. */
WEB_EXPORT int rectangle_begin(struct rectangle *s, int opaque)
{
   s->opaque = opaque;
   memset(s->rgba, 0, (size_t)s->width * s->height * 4);
   set_up(s);
   return stage_bind(s->fragment);
}

/* Starts the wave of the quad with a pixel, y from the bottom: out has the wave, the lane of the pixel, the masks of lanes and
   of helpers, the place of the program in the code of the wave, and the address and the length of its own code. */
WEB_EXPORT void rectangle_find(struct rectangle *s, unsigned x, unsigned y, uint32_t out[7])
{
   size_t length;
   const struct batch b = {
       .count = 1, .x = {(int)x & ~1}, .y = {(int)y & ~1}, .covered = {covered(s, (int)x & ~1, (int)y & ~1)}};

   place(s, &b, &out[2], &out[3]);
   nvp4c_wave_start(s->fragment->wave, out[2], out[3]);
   out[0] = (uint32_t)(uintptr_t)s->fragment->wave;
   out[1] = (x & 1) | (y & 1) << 1;
   out[4] = 0;
   out[5] = (uint32_t)(uintptr_t)nvp4c_result_code(s->fragment->result, &length);
   out[6] = (uint32_t)length;
}

WEB_EXPORT void rectangle_free(struct rectangle *s)
{
   if (!s)
      return;
   stage_free(s->fragment);
   free(s->corner);
   free(s->plane);
   free(s->rgba);
   free(s);
}

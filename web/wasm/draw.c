/* SPDX-License-Identifier: MIT */
/* Runs quads through the fragment program, eight in a wave, and stores their pixels. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "web/wasm/scene.h"

static uint32_t bits_of(float f)
{
   uint32_t bits;
   memcpy(&bits, &f, sizeof bits);
   return bits;
}
static float float_of(uint32_t bits)
{
   float f;
   memcpy(&f, &bits, sizeof f);
   return f;
}

/* ---- the inputs of a wave */

/* Writes the planes to the coefficients. AGX counts pixels from the corner of the cell at x, y. */
static void put_planes(const struct scene *s, const struct primitive *p, int x, int y)
{
   const struct stage *f = s->fragment;
   const struct nvp4c_registers all = nvp4c_wave_registers(f->wave, "cf0");

   for (unsigned i = 0; i <= f->num_entries; i++) {
      const struct nvp4c_reflection *e = i < f->num_entries ? nvp4c_result_reflection(f->result, i) : NULL;
      float plane[3];
      uint32_t *to = NULL;
      if (!e && f->facts.w_coefficient != UINT32_MAX)
         to = all.value + (size_t)f->facts.w_coefficient * (f->agx ? 3 : 1);
      else if (e && e->kind == NVP4C_INPUT && e->location.reg == NVP4C_REG_COEFFICIENT)
         to = f->place[i];
      if (!to)
         continue;
      memcpy(plane, p->plane + 3 * (size_t)i, sizeof plane);
      if (f->agx && (plane[0] != 0 || plane[1] != 0)) /* else it may be an integer */
         plane[2] = (float)((double)plane[2] + (double)plane[0] * x + (double)plane[1] * y);
      memcpy(to, plane, sizeof plane);
   }
}

void batch_place(struct scene *s, const struct batch *b, uint32_t *valid, uint32_t *helpers)
{
   struct stage *f = s->fragment;
   uint32_t *const x = nvp4c_wave_registers(f->wave, f->agx ? "sr80" : "sr97").value;
   uint32_t *const y = nvp4c_wave_registers(f->wave, f->agx ? "sr81" : "sr100").value;
   uint32_t *const back = nvp4c_wave_registers(f->wave, f->agx ? "sr62" : "sr44").value;

   put_planes(s, b->primitive, b->x[0] & ~(CELL - 1), b->y[0] & ~(CELL - 1));
   *valid = *helpers = 0;
   for (unsigned l = 0; l < 4 * b->count; l++) {
      const unsigned px = (unsigned)b->x[l / 4] + (l & 1), py = (unsigned)b->y[l / 4] + (l >> 1 & 1);
      x[l] = f->agx ? px : bits_of((float)px + 0.5f);
      y[l] = f->agx ? py : bits_of((float)py + 0.5f);
      back[l] = b->primitive->back;
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

/* True if the pixel of a lane is nearer than what was drawn before; keeps its depth then. */
static bool is_nearer(struct scene *s, const struct batch *b, unsigned lane, uint32_t wrote_depth)
{
   const int x = b->x[lane / 4] + (int)(lane & 1), y = b->y[lane / 4] + (int)(lane >> 1 & 1);
   const double *plane = b->primitive->z;
   float *depth = &s->depth[(size_t)y * s->width + (size_t)x];
   const float z = wrote_depth >> lane & 1 ? float_of(nvp4c_wave_registers(s->fragment->wave, "depth").value[lane])
                                           : (float)(plane[0] * (x + 0.5) + plane[1] * (y + 0.5) + plane[2]);

   if (s->vertex && !(z < *depth))
      return false;
   *depth = z;
   return true;
}

static void store_pixels(struct scene *s, const struct batch *b, uint32_t live)
{
   const struct stage *f = s->fragment;
   const struct nvp4c_wave_state state = nvp4c_get_wave_state(f->wave);
   const unsigned color = first_color(f);

   for (unsigned l = 0; l < LANES; l++) {
      if (!(live & ~state.killed) || !((live & ~state.killed) >> l & 1) || !is_nearer(s, b, l, state.wrote_depth))
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

bool batch_run(struct scene *s, const struct batch *b)
{
   uint32_t valid, helpers;

   batch_place(s, b, &valid, &helpers);
   if (!stage_run(s->fragment, valid, helpers, s->steps))
      return false;
   store_pixels(s, b, valid & ~helpers);
   return true;
}

/* ---- tiles */

/* Part of the picture: quads whose numbers are multiples of `step`, but not of `last`, which was drawn before. */
struct tile {
   int x0, y0, x1, y1, step, last;
};

/* Leaves out the pixels that what was drawn before hides. */
static unsigned visible(const struct scene *s, const struct primitive *p, int x, int y, unsigned covered)
{
   for (unsigned n = 0; n < 4 && s->vertex && !s->fragment->facts.writes_depth; n++) {
      const int px = x + (int)(n & 1), py = y + (int)(n >> 1);
      if (covered >> n & 1 &&
          !((float)(p->z[0] * (px + 0.5) + p->z[1] * (py + 0.5) + p->z[2]) < s->depth[(size_t)py * s->width + (size_t)px]))
         covered &= ~(1u << n);
   }
   return covered;
}

static bool add_quad(struct scene *s, struct batch *b, int x, int y)
{
   const unsigned covered = visible(s, b->primitive, x, y, primitive_covers(b->primitive, x, y));

   if (!covered)
      return true;
   b->x[b->count] = x;
   b->y[b->count] = y;
   b->covered[b->count++] = (uint8_t)covered;
   if (b->count < LANES / 4)
      return true;
   const bool ok = batch_run(s, b);
   b->count = 0;
   return ok;
}

/* Draws a primitive in a cell. */
static bool draw_primitive(struct scene *s, const struct primitive *p, const struct tile *t)
{
   struct batch b = {.primitive = p};
   const int x0 = p->x0 > t->x0 ? p->x0 & ~1 : t->x0, x1 = p->x1 < t->x1 ? p->x1 : t->x1;
   const int y0 = p->y0 > t->y0 ? p->y0 & ~1 : t->y0, y1 = p->y1 < t->y1 ? p->y1 : t->y1;

   for (int y = y0; y < y1; y += 2)
      for (int x = x0; x < x1; x += 2) {
         const int q = x / 2 | y / 2;
         if (q & (t->step - 1) || (t->last && !(q & (t->last - 1))))
            continue;
         if (!add_quad(s, &b, x, y))
            return false;
      }
   return !b.count || batch_run(s, &b);
}

/*
 * Draws a tile, whose corner is a multiple of CELL, and writes its pixels to `out` in rows from its bottom. A quad that is not
 * drawn yet looks like the one that is drawn near it. Returns 0 after an error.
 */
WEB_EXPORT int scene_draw(struct scene *s, const int32_t area[6], uint8_t *out)
{
   const struct tile t = {area[0], area[1], area[0] + area[2], area[1] + area[3], area[4], area[5]};

   for (int y = t.y0; y < t.y1; y += CELL)
      for (int x = t.x0; x < t.x1; x += CELL) {
         const struct tile cell = {x, y, x + CELL < t.x1 ? x + CELL : t.x1, y + CELL < t.y1 ? y + CELL : t.y1, t.step, t.last};
         for (unsigned i = 0; i < s->num_primitives; i++)
            if (!draw_primitive(s, &s->primitive[i], &cell))
               return 0;
      }
   for (int y = t.y0; y < t.y1; y++)
      for (int x = t.x0; x < t.x1; x++, out += 4) {
         const int mask = ~(2 * t.step - 1), fx = t.step > 1 ? x & mask : x, fy = t.step > 1 ? y & mask : y;
         memcpy(out, s->rgba + 4 * ((size_t)fy * s->width + (size_t)fx), 4);
      }
   return 1;
}

/* ---- the scene, for JavaScript */

/* A picture of a fragment program, whose result must stay valid. */
WEB_EXPORT struct scene *scene_create(const struct nvp4c_result *fragment, unsigned width, unsigned height)
{
   struct scene *s = calloc(1, sizeof *s);

   if (!s)
      return NULL;
   s->width = width;
   s->height = height;
   s->steps = 1000000;
   s->rgba = calloc((size_t)width * height, 4);
   s->depth = calloc((size_t)width * height, sizeof *s->depth);
   s->corner = calloc(3 * (size_t)nvp4c_result_num_reflections(fragment) + 3, 4);
   return s;
}

WEB_EXPORT void scene_set_image(struct scene *s, unsigned unit, unsigned width, unsigned height, uint8_t *rgba)
{
   s->image[unit % NUM_IMAGES] = (struct image){width, height, rgba};
}

/* Makes the stages, after the images are set, because the words of their sizes come from them. */
WEB_EXPORT struct stage *scene_stage(struct scene *s, const struct nvp4c_result *result, int is_vertex)
{
   struct stage **to = is_vertex ? &s->vertex : &s->fragment;

   stage_free(*to);
   *to = stage_create(result, s->image);
   return *to;
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
WEB_EXPORT uint32_t *scene_corners(struct scene *s)
{
   return s->corner;
}
WEB_EXPORT void scene_set_steps(struct scene *s, unsigned steps)
{
   s->steps = steps;
}

/* Room for a mesh: 32 attributes of four components for each vertex. scene_indices() is the room for triangles.
 */
WEB_EXPORT float *scene_mesh(struct scene *s, unsigned vertices, unsigned indices)
{
   s->num_vertices = vertices;
   s->num_indices = indices;
   s->attribute = realloc(s->attribute, ((size_t)vertices * 128 + 1) * sizeof *s->attribute);
   s->index = realloc(s->index, ((size_t)indices + 1) * sizeof *s->index);
   return s->index ? s->attribute : NULL;
}
WEB_EXPORT uint32_t *scene_indices(struct scene *s)
{
   return s->index;
}

/* Starts a picture with the words that were set. With `opaque` the alpha of what is drawn is 1. Returns 0 after an error of a
   stage. */
WEB_EXPORT int scene_begin(struct scene *s, uint32_t background, int opaque)
{
   s->opaque = opaque;
   for (size_t i = 0; i < (size_t)s->width * s->height; i++) {
      memcpy(s->rgba + 4 * i, &background, 4);
      s->depth[i] = 1;
   }
   return scene_set_up(s);
}

WEB_EXPORT void scene_free(struct scene *s)
{
   if (!s)
      return;
   stage_free(s->fragment);
   stage_free(s->vertex);
   free(s->primitive);
   free(s->planes);
   free(s->corner);
   free(s->attribute);
   free(s->index);
   free(s->varying);
   free(s->rgba);
   free(s->depth);
   free(s);
}

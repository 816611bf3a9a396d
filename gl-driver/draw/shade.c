/* SPDX-License-Identifier: MIT */
/* Runs quads of a primitive through the tests and the fragment program, eight in a wave. */
#include "gl-driver/draw/draw.h"
#include "gl-driver/pipe/words.h"

#include <math.h>
#include <string.h>

/* True if the program counts rows from the last one (AGX). */
static bool counts_backwards(const struct shader_thread *t)
{
   const struct nvp4c_facts *f = &t->runner->code->facts;
   return f->reads_position & 2 && f->declared.upper_left == t->d->c->bottom_first;
}
static uint32_t row_of(const struct shader_thread *t, int y)
{
   return (uint32_t)(counts_backwards(t) ? (int)t->d->height - 1 - y : y);
}

/* Planes are relative to the origin of the primitive, and on AGX to the corner of the cell of 32 x 32 pixels with all quads of
   the wave (docs/abi-agx.md). */
static void place_coefficients(const struct shader_thread *t)
{
   const struct code *c = t->runner->code;
   const unsigned n = num_coefficients(c);

   if (!c->agx) {
      memcpy(t->runner->coefficient, t->p->coefficient, n * sizeof *t->runner->coefficient);
      return;
   }
   const bool back = counts_backwards(t);
   const double row = row_of(t, t->quad[0].y) & ~31u, dx = (t->quad[0].x & ~31) - t->p->origin[0],
                dy = (back ? t->d->height - row : row) - t->p->origin[1];
   for (unsigned i = 0; i + 2 < n; i += 3) {
      float plane[3];
      memcpy(plane, &t->p->coefficient[i], sizeof plane);
      memcpy(&t->runner->coefficient[i], &t->p->coefficient[i], sizeof plane);
      if (plane[0] == 0 && plane[1] == 0)
         continue; /* the input may be an integer */
      plane[2] = (float)(plane[2] + plane[0] * dx + plane[1] * dy);
      plane[1] = back ? -plane[1] : plane[1];
      memcpy(&t->runner->coefficient[i], plane, sizeof plane);
   }
}

/* True if the pixel is in another cell than the quads of the wave. */
static bool is_other_cell(const struct shader_thread *t, int x, int y)
{
   return t->runner->code->agx && t->count && ((t->quad[0].x ^ x) & ~31 || (row_of(t, t->quad[0].y) ^ row_of(t, y)) & ~31u);
}

/* The covered samples of a lane's pixel, and a covered position: the middle of a fully covered pixel, otherwise the middle of
   its covered samples. */
static void place_samples(const struct shader_thread *t, unsigned q, unsigned n)
{
   const unsigned covered = t->quad[q].covered >> 4 * n & 15, lane = 4 * q + n;

   t->runner->covered[lane] = t->quad[q].samples >> 4 * n & 15;
   for (unsigned axis = 0; axis < 2; axis++) {
      const bool whole = !covered || covered == (1u << t->d->samples) - 1;
      unsigned places = 0, count = 0;
      for (unsigned left = whole ? 0 : covered; left; left &= left - 1, count++)
         places += sample_place(t->d, (unsigned)__builtin_ctz(left), axis);
      t->runner->centroid[axis][lane] = bits_of(whole ? 0 : (float)places / (float)(16 * count) - 0.5f);
   }
}

/* Sets the registers of the lanes of a quad. */
static void place_quad(const struct shader_thread *t, unsigned q)
{
   const struct draw *d = t->d;
   const struct nvp4c_facts *f = &t->runner->code->facts;
   const bool position = f->reads_position & 3, flip = position && f->declared.upper_left == d->c->bottom_first;
   const double origin[2] = {position ? 0 : t->p->origin[0], position ? 0 : t->p->origin[1]};
   const unsigned sample = t->quad[q].sample;
   const bool at_sample = f->per_sample && d->pipeline->at_sample;
   const double in[2] = {at_sample ? sample_place(d, sample, 0) / 16.0 : 0.5,
                         at_sample ? sample_place(d, sample, 1) / 16.0 : 0.5};

   for (unsigned n = 0; n < 4; n++) {
      const unsigned l = 4 * q + n;
      const double x = t->quad[q].x + (int)(n & 1) + in[0] - origin[0], y = t->quad[q].y + (int)(n >> 1) + in[1] - origin[1];
      const float fx = (float)x, fy = (float)(flip ? d->height - y : y);
      t->runner->back_face[l] = t->p->back;
      if (d->c->fb_samples > 1)
         place_samples(t, q, n);
      if (t->runner->code->agx) { /* integer pixel coordinates */
         t->runner->x[l] = (uint32_t)t->quad[q].x + (n & 1);
         t->runner->y[l] = row_of(t, t->quad[q].y + (int)(n >> 1));
         continue;
      }
      memcpy(&t->runner->x[l], &fx, 4);
      memcpy(&t->runner->y[l], &fy, 4);
      if (d->samples > 1) {
         memcpy(&t->runner->sample_x[l], &fx, 4);
         memcpy(&t->runner->sample_y[l], &fy, 4);
         t->runner->sample[l] = sample;
      }
   }
}

static void find_depths(const struct shader_thread *t, const struct quad *q, unsigned sample, float z[4])
{
   const struct primitive *p = t->p;

   for (unsigned n = 0; n < 4; n++) {
      const double x = q->x + (int)(n & 1) + sample_place(t->d, sample, 0) / 16.0 - p->origin[0],
                   y = q->y + (int)(n >> 1) + sample_place(t->d, sample, 1) / 16.0 - p->origin[1];
      const float v = (float)(p->z[0] * x + p->z[1] * y + p->z[2]);
      z[n] = v >= p->z_min ? v <= p->z_max ? v : p->z_max : p->z_min;
   }
}

/* Multiplies alpha with the coverage of a smooth pixel. Integer colours do not have it. */
static void cover_alpha(const struct shader_thread *t, unsigned target, const struct quad *q, unsigned n, uint32_t color[4])
{
   const struct surface *s = &t->d->c->color[target];

   if (t->p->smooth.is_on && s->resource && format_info(s->format)->class == FORMAT_FLOAT)
      color[3] = bits_of(float_of(color[3]) * (float)smooth_coverage(t->p, q->x + (int)(n & 1), q->y + (int)(n >> 1)));
}

static void write_quad(struct shader_thread *t, unsigned q, unsigned samples)
{
   const struct draw *d = t->d;
   const struct parts *parts = d->pipeline->fragment_parts;
   uint32_t color[MAX_COLORS][4][4];
   unsigned written = 0;

   for (const struct color_word *w = t->runner->color; w < t->runner->color + t->runner->num_colors; w++) {
      if (parts && parts->target[w->target].here)
         continue; /* the colour is in the tile */
      if (!(written >> w->target & 1))
         memset(color[w->target], 0, sizeof color[w->target]);
      written |= 1u << w->target;
      for (unsigned n = 0; n < 4; n++)
         color[w->target][n][w->component] = w->word[(4 * q + n) * w->stride];
   }
   tile_store(t, q, samples);
   for (unsigned c = 0; c < d->c->num_colors; c++)
      for (unsigned k = 0; k < 16 && written >> c & 1; k++) {
         const unsigned n = k / 4;
         if (!(samples >> k & 1))
            continue;
         if (parts && parts->target[c].raw)
            tile_words(t, c, 4 * q + n, k % 4, color[c][n]);
         if (!d->pipeline->stored[c])
            cover_alpha(t, c, &t->quad[q], n, color[c][n]);
         uint8_t *texel =
             color_texel(d, c, t->p->layer, t->quad[q].x + (int)(n & 1), t->quad[q].y + (int)(n >> 1), k % 4);
         if (texel && d->pipeline->stored[c])
            target_store(d->pipeline->stored[c], d->c->color[c].format, texel, color[c][n]);
         else if (texel)
            write_color(d, c, texel, color[c][n], color[written >> 1 & 1][n]);
      }
}

/* Returns the samples that pass the tests. `written` are the pixels whose depth the program wrote, for each sample on AGX. */
static unsigned test_samples(struct shader_thread *t, const struct quad *q, unsigned samples, const uint32_t *depth,
                             unsigned written)
{
   unsigned passed = 0;

   if (!depth_wanted(t->d->c)) {
      passed = samples;
   } else {
      for (unsigned s = 0; s < t->d->samples; s++) {
         const unsigned mask = pixels_with(samples, s);
         float z[4];
         if (!mask)
            continue;
         find_depths(t, q, s, z);
         for (unsigned n = 0; n < 4; n++)
            if (written >> n & 1)
               memcpy(&z[n], &depth[t->runner->code->agx ? s * LANES + n : n], 4);
         const unsigned left = depth_test(t->d, t->p, q, mask, z, s);
         passed |= ((left & 1) | (left & 2) << 3 | (left & 4) << 6 | (left & 8) << 9) << s;
      }
   }
   t->passed += (unsigned)__builtin_popcount(passed);
   return passed;
}

/* Gives the program the pixels of a quad that it reads. */
static void load_targets(const struct shader_thread *t, unsigned q)
{
   const unsigned reads = t->runner->num_before ? t->runner->code->facts.reads_colors : 0;

   for (unsigned c = 0; reads >> c; c++)
      for (unsigned n = 0; n < 4 && reads >> c & 1; n++) {
         const struct quad *quad = &t->quad[q];
         const uint8_t *texel = quad->mask >> n & 1 ? color_texel(t->d, c, t->p->layer, quad->x + (int)(n & 1),
                                                                  quad->y + (int)(n >> 1), quad->sample)
                                                    : NULL;
         if (texel)
            target_load(t->runner, c, t->d->pipeline->stored[c], t->d->c->color[c].format, texel, 4 * q + n);
      }
}

/* USC: a program with early tests that discards fragments writes the pixels of the others only. */
static bool masks_writes(const struct shader_thread *t)
{
   const struct nvp4c_facts *f = &t->runner->code->facts;
   return !t->runner->code->agx && f->uses_kill && f->declared.early_tests;
}

/* The work on a wave outside of its program, from registers to pixels, in steps of a program. */
#define STEPS_OF_WAVE 24

bool shade_begin(struct shader_thread *t)
{
   struct draw *d = t->d;

   t->runner = pipeline_runner(&d->pipeline->fragment_runner[t->thread], d->pipeline->fragment, d->pipeline->fragment_parts);
   if (t->runner && t->runner->bindings != &d->fragment)
      runner_bind(t->runner, &d->fragment);
   return t->runner != NULL;
}

uint32_t shade_place(struct shader_thread *t, uint32_t *covered)
{
   uint32_t valid = 0;

   *covered = 0;
   if (t->loaded != t->p || t->runner->code->agx) {
      place_coefficients(t);
      *t->runner->layer = t->p->layer;
      t->loaded = t->p;
   }
   for (unsigned q = 0; q < t->count; q++) {
      place_quad(t, q);
      tile_load(t, q);
      load_targets(t, q);
      *covered |= (uint32_t)t->quad[q].mask << 4 * q;
      valid |= UINT32_C(15) << 4 * q;
   }
   return t->runner->code->facts.uses_derivatives ? valid : *covered;
}

/* Notes a quad whose program ran, if it has the pixel that draw_find() looks for. */
static void note(const struct shader_thread *t, const struct quad *q, unsigned samples)
{
   struct found *f = t->d->found;
   const unsigned pixel = 1u << ((f->x - q->x) | (f->y - q->y) << 1);

   if (q->x != (f->x & ~1) || q->y != (f->y & ~1) || !(q->mask & pixel))
      return;
   f->ran = *q;
   f->ran_for = t->p;
   if (!(pixels_of(samples) & pixel))
      return;
   f->wrote = *q;
   f->wrote_for = t->p;
}

void shade_flush(struct shader_thread *t)
{
   const struct nvp4c_facts *f = &t->runner->code->facts;
   uint32_t covered;

   if (!t->count)
      return;
   const uint32_t valid = shade_place(t, &covered);
   if (work_add(&t->d->c->work, STEPS_OF_WAVE) && runner_run(t->runner, valid, valid & ~covered)) {
      struct nvp4c_wave_state s = nvp4c_get_wave_state(t->runner->wave);
      if (masks_writes(t))
         s.killed |= ~s.wrote_pixel;
      /* A program that writes memory gives the depth that the fragment has anyway. */
      if (!f->writes_depth && !t->runner->code->agx)
         s.wrote_depth = 0;
      for (unsigned q = 0; q < t->count; q++) {
         const unsigned lives = ~(s.killed >> 4 * q) & 15;
         unsigned samples = t->quad[q].samples & ((lives & 1) | (lives & 2) << 3 | (lives & 4) << 6 | (lives & 8) << 9) * 15;
         for (unsigned n = 0; n < 4 && t->runner->killed && t->d->samples > 1; n++)
            samples &= ~((t->runner->killed[4 * q + n] & 15) << 4 * n);
         if (samples && !f->early_tests)
            samples = test_samples(t, &t->quad[q], samples, &t->runner->depth[4 * q], s.wrote_depth >> 4 * q & 15);
         if (samples)
            write_quad(t, q, samples);
         if (t->d->found)
            note(t, &t->quad[q], samples);
      }
   }
   t->count = 0;
}

/* Adds invocations for `samples` of a quad, in which the primitive covers `covered`. */
static void add_quad(struct shader_thread *t, int x, int y, unsigned covered, unsigned samples, unsigned sample)
{
   if (is_other_cell(t, x, y))
      shade_flush(t);
   struct quad *q = &t->quad[t->count];

   *q = (struct quad){.x = x, .y = y, .sample = (uint8_t)sample, .covered = (uint16_t)covered};
   if (t->runner->code->facts.early_tests)
      samples = test_samples(t, q, samples, NULL, 0);
   q->samples = (uint16_t)samples;
   q->mask = (uint8_t)pixels_of(samples);
   if (samples && ++t->count == LANES / 4)
      shade_flush(t);
}

void shade_quad(struct shader_thread *t, int x, int y, unsigned samples)
{
   const struct draw_area *a = &t->d->area;
   const unsigned number = (unsigned)(x | y) / 2;

   if (number & (a->step - 1) || (a->last && !(number & (a->last - 1))))
      return;
   /* on AGX, the program contains the loop */
   if (!t->runner->code->facts.per_sample || t->runner->code->agx || t->d->samples == 1) {
      add_quad(t, x, y, samples, samples, 0);
      return;
   }
   for (unsigned s = 0; s < t->d->samples; s++)
      if (samples >> s & 0x1111)
         add_quad(t, x, y, samples, samples & 0x1111u << s, s);
}

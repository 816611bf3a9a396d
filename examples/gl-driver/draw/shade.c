/* SPDX-License-Identifier: MIT */
/* Quads of a primitive through tests and fragment program, eight in a task. */
#include "examples/gl-driver/draw/draw.h"

#include <math.h>
#include <string.h>

/* AGX: the row as the program counts it. */
static bool counts_upwards(const struct shader_thread *t)
{
   const struct nvp4c_facts *f = &t->runner->code->facts;
   return f->reads_position & 2 && !f->declared.upper_left;
}
static uint32_t row_of(const struct shader_thread *t, int y)
{
   return (uint32_t)(counts_upwards(t) ? (int)t->d->height - 1 - y : y);
}

/* Planes count from the origin of the primitive; those of AGX from the corner of the cell of 32 x 32 pixels (docs/abi-agx.md),
   in which all quads are. */
static void place_coefficients(const struct shader_thread *t)
{
   const struct code *c = t->runner->code;
   const unsigned n = num_coefficients(c);

   if (!c->agx) {
      memcpy(t->runner->coefficient, t->p->coefficient, n * sizeof *t->runner->coefficient);
      return;
   }
   const bool up = counts_upwards(t);
   const double row = row_of(t, t->quad[0].y) & ~31u, dx = (t->quad[0].x & ~31) - t->p->origin[0],
                dy = (up ? t->d->height - row : row) - t->p->origin[1];
   for (unsigned i = 0; i + 2 < n; i += 3) {
      float plane[3];
      memcpy(plane, &t->p->coefficient[i], sizeof plane);
      memcpy(&t->runner->coefficient[i], &t->p->coefficient[i], sizeof plane);
      if (plane[0] == 0 && plane[1] == 0)
         continue; /* it may be an integer */
      plane[2] = (float)(plane[2] + plane[0] * dx + plane[1] * dy);
      plane[1] = up ? -plane[1] : plane[1];
      memcpy(&t->runner->coefficient[i], plane, sizeof plane);
   }
}

/* Are the quads of the task in another cell of pixels than this one? */
static bool other_cell(const struct shader_thread *t, int x, int y)
{
   return t->runner->code->agx && t->count && ((t->quad[0].x ^ x) & ~31 || (row_of(t, t->quad[0].y) ^ row_of(t, y)) & ~31u);
}

/* The registers of the lanes of a quad. */
static void place(const struct shader_thread *t, unsigned q)
{
   const struct draw *d = t->d;
   const struct nvp4c_facts *f = &t->runner->code->facts;
   const bool position = f->reads_position & 3, flip = position && !f->declared.upper_left;
   const double origin[2] = {position ? 0 : t->p->origin[0], position ? 0 : t->p->origin[1]};

   for (unsigned n = 0; n < 4; n++) {
      const unsigned l = 4 * q + n;
      const double x = t->quad[q].x + (int)(n & 1) + 0.5 - origin[0], y = t->quad[q].y + (int)(n >> 1) + 0.5 - origin[1];
      const float fx = (float)x, fy = (float)(flip ? d->height - y : y);
      t->runner->back_face[l] = t->p->back;
      if (t->runner->code->agx) { /* numbers of pixels */
         t->runner->x[l] = (uint32_t)t->quad[q].x + (n & 1);
         t->runner->y[l] = row_of(t, t->quad[q].y + (int)(n >> 1));
         continue;
      }
      memcpy(&t->runner->x[l], &fx, 4);
      memcpy(&t->runner->y[l], &fy, 4);
   }
}

static void depths(const struct shader_thread *t, const struct quad *q, float z[4])
{
   const struct primitive *p = t->p;

   for (unsigned n = 0; n < 4; n++) {
      const double x = q->x + (int)(n & 1) + 0.5 - p->origin[0], y = q->y + (int)(n >> 1) + 0.5 - p->origin[1];
      const float v = (float)(p->z[0] * x + p->z[1] * y + p->z[2]);
      z[n] = v >= p->z_min ? v <= p->z_max ? v : p->z_max : p->z_min;
   }
}

static void write_quad(struct shader_thread *t, unsigned q, unsigned mask)
{
   const struct draw *d = t->d;
   const struct parts *parts = d->pipeline->fragment_parts;
   uint32_t color[MAX_COLORS][4][4];
   unsigned written = 0;

   for (const struct color_word *w = t->runner->color; w < t->runner->color + t->runner->num_colors; w++) {
      if (parts && parts->target[w->target].here)
         continue; /* it is in the tile */
      if (!(written >> w->target & 1))
         memset(color[w->target], 0, sizeof color[w->target]);
      written |= 1u << w->target;
      for (unsigned n = 0; n < 4; n++)
         color[w->target][n][w->component] = w->word[(4 * q + n) * w->stride];
   }
   tile_store(t, q, mask);
   for (unsigned c = 0; c < d->c->num_colors; c++)
      for (unsigned n = 0; n < 4 && written >> c & 1; n++)
         if (mask >> n & 1)
            write_color(d, c, t->p->layer, t->quad[q].x + (int)(n & 1), t->quad[q].y + (int)(n >> 1), color[c][n],
                        color[written >> 1 & 1][n]);
}

void shade_flush(struct shader_thread *t)
{
   const struct nvp4c_facts *f = &t->runner->code->facts;
   uint32_t covered = 0, valid = 0;

   if (!t->count)
      return;
   if (t->loaded != t->p || t->runner->code->agx) {
      place_coefficients(t);
      t->loaded = t->p;
   }
   for (unsigned q = 0; q < t->count; q++) {
      place(t, q);
      tile_load(t, q);
      covered |= (uint32_t)t->quad[q].mask << 4 * q;
      valid |= UINT32_C(15) << 4 * q;
   }
   if (!f->uses_derivatives)
      valid = covered;
   if (runner_run(t->runner, valid, valid & ~covered)) {
      const struct nvp4c_task_state s = nvp4c_task_state(t->runner->task);
      for (unsigned q = 0; q < t->count; q++) {
         unsigned mask = t->quad[q].mask & ~(s.killed >> 4 * q) & 15;
         float z[4];
         if (mask && !f->early_tests) {
            if (depth_wanted(t->d->c))
               depths(t, &t->quad[q], z);
            for (unsigned n = 0; n < 4; n++)
               if (s.wrote_depth >> (4 * q + n) & 1)
                  memcpy(&z[n], &t->runner->depth[4 * q + n], 4);
            mask = depth_test(t->d, t->p, t->quad[q].x, t->quad[q].y, mask, z);
            t->passed += (unsigned)__builtin_popcount(mask);
         }
         if (mask)
            write_quad(t, q, mask);
      }
   }
   t->count = 0;
}

void shade_quad(struct shader_thread *t, int x, int y, unsigned mask)
{
   if (other_cell(t, x, y))
      shade_flush(t);
   struct quad *q = &t->quad[t->count];

   *q = (struct quad){x, y, (uint8_t)mask};
   if (t->runner->code->facts.early_tests) {
      float z[4];
      depths(t, q, z);
      q->mask = (uint8_t)depth_test(t->d, t->p, x, y, mask, z);
      t->passed += (unsigned)__builtin_popcount(q->mask);
      if (!q->mask)
         return;
   }
   if (++t->count == LANES / 4)
      shade_flush(t);
}

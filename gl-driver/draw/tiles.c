/* SPDX-License-Identifier: MIT */
/*
 * Finds the pixels of a tile that a primitive covers. Triangles: three edges in integers. Lines: the pixels whose diamond the
 * line leaves (GL 3.3, 2.11, Basic Line Segment Rasterization), repeated across the major axis for wide lines. Points: their
 * square.
 */
#include "gl-driver/draw/draw.h"
#include "gl-driver/pipe/driver.h"

#include <stdlib.h>

/* The covered pixels of a tile: bit x of row y. */
struct coverage {
   uint64_t row[TILE_SIZE];
   int x0, y0, x1, y1; /* the part of the tile in the window */
};

static void cover(struct coverage *c, int x, int y)
{
   if (x >= c->x0 && x < c->x1 && y >= c->y0 && y < c->y1)
      c->row[y % TILE_SIZE] |= UINT64_C(1) << x % TILE_SIZE;
}

static void send(struct shader_thread *t, const struct coverage *c)
{
   for (int y = c->y0 & ~1; y < c->y1; y += 2) {
      const uint64_t upper = c->row[y % TILE_SIZE], lower = c->row[y % TILE_SIZE + 1];
      uint64_t any = upper | lower;
      while (any) {
         const int x = __builtin_ctzll(any) & ~1;
         shade_quad(t, c->x0 / TILE_SIZE * TILE_SIZE + x, y,
                    samples_of(t->d, (unsigned)(upper >> x & 3) | (unsigned)(lower >> x & 3) << 2));
         any &= ~(UINT64_C(3) << x);
      }
   }
}

/* ---- triangles */

/* True if the triangle covers all of this part of the tile. The value of an edge is lowest at a corner: in the middle of the
   pixel there, or beyond all samples. */
static bool is_inside(const struct draw *d, const struct primitive *p, const struct coverage *c)
{
   const int64_t in = d->samples > 1 ? 0 : SUB_ONE / 2;

   for (unsigned k = 0; k < 3; k++) {
      const int64_t x = (int64_t)(p->edge[k].a < 0 ? c->x1 : c->x0) * SUB_ONE,
                    y = (int64_t)(p->edge[k].b < 0 ? c->y1 : c->y0) * SUB_ONE;
      if (p->edge[k].a * (p->edge[k].a < 0 ? x - in : x + in) + p->edge[k].b * (p->edge[k].b < 0 ? y - in : y + in) +
              p->edge[k].c <
          0)
         return false;
   }
   return true;
}

static void rectangle(struct shader_thread *t, const struct coverage *c)
{
   for (int y = c->y0 & ~1; y < c->y1; y += 2)
      for (int x = c->x0 & ~1; x < c->x1; x += 2) {
         const unsigned columns = (x >= c->x0 ? 5u : 0) | (x + 1 < c->x1 ? 10u : 0),
                        rows = (y >= c->y0 ? 3u : 0) | (y + 1 < c->y1 ? 12u : 0);
         shade_quad(t, x, y, samples_of(t->d, columns & rows));
      }
}

static void triangle(struct shader_thread *t, const struct primitive *p, const struct coverage *c)
{
   const int x_first = c->x0 & ~1, y_first = c->y0 & ~1;
   const unsigned samples = t->d->samples;
   /* `there`: the change from the middle of a pixel to its samples */
   int64_t row[3], step_x[3], step_y[3], there[3][MAX_SAMPLES];

   for (unsigned k = 0; k < 3; k++) {
      step_x[k] = p->edge[k].a * SUB_ONE;
      step_y[k] = p->edge[k].b * SUB_ONE;
      row[k] = p->edge[k].a * (((int64_t)x_first << SUB_BITS) + SUB_ONE / 2) +
               p->edge[k].b * (((int64_t)y_first << SUB_BITS) + SUB_ONE / 2) + p->edge[k].c;
      for (unsigned s = 0; s < samples; s++)
         there[k][s] = p->edge[k].a * ((int)sample_place(t->d, s, 0) - 8) * (SUB_ONE / 16) +
                       p->edge[k].b * ((int)sample_place(t->d, s, 1) - 8) * (SUB_ONE / 16);
   }
   for (int y = y_first; y < c->y1; y += 2) {
      int64_t e[3] = {row[0], row[1], row[2]};
      for (int x = x_first; x < c->x1; x += 2) {
         unsigned mask = 0;
         for (unsigned n = 0; n < 4; n++) {
            const int px = x + (int)(n & 1), py = y + (int)(n >> 1);
            if (px < c->x0 || px >= c->x1 || py < c->y0 || py >= c->y1)
               continue;
            for (unsigned s = 0; s < samples; s++) {
               int64_t outside = 0;
               for (unsigned k = 0; k < 3; k++)
                  outside |= e[k] + (n & 1 ? step_x[k] : 0) + (n >> 1 ? step_y[k] : 0) + there[k][s];
               mask |= (unsigned)(outside >= 0) << (4 * n + s);
            }
         }
         if (mask)
            shade_quad(t, x, y, mask);
         for (unsigned k = 0; k < 3; k++)
            e[k] += 2 * step_x[k];
      }
      for (unsigned k = 0; k < 3; k++)
         row[k] += 2 * step_y[k];
   }
}

/* ---- lines */

/*
 * True if the point is in the diamond of the pixel. GL moves the ends of lines to the left by less than any distance (2.1,
 * 3.4.1), so points on the right edges are inside.
 */
static bool in_diamond(const int32_t point[2], int x, int y)
{
   const int32_t right = point[0] - (x * SUB_ONE + SUB_ONE / 2), up = point[1] - (y * SUB_ONE + SUB_ONE / 2);

   return abs(right) + abs(up) < SUB_ONE / 2 + (right > 0);
}

static int64_t floor_div(int64_t a, int64_t b)
{
   const int64_t q = a / b;
   return q - ((a % b != 0) && ((a < 0) != (b < 0)));
}

/*
 * Draws the line as columns along its major axis, in the direction of rising coordinates: columns whose middle it crosses, and
 * those at its ends whose diamond it begins or stays in. `last_pixel`: the pixel of the end is drawn too.
 */
static void line(const struct draw *d, const struct primitive *p, struct coverage *c)
{
   const struct rasterizer *r = d->c->rasterizer;
   const int64_t delta[2] = {p->to[0] - p->from[0], p->to[1] - p->from[1]};
   const unsigned major = llabs(delta[0]) < llabs(delta[1]), minor = !major;
   const int32_t a = p->from[major], b = p->to[major], step = b >= a ? 1 : -1;
   const int first = a >> SUB_BITS, last = b >> SUB_BITS;
   unsigned count = p->stipple;

   for (int i = first; i != last + step; i += step) {
      const int32_t middle = i * SUB_ONE + SUB_ONE / 2;
      const int64_t across = p->from[minor] + (delta[major] ? floor_div(delta[minor] * (middle - a), delta[major]) : 0);
      int j = (int)(across >> SUB_BITS), at[2];
      bool in = step > 0 ? middle >= a && middle < b : middle <= a && middle > b;
      at[major] = i;
      if (i == first && !in) {
         at[minor] = p->from[minor] >> SUB_BITS;
         if (in_diamond(p->from, at[0], at[1])) { /* it begins after the middle of the pixel, and leaves it */
            in = true;
            j = at[minor];
         }
      }
      at[minor] = j;
      if (i == last) {
         at[minor] = p->to[minor] >> SUB_BITS;
         if (in_diamond(p->to, at[0], at[1])) {
            in = r->line_last_pixel;
            j = at[minor];
         }
      }
      if (!in)
         continue;
      const unsigned bit = count++ / (r->stipple_factor + 1u) & 15;
      if (r->line_stipple && !(r->stipple_pattern >> bit & 1))
         continue;
      const int from = p->width == 1 ? j : (int)((across - (p->width - 1) * (SUB_ONE / 2)) >> SUB_BITS);
      for (int k = 0; k < p->width; k++) {
         at[minor] = from + k;
         cover(c, at[0], at[1]);
      }
   }
}

/* On stippled lines, a column along the major axis has one bit of the pattern. */
static bool is_stippled_off(const struct draw *d, const struct primitive *p, int x, int y)
{
   const struct rasterizer *r = d->c->rasterizer;
   const unsigned major = abs(p->to[0] - p->from[0]) < abs(p->to[1] - p->from[1]);
   const int steps = ((major ? y : x) - (p->from[major] >> SUB_BITS)) * (p->to[major] < p->from[major] ? -1 : 1);

   const unsigned bit = (p->stipple + (unsigned)(steps > 0 ? steps : 0)) / (r->stipple_factor + 1u) & 15;

   return r->line_stipple && !(r->stipple_pattern >> bit & 1);
}

static void smooth(const struct draw *d, const struct primitive *p, struct coverage *c)
{
   for (int y = c->y0; y < c->y1; y++)
      for (int x = c->x0; x < c->x1; x++)
         if (smooth_coverage(p, x, y) > 0 && !(p->kind == KIND_LINES && is_stippled_off(d, p, x, y)))
            cover(c, x, y);
}

/* ---- tiles */

/* Steps of a program that finding the pixels of a primitive in a tile is worth, plus one for each two quads. */
#define STEPS_OF_COVERAGE 16
static unsigned steps_of_coverage(const struct coverage *c)
{
   const unsigned width = c->x1 > c->x0 ? (unsigned)(c->x1 - c->x0) : 0, height = c->y1 > c->y0 ? (unsigned)(c->y1 - c->y0) : 0;

   return STEPS_OF_COVERAGE + width * height / 8;
}

static void draw_tile(void *user, unsigned part, unsigned thread)
{
   struct draw *d = user;
   const struct bin *bin = &d->bin[part];
   const int left = (int)(part % d->tiles_x) * TILE_SIZE, top = (int)(part / d->tiles_x) * TILE_SIZE;
   const struct coverage whole = {.x0 = d->area.x0 > left ? d->area.x0 : left,
                                  .y0 = d->area.y0 > top ? d->area.y0 : top,
                                  .x1 = d->area.x1 < left + TILE_SIZE ? d->area.x1 : left + TILE_SIZE,
                                  .y1 = d->area.y1 < top + TILE_SIZE ? d->area.y1 : top + TILE_SIZE};
   struct shader_thread t = {.d = d, .thread = thread};

   if (!bin->count || whole.x0 >= whole.x1 || whole.y0 >= whole.y1)
      return;
   if (!shade_begin(&t))
      return;
   for (unsigned i = 0; i < bin->count; i++) {
      const struct primitive *p = &d->primitive[bin->primitive[i]];
      struct coverage c = {.x0 = p->x0 > whole.x0 ? p->x0 : whole.x0,
                           .y0 = p->y0 > whole.y0 ? p->y0 : whole.y0,
                           .x1 = p->x1 < whole.x1 ? p->x1 : whole.x1,
                           .y1 = p->y1 < whole.y1 ? p->y1 : whole.y1};
      if (c.x0 >= c.x1 || c.y0 >= c.y1)
         continue;
      t.p = p;
      if (!work_add(&d->c->work, steps_of_coverage(&c)))
         return;
      switch (p->kind) {
      case KIND_TRIANGLES:
         if (is_inside(d, p, &c))
            rectangle(&t, &c);
         else
            triangle(&t, p, &c);
         break;
      case KIND_LINES:
         if (p->smooth.is_on)
            smooth(d, p, &c);
         else
            line(d, p, &c);
         send(&t, &c);
         break;
      case KIND_POINTS:
         if (p->smooth.is_on)
            smooth(d, p, &c);
         for (int y = c.y0; y < c.y1 && !p->smooth.is_on; y++)
            for (int x = c.x0; x < c.x1; x++)
               cover(&c, x, y);
         send(&t, &c);
         break;
      }
      shade_flush(&t);
   }
   d->passed[thread] += t.passed;
}

void draw_tiles(struct draw *d)
{
   if (d->num_primitives)
      pool_run(d->threads, d->tiles_x * d->tiles_y, draw_tile, d);
   if (d->keeps)
      return;
   for (unsigned i = 0; i < d->tiles_x * d->tiles_y; i++)
      d->bin[i].count = 0;
   d->num_primitives = 0;
   arena_free(&d->arena);
}

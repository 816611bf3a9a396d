/* SPDX-License-Identifier: MIT */
/*
 * Prepares primitives for the tiles: window coordinates, culling, polygon modes, offset, edges. Coverage is decided in
 * integers, in 1/256 of a pixel; inputs and depth are computed from the coordinates before rounding.
 */
#include "gl-driver/draw/draw.h"
#include "gl-driver/pipe/pipe_enums.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PRIMITIVES 8192 /* in a batch */
#define MAX_COORDINATE 1e6
#define MAX_LINE_WIDTH 255

/* ---- tiles */

static bool add_to_bin(struct bin *b, uint32_t n)
{
   if (b->count == b->capacity) {
      const unsigned capacity = b->capacity ? 2 * b->capacity : 16;
      uint32_t *more = realloc(b->primitive, capacity * sizeof *more);
      if (!more)
         return false;
      b->primitive = more;
      b->capacity = capacity;
   }
   b->primitive[b->count++] = n;
   return true;
}

/* Adds the primitive to the tiles that have its pixels. */
static void add_to_tiles(struct draw *d, struct primitive *p)
{
   p->x0 = p->x0 > d->scissor[0] ? p->x0 : d->scissor[0];
   p->y0 = p->y0 > d->scissor[1] ? p->y0 : d->scissor[1];
   p->x1 = p->x1 < d->scissor[2] ? p->x1 : d->scissor[2];
   p->y1 = p->y1 < d->scissor[3] ? p->y1 : d->scissor[3];
   if (p->x0 >= p->x1 || p->y0 >= p->y1 || !p->coefficient)
      return;
   if (d->num_primitives == d->max_primitives) {
      const unsigned max = d->max_primitives ? 2 * d->max_primitives : 64;
      struct primitive *more = realloc(d->primitive, max * sizeof *more);
      if (!more) {
         d->failed = true;
         return;
      }
      d->primitive = more;
      d->max_primitives = max;
   }
   d->primitive[d->num_primitives] = *p;
   for (unsigned y = (unsigned)p->y0 / TILE_SIZE; y <= (unsigned)(p->y1 - 1) / TILE_SIZE; y++)
      for (unsigned x = (unsigned)p->x0 / TILE_SIZE; x <= (unsigned)(p->x1 - 1) / TILE_SIZE; x++)
         if (!add_to_bin(&d->bin[y * d->tiles_x + x], d->num_primitives))
            d->failed = true;
   d->num_primitives++;
}

/* ---- all kinds of primitives */

void use_viewport(struct draw *d, unsigned n)
{
   const struct context *c = d->c;

   d->scissor[0] = d->scissor[1] = 0;
   d->scissor[2] = (int)d->width;
   d->scissor[3] = (int)d->height;
   if (c->rasterizer->scissor) {
      d->scissor[0] = c->scissor[n].x0;
      d->scissor[1] = c->scissor[n].y0;
      d->scissor[2] = c->scissor[n].x1 < d->scissor[2] ? c->scissor[n].x1 : d->scissor[2];
      d->scissor[3] = c->scissor[n].y1 < d->scissor[3] ? c->scissor[n].y1 : d->scissor[3];
   }
   memcpy(d->viewport.scale, c->viewport[n].scale, sizeof d->viewport.scale);
   memcpy(d->viewport.translate, c->viewport[n].translate, sizeof d->viewport.translate);
}

/* Called before each primitive: draws a batch that is large enough, and selects the viewport of the provoking vertex. */
static void begin(struct draw *d, const uint32_t *provoking)
{
   const uint8_t word = d->pipeline->last->out_word[VARYING_VIEWPORT][0];

   if (d->num_primitives >= MAX_PRIMITIVES && !d->keeps)
      draw_tiles(d);
   if (word != NO_WORD)
      use_viewport(d, provoking[word] < MAX_VIEWPORTS ? provoking[word] : 0);
}

/* Window coordinates in pixels, whose middles are at halves. False if there are none. */
static bool to_window(const struct draw *d, const double position[4], double xy[2])
{
   for (unsigned k = 0; k < 2; k++) {
      xy[k] = position[k] / position[3] * (double)d->viewport.scale[k] + (double)d->viewport.translate[k];
      xy[k] += d->c->rasterizer->half_pixel_center ? 0 : 0.5;
      if (!(fabs(xy[k]) < MAX_COORDINATE))
         return false;
   }
   return true;
}

static int32_t snap(double v)
{
   return (int32_t)lrint(v * SUB_ONE);
}

static void init(const struct draw *d, struct primitive *p, enum primitive_kind kind, const uint32_t *provoking)
{
   const struct code *last = d->pipeline->last;
   const float n = d->viewport.translate[2] - (d->c->rasterizer->clip_halfz ? 0 : d->viewport.scale[2]),
               f = d->viewport.translate[2] + d->viewport.scale[2];

   *p = (struct primitive){.kind = kind, .z_min = fminf(n, f), .z_max = fmaxf(n, f)};
   p->z_min = p->z_min < 0 ? 0 : p->z_min;
   p->z_max = p->z_max > 1 ? 1 : p->z_max;
   if (last->out_word[VARYING_LAYER][0] != NO_WORD && d->c->fb_layers > 1)
      p->layer = provoking[last->out_word[VARYING_LAYER][0]];
}

/* True if all vertices are outside of one cull distance. */
static bool is_culled(const struct draw *d, const uint32_t *const *v, unsigned count)
{
   const struct code *last = d->pipeline->last;

   for (unsigned n = 0; n < MAX_CLIP_PLANES; n++) {
      const uint8_t word = last->out_word[VARYING_CLIP + n][0];
      bool out = last->facts.declared.culls >> n & 1 && word != NO_WORD;
      for (unsigned k = 0; k < count && out; k++)
         out = !(vertex_word(v[k], word) >= 0);
      if (out)
         return true;
   }
   return false;
}

/* ---- triangles */

static struct edge make_edge(const struct draw *d, const int32_t a[2], const int32_t b[2])
{
   const int64_t dx = b[0] - a[0], dy = b[1] - a[1];
   const bool inclusive = dy < 0 || (!dy && (d->c->rasterizer->bottom_edge_rule ? dx < 0 : dx > 0));

   return (struct edge){-dy, dx, dy * a[0] - dx * a[1] - !inclusive};
}

/* Adds one triangle of a polygon; `p` has everything except its position. */
static void add_triangle(struct draw *d, struct primitive *p, const int32_t *a, const int32_t *b, const int32_t *c)
{
   const int64_t area = (int64_t)(b[0] - a[0]) * (c[1] - a[1]) - (int64_t)(c[0] - a[0]) * (b[1] - a[1]);
   int32_t low[2], high[2];

   if (!area)
      return;
   if (area < 0) {
      const int32_t *swap = b;
      b = c;
      c = swap;
   }
   for (unsigned k = 0; k < 2; k++) {
      low[k] = a[k] < b[k] ? a[k] : b[k];
      low[k] = low[k] < c[k] ? low[k] : c[k];
      high[k] = a[k] > b[k] ? a[k] : b[k];
      high[k] = high[k] > c[k] ? high[k] : c[k];
   }
   p->edge[0] = make_edge(d, a, b);
   p->edge[1] = make_edge(d, b, c);
   p->edge[2] = make_edge(d, c, a);
   p->x0 = (low[0] - SUB_ONE / 2) >> SUB_BITS;
   p->y0 = (low[1] - SUB_ONE / 2) >> SUB_BITS;
   p->x1 = ((high[0] + SUB_ONE / 2) >> SUB_BITS) + 1;
   p->y1 = ((high[1] + SUB_ONE / 2) >> SUB_BITS) + 1;
   add_to_tiles(d, p);
}

static double polygon_offset(const struct draw *d, const double plane[3], const uint32_t *const v[3])
{
   const struct rasterizer *r = d->c->rasterizer;
   const double slope = fmax(fabs(plane[0]), fabs(plane[1]));
   double unit = d->depth_unit, offset;

   if (unit <= 0) { /* a float format: relative to the largest depth of the triangle */
      float z = 0;
      int exponent;
      for (unsigned k = 0; k < 3; k++)
         z = fmaxf(z, fabsf(vertex_word(v[k], 2) / vertex_word(v[k], 3) * d->viewport.scale[2] + d->viewport.translate[2]));
      frexpf(z, &exponent);
      unit = ldexp(1, exponent - 24);
   }
   offset = slope * (double)r->offset_scale + unit * (double)r->offset_units;
   if (r->offset_clamp > 0)
      offset = fmin(offset, (double)r->offset_clamp);
   else if (r->offset_clamp < 0)
      offset = fmax(offset, (double)r->offset_clamp);
   return offset;
}

static void fill_triangle(struct draw *d, const uint32_t *const v[3], unsigned provoking, double offset, bool back)
{
   struct clipped corner[MAX_CLIPPED];
   const unsigned count = clip_triangle(d, v, corner);
   int32_t xy[MAX_CLIPPED][2];
   double low[2] = {MAX_COORDINATE, MAX_COORDINATE}, high[2] = {-MAX_COORDINATE, -MAX_COORDINATE};
   struct primitive p;

   if (!count)
      return;
   init(d, &p, KIND_TRIANGLES, v[provoking]);
   for (unsigned k = 0; k < count; k++) {
      double at[2];
      if (!to_window(d, corner[k].position, at))
         return;
      for (unsigned n = 0; n < 2; n++) {
         xy[k][n] = snap(at[n]);
         low[n] = fmin(low[n], at[n]);
         high[n] = fmax(high[n], at[n]);
      }
   }
   for (unsigned n = 0; n < 2; n++)
      p.origin[n] = floor((low[n] + high[n]) / 2);
   p.back = back;
   p.coefficient = triangle_coefficients(d, v, v[provoking], offset, &p);
   for (unsigned k = 1; k + 1 < count; k++)
      add_triangle(d, &p, xy[0], xy[k], xy[k + 1]);
}

static void line(struct draw *d, const uint32_t *const v[2], unsigned provoking, const uint32_t *flat, double offset,
                 bool back);
static void add_point(struct draw *d, const uint32_t *v, const uint32_t *flat, double offset, bool back);

/* Twice the signed area in the window, times w of each vertex. */
static double turn_of(const struct draw *d, const uint32_t *const v[3])
{
   double m[3][3];

   for (unsigned k = 0; k < 3; k++) {
      m[k][2] = (double)vertex_word(v[k], 3);
      for (unsigned n = 0; n < 2; n++)
         m[k][n] = (double)vertex_word(v[k], n) * (double)d->viewport.scale[n] + m[k][2] * (double)d->viewport.translate[n];
   }
   return m[0][0] * (m[1][1] * m[2][2] - m[2][1] * m[1][2]) - m[0][1] * (m[1][0] * m[2][2] - m[2][0] * m[1][2]) +
          m[0][2] * (m[1][0] * m[2][1] - m[2][0] * m[1][1]);
}

void setup_triangle(struct draw *d, const uint32_t *const v[3], unsigned provoking, unsigned edges)
{
   const struct rasterizer *r = d->c->rasterizer;
   static const double none[2] = {0, 0};
   double plane[3], offset = 0;

   begin(d, v[provoking]);
   const double area = turn_of(d, v);
   if (!(fabs(area) > 0) || !isfinite(area) || is_culled(d, v, 3))
      return;
   const bool back = (area < 0) != r->front_ccw;
   if (r->cull & (back ? PIPE_FACE_BACK : PIPE_FACE_FRONT))
      return;
   const unsigned mode = back ? r->fill_back : r->fill_front;
   if (mode == PIPE_POLYGON_MODE_FILL ? r->offset_tri : mode == PIPE_POLYGON_MODE_LINE ? r->offset_line : r->offset_point) {
      triangle_depth(d, v, none, plane);
      offset = polygon_offset(d, plane, v);
   }
   if (mode == PIPE_POLYGON_MODE_FILL) {
      fill_triangle(d, v, provoking, offset, back);
      return;
   }
   for (unsigned k = 0; k < 3; k++) {
      const uint32_t *const ends[2] = {v[k], v[(k + 1) % 3]};
      const uint8_t flag = d->pipeline->last->out_word[VARYING_EDGE_FLAG][0];
      if (!(edges >> k & 1) || (flag != NO_WORD && !(vertex_word(v[k], flag) > 0)))
         continue;
      if (mode == PIPE_POLYGON_MODE_LINE)
         line(d, ends, 0, v[provoking], offset, back);
      else
         add_point(d, v[k], v[provoking], offset, back);
   }
}

/* ---- lines */

static int line_width(const struct rasterizer *r)
{
   const float width = r->line_width;
   return !(width >= 1) ? 1 : width > MAX_LINE_WIDTH ? MAX_LINE_WIDTH : (int)lrintf(width);
}

static void find_line_pixels(struct primitive *p)
{
   p->x0 = ((p->from[0] < p->to[0] ? p->from[0] : p->to[0]) >> SUB_BITS) - p->width;
   p->y0 = ((p->from[1] < p->to[1] ? p->from[1] : p->to[1]) >> SUB_BITS) - p->width;
   p->x1 = ((p->from[0] > p->to[0] ? p->from[0] : p->to[0]) >> SUB_BITS) + p->width + 1;
   p->y1 = ((p->from[1] > p->to[1] ? p->from[1] : p->to[1]) >> SUB_BITS) + p->width + 1;
}

static void line(struct draw *d, const uint32_t *const v[2], unsigned provoking, const uint32_t *flat, double offset, bool back)
{
   struct clipped end[2];
   struct primitive p;
   double xy[2][2];

   if (!clip_line(d, v, end) || !to_window(d, end[0].position, xy[0]) || !to_window(d, end[1].position, xy[1]))
      return;
   init(d, &p, KIND_LINES, flat ? flat : v[provoking]);
   p.back = back;
   p.width = line_width(d->c->rasterizer);
   for (unsigned n = 0; n < 2; n++) {
      p.from[n] = snap(xy[0][n]);
      p.to[n] = snap(xy[1][n]);
      p.origin[n] = floor((xy[0][n] + xy[1][n]) / 2);
   }
   if (d->c->rasterizer->line_smooth && draws_smooth(d->c, KIND_LINES))
      smooth_line(&p, xy[0], xy[1], (const double[2]){end[0].position[3], end[1].position[3]},
                  (double)fminf(d->c->rasterizer->line_width, MAX_LINE_WIDTH));
   else
      find_line_pixels(&p);
   const int dx = abs(p.to[0] - p.from[0]), dy = abs(p.to[1] - p.from[1]);
   p.stipple = d->stipple;
   d->stipple += (unsigned)(((dx > dy ? dx : dy) + SUB_ONE / 2) >> SUB_BITS);
   p.coefficient = line_coefficients(d, v, end, flat ? flat : v[provoking], offset, &p);
   add_to_tiles(d, &p);
}

void setup_line(struct draw *d, const uint32_t *const v[2], unsigned provoking)
{
   begin(d, v[provoking]);
   if (!is_culled(d, v, 2))
      line(d, v, provoking, NULL, 0, false);
}

/* ---- points */

static float point_size(const struct draw *d, const uint32_t *v)
{
   const uint8_t word = d->pipeline->last->out_word[VARYING_POINT_SIZE][0];
   const float size =
       d->c->rasterizer->point_size_per_vertex && word != NO_WORD ? vertex_word(v, word) : d->c->rasterizer->point_size;
   return !(size >= 1) ? 1 : size > 8192 ? 8192 : size;
}

/* The first pixel whose middle is at the edge or after it; with the bottom rule, after it. */
static int first_inside(int32_t edge, bool bottom)
{
   return (edge + SUB_ONE / 2 - (bottom ? 0 : 1)) >> SUB_BITS;
}

static void add_point(struct draw *d, const uint32_t *v, const uint32_t *flat, double offset, bool back)
{
   const struct rasterizer *r = d->c->rasterizer;
   const double position[4] = {(double)vertex_word(v, 0), (double)vertex_word(v, 1), (double)vertex_word(v, 2),
                               (double)vertex_word(v, 3)};
   double xy[2], size = (double)point_size(d, v);
   int low[2], high[2];
   struct primitive p;

   if (!clip_point(d, v) || !to_window(d, position, xy))
      return;
   init(d, &p, KIND_POINTS, flat);
   p.back = back;
   for (unsigned n = 0; n < 2; n++) {
      const bool bottom = n == 1 && r->bottom_edge_rule;
      p.origin[n] = floor(xy[n]);
      if (r->point_quad) { /* a square with the coverage of triangles */
         low[n] = first_inside(snap(xy[n] - size / 2), bottom);
         high[n] = first_inside(snap(xy[n] + size / 2), bottom);
      } else {
         const int whole = (int)lrint(size);
         low[n] = whole & 1 ? (int)floor(xy[n]) - whole / 2 : (int)floor(xy[n] + 0.5) - whole / 2;
         high[n] = low[n] + whole;
      }
   }
   p.x0 = low[0];
   p.y0 = low[1];
   p.x1 = high[0];
   p.y1 = high[1];
   const struct square square = {{xy[0], xy[1]}, size};
   if (r->point_smooth && draws_smooth(d->c, KIND_POINTS))
      smooth_point(&p, &square);
   p.coefficient = point_coefficients(d, v, flat, &square, offset, &p);
   add_to_tiles(d, &p);
}

void setup_point(struct draw *d, const uint32_t *v)
{
   begin(d, v);
   if (!is_culled(d, &v, 1))
      add_point(d, v, v, 0, false);
}

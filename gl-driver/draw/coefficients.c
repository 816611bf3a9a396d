/* SPDX-License-Identifier: MIT */
/*
 * Coefficients of the inputs of fragment programs, and the plane of depth: sets {A, B, C} with the value A*x + B*y + C, in the
 * registers that the link names (docs/abi-usc.md, "Fragment programs"). x and y count from the origin of the primitive, or as
 * the program reads them. If the values of w of the vertices differ, an input with perspective has the plane of value / w, and
 * the W set that of 1 / w. If all are equal, the planes are those of the values, and the W set is 1.
 */
#include "gl-driver/draw/draw.h"
#include "gl-driver/pipe/words.h"

#include <math.h>
#include <string.h>

/* Turns three values at the vertices of a triangle into a plane. */
struct basis {
   double x[3], y[3], w[3]; /* window coordinates relative to the origin; not divided by w if a w may be 0 or less */
   bool projected;          /* they are divided by w */
   bool perspective;        /* the values of w differ */
   double inverse[3][3], area;
};

struct output {
   struct draw *d;
   struct primitive *p;
   uint32_t *word;
   unsigned num_words;
   bool position, flip; /* x and y are those that the program reads; y counts from the last row */
};

/* ---- planes of triangles */

static void window_xy(const struct draw *d, const uint32_t *v, const double origin[2], double out[3])
{
   out[2] = (double)vertex_word(v, 3);
   for (unsigned k = 0; k < 2; k++)
      out[k] =
          (double)vertex_word(v, k) * (double)d->viewport.scale[k] + out[2] * ((double)d->viewport.translate[k] - origin[k]);
   /* integer coordinates are the corners of pixels, so everything moves by half a pixel */
   if (!d->c->rasterizer->half_pixel_center) {
      out[0] += 0.5 * out[2];
      out[1] += 0.5 * out[2];
   }
}

static void make_basis(const struct draw *d, const uint32_t *const v[3], const double origin[2], struct basis *b)
{
   double h[3][3];

   for (unsigned k = 0; k < 3; k++)
      window_xy(d, v[k], origin, h[k]);
   b->perspective = h[0][2] != h[1][2] || h[0][2] != h[2][2] || d->pipeline->fragment->agx;
   b->projected = h[0][2] > 0 && h[1][2] > 0 && h[2][2] > 0;
   for (unsigned k = 0; k < 3; k++) {
      const double divisor = b->projected ? h[k][2] : 1;
      b->x[k] = h[k][0] / divisor;
      b->y[k] = h[k][1] / divisor;
      b->w[k] = h[k][2];
   }
   if (b->projected) {
      b->area = (b->x[1] - b->x[0]) * (b->y[2] - b->y[0]) - (b->x[2] - b->x[0]) * (b->y[1] - b->y[0]);
      return;
   }
   for (unsigned i = 0; i < 3; i++) { /* the inverse of the matrix whose rows are the vertices */
      const unsigned j = (i + 1) % 3, k = (i + 2) % 3;
      b->inverse[i][0] = b->y[j] * b->w[k] - b->y[k] * b->w[j];
      b->inverse[i][1] = b->x[k] * b->w[j] - b->x[j] * b->w[k];
      b->inverse[i][2] = b->x[j] * b->y[k] - b->x[k] * b->y[j];
   }
   b->area = b->x[0] * b->inverse[0][0] + b->y[0] * b->inverse[0][1] + b->w[0] * b->inverse[0][2];
}

/* The plane with these values at the vertices. */
static void find_plane(const struct basis *b, const double a[3], double plane[3])
{
   const double d1 = a[1] - a[0], d2 = a[2] - a[0];

   plane[0] = (d1 * (b->y[2] - b->y[0]) - d2 * (b->y[1] - b->y[0])) / b->area;
   plane[1] = (d2 * (b->x[1] - b->x[0]) - d1 * (b->x[2] - b->x[0])) / b->area;
   plane[2] = a[0] - plane[0] * b->x[0] - plane[1] * b->y[0];
}

/* The plane of value / w. */
static void find_plane_over_w(const struct basis *b, const double a[3], double plane[3])
{
   if (b->projected) {
      const double q[3] = {a[0] / b->w[0], a[1] / b->w[1], a[2] / b->w[2]};
      find_plane(b, q, plane);
      return;
   }
   for (unsigned k = 0; k < 3; k++)
      plane[k] = (a[0] * b->inverse[0][k] + a[1] * b->inverse[1][k] + a[2] * b->inverse[2][k]) / b->area;
}

/* ---- sets */

static void put(const struct output *o, unsigned set, const double plane[3])
{
   double p[3] = {plane[0], plane[1], plane[2]};

   if (set + 2 >= o->num_words)
      return;
   if (o->flip) {
      p[2] += p[1] * o->d->height;
      p[1] = -p[1];
   }
   for (unsigned k = 0; k < 3; k++)
      o->word[set + k] = bits_of((float)p[k]);
}

static void put_constant(const struct output *o, unsigned set, uint32_t value)
{
   if (set + 2 >= o->num_words)
      return;
   o->word[set] = o->word[set + 1] = 0;
   o->word[set + 2] = value;
}

static struct output begin(struct draw *d, struct primitive *p)
{
   const struct nvp4c_facts *f = &d->pipeline->fragment->facts;
   struct output o = {.d = d, .p = p, .num_words = num_coefficients(d->pipeline->fragment) + 4};

   o.word = arena_alloc(&d->arena, o.num_words * sizeof *o.word);
   o.position = (f->reads_position & 3) && !d->pipeline->fragment->agx; /* for AGX, place_coefficients() does this */
   o.flip = o.position && f->declared.upper_left == d->c->bottom_first;
   if (!o.word)
      d->failed = true;
   return o;
}

/* Inputs of the fixed functions other than the position and point coordinates, and inputs without a writer. */
static uint32_t constant_of(const struct output *o, const struct varying *v)
{
   if (v->number == VARYING_PRIMITIVE_ID && v->rasteriser)
      return o->d->primitive_id;
   return v->component == 3 ? bits_of((float)1) : 0;
}

static bool is_flat(const struct varying *v)
{
   return v->interpolation == NVP4C_FLAT;
}
static bool is_smooth(const struct varying *v)
{
   return v->interpolation == NVP4C_SMOOTH || v->interpolation == NVP4C_CENTROID || v->interpolation == NVP4C_SAMPLE;
}

/* Puts an input that has one value on the whole primitive, from the fixed functions or the provoking vertex. False if the input
   is interpolated. */
static bool put_uniform(const struct output *o, const struct varying *y, const uint32_t *provoking)
{
   const bool fixed = y->rasteriser || y->word == NO_WORD;

   if (fixed || is_flat(y))
      put_constant(o, y->coefficient, fixed ? constant_of(o, y) : provoking[y->word]);
   return fixed || is_flat(y);
}

static bool has_w_set(const struct draw *d, unsigned *set)
{
   const struct code *c = d->pipeline->fragment;
   *set = coefficient_word(c, c->facts.w_coefficient);
   return c->facts.w_coefficient != UINT32_MAX;
}

/* ---- triangles */

static void depth_plane(const struct draw *d, const uint32_t *const v[3], const struct basis *b, double offset, double plane[3])
{
   const double scale = (double)d->viewport.scale[2], translate = (double)d->viewport.translate[2];
   double z[3];

   for (unsigned k = 0; k < 3; k++) {
      z[k] = (double)vertex_word(v[k], 2) * scale;
      if (b->projected)
         z[k] = z[k] / b->w[k] + translate;
   }
   if (b->projected)
      find_plane(b, z, plane);
   else
      find_plane_over_w(b, z, plane);
   plane[2] += offset + (b->projected ? 0 : translate);
}

void triangle_depth(struct draw *d, const uint32_t *const v[3], const double origin[2], double plane[3])
{
   struct basis b;
   make_basis(d, v, origin, &b);
   depth_plane(d, v, &b, 0, plane);
}

const uint32_t *triangle_coefficients(struct draw *d, const uint32_t *const v[3], const uint32_t *provoking, double offset,
                                      struct primitive *p)
{
   struct output o = begin(d, p);
   static const double none[2] = {0, 0}, ones[3] = {1, 1, 1};
   struct basis b;
   double plane[3];
   unsigned w;

   if (!o.word)
      return NULL;
   make_basis(d, v, p->origin, &b);
   depth_plane(d, v, &b, offset, p->z);
   if (o.position)
      make_basis(d, v, none, &b);
   if (has_w_set(d, &w)) {
      find_plane_over_w(&b, ones, plane);
      if (b.perspective)
         put(&o, w, plane);
      else
         put_constant(&o, w, bits_of((float)1));
   }
   for (unsigned i = 0; i < d->pipeline->num_varyings; i++) {
      const struct varying *y = &d->pipeline->varying[i];
      if (y->number == VARYING_POSITION && y->component >= 2) {
         if (y->component == 2)
            depth_plane(d, v, &b, offset, plane);
         else
            find_plane_over_w(&b, ones, plane);
         put(&o, y->coefficient, plane);
      } else if (!put_uniform(&o, y, provoking)) {
         const double a[3] = {(double)vertex_word(v[0], y->word), (double)vertex_word(v[1], y->word),
                              (double)vertex_word(v[2], y->word)};
         if (b.perspective && (is_smooth(y) || !b.projected))
            find_plane_over_w(&b, a, plane);
         else
            find_plane(&b, a, plane);
         put(&o, y->coefficient, plane);
      }
   }
   return o.word;
}

/* ---- lines */

/* The plane with one value at the first end and one at the second, constant across the line. */
static void find_line_plane(const double from[2], const double to[2], double a, double b, double plane[3])
{
   const double dx = to[0] - from[0], dy = to[1] - from[1], length = dx * dx + dy * dy;

   plane[0] = length > 0 ? (b - a) * dx / length : 0;
   plane[1] = length > 0 ? (b - a) * dy / length : 0;
   plane[2] = a - plane[0] * from[0] - plane[1] * from[1];
}

/* A word of the vertices at a place between them. */
static double interpolate(const uint32_t *const v[2], unsigned word, double at)
{
   const double a = (double)vertex_word(v[0], word);
   return a + at * ((double)vertex_word(v[1], word) - a);
}

const uint32_t *line_coefficients(struct draw *d, const uint32_t *const v[2], const struct clipped end[2],
                                  const uint32_t *provoking, double offset, struct primitive *p)
{
   struct output o = begin(d, p);
   const double w[2] = {end[0].position[3], end[1].position[3]}, corner = d->c->rasterizer->half_pixel_center ? 0 : 0.5;
   double xy[2][2], z[2], plane[3];
   unsigned set;

   if (!o.word)
      return NULL;
   for (unsigned k = 0; k < 2; k++) {
      for (unsigned n = 0; n < 2; n++)
         xy[k][n] = end[k].position[n] / w[k] * (double)d->viewport.scale[n] + (double)d->viewport.translate[n] + corner -
                    p->origin[n];
      z[k] = end[k].position[2] / w[k] * (double)d->viewport.scale[2] + (double)d->viewport.translate[2] + offset;
   }
   /* the ends of a smooth line's rectangle have the values of the line's ends */
   for (unsigned n = 0; n < 2 && p->smooth.is_on; n++) {
      xy[0][n] -= p->smooth.direction[n] / 2;
      xy[1][n] += p->smooth.direction[n] / 2;
   }
   find_line_plane(xy[0], xy[1], z[0], z[1], p->z);
   for (unsigned k = 0; k < 2 && o.position; k++)
      for (unsigned n = 0; n < 2; n++)
         xy[k][n] += p->origin[n];
   const bool perspective = w[0] != w[1] || d->pipeline->fragment->agx;
   if (has_w_set(d, &set)) {
      find_line_plane(xy[0], xy[1], 1 / w[0], 1 / w[1], plane);
      if (perspective)
         put(&o, set, plane);
      else
         put_constant(&o, set, bits_of((float)1));
   }
   for (unsigned i = 0; i < d->pipeline->num_varyings; i++) {
      const struct varying *y = &d->pipeline->varying[i];
      if (y->number == VARYING_POSITION && y->component >= 2) {
         find_line_plane(xy[0], xy[1], y->component == 2 ? z[0] : 1 / w[0], y->component == 2 ? z[1] : 1 / w[1], plane);
         put(&o, y->coefficient, plane);
      } else if (!put_uniform(&o, y, provoking)) {
         const bool divide = perspective && is_smooth(y);
         find_line_plane(xy[0], xy[1], interpolate(v, y->word, end[0].at) / (divide ? w[0] : 1),
               interpolate(v, y->word, end[1].at) / (divide ? w[1] : 1), plane);
         put(&o, y->coefficient, plane);
      }
   }
   return o.word;
}

/* ---- points */

/* s or t of a sprite, which goes from 0 to 1 over its square. */
static void put_sprite(const struct output *o, const struct varying *y, const struct square *s, double w)
{
   const bool up = y->component == 1 && o->d->c->rasterizer->sprite_lower_left;
   double plane[3] = {0, 0, 0};
   const double from = s->middle[y->component] - (o->position ? 0 : o->p->origin[y->component]) - s->size / 2;

   plane[y->component] = (up ? -1 : 1) / s->size;
   plane[2] = (up ? 1 : 0) - plane[y->component] * from;
   for (unsigned k = 0; k < 3 && is_smooth(y) && o->d->pipeline->fragment->agx; k++)
      plane[k] /= w;
   put(o, y->coefficient, plane);
}

static bool is_sprite(const struct varying *y)
{
   return y->number == VARYING_POINT_COORD;
}

const uint32_t *point_coefficients(struct draw *d, const uint32_t *v, const uint32_t *flat, const struct square *square,
                                   double offset, struct primitive *p)
{
   struct output o = begin(d, p);
   const double w = (double)vertex_word(v, 3),
                z = (double)vertex_word(v, 2) / w * (double)d->viewport.scale[2] + (double)d->viewport.translate[2] + offset;
   unsigned set;

   if (!o.word)
      return NULL;
   p->z[0] = p->z[1] = 0;
   p->z[2] = z;
   const bool divide = d->pipeline->fragment->agx;
   if (has_w_set(d, &set))
      put_constant(&o, set, bits_of((float)divide ? 1 / w : 1));
   for (unsigned i = 0; i < d->pipeline->num_varyings; i++) {
      const struct varying *y = &d->pipeline->varying[i];
      if (y->number == VARYING_POSITION && y->component >= 2)
         put_constant(&o, y->coefficient, bits_of((float)y->component == 2 ? z : 1 / w));
      else if (is_sprite(y) && y->component < 2)
         put_sprite(&o, y, square, w);
      else if (!put_uniform(&o, y, flat))
         put_constant(&o, y->coefficient,
                      divide && is_smooth(y) ? bits_of((float)(double)vertex_word(v, y->word) / w) : v[y->word]);
   }
   return o.word;
}

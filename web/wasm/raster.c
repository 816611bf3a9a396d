/* SPDX-License-Identifier: MIT */
/* Primitives: the rectangle, or the triangles of a mesh whose vertices the vertex program computes (scene.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "web/wasm/scene.h"

#define NUM_ATTRIBUTES 32

/* The plane of entry i of the fragment program's reflection; that of 1/w follows those of all entries. */
static float *plane_of(const struct scene *s, struct primitive *p, unsigned i)
{
   p->plane = s->planes + (size_t)(p - s->primitive) * 3 * (s->fragment->num_entries + 1);
   return p->plane + 3 * (size_t)i;
}

static void put_bits(float *plane, uint32_t bits)
{
   plane[0] = plane[1] = 0;
   memcpy(&plane[2], &bits, sizeof bits);
}

static bool allocate(struct scene *s, unsigned primitives)
{
   free(s->primitive);
   free(s->planes);
   s->num_primitives = 0;
   s->primitive = calloc(primitives + 1, sizeof *s->primitive);
   s->planes = calloc((size_t)(primitives + 1) * 3 * (s->fragment->num_entries + 1), sizeof *s->planes);
   return s->primitive && s->planes;
}

/* ---- the rectangle */

static bool set_up_rectangle(struct scene *s)
{
   if (!allocate(s, 1))
      return false;
   struct primitive *p = &s->primitive[0];
   p->x1 = (int)s->width;
   p->y1 = (int)s->height;
   for (unsigned i = 0; i < s->fragment->num_entries; i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(s->fragment->result, i);
      const uint32_t *corner = s->corner + 3 * (size_t)i;
      float *plane = plane_of(s, p, i);
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
   put_bits(plane_of(s, p, s->fragment->num_entries), bits_of(1));
   s->num_primitives = 1;
   return true;
}

/* ---- vertices */

/* Puts the attributes of the vertices from `first` on into the registers of the wave. */
static void put_attributes(struct scene *s, unsigned first, unsigned count)
{
   struct stage *v = s->vertex;

   for (unsigned i = 0; i < v->num_entries; i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(v->result, i);
      if (e->kind != NVP4C_INPUT || !v->place[i])
         continue;
      for (unsigned l = 0; l < count; l++)
         if (e->binding == NVP4C_BIND_ATTRIB)
            v->place[i][l] = bits_of(
                s->attribute[((size_t)(first + l) * NUM_ATTRIBUTES + e->index % NUM_ATTRIBUTES) * 4 + (e->component & 3)]);
         else
            v->place[i][l] = e->binding == NVP4C_BIND_VERTEX_ID ? first + l : 0;
   }
   if (v->agx)
      for (unsigned l = 0; l < count; l++)
         nvp4c_wave_registers(v->wave, "r5").value[l] = first + l;
}

static void take_varyings(struct scene *s, unsigned first, unsigned count)
{
   for (unsigned i = 0; i < s->vertex->num_entries; i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(s->vertex->result, i);
      if (e->kind != NVP4C_OUTPUT || e->binding != NVP4C_BIND_VARYING || e->index >= NVP4C_NUM_VARYINGS || !s->vertex->place[i])
         continue;
      for (unsigned l = 0; l < count; l++)
         s->varying[((size_t)(first + l) * NVP4C_NUM_VARYINGS + e->index) * 4 + (e->component & 3)] =
             float_of(s->vertex->place[i][l]);
   }
}

static bool run_vertices(struct scene *s)
{
   for (unsigned first = 0; first < s->num_vertices; first += LANES) {
      const unsigned count = s->num_vertices - first < LANES ? s->num_vertices - first : LANES;
      put_attributes(s, first, count);
      if (!stage_run(s->vertex, count == LANES ? UINT32_MAX : (1u << count) - 1, 0, s->steps))
         return false;
      take_varyings(s, first, count);
   }
   return true;
}

/* ---- triangles */

/* A vertex in the window. */
struct corner {
   double x, y, z, inverse_w;
   const float *varying;
};

/* The plane that has the value f[n] at corner n. */
static void find_plane(const struct corner c[3], const double f[3], double plane[3])
{
   const double area = (c[1].x - c[0].x) * (c[2].y - c[0].y) - (c[1].y - c[0].y) * (c[2].x - c[0].x);

   plane[0] = ((f[1] - f[0]) * (c[2].y - c[0].y) - (f[2] - f[0]) * (c[1].y - c[0].y)) / area;
   plane[1] = ((f[2] - f[0]) * (c[1].x - c[0].x) - (f[1] - f[0]) * (c[2].x - c[0].x)) / area;
   plane[2] = f[0] - plane[0] * c[0].x - plane[1] * c[0].y;
}

static void put_plane(float *to, const struct corner c[3], const double f[3])
{
   double plane[3];

   find_plane(c, f, plane);
   for (unsigned k = 0; k < 3; k++)
      to[k] = (float)plane[k];
}

static void put_inputs(struct scene *s, struct primitive *p, const struct corner c[3])
{
   double f[3];

   for (unsigned i = 0; i < s->fragment->num_entries; i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(s->fragment->result, i);
      const bool smooth =
          e->interpolation == NVP4C_SMOOTH || e->interpolation == NVP4C_CENTROID || e->interpolation == NVP4C_SAMPLE;
      const size_t at = e->index % NVP4C_NUM_VARYINGS * 4 + (e->component & 3);
      if (e->kind != NVP4C_INPUT || e->binding != NVP4C_BIND_VARYING)
         continue;
      for (unsigned n = 0; n < 3; n++)
         f[n] = e->index            ? (double)c[n].varying[at] * (smooth ? c[n].inverse_w : 1)
                : e->component == 2 ? c[n].z
                                    : c[n].inverse_w;
      if (e->interpolation == NVP4C_FLAT && e->index)
         put_bits(plane_of(s, p, i), bits_of(c[2].varying[at]));
      else
         put_plane(plane_of(s, p, i), c, f);
   }
   for (unsigned n = 0; n < 3; n++)
      f[n] = c[n].inverse_w;
   put_plane(plane_of(s, p, s->fragment->num_entries), c, f);
}

static int clamp(double x, unsigned limit)
{
   return x < 0 ? 0 : x > limit ? (int)limit : (int)x;
}

/* Adds a triangle. One that has no area, or a vertex at or past the eye, is left out: there is no clipping. */
static void add_triangle(struct scene *s, const uint32_t index[3])
{
   struct primitive *p = &s->primitive[s->num_primitives];
   struct corner c[3];
   double z[3];

   for (unsigned n = 0; n < 3; n++) {
      const float *v = s->varying + (size_t)index[n] * NVP4C_NUM_VARYINGS * 4;
      if (!(v[3] > 1e-6f))
         return;
      c[n].inverse_w = 1.0 / (double)v[3];
      c[n].x = ((double)v[0] * c[n].inverse_w + 1) * s->width / 2;
      c[n].y = ((double)v[1] * c[n].inverse_w + 1) * s->height / 2;
      c[n].z = z[n] = ((double)v[2] * c[n].inverse_w + 1) / 2;
      c[n].varying = v;
   }
   const double area = (c[1].x - c[0].x) * (c[2].y - c[0].y) - (c[1].y - c[0].y) * (c[2].x - c[0].x);
   if (!(fabs(area) > 1e-9))
      return;
   p->back = area < 0;
   for (unsigned n = 0; n < 3; n++) { /* a pixel on a left or lower edge is inside, so that neighbours share no pixel */
      const struct corner *a = &c[n], *b = &c[(n + 1) % 3];
      const double sign = area < 0 ? -1 : 1;
      p->edge[n][0] = sign * (a->y - b->y);
      p->edge[n][1] = sign * (b->x - a->x);
      p->edge[n][2] = -(p->edge[n][0] * a->x + p->edge[n][1] * a->y);
      p->closed[n] = p->edge[n][0] > 0 || (p->edge[n][0] == 0 && p->edge[n][1] > 0);
   }
   p->x0 = clamp(floor(fmin(c[0].x, fmin(c[1].x, c[2].x))), s->width);
   p->y0 = clamp(floor(fmin(c[0].y, fmin(c[1].y, c[2].y))), s->height);
   p->x1 = clamp(ceil(fmax(c[0].x, fmax(c[1].x, c[2].x))), s->width);
   p->y1 = clamp(ceil(fmax(c[0].y, fmax(c[1].y, c[2].y))), s->height);
   find_plane(c, z, p->z);
   put_inputs(s, p, c);
   s->num_primitives++;
}

static bool set_up_mesh(struct scene *s)
{
   free(s->varying);
   s->varying = calloc((size_t)s->num_vertices * NVP4C_NUM_VARYINGS * 4 + 1, sizeof *s->varying);
   if (!s->varying || !allocate(s, s->num_indices / 3) || !stage_bind(s->vertex) || !run_vertices(s))
      return false;
   for (unsigned i = 0; i + 2 < s->num_indices; i += 3)
      if (s->index[i] < s->num_vertices && s->index[i + 1] < s->num_vertices && s->index[i + 2] < s->num_vertices)
         add_triangle(s, s->index + i);
   return true;
}

bool scene_set_up(struct scene *s)
{
   return stage_bind(s->fragment) && (s->vertex ? set_up_mesh(s) : set_up_rectangle(s));
}

unsigned primitive_covers(const struct primitive *p, int x, int y)
{
   unsigned covered = 0;

   for (unsigned n = 0; n < 4; n++) {
      const int px = x + (int)(n & 1), py = y + (int)(n >> 1);
      bool inside = px >= p->x0 && px < p->x1 && py >= p->y0 && py < p->y1;
      for (unsigned k = 0; k < 3 && inside; k++) {
         const double *e = p->edge[k], at = e[0] * (px + 0.5) + e[1] * (py + 0.5) + e[2];
         inside = at > 0 || (at == 0 && (p->closed[k] || (e[0] == 0 && e[1] == 0)));
      }
      covered |= (unsigned)inside << n;
   }
   return covered;
}

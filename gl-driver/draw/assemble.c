/* SPDX-License-Identifier: MIT */
/*
 * Assembles primitives from vertices (GL 3.3 compatibility, 2.6). The vertices of a triangle keep their cyclic order. The
 * provoking vertex is given as the number of one of them (2.20, Flatshading: table of provoking vertices).
 */
#include "gl-driver/draw/draw.h"
#include "gl-driver/pipe/pipe_enums.h"

/* The vertices between two restarts. */
struct run {
   struct draw *d;
   const uint32_t *index;
   unsigned count;
   bool first; /* the first vertex is the provoking one */
};

static const uint32_t *vertex(const struct run *r, unsigned n)
{
   return r->d->vertices.data + (size_t)r->index[n] * r->d->vertices.words;
}

static void triangle(const struct run *r, unsigned a, unsigned b, unsigned c, unsigned provoking, unsigned edges)
{
   const uint32_t *const v[3] = {vertex(r, a), vertex(r, b), vertex(r, c)};
   if (r->d->gathers) {
      geometry_add(r->d, v, 3);
      return;
   }
   /* A captured triangle has the same provoking vertex. */
   const unsigned turn = (provoking + (r->first ? 0 : 1)) % 3;
   stream_out(r->d, 0, (const uint32_t *const[]){v[turn], v[(turn + 1) % 3], v[(turn + 2) % 3]}, 3);
   if (!r->d->discards)
      setup_triangle(r->d, v, provoking, edges);
}

static void line(const struct run *r, unsigned a, unsigned b)
{
   const uint32_t *const v[2] = {vertex(r, a), vertex(r, b)};
   if (r->d->gathers) {
      geometry_add(r->d, v, 2);
      return;
   }
   stream_out(r->d, 0, v, 2);
   if (!r->d->discards)
      setup_line(r->d, v, r->first ? 0 : 1);
}

static void point(const struct run *r, const uint32_t *v)
{
   if (r->d->gathers) {
      geometry_add(r->d, &v, 1);
      return;
   }
   stream_out(r->d, 0, &v, 1);
   if (!r->d->discards)
      setup_point(r->d, v);
}

/* Lines and triangles with their adjacent vertices, which only a geometry program uses. */
static void line_adjacency(const struct run *r, unsigned a)
{
   const uint32_t *const v[4] = {vertex(r, a), vertex(r, a + 1), vertex(r, a + 2), vertex(r, a + 3)};
   if (r->d->gathers)
      geometry_add(r->d, v, 4);
   else
      line(r, a + 1, a + 2);
}

static void triangle_adjacency(const struct run *r, const unsigned n[6], unsigned provoking)
{
   const uint32_t *v[6];

   if (!r->d->gathers) {
      triangle(r, n[0], n[2], n[4], provoking, 7);
      return;
   }
   for (unsigned k = 0; k < 6; k++)
      v[k] = vertex(r, n[k]);
   geometry_add(r->d, v, 6);
}

static void quad(const struct run *r, unsigned a, unsigned b, unsigned c, unsigned d)
{
   if (r->first) {
      triangle(r, a, b, c, 0, 3);
      triangle(r, a, c, d, 0, 6);
   } else {
      triangle(r, a, b, d, 2, 5);
      triangle(r, b, c, d, 2, 3);
   }
}

static void lines(const struct run *r, unsigned mode)
{
   const unsigned n = r->count;

   switch (mode) {
   case PIPE_PRIM_LINES:
      for (unsigned i = 0; i + 1 < n; i += 2, r->d->primitive_id++) {
         r->d->stipple = 0;
         line(r, i, i + 1);
      }
      break;
   case PIPE_PRIM_LINES_ADJACENCY:
      for (unsigned i = 0; i + 3 < n; i += 4, r->d->primitive_id++) {
         r->d->stipple = 0;
         line_adjacency(r, i);
      }
      break;
   case PIPE_PRIM_LINE_STRIP_ADJACENCY:
      for (unsigned i = 0; i + 3 < n; i++, r->d->primitive_id++)
         line_adjacency(r, i);
      break;
   default:
      for (unsigned i = 0; i + 1 < n; i++, r->d->primitive_id++)
         line(r, i, i + 1);
      if (mode == PIPE_PRIM_LINE_LOOP && n > 1) {
         line(r, n - 1, 0);
         r->d->primitive_id++;
      }
   }
}

/* GL 3.3 compatibility, table 2.4, whose numbers start at 1. */
static void triangle_strip_adjacency(const struct run *r)
{
   for (unsigned i = 0; i + 5 < r->count; i += 2, r->d->primitive_id++) {
      const bool odd = i / 2 & 1, is_last = i + 7 >= r->count;
      const unsigned before = i ? i - 2 : 1, after = is_last ? i + 5 : i + 6;
      if (odd)
         triangle_adjacency(r, (unsigned[]){i + 2, before, i, i + 3, i + 4, after}, r->first ? 1 : 2);
      else
         triangle_adjacency(r, (unsigned[]){i, before, i + 2, after, i + 4, i + 3}, r->first ? 0 : 2);
   }
}

static void polygons(const struct run *r, unsigned mode)
{
   const unsigned n = r->count, provoking = r->first ? 0 : 2;
   struct draw *d = r->d;

   switch (mode) {
   case PIPE_PRIM_TRIANGLES:
      for (unsigned i = 0; i + 2 < n; i += 3, d->primitive_id++)
         triangle(r, i, i + 1, i + 2, provoking, 7);
      break;
   case PIPE_PRIM_TRIANGLES_ADJACENCY:
      for (unsigned i = 0; i + 5 < n; i += 6, d->primitive_id++)
         triangle_adjacency(r, (unsigned[]){i, i + 1, i + 2, i + 3, i + 4, i + 5}, provoking);
      break;
   case PIPE_PRIM_TRIANGLE_STRIP:
      for (unsigned i = 0; i + 2 < n; i++, d->primitive_id++)
         if (i & 1)
            triangle(r, i + 1, i, i + 2, r->first ? 1 : 2, 7);
         else
            triangle(r, i, i + 1, i + 2, provoking, 7);
      break;
   case PIPE_PRIM_TRIANGLE_STRIP_ADJACENCY: triangle_strip_adjacency(r); break;
   case PIPE_PRIM_TRIANGLE_FAN:
      for (unsigned i = 1; i + 1 < n; i++, d->primitive_id++)
         triangle(r, 0, i, i + 1, r->first ? 1 : 2, 7);
      break;
   case PIPE_PRIM_POLYGON: /* one primitive, and its first vertex is the provoking one */
      for (unsigned i = 1; i + 1 < n; i++)
         triangle(r, 0, i, i + 1, 0, (i == 1) | 2 | (i + 2 == n) << 2);
      d->primitive_id++;
      break;
   case PIPE_PRIM_QUADS:
      for (unsigned i = 0; i + 3 < n; i += 4, d->primitive_id++)
         quad(r, i, i + 1, i + 2, i + 3);
      break;
   case PIPE_PRIM_QUAD_STRIP: /* in cyclic order, the last vertex of a quad is the third */
      for (unsigned i = 0; i + 3 < n; i += 2, d->primitive_id++)
         if (r->first)
            quad(r, i, i + 1, i + 3, i + 2);
         else
            quad(r, i + 2, i, i + 1, i + 3);
      break;
   default: break;
   }
}

static void run(const struct run *r, unsigned mode)
{
   r->d->stipple = 0;
   switch (mode) {
   case PIPE_PRIM_POINTS:
      for (unsigned i = 0; i < r->count; i++, r->d->primitive_id++) {
         const uint32_t *const v = vertex(r, i);
         point(r, v);
      }
      break;
   case PIPE_PRIM_LINES:
   case PIPE_PRIM_LINE_LOOP:
   case PIPE_PRIM_LINE_STRIP:
   case PIPE_PRIM_LINES_ADJACENCY:
   case PIPE_PRIM_LINE_STRIP_ADJACENCY: lines(r, mode); break;
   default: polygons(r, mode);
   }
}

void assemble(struct draw *d, const uint32_t *index, unsigned count, unsigned mode)
{
   struct run r = {.d = d, .first = d->c->rasterizer->flatshade_first};

   for (unsigned i = 0, next; i < count; i = next + 1) {
      for (next = i; next < count && index[next] != RESTART; next++)
         ;
      r.index = index + i;
      r.count = next - i;
      run(&r, mode);
   }
}

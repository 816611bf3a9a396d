/* SPDX-License-Identifier: MIT */
/*
 * Clipping in homogeneous coordinates, in double precision. Only positions are clipped: inputs of fragment programs are
 * computed from the whole primitive. The cut of an edge is always computed from the inner vertex to the outer one, so two
 * triangles that share an edge have the same cut.
 */
#include "gl-driver/draw/draw.h"

#include <string.h>

float vertex_word(const uint32_t *v, unsigned word)
{
   float f;
   memcpy(&f, v + word, sizeof f);
   return f;
}

/* A vertex during clipping: its position, and its distances to the user's clip planes. */
struct corner {
   double position[4], distance[MAX_CLIP_PLANES], at;
};

struct planes {
   unsigned user; /* mask of the user's clip planes */
   uint8_t word[MAX_CLIP_PLANES];
   bool z, half;
};

static struct planes find_planes(const struct draw *d)
{
   const struct code *last = d->pipeline->last;
   struct planes p = {.z = d->c->rasterizer->depth_clip, .half = d->c->rasterizer->clip_halfz};

   for (unsigned n = 0; n < MAX_CLIP_PLANES; n++) {
      p.word[n] = last->out_word[VARYING_CLIP + n][0];
      if (p.word[n] != NO_WORD && ((d->c->rasterizer->clip_planes & ~last->facts.declared.culls) >> n & 1))
         p.user |= 1u << n;
   }
   return p;
}

static struct corner read_corner(const struct planes *p, const uint32_t *v)
{
   struct corner c = {.at = 0};

   for (unsigned k = 0; k < 4; k++)
      c.position[k] = (double)vertex_word(v, k);
   for (unsigned n = 0; n < MAX_CLIP_PLANES; n++)
      if (p->user >> n & 1)
         c.distance[n] = (double)vertex_word(v, p->word[n]);
   return c;
}

#define NUM_PLANES (7 + MAX_CLIP_PLANES)

/* The distance to plane n, below 0 on the outer side. */
static double distance(const struct planes *p, const struct corner *c, unsigned n)
{
   const double *x = c->position;

   switch (n) {
   case 0: return x[3] - 1e-30; /* a point at the eye is nowhere in the window */
   case 1: return x[3] + x[0];
   case 2: return x[3] - x[0];
   case 3: return x[3] + x[1];
   case 4: return x[3] - x[1];
   case 5: return !p->z ? 0 : p->half ? x[2] : x[3] + x[2];
   case 6: return !p->z ? 0 : x[3] - x[2];
   default: return p->user >> (n - 7) & 1 ? c->distance[n - 7] : 0;
   }
}

/* The point of the edge where the distance is 0. */
static struct corner cut_edge(const struct corner *in, double d_in, const struct corner *out, double d_out)
{
   const double t = d_in / (d_in - d_out);
   struct corner c;

   for (unsigned k = 0; k < 4; k++)
      c.position[k] = in->position[k] + t * (out->position[k] - in->position[k]);
   for (unsigned n = 0; n < MAX_CLIP_PLANES; n++)
      c.distance[n] = in->distance[n] + t * (out->distance[n] - in->distance[n]);
   c.at = in->at + t * (out->at - in->at);
   return c;
}

/* Puts the point exactly on the plane, in spite of rounding. */
static void put_on(struct corner *c, unsigned plane)
{
   double *x = c->position;

   switch (plane) {
   case 1: x[0] = -x[3]; break;
   case 2: x[0] = x[3]; break;
   case 3: x[1] = -x[3]; break;
   case 4: x[1] = x[3]; break;
   default: break;
   }
}

unsigned clip_triangle(const struct draw *d, const uint32_t *const v[3], struct clipped out[MAX_CLIPPED])
{
   const struct planes p = find_planes(d);
   struct corner polygon[2][MAX_CLIPPED + NUM_PLANES], *from = polygon[0], *to = polygon[1];
   unsigned count = 3;

   for (unsigned k = 0; k < 3; k++)
      from[k] = read_corner(&p, v[k]);
   for (unsigned n = 0; n < NUM_PLANES && count; n++) {
      unsigned kept = 0, inside = 0;
      for (unsigned k = 0; k < count; k++)
         inside += distance(&p, &from[k], n) >= 0;
      if (inside == count)
         continue;
      if (count + count / 2 > sizeof polygon[0] / sizeof polygon[0][0])
         return 0; /* rounding has made the polygon concave */
      for (unsigned k = 0; k < count; k++) {
         const struct corner *a = &from[k], *b = &from[(k + 1) % count];
         const double da = distance(&p, a, n), db = distance(&p, b, n);
         if (da >= 0)
            to[kept++] = *a;
         if ((da >= 0) != (db >= 0)) {
            to[kept] = da >= 0 ? cut_edge(a, da, b, db) : cut_edge(b, db, a, da);
            put_on(&to[kept++], n);
         }
      }
      struct corner *swap = from;
      from = to;
      to = swap;
      count = kept;
   }
   if (count > MAX_CLIPPED)
      count = MAX_CLIPPED;
   for (unsigned k = 0; k < count; k++)
      memcpy(out[k].position, from[k].position, sizeof out[k].position);
   return count < 3 ? 0 : count;
}

bool clip_line(const struct draw *d, const uint32_t *const v[2], struct clipped out[2])
{
   const struct planes p = find_planes(d);
   struct corner end[2] = {read_corner(&p, v[0]), read_corner(&p, v[1])};

   end[1].at = 1;
   for (unsigned n = 0; n < NUM_PLANES; n++) {
      const double a = distance(&p, &end[0], n), b = distance(&p, &end[1], n);
      if (!(a >= 0) && !(b >= 0))
         return false;
      if (a >= 0 && b >= 0)
         continue;
      if (a >= 0)
         end[1] = cut_edge(&end[0], a, &end[1], b);
      else
         end[0] = cut_edge(&end[1], b, &end[0], a);
      put_on(&end[a >= 0], n);
   }
   for (unsigned k = 0; k < 2; k++) {
      memcpy(out[k].position, end[k].position, sizeof out[k].position);
      out[k].at = end[k].at;
   }
   return true;
}

bool clip_point(const struct draw *d, const uint32_t *v)
{
   const struct planes p = find_planes(d);
   const struct corner c = read_corner(&p, v);

   for (unsigned n = 0; n < NUM_PLANES; n++)
      if (!(distance(&p, &c, n) >= 0))
         return false;
   return true;
}

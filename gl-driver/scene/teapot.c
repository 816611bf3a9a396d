/* SPDX-License-Identifier: MIT */
/*
 * A pot with a spout and a handle (mesh.h), made of three surfaces: a turned outline, and tubes around curves in the plane
 * z = 0. Each maps u around and v along to a point. Normals are those of differences.
 */
#include "gl-driver/scene/private.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846
#define STEP 1e-3 /* of differences */

typedef void surface(double u, double v, double point[3]);

/* Radius and height of the outline, from the foot to the knob. */
static const double outline[][2] = {{0, -0.62},  {0.5, -0.6},  {0.78, -0.35}, {0.84, -0.05}, {0.7, 0.25},  {0.52, 0.4},
                                    {0.5, 0.44}, {0.36, 0.53}, {0.12, 0.58},  {0.07, 0.64},  {0.12, 0.72}, {0, 0.77}};
enum { OUTLINE = sizeof outline / sizeof *outline };

/* A point of the outline. On the other side of the axis it continues as its mirror image, so it crosses the axis at a right
   angle. */
static double outline_at(int n, unsigned k)
{
   const int at = n < 0 ? -n : n >= OUTLINE ? 2 * (OUTLINE - 1) - n : n;

   return at == n || k == 1 ? outline[at][k] : -outline[at][k];
}

/* Catmull and Rom's curve through the points. */
static double smooth_outline(double at, unsigned k)
{
   const int n = (int)fmin(OUTLINE - 2, floor(at));
   const double f = at - n, a = outline_at(n - 1, k), b = outline_at(n, k), c = outline_at(n + 1, k), d = outline_at(n + 2, k);

   return b + 0.5 * f * (c - a + f * (2 * a - 5 * b + 4 * c - d + f * (3 * (b - c) + d - a)));
}

static void body(double u, double v, double point[3])
{
   const double at = v * (OUTLINE - 1), radius = smooth_outline(at, 0);

   point[0] = radius * sin(2 * PI * u);
   point[1] = smooth_outline(at, 1);
   point[2] = radius * cos(2 * PI * u);
}

/* The circle around a curve of which two near points are given. */
static void tube(const double a[2], const double b[2], double radius, double u, double point[3])
{
   const double dx = b[0] - a[0], dy = b[1] - a[1], length = hypot(dx, dy), out = radius * cos(2 * PI * u);

   point[0] = a[0] + out * dy / length;
   point[1] = a[1] - out * dx / length;
   point[2] = -radius * sin(2 * PI * u);
}

static void spout_curve(double v, double at[2])
{
   at[0] = 0.7 + 0.62 * v;
   at[1] = -0.2 + 0.2 * v + 0.42 * v * v;
}
static void spout(double u, double v, double point[3])
{
   double a[2], b[2];

   spout_curve(v, a);
   spout_curve(v + STEP, b);
   tube(a, b, 0.2 - 0.13 * v, u, point);
}

static void handle_curve(double v, double at[2])
{
   at[0] = -0.62 - 0.5 * sin(v * PI) - 0.06 * v;
   at[1] = 0.05 + 0.27 * cos(v * PI);
}
static void handle(double u, double v, double point[3])
{
   double a[2], b[2];

   handle_curve(v, a);
   handle_curve(v + STEP, b);
   tube(a, b, 0.07, u, point);
}

/* The normal. The body has no direction around at its ends, so normals of ends are those a little inside. */
static void find_normal(surface *place, double u, double v, double normal[3])
{
   const double inside = fmin(1 - STEP, fmax(STEP, v));
   double a[3], b[3], c[3], d[3], s[3], t[3];

   place(u - STEP, inside, a);
   place(u + STEP, inside, b);
   place(u, inside - STEP, c);
   place(u, inside + STEP, d);
   for (unsigned k = 0; k < 3; k++) {
      s[k] = b[k] - a[k];
      t[k] = d[k] - c[k];
   }
   for (unsigned k = 0; k < 3; k++)
      normal[k] = s[(k + 1) % 3] * t[(k + 2) % 3] - s[(k + 2) % 3] * t[(k + 1) % 3];
   const double length = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
   for (unsigned k = 0; k < 3; k++)
      normal[k] /= length;
}

bool mesh_make_teapot(struct mesh *m)
{
   static const struct {
      surface *place;
      unsigned around, along;
   } part[] = {{body, 48, 88}, {spout, 16, 12}, {handle, 12, 32}};
   enum { PARTS = sizeof part / sizeof *part };
   size_t vertices = 0, indices = 0;

   for (unsigned p = 0; p < PARTS; p++) {
      vertices += (size_t)(part[p].around + 1) * (part[p].along + 1);
      indices += (size_t)6 * part[p].around * part[p].along;
   }
   if (!mesh_allocate(m, vertices, indices))
      return false;
   for (unsigned p = 0; p < PARTS; p++) {
      const unsigned around = part[p].around, along = part[p].along;
      const size_t first = m->num_vertices;
      for (unsigned j = 0; j <= along; j++)
         for (unsigned i = 0; i <= around; i++) {
            const double s = (double)i / around, t = (double)j / along;
            double position[3], normal[3];
            part[p].place(s, t, position);
            find_normal(part[p].place, s, t, normal);
            mesh_add_vertex(m, position, normal, (const double[]){s, t});
         }
      mesh_add_grid(m, first, around, along);
   }
   return true;
}

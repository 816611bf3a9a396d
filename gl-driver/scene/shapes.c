/* SPDX-License-Identifier: MIT */
/* The built-in shapes (mesh.h). Triangles are counterclockwise seen from outside. */
#include "gl-driver/scene/private.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

enum { AROUND = 64, ALONG = 32 }; /* segments of round shapes */

const char *const mesh_shapes[] = {"triangle", "quad", "cube", "sphere", "torus", "teapot", NULL};

static bool make_triangle(struct mesh *m)
{
   static const double at[3][3] = {{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}, normal[3] = {0, 0, 1};

   if (!mesh_allocate(m, 3, 3))
      return false;
   for (unsigned k = 0; k < 3; k++) {
      struct mesh_vertex *v = mesh_add_vertex(m, at[k], normal, (const double[]){at[k][0] / 2 + 0.5, at[k][1] / 2 + 0.5});
      for (unsigned c = 0; c < 3; c++)
         v->color[c] = c == k;
   }
   mesh_add_triangle(m, 0, 1, 2);
   return true;
}

/* Adds a square with sides of 2 around `middle`; `right` and `up` are its axes. */
static void add_square(struct mesh *m, const double middle[3], const double right[3], const double up[3])
{
   const double normal[3] = {right[1] * up[2] - right[2] * up[1], right[2] * up[0] - right[0] * up[2],
                             right[0] * up[1] - right[1] * up[0]};
   const size_t first = m->num_vertices;

   for (unsigned k = 0; k < 4; k++) {
      const double x = k & 1 ? 1 : -1, y = k & 2 ? 1 : -1;
      double at[3];
      for (unsigned c = 0; c < 3; c++)
         at[c] = middle[c] + x * right[c] + y * up[c];
      mesh_add_vertex(m, at, normal, (const double[]){x / 2 + 0.5, y / 2 + 0.5});
   }
   mesh_add_triangle(m, first, first + 1, first + 3);
   mesh_add_triangle(m, first, first + 3, first + 2);
}

static bool make_quad(struct mesh *m)
{
   if (!mesh_allocate(m, 4, 6))
      return false;
   add_square(m, (const double[]){0, 0, 0}, (const double[]){1, 0, 0}, (const double[]){0, 1, 0});
   return true;
}

static bool make_cube(struct mesh *m)
{
   static const double face[6][3][3] = {/* middle, right, up */
                                        {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}},  {{0, 0, -1}, {-1, 0, 0}, {0, 1, 0}},
                                        {{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}, {{-1, 0, 0}, {0, 0, 1}, {0, 1, 0}},
                                        {{0, 1, 0}, {1, 0, 0}, {0, 0, -1}}, {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}};

   if (!mesh_allocate(m, 24, 36))
      return false;
   for (unsigned f = 0; f < 6; f++)
      add_square(m, face[f][0], face[f][1], face[f][2]);
   return true;
}

/* A grid of AROUND x ALONG squares, whose vertices `place` puts at s, t in 0..1. */
static bool make_round(struct mesh *m, void (*place)(double s, double t, double position[3], double normal[3]))
{
   if (!mesh_allocate(m, (AROUND + 1) * (ALONG + 1), 6 * AROUND * ALONG))
      return false;
   for (unsigned j = 0; j <= ALONG; j++)
      for (unsigned i = 0; i <= AROUND; i++) {
         const double s = (double)i / AROUND, t = (double)j / ALONG;
         double position[3], normal[3];
         place(s, t, position, normal);
         mesh_add_vertex(m, position, normal, (const double[]){s, t});
      }
   mesh_add_grid(m, 0, AROUND, ALONG);
   return true;
}

static void place_on_sphere(double s, double t, double position[3], double normal[3])
{
   const double a = 2 * PI * s, b = PI * (t - 0.5);

   normal[0] = sin(a) * cos(b);
   normal[1] = sin(b);
   normal[2] = cos(a) * cos(b);
   memcpy(position, normal, 3 * sizeof *position);
}

static void place_on_torus(double s, double t, double position[3], double normal[3])
{
   const double a = 2 * PI * s, b = 2 * PI * t;

   normal[0] = cos(a) * cos(b);
   normal[1] = sin(a) * cos(b);
   normal[2] = sin(b);
   position[0] = 0.7 * cos(a) + 0.3 * normal[0];
   position[1] = 0.7 * sin(a) + 0.3 * normal[1];
   position[2] = 0.3 * normal[2];
}

bool mesh_make(struct mesh *m, const char *name)
{
   *m = (struct mesh){0};
   return !strcmp(name, "triangle") ? make_triangle(m)
          : !strcmp(name, "quad")   ? make_quad(m)
          : !strcmp(name, "cube")   ? make_cube(m)
          : !strcmp(name, "sphere") ? make_round(m, place_on_sphere)
          : !strcmp(name, "torus")  ? make_round(m, place_on_torus)
          : !strcmp(name, "teapot") ? mesh_make_teapot(m)
                                    : false;
}

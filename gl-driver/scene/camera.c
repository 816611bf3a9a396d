/* SPDX-License-Identifier: MIT */
/* The camera, and the matrices that programs see. Matrices are arrays of rows and transform columns. */
#include "gl-driver/scene/private.h"

#include <math.h>
#include <string.h>

#define RADIANS (3.14159265358979323846 / 180)
#define DEFAULT_ANGLE 40

static void multiply(double to[4][4], const double a[4][4], const double b[4][4])
{
   for (unsigned r = 0; r < 4; r++)
      for (unsigned c = 0; c < 4; c++) {
         to[r][c] = 0;
         for (unsigned k = 0; k < 4; k++)
            to[r][c] += a[r][k] * b[k][c];
      }
}

/* The determinant of the matrix without a row and a column. */
static double minor_of(const double m[4][4], unsigned row, unsigned column)
{
   double a[3][3];

   for (unsigned r = 0; r < 3; r++)
      for (unsigned c = 0; c < 3; c++)
         a[r][c] = m[r + (r >= row)][c + (c >= column)];
   return a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) - a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0]) +
          a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
}

static void invert(double to[4][4], const double m[4][4])
{
   double determinant = 0;

   for (unsigned c = 0; c < 4; c++)
      determinant += (c & 1 ? -1 : 1) * m[0][c] * minor_of(m, 0, c);
   for (unsigned r = 0; r < 4; r++)
      for (unsigned c = 0; c < 4; c++)
         to[r][c] = ((r + c) & 1 ? -1 : 1) * minor_of(m, c, r) / determinant;
}

struct scene_camera scene_default_camera(const struct scene *s)
{
   return s->flat ? (struct scene_camera){0} : (struct scene_camera){.azimuth = 30, .elevation = 20};
}

void scene_set_camera(struct scene *s, const struct scene_camera *camera)
{
   scene_end_picture(s);
   s->camera = *camera;
   s->has_camera = true;
}

void scene_place_camera(struct scene *s)
{
   const double aspect = (double)s->setup.width / s->setup.height;
   const struct scene_camera c = s->has_camera ? s->camera : scene_default_camera(s);
   const double angle = (c.angle > 0 ? c.angle : DEFAULT_ANGLE) * RADIANS, radius = s->radius > 0 ? s->radius : 1;
   const double distance = radius * (c.distance > 0 ? c.distance : 1.05 / sin(angle / 2));
   const double sa = sin(c.azimuth * RADIANS), ca = cos(c.azimuth * RADIANS), se = sin(c.elevation * RADIANS),
                ce = cos(c.elevation * RADIANS);
   const double axis[3][3] = {{ca, 0, -sa}, {-se * sa, ce, -se * ca}, {ce * sa, se, ce * ca}}; /* right, up, backwards */

   memset(s->modelview, 0, sizeof s->modelview);
   for (unsigned r = 0; r < 3; r++)
      for (unsigned k = 0; k < 3; k++) {
         s->modelview[r][k] = axis[r][k];
         s->modelview[r][3] -= axis[r][k] * s->middle[k];
      }
   s->modelview[2][3] -= distance;
   s->modelview[3][3] = 1;

   const double scale = 1 / tan(angle / 2), far = distance + 1.01 * radius;
   const double near = distance - 1.01 * radius > 0.01 * far ? distance - 1.01 * radius : 0.01 * far;
   memset(s->projection, 0, sizeof s->projection);
   s->projection[0][0] = aspect > 1 ? scale / aspect : scale;
   s->projection[1][1] = aspect > 1 ? scale : scale * aspect;
   s->projection[2][2] = (far + near) / (near - far);
   s->projection[2][3] = 2 * far * near / (near - far);
   s->projection[3][2] = -1;
}

void scene_matrix_row(const struct scene *s, const struct nvp4c_state *state, unsigned index, double row[4])
{
   double m[4][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}, other[4][4];
   const unsigned r = state->row & 3;

   if (state->item == NVP4C_STATE_MVP)
      multiply(m, s->projection, s->modelview);
   else if (state->item == NVP4C_STATE_PROJECTION)
      memcpy(m, s->projection, sizeof m);
   else if (state->item == NVP4C_STATE_MODELVIEW && !index)
      memcpy(m, s->modelview, sizeof m);
   if (state->matrix == NVP4C_MATRIX_INVERSE || state->matrix == NVP4C_MATRIX_INVTRANS) {
      memcpy(other, m, sizeof m);
      invert(m, other);
   }
   for (unsigned c = 0; c < 4; c++)
      row[c] = state->matrix == NVP4C_MATRIX_TRANSPOSE || state->matrix == NVP4C_MATRIX_INVTRANS ? m[c][r] : m[r][c];
}

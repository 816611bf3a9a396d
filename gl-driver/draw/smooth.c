/* SPDX-License-Identifier: MIT */
/*
 * Smooth lines and points (GL 2.1, 3.3.3 and 3.4.3): the part of a pixel that they cover is a factor of its alpha. GL leaves
 * open how the part is computed. Here as in softpipe and llvmpipe: for lines the product of two distances, from the middle of
 * the pixel to the long edges and to the short ones of a rectangle that reaches half a pixel beyond the line on each side; for
 * points from the square of the distance to the middle, which Mesa 22.3 computes, too, and does not use. The places in the
 * rectangle are what the corners of its two triangles have, interpolated with perspective.
 */
#include "gl-driver/draw/draw.h"

#include <math.h>

static void find_pixels(struct primitive *p, const double low[2], const double high[2])
{
   p->x0 = (int)floor(low[0]);
   p->y0 = (int)floor(low[1]);
   p->x1 = (int)ceil(high[0]);
   p->y1 = (int)ceil(high[1]);
}

void smooth_line(struct primitive *p, const double from[2], const double to[2], const double w[2], double width)
{
   const double dx = to[0] - from[0], dy = to[1] - from[1], length = sqrt(dx * dx + dy * dy);
   struct smooth *s = &p->smooth;
   double low[2], high[2];

   s->is_on = true;
   s->across = width > 1 ? (width + 1) / 2 : 1;
   s->along = length / 2 + 0.5;
   s->length = length < 1 ? length : s->along; /* a shorter line vanishes with its length */
   s->nearness[0] = 1 / w[0];
   s->nearness[1] = 1 / w[1];
   s->direction[0] = length > 0 ? dx / length : 1;
   s->direction[1] = length > 0 ? dy / length : 0;
   for (unsigned n = 0; n < 2; n++) {
      const double reach = fabs(s->direction[n]) * s->along + fabs(s->direction[!n]) * s->across;
      s->middle[n] = (from[n] + to[n]) / 2;
      low[n] = s->middle[n] - reach;
      high[n] = s->middle[n] + reach;
   }
   find_pixels(p, low, high);
}

void smooth_point(struct primitive *p, const double middle[2], double size)
{
   struct smooth *s = &p->smooth;
   double low[2], high[2];

   s->is_on = true;
   s->across = size > 2 ? size / 2 : 1;
   for (unsigned n = 0; n < 2; n++) {
      s->middle[n] = middle[n];
      low[n] = middle[n] - s->across;
      high[n] = middle[n] + s->across;
   }
   find_pixels(p, low, high);
}

static double saturate(double v)
{
   return v > 0 ? v < 1 ? v : 1 : 0;
}

double smooth_coverage(const struct primitive *p, int x, int y)
{
   const struct smooth *s = &p->smooth;
   const double dx = x + 0.5 - s->middle[0], dy = y + 0.5 - s->middle[1];

   if (p->kind == KIND_POINTS) {
      const double inner = (s->across - 1) / s->across, distance = (dx * dx + dy * dy) / (s->across * s->across);
      return saturate((1 - distance) / (1 - inner * inner));
   }
   /* From 0 to 1: from the first end to the second, from one side to the other. The second triangle is that beyond the
      diagonal. */
   const double t = (dx * s->direction[0] + dy * s->direction[1]) / s->along / 2 + 0.5,
                u = (dx * s->direction[1] - dy * s->direction[0]) / s->across / 2 + 0.5;
   if (!(t >= 0 && t <= 1 && u >= 0 && u <= 1))
      return 0;
   const double first = (1 - t) * s->nearness[0], second = t * s->nearness[1], all = first + second;
   const double side = t + u <= 1 ? 2 * u * s->nearness[0] - all : all - 2 * (1 - u) * s->nearness[1];
   return saturate(s->length - s->length * fabs(second - first) / all) * saturate(s->across - s->across * fabs(side) / all);
}

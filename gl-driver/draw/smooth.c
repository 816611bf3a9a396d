/* SPDX-License-Identifier: MIT */
/*
 * Smooth lines and points (GL 2.1, 3.3.3 and 3.4.3): the covered part of a pixel is a factor of its alpha. GL does not define
 * how it is computed. This is the method of softpipe and llvmpipe: for lines, the product of the distances from the middle of
 * the pixel to the long and to the short edges of a rectangle that reaches half a pixel beyond the line on each side; for
 * points, a function of the squared distance to the middle, which Mesa 22.3 computes as well and does not use. Positions in the
 * rectangle are interpolated with perspective from the corners of its two triangles.
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
   s->length = length < 1 ? length : s->along; /* the coverage of a line below one pixel is proportional to its length */
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

void smooth_point(struct primitive *p, const struct square *square)
{
   struct smooth *s = &p->smooth;
   double low[2], high[2];

   s->is_on = true;
   s->across = square->size > 2 ? square->size / 2 : 1;
   for (unsigned n = 0; n < 2; n++) {
      s->middle[n] = square->middle[n];
      low[n] = square->middle[n] - s->across;
      high[n] = square->middle[n] + s->across;
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
   /* Both go from 0 to 1: from the first end to the second, and from one side to the other. The second triangle is the one
      beyond the diagonal. */
   const double t = (dx * s->direction[0] + dy * s->direction[1]) / s->along / 2 + 0.5,
                u = (dx * s->direction[1] - dy * s->direction[0]) / s->across / 2 + 0.5;
   if (!(t >= 0 && t <= 1 && u >= 0 && u <= 1))
      return 0;
   const double first = (1 - t) * s->nearness[0], second = t * s->nearness[1], all = first + second;
   const double side = t + u <= 1 ? 2 * u * s->nearness[0] - all : all - 2 * (1 - u) * s->nearness[1];
   return saturate(s->length - s->length * fabs(second - first) / all) * saturate(s->across - s->across * fabs(side) / all);
}

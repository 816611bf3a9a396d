/* SPDX-License-Identifier: MIT */
/* Internals of the sampler: wrapped and filtered texels of a level. sampler.c selects the level. */
#ifndef TEXEL_H
#define TEXEL_H

#include "gl-driver/pipe/pipe.h"

/* A texture in an access. */
struct texture {
   const struct sampler_view *view;
   const struct sampler *state; /* NULL for a fetch of single texels */
   const struct format_info *format;
   unsigned dimensions; /* number of filtered dimensions: 1..3, and 2 for cubes */
   bool cube;
   bool linear_allowed; /* false for integers */
   int offset[3];       /* in texels */
   uint64_t *texels;    /* counter of the texels that ellipse_filter() reads */
};

/* The position of a sample: coordinates in 0..1 or in texels. The layer is that of the resource, for cubes that of the first
   face. */
struct place {
   float at[3];
   bool texels;
   unsigned layer, face;
};

void texture_size(const struct texture *t, unsigned level, unsigned size[3]);
/* The level is that of the resource. Results are words of r, g, b, a before the swizzle of the view. */
void texture_filter(const struct texture *t, const struct place *p, unsigned level, bool linear, uint32_t value[4]);
/* Filters 2, 4 or 8 texels linearly, first in x, then y, then z. v[0] becomes the result. */
void texture_mix(float v[8][4], unsigned count, const float weight[3]);
/* The four texels of a linear filter of the level: (x0,y0) (x1,y0) (x0,y1) (x1,y1). */
void texture_taps(const struct texture *t, const struct place *p, unsigned level, uint32_t value[4][4]);
/* Reads a texel by its number. False if it does not exist. */
bool texture_fetch(const struct texture *t, const long at[3], unsigned layer, unsigned level, unsigned sample,
                   uint32_t value[4]);

/* ellipse.c: changes of the position to the next pixel in the row and in the column, in texels of the view's first level. */
struct changes {
   float x[3], y[3];
};
#define MAX_ANISOTROPY 16
bool ellipse_wanted(const struct texture *t);
/* The level, relative to the first of the view, whose texels are as large as the ellipse is wide. */
float ellipse_level(const struct sampler *s, const struct changes *c);
/* False if the ellipse is too small or too large to be filtered. */
bool ellipse_filter(const struct texture *t, const struct place *p, unsigned level, const struct changes *c, uint32_t value[4]);

/* The face that a direction points to, and the position on it, 0..1. */
unsigned cube_face(const float direction[3], float at[2]);
/* The axis of a face, those of s and t, and their signs (GL 2.1, table 3.19). */
struct cube_axes {
   uint8_t major, s, t;
   int8_t major_sign, s_sign, t_sign;
};
extern const struct cube_axes cube_axes[6];

#endif

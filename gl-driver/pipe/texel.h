/* SPDX-License-Identifier: MIT */
/* Inside of the sampler: texels of a level, wrapped and filtered. sampler.c chooses the level. */
#ifndef TEXEL_H
#define TEXEL_H

#include "gl-driver/pipe/pipe.h"

/* A texture as an access sees it. */
struct texture {
   const struct sampler_view *view;
   const struct sampler *state; /* NULL: single texels are fetched */
   const struct format_info *format;
   unsigned dimensions; /* that are filtered: 1..3; of cubes 2 */
   bool cube;
   bool linear_allowed; /* integers are not filtered */
   int offset[3];       /* texels */
   uint64_t *texels;    /* counts those that ellipse_filter() reads */
};

/* Where to sample: coordinates in 0..1, or in texels; the layer is one of the resource, of cubes the first face's. */
struct place {
   float at[3];
   bool texels;
   unsigned layer, face;
};

void texture_size(const struct texture *t, unsigned level, unsigned size[3]);
/* level: of the resource. Results are words of r, g, b, a, without the swizzle of the view. */
void texture_filter(const struct texture *t, const struct place *p, unsigned level, bool linear, uint32_t value[4]);
/* The linear filter of 2, 4 or 8 texels, x first, then y, then z: v[0] becomes the result. */
void texture_mix(float v[8][4], unsigned count, const float weight[3]);
/* The four texels that a linear filter of the level looks at: (x0,y0) (x1,y0) (x0,y1) (x1,y1). */
void texture_taps(const struct texture *t, const struct place *p, unsigned level, uint32_t value[4][4]);
/* A texel by its number; false: there is none. */
bool texture_fetch(const struct texture *t, const long at[3], unsigned layer, unsigned level, unsigned sample,
                   uint32_t value[4]);

/* ellipse.c. How the place changes to the next pixel of the row and of the column, in texels of the view's first level. */
struct changes {
   float x[3], y[3];
};
#define MAX_ANISOTROPY 16
bool ellipse_wanted(const struct texture *t);
/* The level whose texels are as large as the ellipse is wide, from the first one of the view on. */
float ellipse_level(const struct sampler *s, const struct changes *c);
/* false: the ellipse has no size that can be filtered */
bool ellipse_filter(const struct texture *t, const struct place *p, unsigned level, const struct changes *c, uint32_t value[4]);

/* The face that a direction points to, and the place there, 0..1. */
unsigned cube_face(const float direction[3], float at[2]);
/* The axis of the face, those of s and t, and their signs, -1 or 1: GL 2.1, table 3.19. */
struct cube_axes {
   uint8_t major, s, t;
   int8_t major_sign, s_sign, t_sign;
};
extern const struct cube_axes cube_axes[6];

#endif

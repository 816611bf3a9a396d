/* SPDX-License-Identifier: MIT */
/* Fills and copies textures without a program: clears, blits, copies of regions. */
#ifndef COPY_H
#define COPY_H

#include "gl-driver/pipe/resource.h"

/* Clears buffers (PIPE_CLEAR_*) of the framebuffer. `color` has words of each format's class. Masks do not apply. */
void clear_framebuffer(struct context *c, unsigned buffers, const uint32_t color[4], double depth, uint8_t stencil);

/* A region to copy from or to. With w, h or d below 0 it extends downwards from x, y or z. */
struct blit_side {
   struct resource *resource;
   unsigned level, format;
   int x, y, z, w, h, d;
   unsigned sample; /* the sample that is read or written; blit() sets this and `averages` */
   bool averages;   /* the mean of all samples is read */
};
struct blit {
   unsigned mask; /* PIPE_MASK_* */
   bool linear, scissor;
   uint16_t x0, y0, x1, y1; /* scissor; x1 and y1 are exclusive */
   struct blit_side to, from;
   struct work_limit *work; /* NULL if the blit has no limit */
};
/* Clips to the target, and repeats the edge of the source outside of it. Skips rows beyond the limit of work. */
void blit(const struct blit *b);

/* Copies texels in the resources' own formats, whose blocks must have the same size; `from` has the size of the region. Copies
   nothing and returns false if a region is not inside its level. */
bool copy_region(const struct blit_side *to, const struct blit_side *from);

#endif

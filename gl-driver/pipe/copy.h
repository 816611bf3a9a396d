/* SPDX-License-Identifier: MIT */
/* What fills and copies textures without a program: clears, blits, copies of regions. */
#ifndef COPY_H
#define COPY_H

#include "gl-driver/pipe/resource.h"

/* Clears the framebuffer of the context. buffers: PIPE_CLEAR_*; color: words of the class of each format; nothing masks it. */
void clear_framebuffer(struct context *c, unsigned buffers, const uint32_t color[4], double depth, uint8_t stencil);

/* A place to copy from or to: w, h or d below 0 run down from x, y or z. */
struct blit_side {
   struct resource *resource;
   unsigned level, format;
   int x, y, z, w, h, d;
   unsigned sample; /* what is read and written; blit() sets it, and: */
   bool averages;   /* what is read is the mean of all samples */
};
struct blit {
   unsigned mask; /* PIPE_MASK_* */
   bool linear, scissor;
   uint16_t x0, y0, x1, y1; /* of the scissor; x1, y1 are outside */
   struct blit_side to, from;
   struct work_limit *work; /* NULL: a blit may take any time */
};
/* What is outside of the target stays out; outside of the source, its edge is repeated. Rows beyond the limit are left out. */
void blit(const struct blit *b);

/* Copies texels as they are, between formats with blocks of the same size. false: a box is wrong, and nothing was copied. */
bool copy_region(struct resource *to, unsigned to_level, unsigned x, unsigned y, unsigned z, struct resource *from,
                 unsigned from_level, const struct box *box);

#endif

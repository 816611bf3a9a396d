/* SPDX-License-Identifier: MIT */
/* Making resources, and copying between them and the mappings of the client. pipe.h has what drawing needs of them. */
#ifndef RESOURCE_H
#define RESOURCE_H

#include "gl-driver/pipe/pipe.h"

/* The format of buffers, whose texels are bytes: R8_UNORM. */
#define FORMAT_BYTE 64

struct resource_template {
   unsigned handle, target, format, bind, width, height, depth, array_size, last_level, samples;
};
/* With one reference and all bytes 0; NULL: the dimensions or the format are not legal, or there is no memory. */
struct resource *resource_create(const struct resource_template *wanted);

/* z: slices of depth, layers or faces. */
struct box {
   unsigned x, y, z, w, h, d;
};
/* Is the box inside of the level, and not empty? */
bool resource_has_box(const struct resource *r, unsigned level, const struct box *b);

struct transfer {
   unsigned level;
   struct box box;
   uint32_t stride, layer_stride; /* of the memory; 0: those of the level */
   uint32_t offset;               /* of the first texel of the box in the memory */
   bool to_resource;
};
/* Copies between the resource and a memory of `size` bytes. false: a box or an offset is wrong, and nothing was copied. */
bool resource_transfer(struct resource *r, const struct transfer *t, uint8_t *memory, size_t size);

#endif

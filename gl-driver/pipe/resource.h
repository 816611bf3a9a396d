/* SPDX-License-Identifier: MIT */
/* Creates resources, and copies between them and the mappings of the client. pipe.h has the functions that drawing needs. */
#ifndef RESOURCE_H
#define RESOURCE_H

#include "gl-driver/pipe/pipe.h"

/* The format of buffers, whose texels are bytes: R8_UNORM. */
#define FORMAT_BYTE 64

struct resource_template {
   unsigned handle, target, format, bind, width, height, depth, array_size, last_level, samples;
};
/* The resource has one reference, and all its bytes are 0. NULL if dimensions or format are illegal, or without memory. */
struct resource *resource_create(const struct resource_template *wanted);

/* z counts slices of depth, layers or faces. */
struct box {
   unsigned x, y, z, w, h, d;
};
/* True if the box is not empty and inside the level. */
bool resource_has_box(const struct resource *r, unsigned level, const struct box *b);

struct transfer {
   unsigned level;
   struct box box;
   uint32_t stride, layer_stride; /* of the memory, or 0 for those of the level */
   uint32_t offset;               /* of the first texel of the box in the memory */
   bool to_resource;
};
/* Copies between the resource and `size` bytes of memory. Copies nothing and returns false if a box or an offset is wrong. */
bool resource_transfer(struct resource *r, const struct transfer *t, uint8_t *memory, size_t size);

#endif

/* SPDX-License-Identifier: MIT */
/* Formats of whole programs (docs/abi-agx.md, "Whole programs"). */
#ifndef AGX_FORMAT_H
#define AGX_FORMAT_H

#include "backend-agx/isa/agx_program.h"

/* The components of an element in memory, the bytes from one element to the next, and the bytes of a component. */
unsigned agx_fetch_components(const struct agx_fetch *f);
unsigned agx_fetch_stride(const struct agx_fetch *f);
unsigned agx_fetch_bytes(enum agx_fetch_format format);
/* True if all components are in one word. */
bool agx_fetch_is_packed(enum agx_fetch_format format);
/* Is the result an integer? A missing last component is then the integer 1, otherwise 1.0. */
bool agx_fetch_is_integer(enum agx_fetch_format format);

/* Format of a render target in the tile; the numbers are those of enum target_format. RAW: words as they are. */
enum agx_tile_format { AGX_TILE_F32, AGX_TILE_F16, AGX_TILE_RGBA8, AGX_TILE_RAW };
unsigned agx_tile_bytes(enum agx_tile_format format); /* of a component */
/* The byte of the render target in the tile, or for AGX_TARGETS the bytes of all. Targets are ordered by the size of their
   components. */
unsigned agx_tile_offset(const struct agx_program *p, unsigned target);
/* Returns the first uniform of this kind, or NULL if there is none. */
const struct agx_uniform *agx_uniform_of_kind(const struct agx_program *p, enum agx_uniform_kind kind);
/* Returns NULL if the program does not write the slot. */
const struct agx_io *agx_output(const struct agx_program *p, unsigned slot);

#endif

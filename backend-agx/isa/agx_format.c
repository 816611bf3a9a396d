/* SPDX-License-Identifier: MIT */
/* Sizes of formats of vertex attributes and of the tile: see agx_format.h. */
#include "backend-agx/isa/agx_format.h"

#include "semantics/slots.h"

/* The bytes of a component, and whether one word holds all components. */
static const struct {
   uint8_t bytes;
   bool packed, integer;
} fetches[AGX_NUM_FETCHES] = {
   [AGX_FETCH_F32] = {4, false, false},    [AGX_FETCH_F16] = {2, false, false},    [AGX_FETCH_U8NORM] = {1, false, false},
   [AGX_FETCH_S8NORM] = {1, false, false}, [AGX_FETCH_U16NORM] = {2, false, false}, [AGX_FETCH_S16NORM] = {2, false, false},
   [AGX_FETCH_U8] = {1, false, true},      [AGX_FETCH_S8] = {1, false, true},      [AGX_FETCH_U16] = {2, false, true},
   [AGX_FETCH_S16] = {2, false, true},     [AGX_FETCH_I32] = {4, false, true},     [AGX_FETCH_U8F] = {1, false, false},
   [AGX_FETCH_S8F] = {1, false, false},    [AGX_FETCH_U16F] = {2, false, false},   [AGX_FETCH_S16F] = {2, false, false},
   [AGX_FETCH_U32F] = {4, false, false},   [AGX_FETCH_S32F] = {4, false, false},   [AGX_FETCH_FIXED] = {4, false, false},
   [AGX_FETCH_RGB10A2NORM] = {4, true, false},
};

unsigned agx_fetch_components(const struct agx_fetch *f)
{
   return fetches[f->format].packed || !f->components ? 4 : f->components;
}

unsigned agx_fetch_bytes(enum agx_fetch_format format)
{
   return fetches[format].bytes;
}

bool agx_fetch_is_packed(enum agx_fetch_format format)
{
   return fetches[format].packed;
}

bool agx_fetch_is_integer(enum agx_fetch_format format)
{
   return fetches[format].integer;
}

unsigned agx_fetch_stride(const struct agx_fetch *f)
{
   const unsigned bytes = fetches[f->format].bytes;
   return f->stride ? f->stride : fetches[f->format].packed ? bytes : bytes * agx_fetch_components(f);
}

unsigned agx_tile_bytes(enum agx_tile_format format)
{
   return format == AGX_TILE_F16 ? 2 : format == AGX_TILE_RGBA8 ? 1 : 4;
}

const struct agx_uniform *agx_uniform_of_kind(const struct agx_program *p, enum agx_uniform_kind kind)
{
   for (uint32_t i = 0; i < p->num_uniforms; i++)
      if (p->uniforms[i].kind == kind)
         return &p->uniforms[i];
   return NULL;
}

const struct agx_io *agx_output(const struct agx_program *p, unsigned slot)
{
   for (uint32_t i = 0; i < p->num_outputs; i++)
      if (p->outputs[i].slot == slot)
         return &p->outputs[i];
   return NULL;
}

unsigned agx_tile_offset(const struct agx_program *p, unsigned target)
{
   unsigned at = 0;

   for (unsigned bytes = 4; bytes; bytes /= 2)
      for (unsigned k = 0; k < AGX_TARGETS; k++) {
         if (!p->target[k].is_there || agx_tile_bytes((enum agx_tile_format)p->target[k].format) != bytes)
            continue;
         if (k == target)
            return at;
         at += p->target[k].bytes;
      }
   return at;
}

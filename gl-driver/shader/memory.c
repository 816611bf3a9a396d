/* SPDX-License-Identifier: MIT */
/*
 * Read-write memory (docs/abi-usc.md and docs/abi-agx.md, "Memory"): buffers, counters, images, the shared memory of a
 * workgroup. Each object has its own address, which is that of its first byte wherever it is in the storage of the resource.
 */
#include "gl-driver/pipe/pipe_enums.h"
#include "gl-driver/shader/runner.h"

#include <string.h>

/* Numbers of objects: 32 of each kind. */
enum { BUFFERS, COUNTERS, TEXELS, WORKGROUP, KINDS };
#define UNITS 32
/* AGX: the target of stores and atomic operations out of range, which is never read (docs/abi-agx.md). */
#define SCRATCH_PAGE UINT64_C(0x100004000)

struct object_memory {
   uint8_t *data; /* or NULL */
   size_t size;
};

static struct object_memory of_buffer(const struct shader_buffer *b)
{
   return b->resource ? (struct object_memory){b->resource->data + b->offset, b->size} : (struct object_memory){0};
}

static struct object_memory of_image(const struct image *i)
{
   const struct resource *r = i->resource;

   if (!r)
      return (struct object_memory){0};
   if (r->target == PIPE_BUFFER)
      return (struct object_memory){r->data + i->offset, i->size};
   return (struct object_memory){r->data + r->level[i->level].offset + i->first_layer * r->level[i->level].layer,
                                 (i->last_layer - i->first_layer + 1) * r->level[i->level].layer};
}

static struct object_memory object_of(const struct bindings *b, unsigned kind, unsigned unit)
{
   const struct context *c = b->context;

   switch (kind) {
   case BUFFERS: return unit < MAX_SHADER_BUFFERS ? of_buffer(&c->buffers[b->stage][unit]) : (struct object_memory){0};
   case COUNTERS: return unit < MAX_COUNTER_BUFFERS ? of_buffer(&c->counters[unit]) : (struct object_memory){0};
   case TEXELS: return unit < MAX_IMAGES ? of_image(&c->images[b->stage][unit]) : (struct object_memory){0};
   default:
      return b->workgroup && !unit ? (struct object_memory){(uint8_t *)b->workgroup->shared, b->workgroup->shared_bytes}
                               : (struct object_memory){0};
   }
}

/* ---- words */

/* Width, height, depth or layers, samples, bytes of a row and of a layer, in linear layout. */
static uint32_t image_word(const struct bindings *b, unsigned unit, unsigned word)
{
   const struct image *i = unit < MAX_IMAGES ? &b->context->images[b->stage][unit] : NULL;
   const struct resource *r = i ? i->resource : NULL;

   if (!r)
      return 0;
   if (r->target == PIPE_BUFFER) {
      const uint32_t of[6] = {i->size / format_info(i->format)->bytes, 1, 1, 1, i->size, i->size};
      return word < 6 ? of[word] : 0;
   }
   const uint32_t of[6] = {resource_width(r, i->level),        resource_height(r, i->level),
                           i->last_layer - i->first_layer + 1, r->samples,
                           (uint32_t)r->level[i->level].row,   (uint32_t)r->level[i->level].layer};
   return word < 6 ? of[word] : 0;
}

uint32_t memory_word(const struct bindings *b, const struct nvp4c_reflection *e)
{
   const unsigned kind = e->binding == NVP4C_BIND_STORAGE    ? BUFFERS
                         : e->binding == NVP4C_BIND_COUNTERS ? COUNTERS
                         : e->binding == NVP4C_BIND_TEXELS   ? TEXELS
                                                             : WORKGROUP;

   if (e->binding == NVP4C_BIND_IMAGE_WORD)
      return image_word(b, e->index, e->component);
   if (e->binding == NVP4C_BIND_GLOBAL)
      return 0;
   const struct object_memory o = object_of(b, kind, e->index);
   switch (e->component) {
   case 0:
   case 1: return (uint32_t)(OBJECT_ADDRESS(kind * UNITS + e->index % UNITS) >> 32 * e->component);
   case 2:
      return (uint32_t)(kind == TEXELS ? (o.size + 3) & ~(size_t)3
                                       : o.size & ~(size_t)3); /* texels may end in the middle of a word */
   case 3: return (uint32_t)o.size;
   default: return 1; /* waves of a cluster */
   }
}

/* ---- accesses */

static bool is_local(uint64_t address) { return address >> 56 == AGX_LOCAL; }

bool memory_is_at(uint64_t address)
{
   return is_local(address) || (address >= OBJECT_ADDRESS(0) && address < OBJECT_ADDRESS(KINDS * UNITS)) ||
          (address & ~UINT64_C(3)) == SCRATCH_PAGE;
}

/* The object at an address, and the byte in it. */
static struct object_memory find(const struct bindings *b, uint64_t address, uint64_t *at)
{
   const unsigned n = (unsigned)((address - OBJECT_ADDRESS(0)) >> 33);

   if (is_local(address)) {
      *at = address & (UINT64_MAX >> 8);
      return b->workgroup ? (struct object_memory){(uint8_t *)b->workgroup->shared, b->workgroup->shared_bytes + 4}
                      : (struct object_memory){0};
   }
   if ((address & ~UINT64_C(3)) == SCRATCH_PAGE)
      return (struct object_memory){0};
   *at = address & (OBJECT_ADDRESS(1) - OBJECT_ADDRESS(0) - 1);
   return object_of(b, n / UNITS, n % UNITS);
}

/* Bytes beyond the end are zero: AGX may read words up to the next multiple of 16 bytes. */
void memory_load(const struct bindings *b, uint64_t address, uint32_t *value)
{
   uint64_t at = 0;
   const struct object_memory o = find(b, address, &at);

   *value = 0;
   if (o.data && at < o.size)
      memcpy(value, o.data + at, o.size - at < 4 ? o.size - at : 4);
}

void memory_store(const struct bindings *b, uint64_t address, unsigned bytes, uint32_t value)
{
   uint64_t at = 0;
   const struct object_memory o = find(b, address, &at);

   if (o.data && at < o.size)
      memcpy(o.data + at, &value, o.size - at < bytes ? o.size - at : bytes);
}

/* SPDX-License-Identifier: MIT */
/* Buffers and textures: their layout, which is also that of the client's mapping, and copies between the two. */
#include <stdlib.h>
#include <string.h>

#include "gl-driver/pipe/pipe_enums.h"
#include "gl-driver/pipe/resource.h"

/* Limits of a dimension and of the storage of a resource. If a client wants more, it gets a resource without storage. */
#define MAX_SIZE 16384
#define MAX_BUFFER ((size_t)1 << 30)
#define MAX_STORAGE ((size_t)1 << 30)

static unsigned minified(unsigned n, unsigned level) { return n >> level ? n >> level : 1; }

unsigned resource_width(const struct resource *r, unsigned level) { return minified(r->width, level); }
unsigned resource_height(const struct resource *r, unsigned level)
{
   return r->target == PIPE_TEXTURE_1D || r->target == PIPE_TEXTURE_1D_ARRAY ? 1 : minified(r->height, level);
}
unsigned resource_layers(const struct resource *r, unsigned level)
{
   switch (r->target) {
   case PIPE_TEXTURE_3D: return minified(r->depth, level);
   case PIPE_TEXTURE_CUBE: return 6;
   case PIPE_TEXTURE_1D_ARRAY:
   case PIPE_TEXTURE_2D_ARRAY:
   case PIPE_TEXTURE_CUBE_ARRAY: return r->array_size;
   default: return 1;
   }
}

uint8_t *resource_texel(const struct resource *r, unsigned level, unsigned x, unsigned y, unsigned layer, unsigned sample)
{
   const struct format_info *f = format_info(r->format);

   if (f->block_width > 1) {
      x /= f->block_width;
      y /= f->block_height;
   }
   return r->data + r->level[level].offset + layer * r->level[level].layer + y * r->level[level].row +
          ((size_t)x * r->samples + sample) * f->bytes;
}

static bool dimensions_are_legal(const struct resource_template *t, const struct format_info *f)
{
   if (!f || t->target >= PIPE_NUM_TARGETS || !t->width)
      return false;
   if (t->target == PIPE_BUFFER)
      return t->width <= MAX_BUFFER;
   bool cube = t->target == PIPE_TEXTURE_CUBE || t->target == PIPE_TEXTURE_CUBE_ARRAY;
   return t->width <= MAX_SIZE && t->height <= MAX_SIZE && t->depth <= MAX_SIZE && t->array_size <= MAX_SIZE &&
          t->last_level < MAX_LEVELS && t->samples <= 8 && (!cube || t->width == t->height) &&
          (t->target != PIPE_TEXTURE_CUBE_ARRAY || t->array_size % 6 == 0);
}

struct resource *resource_create(const struct resource_template *wanted)
{
   /* A buffer is one row of bytes, so other properties are ignored. */
   const struct resource_template buffer = {
      .handle = wanted->handle, .target = PIPE_BUFFER, .format = FORMAT_BYTE, .bind = wanted->bind, .width = wanted->width};
   const struct resource_template *t = wanted->target == PIPE_BUFFER ? &buffer : wanted;
   const struct format_info *f = format_info(t->format);
   struct resource *r;
   size_t size = 0;

   if (!dimensions_are_legal(t, f) || !(r = calloc(1, sizeof *r)))
      return NULL;
   r->handle = t->handle;
   r->references = 1;
   r->target = t->target;
   r->format = t->format;
   r->bind = t->bind;
   r->width = t->width;
   r->height = t->height ? t->height : 1;
   r->depth = t->depth ? t->depth : 1;
   r->array_size = t->array_size ? t->array_size : 1;
   r->last_level = t->last_level;
   r->samples = t->samples ? t->samples : 1;
   for (unsigned i = 0; i <= r->last_level; i++) {
      size_t columns = (resource_width(r, i) + f->block_width - 1) / f->block_width;
      size_t rows = (resource_height(r, i) + f->block_height - 1) / f->block_height;
      r->level[i].offset = size;
      r->level[i].row = columns * f->bytes * r->samples;
      r->level[i].layer = r->level[i].row * rows;
      size += r->level[i].layer * resource_layers(r, i);
      if (size > MAX_STORAGE) {
         free(r);
         return NULL;
      }
   }
   r->size = size;
   if (!(r->data = calloc(1, size))) {
      free(r);
      return NULL;
   }
   return r;
}

struct resource *resource_ref(struct resource *r)
{
   if (r)
      r->references++;
   return r;
}

void resource_unref(struct resource *r)
{
   if (!r || --r->references)
      return;
   if (r->account)
      *r->account -= r->size + r->shared_size;
   if (r->release)
      r->release(r);
   free(r->data);
   free(r);
}

bool resource_has_box(const struct resource *r, unsigned level, const struct box *b)
{
   if (level > r->last_level)
      return false;
   return b->w && b->h && b->d && b->x <= resource_width(r, level) && b->w <= resource_width(r, level) - b->x &&
          b->y <= resource_height(r, level) && b->h <= resource_height(r, level) - b->y && b->z <= resource_layers(r, level) &&
          b->d <= resource_layers(r, level) - b->z;
}

bool resource_transfer(struct resource *r, const struct transfer *t, uint8_t *memory, size_t size)
{
   const struct format_info *f = format_info(r->format);
   const struct box *b = &t->box;

   if (!memory || r->samples > 1 || !resource_has_box(r, t->level, b) || b->x % f->block_width || b->y % f->block_height)
      return false;
   size_t row = t->stride ? t->stride : r->level[t->level].row,
          layer = t->layer_stride ? t->layer_stride : r->level[t->level].layer;
   size_t bytes = (size_t)(b->w + f->block_width - 1) / f->block_width * f->bytes;
   size_t rows = (b->h + f->block_height - 1) / f->block_height;
   /* None of these products overflows: each factor has at most 32 bits, one of them at most 31. */
   size_t end = (size_t)(b->d - 1) * layer + (rows - 1) * row + bytes;

   if (t->offset > size || end > size - t->offset)
      return false;
   for (unsigned z = 0; z < b->d; z++)
      for (size_t y = 0; y < rows; y++) {
         uint8_t *mine = resource_texel(r, t->level, b->x, b->y + (unsigned)y * f->block_height, b->z + z, 0);
         uint8_t *theirs = memory + t->offset + z * layer + y * row;
         if (t->to_resource)
            memcpy(mine, theirs, bytes);
         else
            memcpy(theirs, mine, bytes);
      }
   return true;
}

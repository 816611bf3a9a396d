/* SPDX-License-Identifier: MIT */
#include "gl-driver/draw/arena.h"

#include <stdint.h>
#include <stdlib.h>

struct arena_block {
   struct arena_block *next;
   size_t used, size;
};

void *arena_alloc(struct arena *a, size_t size)
{
   struct arena_block *b = a->blocks;

   size = (size + 15) & ~(size_t)15;
   if (!b || b->size - b->used < size) {
      const size_t bytes = size > 65536 ? size : 65536;
      b = calloc(1, sizeof *b + 16 + bytes);
      if (!b)
         return NULL;
      b->next = a->blocks;
      b->size = bytes;
      a->blocks = b;
   }
   void *p = (uint8_t *)b + ((sizeof *b + 15) & ~(size_t)15) + b->used;
   b->used += size;
   return p;
}

void arena_free(struct arena *a)
{
   while (a->blocks) {
      struct arena_block *b = a->blocks;
      a->blocks = b->next;
      free(b);
   }
}

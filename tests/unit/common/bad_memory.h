/* SPDX-License-Identifier: MIT */
/* An allocator for options.memory that fails from call `first` on, for `times` calls. */
#ifndef BAD_MEMORY_H
#define BAD_MEMORY_H

#include <stdlib.h>

#define ALWAYS (1L << 30) /* more calls than any test makes */

struct bad_memory {
   long first, times;
   long calls, live; /* allocating calls so far, and blocks that have not been freed */
};

static void *bad_memory_alloc(void *user, void *ptr, size_t size)
{
   struct bad_memory *m = user;

   if (!size) {
      m->live -= ptr != NULL;
      free(ptr);
      return NULL;
   }
   if (m->calls++ >= m->first && m->calls <= m->first + m->times)
      return NULL;
   void *p = realloc(ptr, size);
   m->live += p && !ptr;
   return p;
}

#endif

/* SPDX-License-Identifier: MIT */
/* The hook of counter.h, which stores the size of each allocation before it. */
#include "tests/growth/counter.h"

#include <stdlib.h>

void *count_bytes(void *user, void *ptr, size_t size)
{
   struct counter *c = user;
   size_t *p = ptr ? (size_t *)ptr - 2 : NULL;
   const size_t old = p ? *p : 0;

   if (!size) {
      c->now -= old;
      free(p);
      return NULL;
   }
   p = realloc(p, size + 2 * sizeof *p);
   if (!p)
      return NULL;
   *p = size;
   c->now += size - old;
   c->total += size > old ? size - old : 0;
   if (c->now > c->peak)
      c->peak = c->now;
   return p + 2;
}

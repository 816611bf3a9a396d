/* SPDX-License-Identifier: MIT */
/* See text.h. */
#include "tests/growth/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void growth_say(struct growth_text *t, const char *fmt, ...)
{
   va_list ap;

   if (t->cap - t->len < 1024) {
      t->cap = t->cap ? 2 * t->cap : 1 << 16;
      t->p = realloc(t->p, t->cap);
      if (!t->p)
         exit(1);
   }
   va_start(ap, fmt);
   t->len += (size_t)vsnprintf(t->p + t->len, t->cap - t->len, fmt, ap);
   va_end(ap);
}

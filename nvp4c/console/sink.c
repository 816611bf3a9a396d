/* SPDX-License-Identifier: MIT */
/* Growing texts, and strings in JSON. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "nvp4c/console/console.h"

void *xrealloc(void *p, size_t n)
{
   p = realloc(p, n ? n : 1);
   if (!p) {
      fprintf(stderr, "nvp4c: error: out of memory\n"); /* collecting a message would take more of it */
      exit(NVP4C_LIMIT);
   }
   return p;
}

void sink_add(void *user, const char *text, size_t n)
{
   struct sink *s = user;

   if (s->cap - s->len < n) {
      s->cap = (s->len + n) * 2;
      s->data = xrealloc(s->data, s->cap);
   }
   if (n)
      memcpy(s->data + s->len, text, n);
   s->len += n;
}

void sink_printf(struct sink *s, const char *fmt, ...)
{
   va_list ap;
   int n;

   va_start(ap, fmt);
   n = vsnprintf(NULL, 0, fmt, ap);
   va_end(ap);
   if (n < 0)
      return;
   char *text = xrealloc(NULL, (size_t)n + 1);
   va_start(ap, fmt);
   vsnprintf(text, (size_t)n + 1, fmt, ap);
   va_end(ap);
   sink_add(s, text, (size_t)n);
   free(text);
}

unsigned utf8_length(const char *s, size_t len)
{
   unsigned char c = (unsigned char)*s;
   unsigned n = c < 0x80                ? c >= ' ' && c != 127
                : c >= 0xc2 && c < 0xe0 ? 2
                : c >= 0xe0 && c < 0xf0 ? 3
                : c >= 0xf0 && c < 0xf5 ? 4
                                        : 0;

   if (n > len || (c == 0xc2 && n == 2 && (unsigned char)s[1] < 0xa0)) /* C1 controls */
      return 0;
   for (unsigned i = 1; i < n; i++)
      if (((unsigned char)s[i] & 0xc0) != 0x80)
         return 0;
   return n;
}

void sink_json(struct sink *out, const char *s)
{
   const size_t len = strlen(s);

   sink_add(out, "\"", 1);
   for (size_t i = 0; i < len;) {
      const unsigned n = utf8_length(s + i, len - i);
      if (n == 1 && (s[i] == '"' || s[i] == '\\'))
         sink_printf(out, "\\%c", s[i]);
      else if (n)
         sink_add(out, s + i, n);
      else if ((unsigned char)s[i] < 0x80)
         sink_printf(out, "\\u%04x", (unsigned char)s[i]);
      else
         sink_printf(out, "\\ufffd");
      i += n ? n : 1;
   }
   sink_add(out, "\"", 1);
}

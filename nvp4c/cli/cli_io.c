/* SPDX-License-Identifier: MIT */
/* Memory, input files, and machine code as text. Errors end the program. */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "nvp4c/cli/cli.h"

_Noreturn void usage_error(const char *fmt, const char *a)
{
   fprintf(stderr, "nvp4c: error: ");
   fprintf(stderr, fmt, a);
   fprintf(stderr, "\n");
   exit(NVP4C_USAGE);
}

void *xrealloc(void *p, size_t n)
{
   p = realloc(p, n ? n : 1);
   if (!p) {
      fprintf(stderr, "nvp4c: error: out of memory\n");
      exit(NVP4C_LIMIT);
   }
   return p;
}

char *try_read(const char *file, size_t *len)
{
   FILE *f = strcmp(file, "-") ? fopen(file, "rb") : stdin;
   char *buf = NULL;
   size_t n = 0, cap = 0;

   if (!f)
      return NULL;
   for (;;) {
      if (n == cap) {
         cap = cap ? cap * 2 : 65536;
         buf = xrealloc(buf, cap);
      }
      size_t got = fread(buf + n, 1, cap - n, f);
      n += got;
      if (got == 0)
         break;
   }
   const int error = ferror(f) ? errno : 0;
   if (f != stdin)
      fclose(f);
   *len = n;
   if (!error)
      return buf;
   free(buf);
   errno = error;
   return NULL;
}

char *read_all(const char *file, size_t *len)
{
   char *text = try_read(file, len);

   if (text)
      return text;
   fprintf(stderr, "nvp4c: error: %s: %s\n", file, strerror(errno));
   exit(NVP4C_IO);
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

void format_code(struct sink *s, enum format format, const uint8_t *code, size_t n)
{
   switch (format) {
   case FORMAT_HEX:
      for (size_t i = 0; i < n; i++)
         sink_printf(s, i % 16 == 15 || i + 1 == n ? "%02x\n" : "%02x ", code[i]);
      break;
   case FORMAT_C:
      for (size_t i = 0; i < n; i++)
         sink_printf(s, i % 16 == 15 || i + 1 == n ? "0x%02x,\n" : "0x%02x, ", code[i]);
      break;
   default: sink_add(s, (const char *)code, n); break;
   }
}

/* Reads bytes in hexadecimal, with optional 0x and commas, and comments from # to the end of the line. */
char *read_hex(const char *file, char *text, size_t *len)
{
   char *out = xrealloc(NULL, *len / 2 + 1);
   size_t n = 0;

   for (size_t i = 0; i < *len;) {
      unsigned v = 0, digits = 0;
      if (text[i] == '#') {
         while (i < *len && text[i] != '\n')
            i++;
         continue;
      }
      if (strchr(" \t\r\n,", text[i]) && text[i]) {
         i++;
         continue;
      }
      if (text[i] == '0' && i + 1 < *len && (text[i + 1] == 'x' || text[i + 1] == 'X'))
         i += 2;
      for (; i < *len && digits < 2; i++, digits++) {
         const char *hex = "0123456789abcdef", c = text[i] >= 'A' && text[i] <= 'F' ? (char)(text[i] - 'A' + 'a') : text[i];
         const char *p = c ? strchr(hex, c) : NULL;
         if (!p)
            break;
         v = v * 16 + (unsigned)(p - hex);
      }
      if (!digits) {
         fprintf(stderr, "nvp4c: error: %s: byte %zu is not a hex digit\n", file, i);
         exit(NVP4C_REJECTED);
      }
      out[n++] = (char)v;
   }
   free(text);
   *len = n;
   return out;
}

/* Machine code contains bytes that text does not have. */
bool looks_like_text(const char *data, size_t len)
{
   for (size_t i = 0; i < len; i++)
      if ((unsigned char)data[i] == 0xff || ((unsigned char)data[i] < 32 && !(data[i] >= '\t' && data[i] <= '\r')))
         return false;
   return true;
}

/* Replaces everything but the lines that start with #@ by blanks, so that positions do not change. */
char *task_lines(const char *text, size_t len)
{
   char *out = xrealloc(NULL, len + 1);
   bool take = false;

   for (size_t i = 0; i < len; i++) {
      if (!i || text[i - 1] == '\n')
         take = i + 1 < len && text[i] == '#' && text[i + 1] == '@';
      const bool prefix =
          take && (text[i] == '#' || text[i] == '@') && (!i || text[i - 1] == '\n' || (text[i] == '@' && text[i - 1] == '#'));
      out[i] = text[i] == '\n' || (take && !prefix) ? text[i] : ' ';
   }
   return out;
}

bool looks_like_object(const char *data, size_t len) { return len >= 4 && !memcmp(data, "\177ELF", 4); }

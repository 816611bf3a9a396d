/* SPDX-License-Identifier: MIT */
/* Input files, and machine code as text. Errors end the program. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "nvp4c/cli/cli.h"

static size_t read_limit = (size_t)1 << 31; /* the default budget of memory of a compile */

void set_read_limit(size_t bytes) { read_limit = bytes; }

/* Returns NULL and sets errno on failure: EFBIG for a file that is larger than the limit. */
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
         if (cap > read_limit)
            cap = read_limit + 1; /* the last byte shows that the limit is exceeded */
         buf = xrealloc(buf, cap);
      }
      size_t got = fread(buf + n, 1, cap - n, f);
      n += got;
      if (got == 0 || n > read_limit)
         break;
   }
   const int error = ferror(f) ? errno : n > read_limit ? EFBIG : 0;
   if (f != stdin)
      fclose(f);
   *len = n;
   if (!error)
      return buf;
   free(buf);
   errno = error;
   return NULL;
}

int read_error(const char *file, int error)
{
   if (error == EFBIG) {
      console_error("out-of-memory", file, "the file is larger than the limit of %zu bytes (-limit-memory)", read_limit);
      return NVP4C_LIMIT;
   }
   console_error("file", file, "%s", strerror(error));
   return NVP4C_IO;
}

char *read_all(const char *file, size_t *len)
{
   char *text = try_read(file, len);

   if (text)
      return text;
   const int status = read_error(file, errno);
   console_finish(status);
   exit(status);
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
         console_fail(NVP4C_REJECTED, "asm-syntax", file, "byte %zu is not a hex digit", i);
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

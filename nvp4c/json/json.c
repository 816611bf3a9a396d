/* SPDX-License-Identifier: MIT */
/* See json.h. */
#include "nvp4c/json/json.h"

#include <inttypes.h>
#include <string.h>

#include "util/format.h"

static void put(struct json *j, const char *s, size_t n)
{
   if (j->len + 1 < j->size) {
      const size_t room = j->size - 1 - j->len;
      memcpy(j->text + j->len, s, n < room ? n : room);
   }
   j->len += n;
   if (j->size)
      j->text[j->len < j->size ? j->len : j->size - 1] = 0;
}

static void put_text(struct json *j, const char *s) { put(j, s, strlen(s)); }

static void put_newline(struct json *j)
{
   if (j->compact)
      return;
   put(j, "\n", 1);
   for (unsigned i = 0; i < j->depth; i++)
      put(j, "  ", 2);
}

/*
 * Decodes the UTF-8 character in the first `len` bytes at s. Returns its length, or 0 if there is none: a byte out of place, a
 * form that is longer than necessary, half of a surrogate pair, or a number above U+10FFFF.
 */
static unsigned utf8_char(const char *s, size_t len, uint32_t *c)
{
   static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
   const uint8_t lead = (uint8_t)*s;
   const unsigned n = lead < 0x80 ? 1 : lead < 0xc0 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf8 ? 4 : 0;

   if (!n || n > len)
      return 0;
   *c = n == 1 ? lead : lead & (0x7fu >> n);
   for (unsigned i = 1; i < n; i++) {
      if (((uint8_t)s[i] & 0xc0) != 0x80)
         return 0;
      *c = *c << 6 | ((uint8_t)s[i] & 0x3f);
   }
   return *c < smallest[n] || *c > 0x10ffff || (*c >= 0xd800 && *c < 0xe000) ? 0 : n;
}

static void put_quoted(struct json *j, const char *s, size_t len)
{
   put(j, "\"", 1);
   for (size_t i = 0; i < len;) {
      char escape[8];
      uint32_t c = 0xfffd;
      const unsigned n = utf8_char(s + i, len - i, &c);
      if (!n || c < 0x20 || (c >= 0x7f && c < 0xa0) || c == '<') {
         util_format(escape, sizeof escape, "\\u%04x", n ? (unsigned)c : 0xfffdu);
         put_text(j, escape);
      } else {
         if (c == '"' || c == '\\')
            put(j, "\\", 1);
         put(j, s + i, n);
      }
      i += n ? n : 1;
   }
   put(j, "\"", 1);
}

/* Starts a member of an object, or an element of a list if name is NULL. */
static void begin_item(struct json *j, const char *name)
{
   if (!j->first)
      put(j, ",", 1);
   j->first = false;
   put_newline(j);
   if (name) {
      put_quoted(j, name, strlen(name));
      put_text(j, j->compact ? ":" : ": ");
   }
}

void json_begin(struct json *j, const char *name, char bracket)
{
   if (j->depth)
      begin_item(j, name);
   put(j, &bracket, 1);
   j->depth++;
   j->first = true;
}

void json_end(struct json *j, char bracket)
{
   j->depth--;
   if (!j->first)
      put_newline(j);
   put(j, &bracket, 1);
   j->first = false;
   if (!j->depth)
      put(j, "\n", 1);
}

void json_number(struct json *j, const char *name, uint64_t v)
{
   char text[24];

   util_format(text, sizeof text, "%" PRIu64, v);
   begin_item(j, name);
   put_text(j, text);
}

void json_signed(struct json *j, const char *name, int64_t v)
{
   char text[24];

   util_format(text, sizeof text, "%" PRId64, v);
   begin_item(j, name);
   put_text(j, text);
}

void json_decimal(struct json *j, const char *name, double v)
{
   const uint64_t thousandths = (uint64_t)(v * 1000 + 0.5);
   char text[32];

   util_format(text, sizeof text, "%" PRIu64 ".%03u", thousandths / 1000, (unsigned)(thousandths % 1000));
   begin_item(j, name);
   put_text(j, text);
}

void json_members(struct json *j, const char *text, size_t len)
{
   if (!len)
      return;
   begin_item(j, NULL);
   put(j, text, len);
}

void json_boolean(struct json *j, const char *name, bool v)
{
   begin_item(j, name);
   put_text(j, v ? "true" : "false");
}

void json_null(struct json *j, const char *name)
{
   begin_item(j, name);
   put_text(j, "null");
}

void json_bytes(struct json *j, const char *name, const char *v, size_t len)
{
   begin_item(j, name);
   put_quoted(j, v, len);
}

void json_string(struct json *j, const char *name, const char *v) { json_bytes(j, name, v, strlen(v)); }

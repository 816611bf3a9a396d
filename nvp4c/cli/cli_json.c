/* SPDX-License-Identifier: MIT */
/* Checks JSON text (RFC 8259) that the command line did not write itself. */
#include <string.h>

#include "nvp4c/cli/cli.h"

#define MAX_DEPTH 64

/* A text with its NUL, how far it was read, and whether the outermost object has the member that is looked for. */
struct reader {
   const char *p, *end;
   const char *name, *value;
   bool found;
};

static void skip_space(struct reader *r)
{
   r->p += strspn(r->p, " \t\r\n");
}

static bool read_word(struct reader *r, const char *word)
{
   const size_t n = strlen(word);

   if (strncmp(r->p, word, n))
      return false;
   r->p += n;
   return true;
}

static bool read_digits(struct reader *r)
{
   const size_t n = strspn(r->p, "0123456789");

   r->p += n;
   return n;
}

static bool read_number(struct reader *r)
{
   read_word(r, "-");
   if (!read_word(r, "0") && !read_digits(r))
      return false;
   if (read_word(r, ".") && !read_digits(r))
      return false;
   if (!read_word(r, "e") && !read_word(r, "E"))
      return true;
   if (!read_word(r, "+"))
      read_word(r, "-");
   return read_digits(r);
}

static bool read_string(struct reader *r)
{
   if (!read_word(r, "\""))
      return false;
   while (r->p < r->end && *r->p != '"') {
      if ((unsigned char)*r->p < 0x20)
         return false;
      if (*r->p++ != '\\')
         continue;
      if (read_word(r, "u")) {
         if (strspn(r->p, "0123456789abcdefABCDEF") < 4)
            return false;
         r->p += 4;
      } else if (!*r->p || !strchr("\"\\/bfnrt", *r->p++)) {
         return false;
      }
   }
   return read_word(r, "\"");
}

/* Is the string from `start` to its closing quote, which was read, this text? */
static bool is_string(const struct reader *r, const char *start, const char *text)
{
   const size_t n = strlen(text);

   return *start == '"' && r->p - start == (ptrdiff_t)n + 2 && !memcmp(start + 1, text, n);
}

static bool read_value(struct reader *r, unsigned depth);

static bool read_member(struct reader *r, unsigned depth)
{
   const char *start;
   bool named;

   skip_space(r);
   start = r->p;
   if (!read_string(r))
      return false;
   named = depth == 1 && is_string(r, start, r->name);
   skip_space(r);
   if (!read_word(r, ":"))
      return false;
   skip_space(r);
   start = r->p;
   if (!read_value(r, depth))
      return false;
   r->found |= named && is_string(r, start, r->value);
   return true;
}

/* Reads the items of an array or the members of an object, after the bracket that begins it. */
static bool read_items(struct reader *r, char end, unsigned depth)
{
   skip_space(r);
   if (*r->p != end)
      for (;;) {
         if (end == '}' ? !read_member(r, depth) : !read_value(r, depth))
            return false;
         skip_space(r);
         if (!read_word(r, ","))
            break;
      }
   if (*r->p != end)
      return false;
   r->p++;
   return true;
}

static bool read_value(struct reader *r, unsigned depth)
{
   skip_space(r);
   switch (*r->p) {
   case '{':
   case '[':
      if (depth == MAX_DEPTH)
         return false;
      return read_items(r, *r->p++ == '{' ? '}' : ']', depth + 1);
   case '"': return read_string(r);
   case 't': return read_word(r, "true");
   case 'f': return read_word(r, "false");
   case 'n': return read_word(r, "null");
   default: return read_number(r);
   }
}

const char *json_find_error(const char *text, size_t len, const char *name, const char *value)
{
   struct reader r = {.p = text, .end = text + len, .name = name, .value = value};

   if (!read_value(&r, 0))
      return r.p;
   skip_space(&r);
   return r.p < r.end ? r.p : r.found ? NULL : text;
}

/* SPDX-License-Identifier: MIT */
/*
 * Prints diagnostics, as text with the source line, or as a JSON array with an object for each error and warning:
 *
 *    {"kind": "error", "id": "unknown-variable", "message": "...", "section": "...", "file": "a.fp",
 *     "offset": 23, "length": 1, "line": 2, "column": 5, "notes": [{"message": "...", and the same members for its position}]}
 *
 * Offsets count bytes from 0; lines and columns (in bytes) count from 1. Diagnostics without a position have none of the four.
 * A run of the tool prints one array even for several programs. Errors that do not concern a program, such as an unreadable
 * file, are lines of text.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "nvp4c/cli/cli.h"

#define SOURCE_WIDTH 110u /* most bytes of a source line to print */

struct paint {
   const char *place, *severity[3], *end;
};

/* GCC's colours. */
static struct paint choose_paint(int when)
{
   const char *term = getenv("TERM");
   bool on = when == COLOR_ALWAYS || (when == COLOR_AUTO && isatty(2) && term && strcmp(term, "dumb"));

   return on ? (struct paint){"\033[1m", {"\033[1;36m", "\033[1;35m", "\033[1;31m"}, "\033[0m"}
             : (struct paint){"", {"", "", ""}, ""};
}

/* Length of the UTF-8 sequence in the first `len` bytes at s; 0 if it is invalid or a control character. */
static unsigned utf8_length(const char *s, size_t len)
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

/*
 * Prints the source line of a diagnostic, and below it a caret under the first byte of the span and tildes under the rest. Tabs
 * are copied to the second line, so that the caret is in its column for any width of tabs. A long line is cut around the caret.
 */
static void print_caret(const struct nvp4c_diagnostic *d, const char *text, size_t len, const struct paint *paint)
{
   size_t begin = d->offset - (d->column - 1), end = d->offset, cut = 0;

   if (d->offset > len || d->column - 1 > d->offset || memchr(text, 0, len < 8 ? len : 8))
      return; /* the last: words of a token stream, not a text */
   while (end < len && end - d->offset < SOURCE_WIDTH && text[end] != '\n' && text[end] != '\r')
      end++;
   if (end == begin)
      return;
   if (d->offset - begin > SOURCE_WIDTH / 2 && end - begin > SOURCE_WIDTH) {
      cut = end - begin - SOURCE_WIDTH;
      if (cut > d->offset - begin - SOURCE_WIDTH / 2)
         cut = d->offset - begin - SOURCE_WIDTH / 2;
      begin += cut;
      while (begin < d->offset && ((unsigned char)text[begin] & 0xc0) == 0x80)
         begin++;
   }
   bool more = false;
   if (end - begin > SOURCE_WIDTH) {
      end = begin + SOURCE_WIDTH;
      more = true;
   }
   more |= end < len && text[end] != '\n' && text[end] != '\r';
   for (int row = 0; row < 2; row++) {
      if (row == 0)
         fprintf(stderr, "%5u | %s", d->line, cut ? "..." : "");
      else
         fprintf(stderr, "      | %s", cut ? "   " : "");
      size_t last = d->offset + (d->length ? d->length : 1);
      for (size_t i = begin; i <= end && (row == 0 || i < last); i++) {
         unsigned n = i < end ? utf8_length(text + i, end - i) : 0;

         if (row == 1 && i == d->offset)
            fprintf(stderr, "%s^", paint->severity[d->severity]);
         else if (row == 1 && i > d->offset && i < end)
            fputc('~', stderr);
         else if (i < end && text[i] == '\t')
            fputc('\t', stderr);
         else if (row == 1 && i < end)
            fputc(' ', stderr);
         else if (i < end && n)
            fwrite(text + i, 1, n, stderr);
         else if (i < end)
            fputc('?', stderr);
         i += n > 1 ? n - 1 : 0;
      }
      fprintf(stderr, "%s\n", row == 1 ? paint->end : more ? "..." : "");
   }
}

/* Appends a JSON string. Bytes that are not UTF-8 become U+FFFD. */
void add_json_string(struct sink *out, const char *s)
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

static void json_place(struct sink *s, const struct nvp4c_diagnostic *d)
{
   if (d->line)
      sink_printf(s, ", \"offset\": %zu, \"length\": %zu, \"line\": %u, \"column\": %u", d->offset, d->length, d->line,
                  d->column);
}

/* Diagnostic by index: first those of the result, which may be NULL, and then those of the command line. */
struct all {
   const struct nvp4c_result *r;
   const struct extra *extra;
   const struct input_text *in, *task;
   unsigned num;
};

static const struct nvp4c_diagnostic *diagnostic_at(const struct all *a, unsigned i)
{
   const unsigned n = a->r ? nvp4c_result_num_diagnostics(a->r) : 0;

   return i < n ? nvp4c_result_diagnostic(a->r, i) : &a->extra->d[i - n];
}

/* The text to which the position of a diagnostic refers. */
static const struct input_text *text_of(const struct all *a, const struct nvp4c_diagnostic *d)
{
   return a->task && (!strcmp(d->id, "sim-task") || !strcmp(d->id, "run-input")) ? a->task : a->in;
}

static const char *severity_name(const struct nvp4c_diagnostic *d) { return nvp4c_enum_name(NVP4C_ENUM_SEVERITY, d->severity); }

/* Appends the objects of the array. */
static void add_json(struct sink *s, const struct all *a)
{
   const struct nvp4c_diagnostic *d;

   for (unsigned i = 0; i < a->num;) {
      d = diagnostic_at(a, i);
      sink_printf(s, "%s{\"kind\": \"%s\", \"id\": \"%s\", \"message\": ", s->len ? ",\n " : "", severity_name(d), d->id);
      add_json_string(s, d->message);
      sink_printf(s, ", \"section\": ");
      add_json_string(s, d->section);
      sink_printf(s, ", \"file\": ");
      add_json_string(s, text_of(a, d)->name);
      json_place(s, d);
      sink_printf(s, ", \"notes\": [");
      const char *id = d->id;
      for (unsigned n = 0; ++i < a->num && (d = diagnostic_at(a, i))->severity == NVP4C_NOTE && !strcmp(d->id, id); n++) {
         sink_printf(s, "%s{\"message\": ", n ? ", " : "");
         add_json_string(s, d->message);
         json_place(s, d);
         sink_printf(s, "}");
      }
      sink_printf(s, "]}");
   }
}

void finish_diagnostics(struct sink *json)
{
   fputc('[', stderr);
   fwrite(json->data ? json->data : "", 1, json->len, stderr);
   fputs("]\n", stderr);
   free(json->data);
   *json = (struct sink){0};
}

void print_diagnostics(const struct nvp4c_result *r, const struct extra *extra, const struct input_text *in,
                       const struct input_text *task, const struct cli *o)
{
   const struct paint paint = choose_paint(o->color);
   const struct all all = {r, extra, in, task, (r ? nvp4c_result_num_diagnostics(r) : 0) + (extra ? extra->num : 0)};
   const char *explained = ""; /* id of the error or warning that notes explain */
   size_t shown = SIZE_MAX;

   if (o->json) {
      struct sink one = {0};
      add_json(o->messages ? o->messages : &one, &all);
      if (!o->messages)
         finish_diagnostics(&one);
      return;
   }
   for (unsigned i = 0; i < all.num; i++) {
      const struct nvp4c_diagnostic *d = diagnostic_at(&all, i);
      const struct input_text *t = text_of(&all, d);
      bool note = d->severity == NVP4C_NOTE && !strcmp(d->id, explained);

      fprintf(stderr, "%s%s:", paint.place, t->name);
      if (d->line)
         fprintf(stderr, "%u:%u:", d->line, d->column);
      fprintf(stderr, "%s %s%s:%s %s", paint.end, paint.severity[d->severity], severity_name(d), paint.end, d->message);
      if (!note && d->section[0])
         fprintf(stderr, " (%s)", d->section);
      if (!note)
         fprintf(stderr, " [%s]", d->id);
      fputc('\n', stderr);
      /* A note at the same position would show the same line again. */
      if (!o->no_caret && d->line && !(note && d->offset == shown))
         print_caret(d, t->text, t->len, &paint);
      shown = d->offset;
      if (!note)
         explained = d->id;
   }
}

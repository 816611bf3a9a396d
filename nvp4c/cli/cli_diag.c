/* SPDX-License-Identifier: MIT */
/* Prints diagnostics as text with the source line, or collects them for the other formats (nvp4c/console). */
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
   const char *term = getenv("TERM"), *no_color = getenv("NO_COLOR"); /* no-color.org: not empty means no colours by default */
   const bool wanted = term && strcmp(term, "dumb") && !(no_color && *no_color);
   const bool on = when == COLOR_ALWAYS || (when == COLOR_AUTO && wanted && isatty(2));

   return on ? (struct paint){"\033[1m", {"\033[1;36m", "\033[1;35m", "\033[1;31m"}, "\033[0m"}
             : (struct paint){"", {"", "", ""}, ""};
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

/* Diagnostic by index: first those of the result, which may be NULL, and then those of the command line. */
struct all {
   const struct nvp4c_result *r;
   const struct extra *extra;
   const struct input_text *in, *task;
   unsigned num;
   struct nvp4c_diagnostic found; /* a note on what the input is; it is the last one if `message` is set */
};

static const struct nvp4c_diagnostic *diagnostic_at(const struct all *a, unsigned i)
{
   const unsigned n = a->r ? nvp4c_result_num_diagnostics(a->r) : 0;

   if (i < n)
      return nvp4c_result_diagnostic(a->r, i);
   /* The note follows the error that it explains. */
   if (a->found.message && i-- == n)
      return &a->found;
   return &a->extra->d[i - n];
}

/* Adds a note to an error about the beginning of the input. */
static void describe(struct all *a)
{
   const unsigned n = a->r ? nvp4c_result_num_diagnostics(a->r) : 0;
   const char *what;

   if (n != 1 || strcmp(nvp4c_result_diagnostic(a->r, 0)->id, "bad-header"))
      return;
   what = describe_input(a->in->text, a->in->len);
   if (!what)
      return;
   a->found = (struct nvp4c_diagnostic){
      .severity = NVP4C_NOTE, .id = "bad-header", .offset = SIZE_MAX, .message = what, .section = ""};
   a->num++;
}

/* The text to which the position of a diagnostic refers. */
static const struct input_text *text_of(const struct all *a, const struct nvp4c_diagnostic *d)
{
   return a->task && (!strcmp(d->id, "sim-task") || !strcmp(d->id, "run-input")) ? a->task : a->in;
}

static const char *severity_name(const struct nvp4c_diagnostic *d) { return nvp4c_enum_name(NVP4C_ENUM_SEVERITY, d->severity); }

/* Prints a diagnostic as text. */
static void print_text(const struct nvp4c_diagnostic *d, const struct input_text *t, bool note, const struct paint *paint)
{
   fprintf(stderr, "%s%s:", paint->place, t->name);
   if (d->line)
      fprintf(stderr, "%u:%u:", d->line, d->column);
   fprintf(stderr, "%s %s%s:%s %s", paint->end, paint->severity[d->severity], severity_name(d), paint->end, d->message);
   if (!note && d->section[0])
      fprintf(stderr, " (%s)", d->section);
   if (!note)
      fprintf(stderr, " [%s]", d->id);
   fputc('\n', stderr);
}

/* Returns the message without the members of options, because users write options. The caller frees it. */
static char *message_of(const struct nvp4c_diagnostic *d)
{
   char *message = xrealloc(NULL, strlen(d->message) + 1);

   strcpy(message, d->message);
   if (!strcmp(d->id, "bad-option"))
      remove_members(message);
   return message;
}

void print_diagnostics(const struct nvp4c_result *r, const struct extra *extra, const struct input_text *in,
                       const struct input_text *task, const struct cli *o)
{
   const struct paint paint = choose_paint(o->color);
   struct all all = {r, extra, in, task, (r ? nvp4c_result_num_diagnostics(r) : 0) + (extra ? extra->num : 0), {0}};
   const char *explained = ""; /* id of the error or warning that notes explain */
   size_t shown = SIZE_MAX;

   describe(&all);
   for (unsigned i = 0; i < all.num; i++) {
      struct nvp4c_diagnostic d = *diagnostic_at(&all, i);
      const struct input_text *t = text_of(&all, &d);
      const bool note = d.severity == NVP4C_NOTE && !strcmp(d.id, explained);
      char *message = message_of(&d);

      d.message = message;
      explained = note ? explained : d.id;
      if (console_format() == MESSAGES_TEXT) {
         print_text(&d, t, note, &paint);
         /* A note at the same position would show the same line again. */
         if (!o->no_caret && d.line && !(note && d.offset == shown))
            print_caret(&d, t->text, t->len, &paint);
      } else {
         console_collect(&d, t, note);
      }
      shown = d.offset;
      free(message);
   }
}

/* SPDX-License-Identifier: MIT */
/*
 * Messages as text, as a JSON array, or as a SARIF log (sarif.c). The array has an object for each error and warning:
 *
 *    {"kind": "error", "id": "unknown-variable", "message": "...", "section": "...", "file": "a.fp",
 *     "offset": 23, "length": 1, "line": 2, "column": 5, "notes": [{"message": "...", and the same members for its position}]}
 *
 * Offsets count bytes of the file from 0; lines and columns (in bytes) count from 1. Diagnostics without a position have none
 * of the four. Errors about a file or the command line are objects, too; the file of the latter is "<command line>".
 */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "nvp4c/console/console.h"

static struct {
   enum message_format format;
   struct sink results;      /* objects of the array, or results of the log */
   struct sink files, usage; /* SARIF: notifications */
   bool open;                /* JSON: the list of notes of the last object is not closed */
   bool notes;               /* JSON: that list has a note */
} messages;

void console_set_format(enum message_format format)
{
   messages.format = format;
}
enum message_format console_format(void)
{
   return messages.format;
}

static void add_position(const struct nvp4c_diagnostic *d, size_t skipped)
{
   if (d->line)
      sink_printf(&messages.results, ", \"offset\": %zu, \"length\": %zu, \"line\": %u, \"column\": %u", d->offset + skipped,
                  d->length, d->line, d->column);
}

static void close_notes(void)
{
   if (messages.open)
      sink_printf(&messages.results, "]}");
   messages.open = false;
}

static void add_json(const struct nvp4c_diagnostic *d, const char *file, size_t skipped, bool note)
{
   static const char *const kinds[] = {"note", "warning", "error"};
   struct sink *s = &messages.results;

   if (note && messages.open) {
      sink_printf(s, "%s{\"message\": ", messages.notes ? ", " : "");
      sink_json(s, d->message);
      add_position(d, skipped);
      sink_printf(s, "}");
      messages.notes = true;
      return;
   }
   close_notes();
   sink_printf(s, "%s{\"kind\": \"%s\", \"id\": \"%s\", \"message\": ", s->len ? ",\n " : "", kinds[d->severity], d->id);
   sink_json(s, d->message);
   sink_printf(s, ", \"section\": ");
   sink_json(s, d->section);
   sink_printf(s, ", \"file\": ");
   sink_json(s, file);
   add_position(d, skipped);
   sink_printf(s, ", \"notes\": [");
   messages.open = true;
   messages.notes = false;
}

void console_collect(const struct nvp4c_diagnostic *d, const struct input_text *in, bool note)
{
   if (messages.format == MESSAGES_SARIF)
      sarif_add(&messages.results, d, in, note);
   else
      add_json(d, in->name, in->skipped, note);
}

void console_finish(int status)
{
   struct sink *s = &messages.results;

   if (messages.format == MESSAGES_SARIF) {
      sarif_print(stderr, s, &messages.files, &messages.usage, status);
   } else if (messages.format == MESSAGES_JSON) {
      close_notes();
      fprintf(stderr, "[%.*s]\n", (int)s->len, s->data ? s->data : "");
   }
   free(s->data);
   free(messages.files.data);
   free(messages.usage.data);
   *s = messages.files = messages.usage = (struct sink){0};
}

static void report(const char *id, const char *file, const char *fmt, va_list ap)
{
   va_list again;
   va_copy(again, ap);
   const int n = vsnprintf(NULL, 0, fmt, again);
   va_end(again);
   char *message = xrealloc(NULL, n > 0 ? (size_t)n + 1 : 1);

   vsnprintf(message, (size_t)n + 1, fmt, ap);
   if (messages.format == MESSAGES_SARIF)
      sarif_notify(file ? &messages.files : &messages.usage, id, file, message);
   else if (messages.format == MESSAGES_JSON)
      add_json(&(struct nvp4c_diagnostic){.severity = NVP4C_ERROR, .id = id, .message = message, .section = ""},
               file ? file : "<command line>", 0, false);
   else
      fprintf(stderr, "nvp4c: error: %s%s%s\n", file ? file : "", file ? ": " : "", message);
   free(message);
}

void console_error(const char *id, const char *file, const char *fmt, ...)
{
   va_list ap;

   va_start(ap, fmt);
   report(id, file, fmt, ap);
   va_end(ap);
}

void console_fail(int status, const char *id, const char *file, const char *fmt, ...)
{
   va_list ap;

   va_start(ap, fmt);
   report(id, file, fmt, ap);
   va_end(ap);
   console_finish(status);
   exit(status);
}

void usage_error(const char *fmt, ...)
{
   va_list ap;

   va_start(ap, fmt);
   report("usage", NULL, fmt, ap);
   va_end(ap);
   console_finish(NVP4C_USAGE);
   exit(NVP4C_USAGE);
}

void file_error(const char *file)
{
   console_fail(NVP4C_IO, "file", file, "%s", strerror(errno));
}

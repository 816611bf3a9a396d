/* SPDX-License-Identifier: MIT */
/*
 * Messages as a SARIF 2.1.0 log (OASIS standard, sections 3.14 to 3.20, 3.27 to 3.30, 3.58): one run with one invocation.
 * Diagnostics of programs are results, and their notes related locations. Errors of files and of the command line are
 * notifications of the invocation, because they do not concern the contents of a program. Columns count code points, as
 * `columnKind` says; a note without a position has the message alone.
 */
#include <stdlib.h>
#include <string.h>

#include "nvp4c/console/console.h"

#define SCHEMA "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

/* Appends a file name as a relative URI: bytes other than those of names are percent-encoded. */
static void add_uri(struct sink *s, const char *name)
{
   static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";

   sink_printf(s, "{\"uri\": \"");
   for (; *name; name++)
      sink_printf(s, strchr(plain, *name) ? "%c" : "%%%02X", (unsigned char)*name);
   sink_printf(s, "\"}");
}

static unsigned code_points(const char *s, size_t len)
{
   unsigned n = 0;

   for (size_t i = 0; i < len; i++)
      n += ((unsigned char)s[i] & 0xc0) != 0x80;
   return n;
}

static void add_location(struct sink *s, const struct nvp4c_diagnostic *d, const struct input_text *in)
{
   sink_printf(s, "\"physicalLocation\": {\"artifactLocation\": ");
   add_uri(s, in->name);
   if (d->line && d->offset <= in->len && d->column - 1 <= d->offset) {
      const char *at = in->text + d->offset;
      size_t length = d->length < in->len - d->offset ? d->length : in->len - d->offset;
      const char *end = length ? memchr(at, '\n', length) : NULL;
      const unsigned column = 1 + code_points(at - (d->column - 1), d->column - 1);

      length = end ? (size_t)(end - at) : length;
      sink_printf(s, ", \"region\": {\"startLine\": %u, \"startColumn\": %u, \"endColumn\": %u}", d->line, column,
                  column + code_points(at, length));
   } else if (d->line) {
      sink_printf(s, ", \"region\": {\"startLine\": %u}", d->line);
   }
   sink_printf(s, "}");
}

static void add_message(struct sink *s, const char *message)
{
   sink_printf(s, "\"message\": {\"text\": ");
   sink_json(s, message);
   sink_printf(s, "}");
}

/* The text ends with the end of a result, which a note moves. */
static const char end_of_result[] = "]}";

void sarif_add(struct sink *s, const struct nvp4c_diagnostic *d, const struct input_text *in, bool note)
{
   static const char *const levels[] = {"note", "warning", "error"};

   if (note && s->len) {
      s->len -= sizeof end_of_result - 1;
      sink_printf(s, s->data[s->len - 1] == '[' ? "{" : ", {");
      add_location(s, d, in);
      sink_printf(s, ", ");
      add_message(s, d->message);
      sink_printf(s, "}%s", end_of_result);
      return;
   }
   sink_printf(s, "%s\n   {\"ruleId\": \"%s\", \"level\": \"%s\", ", s->len ? "," : "", d->id, levels[d->severity]);
   add_message(s, d->message);
   if (d->section[0]) {
      sink_printf(s, ", \"properties\": {\"section\": ");
      sink_json(s, d->section);
      sink_printf(s, "}");
   }
   sink_printf(s, ", \"locations\": [{");
   add_location(s, d, in);
   sink_printf(s, "}], \"relatedLocations\": [%s", end_of_result);
}

void sarif_notify(struct sink *s, const char *id, const char *file, const char *message)
{
   sink_printf(s, "%s{\"level\": \"error\", \"descriptor\": {\"id\": \"%s\"}, ", s->len ? ", " : "", id);
   add_message(s, message);
   if (file) {
      sink_printf(s, ", \"locations\": [{\"physicalLocation\": {\"artifactLocation\": ");
      add_uri(s, file);
      sink_printf(s, "}}]");
   }
   sink_printf(s, "}");
}

/* Appends the rules whose ids occur in the results. */
static void add_rules(struct sink *s, const struct sink *results)
{
   struct nvp4c_diagnostic_info info;
   struct sink text = {0};
   unsigned n = 0;

   sink_add(&text, results->data ? results->data : "", results->len);
   sink_add(&text, "", 1);
   for (unsigned i = 0; nvp4c_get_diagnostic_info(i, &info); i++) {
      struct sink id = {0};
      sink_printf(&id, "\"ruleId\": \"%s\"", info.id);
      sink_add(&id, "", 1);
      if (strstr(text.data, id.data)) {
         sink_printf(s, "%s\n      {\"id\": \"%s\", \"shortDescription\": {\"text\": ", n++ ? "," : "", info.id);
         sink_json(s, info.meaning);
         sink_printf(s, "}}");
      }
      free(id.data);
   }
   free(text.data);
}

void sarif_print(FILE *out, const struct sink *results, const struct sink *files, const struct sink *usage, int status)
{
   struct sink s = {0};

   sink_printf(&s,
               "{\"$schema\": \"" SCHEMA "\",\n"
               " \"version\": \"2.1.0\",\n"
               " \"runs\": [{\n"
               "  \"tool\": {\"driver\": {\"name\": \"nvp4c\", \"version\": \"%s\", \"rules\": [",
               nvp4c_version());
   add_rules(&s, results);
   sink_printf(&s,
               "]}},\n"
               "  \"invocations\": [{\"executionSuccessful\": %s, \"exitCode\": %d, \"toolExecutionNotifications\": [",
               status == NVP4C_OK ? "true" : "false", status);
   sink_add(&s, files->data, files->len);
   sink_printf(&s, "], \"toolConfigurationNotifications\": [");
   sink_add(&s, usage->data, usage->len);
   sink_printf(&s, "]}],\n"
                   "  \"columnKind\": \"unicodeCodePoints\",\n"
                   "  \"results\": [");
   sink_add(&s, results->data, results->len);
   sink_printf(&s, "]}]}\n");
   fwrite(s.data, 1, s.len, out);
   free(s.data);
}

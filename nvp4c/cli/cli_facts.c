/* SPDX-License-Identifier: MIT */
/* Reflection, statistics and links as lines of text, and as the JSON of the library (docs/schema, docs/reflection.md). */
#include <stdlib.h>
#include <string.h>

#include "nvp4c/cli/cli.h"
#include "nvp4c/document/document.h"

/* Makes room for `len` bytes and a NUL at the end of s, and returns it. */
static char *make_room(struct sink *s, size_t len)
{
   s->cap = s->len + len + 1;
   s->data = xrealloc(s->data, s->cap);
   return s->data + s->len;
}

static void print_json(struct sink *s, const struct nvp4c_result *r, enum nvp4c_json what, const char *file)
{
   const size_t len = nvp4c_result_json(r, what, file, NULL, 0);

   if (!len) {
      fprintf(stderr, "nvp4c: error: out of memory\n");
      exit(NVP4C_LIMIT);
   }
   s->len += nvp4c_result_json(r, what, file, make_room(s, len), len + 1);
}

void print_report_json(struct sink *s, const struct nvp4c_result *r, const char *file)
{
   print_json(s, r, NVP4C_JSON_REPORT, file);
}

void print_link_json(struct sink *s, const struct nvp4c_result *link, const char *producer, const char *consumer)
{
   const size_t len = nvp4c_link_json(link, producer, consumer, NULL, 0);

   s->len += nvp4c_link_json(link, producer, consumer, make_room(s, len), len + 1);
}

/* Prints the inputs of the pre-shader with their numbers. */
static void print_preshader(struct sink *s, const struct nvp4c_result *r)
{
   size_t len;
   const void *bytes = nvp4c_result_preshader(r, &len);
   struct nvp4c_preshader *p = bytes ? nvp4c_preshader_create(bytes, len, NULL) : NULL;

   for (unsigned i = 0; p && i < nvp4c_get_preshader_info(p).num_inputs; i++) {
      char name[200];
      nvp4c_reflection_name(nvp4c_preshader_input(p, i), name, sizeof name);
      sink_printf(s, "preshader-input %s %u\n", name, i);
   }
   nvp4c_preshader_free(p);
}

/* Prints a line for each entry of the reflection. */
static void print_reflection(struct sink *s, const struct nvp4c_result *r)
{
   for (unsigned i = 0; i < nvp4c_result_num_reflections(r); i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(r, i);
      char name[200], at[40];
      nvp4c_reflection_name(e, name, sizeof name);
      nvp4c_location_text(&e->location, at, sizeof at);
      sink_printf(s, "%s %s %s", nvp4c_enum_name(NVP4C_ENUM_REFLECT_KIND, e->kind), name, at);
      if (e->binding == NVP4C_BIND_LITERAL || e->kind == NVP4C_SCRATCH)
         sink_printf(s, " 0x%08x", e->value);
      else if (e->kind == NVP4C_INPUT && e->value) /* the format of an attribute, and the byte where it begins */
         sink_printf(s, " %s byte=%u", nvp4c_attrib_format(e->value & 0xff), e->value >> 8);
      sink_printf(s, "\n");
   }
   print_preshader(s, r);
}

/* Prints a line for each statistic. Those of -fsched=both are printed without -stats, too. */
static void print_stats(struct sink *s, const struct nvp4c_result *r, bool all)
{
   for (unsigned i = 0; i < nvp4c_result_num_stats(r); i++) {
      const struct nvp4c_stat st = nvp4c_result_stat(r, i);
      if (all || !strncmp(st.name, "groups_", 7))
         sink_printf(s, "%s: %llu\n", st.name, (unsigned long long)st.value);
   }
}

/* Appends a document as CSV without the first line. */
static void print_csv(struct sink *s, const struct nvp4c_result *r, enum nvp4c_json what, enum csv_table table,
                      const char *file)
{
   struct sink json = {0};

   print_json(&json, r, what, file);
   if (json.len)
      csv_write(s, table, json.data, json.len);
   free(json.data);
}

void print_report_csv(struct sink *s, const struct nvp4c_result *r, const char *file)
{
   print_csv(s, r, NVP4C_JSON_REPORT, CSV_ROWS, file);
}

void print_csv_header(struct sink *s, const struct cli *o)
{
   if (o->stats == FACTS_CSV)
      csv_header(s, CSV_STATS);
   else if (o->reflect == FACTS_CSV)
      csv_header(s, CSV_BINDINGS);
   else if (o->report == REPORT_CSV)
      csv_header(s, CSV_ROWS);
}

void print_stats_and_reflection(struct sink *s, const struct nvp4c_result *r, const struct cli *o, const char *file)
{
   if (o->stats == FACTS_JSON && o->reflect == FACTS_JSON) {
      print_json(s, r, NVP4C_JSON_FACTS, file);
      return;
   }
   if (o->stats == FACTS_JSON)
      print_json(s, r, NVP4C_JSON_STATS, file);
   else if (o->stats == FACTS_CSV)
      print_csv(s, r, NVP4C_JSON_STATS, CSV_STATS, file);
   else
      print_stats(s, r, o->stats);
   if (o->reflect == FACTS_JSON)
      print_json(s, r, NVP4C_JSON_REFLECTION, file);
   else if (o->reflect == FACTS_CSV)
      print_csv(s, r, NVP4C_JSON_REFLECTION, CSV_BINDINGS, file);
   else if (o->reflect)
      print_reflection(s, r);
}

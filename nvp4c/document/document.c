/* SPDX-License-Identifier: MIT */
/*
 * Reads JSON documents of -stats, -reflect and -report with jansson, and writes them as CSV. Without jansson (HAVE_JANSSON is
 * not defined), using them is an error.
 */
#include <stdlib.h>
#include <string.h>

#include "nvp4c/document/document.h"

#ifdef HAVE_JANSSON
#include <jansson.h>

/* Parses the next document of a text of several, and moves *at past it. Returns NULL after the last one. Ends the program if
   the text is not JSON. */
static json_t *next_document(const char *name, const char *text, size_t len, size_t *at)
{
   json_error_t error;

   while (*at < len && text[*at] && strchr(" \t\r\n", text[*at]))
      ++*at;
   if (*at == len)
      return NULL;
   json_t *root = json_loadb(text + *at, len - *at, JSON_DISABLE_EOF_CHECK | JSON_ALLOW_NUL, &error);
   if (!root) {
      int line = error.line;
      for (size_t k = 0; k < *at; k++)
         line += text[k] == '\n';
      usage_error("%s:%d: %s", name, line, error.text);
   }
   *at += (size_t)error.position;
   return root;
}

static const char *text_of(const json_t *object, const char *member)
{
   const char *s = json_string_value(json_object_get(object, member));

   return s ? s : "";
}

static void read_lines(const json_t *root, struct json_reader *r)
{
   size_t k;
   json_t *line;

   json_array_foreach(json_object_get(root, "lines"), k, line)
      r->line(r->user, (unsigned)json_integer_value(json_object_get(line, "line")),
              (unsigned long long)json_integer_value(json_object_get(line, "cost")));
}

void json_read(const char *name, const char *text, size_t len, struct json_reader *r)
{
   size_t at = 0;
   json_t *root;

   while ((root = next_document(name, text, len, &at))) {
      json_t *stats = json_object_get(root, "stats"), *value;
      const char *member;

      if (!json_is_object(stats))
         usage_error("%s: a document is neither of -stats=json nor of -report=json", name);
      r->begin(r->user, text_of(root, "file"), text_of(root, "cpu"));
      json_object_foreach(stats, member, value)
         if (json_is_integer(value) && json_integer_value(value) >= 0)
            r->number(r->user, member, (unsigned long long)json_integer_value(value));
      read_lines(root, r);
      json_decref(root);
   }
}

bool json_is_document(const char *name, const char *text, size_t len, const char *schema)
{
   size_t at = 0;
   json_t *root = next_document(name, text, len, &at);
   const bool is = root && !strcmp(text_of(root, "schema"), schema);
   json_t *more = next_document(name, text, len, &at);

   if (more)
      usage_error("%s: several documents", name);
   json_decref(root);
   return is;
}

/* ---- CSV (RFC 4180) */

static void put_field(struct sink *s, const char *text, bool first)
{
   if (!first)
      sink_add(s, ",", 1);
   if (!strpbrk(text, ",\"\r\n")) {
      sink_add(s, text, strlen(text));
      return;
   }
   sink_add(s, "\"", 1);
   for (; *text; text++)
      sink_add(s, *text == '"' ? "\"\"" : text, *text == '"' ? 2 : 1);
   sink_add(s, "\"", 1);
}

/* Puts the members that identify a program, which start each row. */
static void begin_row(struct sink *s, const json_t *root)
{
   static const char *const members[] = {"file", "target", "cpu", "stage"};

   for (size_t k = 0; k < sizeof members / sizeof members[0]; k++)
      put_field(s, text_of(root, members[k]), !k);
}

static void put_value(struct sink *s, const json_t *value)
{
   char number[40];

   if (json_is_string(value)) {
      put_field(s, json_string_value(value), false);
   } else if (json_is_real(value)) {
      snprintf(number, sizeof number, "%.3f", json_real_value(value));
      put_field(s, number, false);
   } else if (json_is_integer(value)) {
      snprintf(number, sizeof number, "%lld", (long long)json_integer_value(value));
      put_field(s, number, false);
   } else {
      put_field(s, "", false);
   }
}

static void put_stats(struct sink *s, const json_t *root)
{
   const char *name;
   json_t *value;

   json_object_foreach(json_object_get(root, "stats"), name, value) {
      begin_row(s, root);
      put_field(s, name, false);
      put_value(s, value);
      sink_add(s, "\r\n", 2);
   }
}

static void put_bindings(struct sink *s, const json_t *root)
{
   size_t k;
   json_t *binding;

   json_array_foreach(json_object_get(root, "bindings"), k, binding) {
      begin_row(s, root);
      put_value(s, json_object_get(binding, "kind"));
      put_value(s, json_object_get(binding, "name"));
      put_value(s, json_object_get(json_object_get(binding, "location"), "text"));
      sink_add(s, "\r\n", 2);
   }
}

static const char *const row_members[] = {"at", "bytes", "block", "start", "cost", "latency", "live", "executed", "text"};

static void put_rows(struct sink *s, const json_t *root)
{
   size_t k;
   json_t *row;

   json_array_foreach(json_object_get(root, "rows"), k, row) {
      begin_row(s, root);
      put_value(s, json_array_get(json_object_get(row, "lines"), 0));
      for (size_t m = 0; m < sizeof row_members / sizeof row_members[0]; m++)
         put_value(s, json_object_get(row, row_members[m]));
      sink_add(s, "\r\n", 2);
   }
}

void csv_header(struct sink *s, enum csv_table table)
{
   sink_printf(s, "file,target,cpu,stage,%s",
               table == CSV_STATS      ? "name,value"
               : table == CSV_BINDINGS ? "kind,name,location"
                                       : "line");
   for (size_t m = 0; table == CSV_ROWS && m < sizeof row_members / sizeof row_members[0]; m++)
      sink_printf(s, ",%s", row_members[m]);
   sink_add(s, "\r\n", 2);
}

void csv_write(struct sink *s, enum csv_table table, const char *json, size_t len)
{
   static void (*const put[])(struct sink *s, const json_t *root) = {put_stats, put_bindings, put_rows};
   size_t at = 0;
   json_t *root = next_document("JSON", json, len, &at);

   put[table](s, root);
   json_decref(root);
}

#else

_Noreturn static void refuse(void)
{
   usage_error("this nvp4c was built without jansson, so it reads no JSON and writes no CSV");
}

void json_read(const char *name, const char *text, size_t len, struct json_reader *r)
{
   (void)name, (void)text, (void)len, (void)r;
   refuse();
}

bool json_is_document(const char *name, const char *text, size_t len, const char *schema)
{
   (void)name, (void)text, (void)len, (void)schema;
   refuse();
}

void csv_header(struct sink *s, enum csv_table table)
{
   (void)s, (void)table;
   refuse();
}

void csv_write(struct sink *s, enum csv_table table, const char *json, size_t len)
{
   (void)s, (void)table, (void)json, (void)len;
   refuse();
}
#endif

void json_to_line(struct sink *s)
{
   size_t n = 0;

   for (size_t k = 0; k < s->len; k++) {
      if (s->data[k] != '\n') {
         s->data[n++] = s->data[k];
         continue;
      }
      while (k + 1 < s->len && s->data[k + 1] == ' ')
         k++;
   }
   if (s->len)
      s->data[n++] = '\n';
   s->len = n;
}

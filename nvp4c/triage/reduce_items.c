/* SPDX-License-Identifier: MIT */
/* --reduce: the items of a program, and trials of other items. See reduce.h. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "nvp4c/triage/reduce.h"

#define MAX_TRIES 100000

/* ---- memory */

static void *keep_bytes(struct reducer *r, size_t size)
{
   struct memory *m = triage_alloc(sizeof *m + size);

   m->next = r->memory;
   r->memory = m;
   return m + 1;
}

char *reduce_keep(struct reducer *r, const char *text, size_t len)
{
   char *s = keep_bytes(r, len + 1);

   memcpy(s, text, len);
   s[len] = 0;
   return s;
}

/* ---- items */

void reduce_add_item(struct reducer *r, const char *text, size_t len)
{
   while (len && isspace((unsigned char)text[len - 1]))
      len--;
   if (!len)
      return;
   char **more = keep_bytes(r, (r->num + 1) * sizeof *more);
   if (r->num)
      memcpy(more, r->item, r->num * sizeof *more);
   more[r->num++] = reduce_keep(r, text, len);
   r->item = more;
}

void reduce_split_lines(struct reducer *r, const char *text)
{
   while (*text) {
      const size_t n = strcspn(text, "\n");
      const size_t blank = strspn(text, " \t");
      if (blank < n)
         reduce_add_item(r, text + blank, n - blank);
      text += n + (text[n] != 0);
   }
}

/* Splits a source into statements without comments and semicolons, with single blanks as white space. A label keeps its
   colon. */
static void split_statements(struct reducer *r, const char *text)
{
   struct triage_text one = {0};

   for (; *text; text++) {
      if (*text == '#') {
         text += strcspn(text, "\n");
         if (!*text)
            break;
      }
      if (isspace((unsigned char)*text)) {
         if (one.len && one.data[one.len - 1] != ' ')
            triage_add(&one, " ", 1);
      } else if (*text == ';' || *text == ':') {
         if (*text == ':')
            triage_add(&one, ":", 1);
         if (one.len)
            reduce_add_item(r, one.data, one.len);
         one.len = 0;
      } else {
         triage_add(&one, text, 1);
         if (one.len == 3 && !memcmp(one.data, "END", 3) && !isalnum((unsigned char)text[1]) && text[1] != '_')
            break;
      }
   }
   free(one.data);
}

void reduce_print(const struct reducer *r, char *const *item, unsigned num, struct triage_text *out)
{
   triage_printf(out, "%s\n", r->head);
   if (r->is_tgsi)
      reduce_print_tgsi(item, num, out);
   for (unsigned i = 0; i < num && !r->is_tgsi; i++) {
      const size_t n = strlen(item[i]);
      triage_printf(out, "%s%s\n", item[i], r->is_ir || item[i][n - 1] == ':' ? "" : ";");
   }
   if (*r->tail)
      triage_printf(out, "%s\n", r->tail);
}

/* ---- trying */

struct measure {
   unsigned items, names;
   size_t characters;
};

static struct measure measure(char *const *item, unsigned num)
{
   struct measure m = {.items = num};

   for (unsigned i = 0; i < num; i++) {
      const char *s = item[i];
      m.characters += strlen(s);
      for (; *s; s++)
         m.names += (isalpha((unsigned char)*s) || *s == '_' || *s == '%') &&
                    (s == item[i] || !(isalnum((unsigned char)s[-1]) || strchr("_.$%", s[-1])));
   }
   return m;
}

static bool is_smaller(struct measure a, struct measure b)
{
   if (a.items != b.items)
      return a.items < b.items;
   return a.names != b.names ? a.names < b.names : a.characters < b.characters;
}

bool reduce_try(struct reducer *r, char *const *item, unsigned num)
{
   struct triage_text text = {0};

   if (!is_smaller(measure(item, num), measure(r->item, r->num)) || r->probe.tries >= MAX_TRIES)
      return false;
   reduce_print(r, item, num, &text);
   snprintf(r->probe.what, sizeof r->probe.what, "%u %s", r->num, r->is_ir ? "lines" : "statements");
   const bool fails = triage_probe_fails(&r->probe, text.data, text.len, &r->options);
   free(text.data);
   if (!fails)
      return false;
   char **taken = keep_bytes(r, num * sizeof *taken);
   memcpy(taken, item, num * sizeof *taken);
   r->item = taken;
   r->num = num;
   return true;
}

bool reduce_try_without(struct reducer *r, unsigned from, unsigned count, unsigned at, char *by)
{
   char **item = triage_alloc((r->num + 1) * sizeof *item);
   unsigned n = 0;

   for (unsigned i = 0; i < r->num; i++)
      if (i < from || i - from >= count)
         item[n++] = by && i == at ? by : r->item[i];
   const bool taken = reduce_try(r, item, n);
   free(item);
   return taken;
}

bool reduce_try_simplified(struct reducer *r, char *const *item, unsigned num)
{
   struct reducer simple = {.is_ir = true, .head = r->head};
   struct nvp4c_options o = r->options;
   struct triage_text before = {0}, after = {0};

   reduce_print(r, item, num, &before);
   o.passes.list = "simplify-cfg,dce";
   o.passes.disable = o.passes.start_after = o.passes.stop_after = NULL;
   o.passes.bisect_limit = -1;
   o.inspect.dump_ir = 1;
   o.inspect.print = triage_add;
   o.inspect.user = &after;
   o.verify.waves = 0;
   o.verify.each = 0;
   struct nvp4c_result *result = nvp4c_compile(before.data, before.len, &o);
   bool taken = false;
   if (result && nvp4c_result_status(result) == NVP4C_OK && after.data) {
      reduce_split_lines(&simple, after.data + strcspn(after.data, "\n"));
      taken = reduce_try(r, simple.item, simple.num);
      /* r owns the allocations from here on. */
      for (struct memory *m = simple.memory, *next; m; m = next) {
         next = m->next;
         m->next = r->memory;
         r->memory = m;
      }
   }
   nvp4c_result_free(result);
   free(before.data);
   free(after.data);
   return taken;
}

/* ---- the whole program */

bool reduce_begin(struct reducer *r, const struct triage_job *job)
{
   triage_probe_begin(&r->probe, job, false);
   r->options = *job->options;
   char *text = reduce_keep(r, job->text, job->len);

   r->is_ir = !strncmp(text, "nvp4c-ir", 8);
   const size_t head = r->is_ir ? strcspn(text, "\n") : strcspn(text, " \t\r\n");
   if (!r->is_ir && strncmp(text, "!!", 2))
      return false;
   r->tail = r->is_ir ? "" : "END";
   r->head = reduce_keep(r, text, head);
   if (r->is_ir)
      reduce_split_lines(r, text + head);
   else
      split_statements(r, text + head);
   return true;
}

void reduce_end(struct reducer *r)
{
   triage_probe_end(&r->probe);
   for (struct memory *m = r->memory, *next; m; m = next) {
      next = m->next;
      free(m);
   }
}

/* SPDX-License-Identifier: MIT */
/* --reduce: items of TGSI, and edits that only it has. See reduce.h. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "nvp4c/triage/reduce.h"

/* ---- items */

/* Prints the program as the compiler writes it, with one statement per line. The input may be text or a token stream. */
static void print_canonical(const struct triage_job *job, struct triage_text *out)
{
   struct nvp4c_options o = *job->options;

   o.inspect.dump_source = NVP4C_LANG_TGSI;
   o.inspect.print = triage_add;
   o.inspect.user = out;
   o.diagnostics.werror = 0;
   nvp4c_result_free(nvp4c_compile(job->text, job->len, &o));
}

/* The instruction of a line after its number, or NULL for a declaration. */
static const char *instruction_of(const char *line)
{
   const char *s = line + strspn(line, " ");
   const size_t digits = strspn(s, "0123456789");

   return digits && s[digits] == ':' ? s + digits + 2 : NULL;
}

bool reduce_begin_tgsi(struct reducer *r, const struct triage_job *job)
{
   struct triage_text text = {0};
   struct reducer lines = {0};
   unsigned first = 0;

   print_canonical(job, &text);
   if (!text.data)
      return false;
   r->is_tgsi = true;
   r->options.language = NVP4C_LANG_TGSI;
   const size_t head = strcspn(text.data, "\n");
   r->head = reduce_keep(r, text.data, head);
   reduce_split_lines(&lines, text.data + head);
   while (first < lines.num && !instruction_of(lines.item[first]))
      first++;
   /* END stays in the tail; before subroutines it is an item (see reduce_tgsi). */
   const char *last = lines.num > first ? instruction_of(lines.item[lines.num - 1]) : NULL;
   const bool has_tail = last && !strcmp(last, "END");
   r->tail = has_tail ? "END" : "";
   bool *called = triage_alloc((lines.num + 1) * sizeof *called);
   memset(called, 0, (lines.num + 1) * sizeof *called);
   for (unsigned i = first; i < lines.num; i++) {
      const char *label = reduce_called_label(instruction_of(lines.item[i]));
      const unsigned long to = label ? strtoul(label, NULL, 10) : lines.num;
      if (to < lines.num - first)
         called[to] = true;
   }
   for (unsigned i = 0; i < lines.num - has_tail; i++) {
      char mark[24];
      const char *s = i < first ? lines.item[i] : instruction_of(lines.item[i]);
      if (i >= first && called[i - first])
         reduce_add_item(r, mark, (size_t)snprintf(mark, sizeof mark, "%u:", i - first));
      const char *label = i < first || reduce_called_label(s) ? NULL : reduce_label_of(s);
      reduce_add_item(r, s, label ? (size_t)(label - s - 1) : strlen(s));
   }
   free(called);
   free(text.data);
   reduce_end(&lines);
   return true;
}

/* ---- edits */

static bool replace(struct reducer *r, unsigned i, const char *text)
{
   return reduce_try_without(r, r->num, 0, i, reduce_keep(r, text, strlen(text)));
}

/* Returns the item with `len` characters at `at` replaced. */
static bool replace_part(struct reducer *r, unsigned i, const char *at, size_t len, const char *by)
{
   struct triage_text t = {0};

   triage_printf(&t, "%.*s%s%s", (int)(at - r->item[i]), r->item[i], by, at + len);
   const bool taken = replace(r, i, t.data);
   free(t.data);
   return taken;
}

/* Removes the predicate of an instruction. */
static bool drop_predicate(struct reducer *r, unsigned i)
{
   const char *op = reduce_unpredicated(r->item[i]);

   return op > r->item[i] && replace_part(r, i, r->item[i], (size_t)(op - r->item[i]), "");
}

/* Reduces a declaration of several registers to one that is used. */
static bool declare_one(struct reducer *r, unsigned i)
{
   const char *item = r->item[i], *dots = strstr(item, "..");
   unsigned first, last;

   if (!reduce_is_at(item, "DCL") || !dots)
      return false;
   const char *range = dots;
   while (isdigit((unsigned char)range[-1]))
      range--;
   if (sscanf(range, "%u..%u", &first, &last) != 2)
      return false;
   const size_t len = strcspn(range, "]");
   for (unsigned k = first, tries = 0; k <= last && tries < 64; k++) {
      char number[16], name[32];
      bool named = false;
      snprintf(number, sizeof number, "%u", k);
      snprintf(name, sizeof name, "[%u]", k);
      for (unsigned other = i + 1; other < r->num && !named; other++)
         named = strstr(r->item[other], name);
      tries += named;
      if (named && replace_part(r, i, range, len, number))
         return true;
   }
   return false;
}

/* Replaces numbers of an immediate by 0. */
static bool clear_number(struct reducer *r, unsigned i)
{
   const char *s = reduce_is_at(r->item[i], "IMM") ? strchr(r->item[i], '{') : NULL;

   while (s && *s && *s != '}') {
      const size_t n = strcspn(++s, ",}");
      const size_t blank = strspn(s, " ");
      if (n > blank + 1 && replace_part(r, i, s + blank, n - blank, "0"))
         return true;
      s += n;
   }
   return false;
}

/* Removes an immediate, and renumbers those after it. */
static bool drop_immediate(struct reducer *r, unsigned i)
{
   unsigned number, n = 0;

   if (sscanf(r->item[i], "IMM[%u]", &number) != 1)
      return false;
   char **item = triage_alloc((r->num + 1) * sizeof *item);
   for (unsigned k = 0; k < r->num; k++) {
      struct triage_text t = {0};
      const char *s = r->item[k];
      for (const char *at; (at = strstr(s, "IMM[")) && k != i; s = at + 4) {
         char *end;
         const unsigned long old = strtoul(at + 4, &end, 10);
         triage_printf(&t, "%.*s", (int)(at + 4 - s), s);
         if (end > at + 4 && old > number) {
            triage_printf(&t, "%lu", old - 1);
            at = end - 4;
         }
      }
      triage_add(&t, s, strlen(s));
      if (k != i)
         item[n++] = reduce_keep(r, t.data, t.len);
      free(t.data);
   }
   const bool taken = reduce_try(r, item, n);
   free(item);
   return taken;
}

/* Removes a SWITCH, but keeps the statements of its cases. */
static bool drop_switch(struct reducer *r, unsigned i)
{
   unsigned depth = 0, n = 0;

   if (!reduce_is_at(r->item[i], "SWITCH"))
      return false;
   char **item = triage_alloc((r->num + 1) * sizeof *item);
   for (unsigned k = 0; k < r->num; k++) {
      const char *s = r->item[k];
      const bool within = k >= i && (depth || k == i);
      depth += within &&
               (reduce_is_at(s, "SWITCH") || reduce_is_at(s, "BGNLOOP") || reduce_is_at(s, "BGNFOR") || reduce_is_at(s, "REP"));
      if (!within || depth != 1 ||
          !(k == i || reduce_is_at(s, "CASE") || reduce_is_at(s, "DEFAULT") || reduce_is_at(s, "BRK") ||
            reduce_is_at(s, "ENDSWITCH")))
         item[n++] = r->item[k];
      depth -= within && (reduce_is_at(s, "ENDSWITCH") || reduce_is_at(s, "ENDLOOP") || reduce_is_at(s, "ENDFOR") ||
                          reduce_is_at(s, "ENDREP"));
   }
   const bool taken = reduce_try(r, item, n);
   free(item);
   return taken;
}

/* Replaces a call by the subroutine. */
static bool inline_call(struct reducer *r, unsigned call)
{
   const char *label = reduce_is_at(reduce_unpredicated(r->item[call]), "BRA") ? NULL : reduce_called_label(r->item[call]);
   unsigned mark = 0, end, n = 0;

   if (!label)
      return false;
   while (mark < r->num && !(reduce_is_mark(r->item[mark]) && strtoul(r->item[mark], NULL, 10) == strtoul(label, NULL, 10)))
      mark++;
   for (end = mark; end < r->num && strcmp(r->item[end], "ENDSUB"); end++)
      ;
   if (end == r->num || (call > mark && call < end))
      return false;
   const unsigned first = mark && !strcmp(r->item[mark - 1], "BGNSUB") ? mark - 1 : mark;
   char **item = triage_alloc((r->num + end) * sizeof *item);
   for (unsigned k = 0; k < r->num; k++) {
      if (k != call && (k < first || k > end))
         item[n++] = r->item[k];
      for (unsigned b = mark + 1; k == call && b < end; b++)
         if (strcmp(r->item[b], "BGNSUB") && (b + 1 < end || strcmp(r->item[b], "RET")))
            item[n++] = r->item[b];
   }
   const bool taken = reduce_try(r, item, n);
   free(item);
   return taken;
}

bool reduce_tgsi(struct reducer *r)
{
   static bool (*const edits[])(struct reducer *, unsigned) = {inline_call,    drop_switch, drop_immediate,
                                                               drop_predicate, declare_one, clear_number};

   /* After the last subroutine, END is the last line. */
   if (r->is_tgsi && !*r->tail && r->num && !strcmp(r->item[r->num - 1], "END")) {
      r->num--;
      r->tail = "END";
      return true;
   }
   for (unsigned i = r->is_tgsi ? r->num : 0; i-- > 0;)
      for (size_t k = 0; k < sizeof edits / sizeof edits[0]; k++)
         if (i < r->num && edits[k](r, i))
            return true;
   return false;
}

/* SPDX-License-Identifier: MIT */
/*
 * --diff A B: compares the statistics in two files. A line of a file is `name: value`, `program name: value` as --batch prints
 * it, or `"name": value,` as in JSON; other lines are ignored. The output has a line for each number that differs. A regression
 * is a number that got worse, or a program that is missing in B; then the exit status is 6. Numbers that only B has are
 * counted. With -report=html, the files are reports instead (cli_html.c).
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "nvp4c/cli/cli.h"

/* Statistics that measure the quality of code. Differences of other statistics are not regressions. */
static const struct {
   const char *name;
   int better; /* -1 if smaller is better, 1 if larger is better */
} quality[] = {
   {"groups", -1},         {"issue_slots", -1},  {"bytes", -1},         {"temps", -1},       {"spill_bytes", -1},
   {"spill_loads", -1},    {"spill_stores", -1}, {"const_uploads", -1}, {"groups_fast", -1}, {"groups_exact", -1},
   {"blocks_optimal", 1},  {"instructions", -1}, {"est_cycles", -1},    {"halves", -1},      {"uniforms", -1},
   {"preamble_bytes", -1}, {"preshader_ops", -1},  {"preshader_uploads", -1},
};

struct number {
   char *program, *name; /* `program` is "" in a file of one program */
   unsigned long long value;
   unsigned line; /* line number in the file */
   bool matched;
};
struct file {
   char *text;
   struct number *number;
   size_t num, cap;
};

/* Removes the quotes and the comma of a JSON member. */
static char *remove_quotes(char *line)
{
   char *name = line + strspn(line, " "), *quote = *name == '"' ? strchr(name + 1, '"') : NULL;
   const size_t n = strlen(line);

   if (!quote || quote[1] != ':')
      return line;
   if (line[n - 1] == ',')
      line[n - 1] = 0;
   memmove(name, name + 1, (size_t)(quote - name) - 1);
   memmove(quote - 1, quote + 1, strlen(quote + 1) + 1);
   return name;
}

/* Adds a line, which ends with a NUL, if it is a statistic. */
static void add_line(struct file *f, char *line)
{
   line = remove_quotes(line);
   char *colon = strrchr(line, ':'), *end;

   if (!colon || colon == line || colon[1] != ' ' || colon[2] < '0' || colon[2] > '9')
      return;
   errno = 0;
   const unsigned long long value = strtoull(colon + 2, &end, 10);
   if ((*end && *end != '\r') || errno)
      return;
   *colon = 0;
   char *name = strrchr(line, ' ');
   if (name)
      *name++ = 0;
   if (f->num == f->cap) {
      f->cap = f->cap ? 2 * f->cap : 64;
      f->number = xrealloc(f->number, f->cap * sizeof *f->number);
   }
   f->number[f->num] =
       (struct number){.program = name ? line : "", .name = name ? name : line, .value = value, .line = (unsigned)f->num};
   f->num++;
}

static int by_name(const void *a, const void *b)
{
   const struct number *x = a, *y = b;
   const int c = strcmp(x->program, y->program);

   return c ? c : strcmp(x->name, y->name);
}
static int by_line(const void *a, const void *b)
{
   const struct number *x = a, *y = b;

   return x->line < y->line ? -1 : x->line > y->line;
}

static struct file read_stats(const char *name)
{
   struct file f = {0};
   size_t len;

   f.text = read_all(name, &len);
   f.text = xrealloc(f.text, len + 1);
   f.text[len] = 0;
   for (char *line = f.text, *next; line; line = next) {
      next = strchr(line, '\n');
      if (next)
         *next++ = 0;
      add_line(&f, line);
   }
   if (!f.num)
      usage_error("'%s' has no statistics", name);
   return f;
}

static int quality_of(const char *name)
{
   for (size_t k = 0; k < sizeof quality / sizeof quality[0]; k++)
      if (!strcmp(quality[k].name, name))
         return quality[k].better;
   return 0;
}

struct totals {
   unsigned regressed, improved, changed, added;
};

/* Prints a number that differs. b is NULL if B does not have it. */
static void print_number(struct sink *s, const struct number *a, const struct number *b, int width, struct totals *t)
{
   const int good = quality_of(a->name);
   const bool grown = b && b->value > a->value;
   const char *verdict = "";

   if (b && a->value == b->value)
      return;
   if (good && (!b || (good < 0) == grown)) {
      verdict = b ? "regressed" : "missing";
      t->regressed++;
   } else if (good) {
      verdict = "improved";
      t->improved++;
   } else {
      t->changed++;
   }
   sink_printf(s, "%-*s %-16s %10llu", width, a->program, a->name, a->value);
   if (b)
      sink_printf(s, " %10llu %+10lld  %s", b->value, (long long)(b->value - a->value), verdict);
   else
      sink_printf(s, " %10s %10s  %s", "-", "", verdict);
   while (s->len && s->data[s->len - 1] == ' ')
      s->len--;
   sink_add(s, "\n", 1);
}

int diff_files(const struct cli *o, const struct lists *l)
{
   struct names inputs = {0}, outputs = {0};
   struct totals t = {0};
   struct sink s = {0};
   int width = 7;

   if (o->num_inputs != 2)
      usage_error("--diff takes two files of statistics");
   if (o->report && (o->report != REPORT_HTML || o->report_passes))
      usage_error("--diff compares statistics, or reports with -report=html");
   add_name(&inputs, o->inputs[0]);
   add_name(&inputs, o->inputs[1]);
   for (unsigned i = 0; i < l->num_files; i++)
      add_name(&inputs, l->files[i]);
   add_name(&outputs, o->output);
   check_outputs(&inputs, &outputs);
   if (o->report) {
      free(inputs.name), free(outputs.name);
      return diff_reports(o);
   }
   struct file a = read_stats(o->inputs[0]), b = read_stats(o->inputs[1]);
   for (size_t i = 0; i < a.num; i++)
      width = (int)strlen(a.number[i].program) > width ? (int)strlen(a.number[i].program) : width;
   qsort(b.number, b.num, sizeof *b.number, by_name);
   qsort(a.number, a.num, sizeof *a.number, by_line);
   sink_printf(&s, "%-*s %-16s %10s %10s %10s\n", width, "program", "number", "A", "B", "change");
   for (size_t i = 0; i < a.num; i++) {
      struct number *same = bsearch(&a.number[i], b.number, b.num, sizeof *b.number, by_name);
      if (same)
         same->matched = true;
      print_number(&s, &a.number[i], same, width, &t);
   }
   for (size_t i = 0; i < b.num; i++)
      t.added += !b.number[i].matched;
   sink_printf(&s, "%zu numbers: %u regressed, %u improved, %u differ otherwise", a.num, t.regressed, t.improved, t.changed);
   if (t.added)
      sink_printf(&s, "; %u are in B only", t.added);
   sink_printf(&s, "\n");
   write_output(o->output, s.data, s.len);
   free(s.data);
   free(a.text), free(a.number);
   free(b.text), free(b.number);
   free(inputs.name), free(outputs.name);
   return t.regressed ? NVP4C_MISMATCH : NVP4C_OK;
}

/* SPDX-License-Identifier: MIT */
/*
 * --diff A B: compares the statistics in two files. A file has lines `name: value` or `program name: value`, as -stats and
 * --batch print them, or JSON documents of -stats=json or -report=json; other lines are ignored. The output has a line for each
 * number that differs, the worst regression first, and for reports the source lines whose cost rose. A regression is a number
 * that got worse by more than -max-regression percent, or a program that is missing in B; then the exit status is 6. Numbers
 * that only B has are counted.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "nvp4c/cli/cli.h"
#include "nvp4c/document/document.h"

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

enum verdict { EQUAL, REGRESSED, MISSING, IMPROVED, DIFFERS };

struct number {
   char *program, *name; /* `program` is "" in a file of one program */
   unsigned line;        /* source line of a cost, or 0 */
   unsigned long long value, other;
   size_t place; /* in the file */
   enum verdict verdict;
   double worse; /* by how much, as a fraction of the value */
   bool matched;
};
struct file {
   char *text;
   struct number *number;
   size_t num, cap;
   char **names; /* copies of names in JSON */
   size_t num_names;
   unsigned documents; /* JSON documents */
};

static void add_number(struct file *f, char *program, char *name, unsigned line, unsigned long long value)
{
   if (f->num == f->cap) {
      f->cap = f->cap ? 2 * f->cap : 64;
      f->number = xrealloc(f->number, f->cap * sizeof *f->number);
   }
   f->number[f->num] = (struct number){.program = program, .name = name, .line = line, .value = value, .place = f->num};
   f->num++;
}

/* ---- text */

/* Adds a line, which ends with a NUL, if it is a statistic. */
static void add_line(struct file *f, char *line)
{
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
   add_number(f, name ? line : (char *)"", name ? name : line, 0, value);
}

/* ---- JSON */

static char *keep(struct file *f, const char *s, size_t len)
{
   char *copy = xrealloc(NULL, len + 1);

   memcpy(copy, s, len);
   copy[len] = 0;
   f->names = xrealloc(f->names, (f->num_names + 1) * sizeof *f->names);
   return f->names[f->num_names++] = copy;
}

/* The document that is being read. */
struct document {
   struct file *f;
   char *program;
};

static void begin(void *user, const char *file, const char *cpu)
{
   struct document *d = user;
   struct sink name = {0};

   sink_printf(&name, *cpu ? "%s %s" : "%s", file, cpu);
   d->program = keep(d->f, name.data ? name.data : "", name.len);
   free(name.data);
   d->f->documents++;
}

static void add_stat(void *user, const char *name, unsigned long long value)
{
   struct document *d = user;

   add_number(d->f, d->program, keep(d->f, name, strlen(name)), 0, value);
}

static void add_cost(void *user, unsigned line, unsigned long long cost)
{
   struct document *d = user;

   if (line)
      add_number(d->f, d->program, (char *)"cost", line, cost);
}

static struct file read_stats(const char *name)
{
   struct file f = {0};
   size_t len;

   f.text = read_all(name, &len);
   skip_byte_order_mark(f.text, &len);
   f.text = xrealloc(f.text, len + 1);
   f.text[len] = 0;
   if (f.text[strspn(f.text, " \t\r\n")] == '{') {
      struct document d = {&f, NULL};
      struct json_reader r = {begin, add_stat, add_cost, &d};
      json_read(name, f.text, len, &r);
   } else {
      for (char *line = f.text, *next; line; line = next) {
         next = strchr(line, '\n');
         if (next)
            *next++ = 0;
         add_line(&f, line);
      }
   }
   if (!f.num)
      usage_error("'%s' has no statistics", name);
   return f;
}

static void free_file(struct file *f)
{
   for (size_t k = 0; k < f->num_names; k++)
      free(f->names[k]);
   free(f->names);
   free(f->number);
   free(f->text);
}

/* ---- comparison */

static int by_name(const void *a, const void *b)
{
   const struct number *x = a, *y = b;
   int c = strcmp(x->program, y->program);

   c = c ? c : strcmp(x->name, y->name);
   return c ? c : x->line < y->line ? -1 : x->line > y->line;
}

/* Worst first, then in the order of A. */
static int by_harm(const void *a, const void *b)
{
   const struct number *x = a, *y = b;

   if (x->worse != y->worse)
      return x->worse > y->worse ? -1 : 1;
   return x->place < y->place ? -1 : x->place > y->place;
}

static int quality_of(const struct number *n)
{
   for (size_t k = 0; k < sizeof quality / sizeof quality[0]; k++)
      if (!n->line && !strcmp(quality[k].name, n->name))
         return quality[k].better;
   return 0;
}

/* Judges a number of A. b is NULL if B does not have it. Growth up to `most` does not count as a regression. */
static void judge(struct number *a, const struct number *b, double most)
{
   const int good = quality_of(a);

   if (b && a->value == b->value)
      return;
   a->other = b ? b->value : 0;
   a->verdict = DIFFERS;
   if (!good)
      return;
   if (!b) {
      a->verdict = MISSING;
      a->worse = 1e30;
      return;
   }
   const double change = ((double)b->value - (double)a->value) / (a->value ? (double)a->value : 1);
   const double worse = good < 0 ? change : -change;
   a->verdict = worse > most ? REGRESSED : worse > 0 ? DIFFERS : IMPROVED;
   a->worse = worse > most ? worse : 0;
}

static void print_number(struct sink *s, const struct number *a, int width)
{
   static const char *const verdicts[] = {"", "regressed", "missing", "improved", ""};

   sink_printf(s, "%-*s %-16s %10llu", width, a->program, a->name, a->value);
   if (a->verdict == MISSING)
      sink_printf(s, " %10s %10s  missing", "-", "");
   else
      sink_printf(s, " %10llu %+10lld  %s", a->other, (long long)(a->other - a->value), verdicts[a->verdict]);
   while (s->len && s->data[s->len - 1] == ' ')
      s->len--;
   sink_add(s, "\n", 1);
}

/* Prints the source lines of a program whose cost rose. Lines that A does not have cost nothing there. */
static void print_lines(struct sink *s, const struct file *a, const struct file *b, const char *program)
{
   for (size_t k = 0; k < b->num; k++) {
      const struct number *n = &b->number[k];
      if (!n->line || strcmp(n->program, program))
         continue;
      const struct number *was = bsearch(n, a->number, a->num, sizeof *n, by_name);
      const unsigned long long cost = was ? was->value : 0;
      if (n->value > cost)
         sink_printf(s, "   %s line %u: cost %llu, was %llu\n", program, n->line, n->value, cost);
   }
}

/* Prints the regressed programs with their lines; `worst` has the numbers of A, worst first. */
static void print_regressed_lines(struct sink *s, const struct number *worst, const struct file *a, const struct file *b)
{
   for (size_t k = 0; k < a->num && worst[k].verdict == REGRESSED; k++) {
      bool known = false;
      for (size_t q = 0; q < k && !known; q++)
         known = !strcmp(worst[q].program, worst[k].program);
      if (!known)
         print_lines(s, a, b, worst[k].program);
   }
}

/* Growth up to this fraction does not count as a regression. */
static double threshold_of(const char *text)
{
   char *end;
   const double percent = text ? strtod(text, &end) : 0;

   if (text && (*text < '0' || *text > '9' || *end || percent > 1e6))
      usage_error("-max-regression: '%s' is not a number of percent", text);
   return percent / 100;
}

struct totals {
   unsigned numbers, regressed, improved, changed, added;
};

static struct totals compare(struct file *a, struct file *b, double most)
{
   struct totals t = {0};

   qsort(b->number, b->num, sizeof *b->number, by_name);
   for (size_t i = 0; i < a->num; i++) {
      struct number *n = &a->number[i], *same = bsearch(n, b->number, b->num, sizeof *n, by_name);
      if (n->line)
         continue;
      if (same)
         same->matched = true;
      judge(n, same, most);
      t.numbers++;
      t.regressed += n->verdict == REGRESSED || n->verdict == MISSING;
      t.improved += n->verdict == IMPROVED;
      t.changed += n->verdict == DIFFERS;
   }
   for (size_t i = 0; i < b->num; i++)
      t.added += !b->number[i].matched && !b->number[i].line;
   return t;
}

static void print_comparison(struct sink *s, struct file *a, const struct file *b, const struct totals *t)
{
   struct number *worst = xrealloc(NULL, a->num * sizeof *worst);
   int width = 7;

   memcpy(worst, a->number, a->num * sizeof *worst);
   qsort(worst, a->num, sizeof *worst, by_harm);
   qsort(a->number, a->num, sizeof *a->number, by_name);
   for (size_t i = 0; i < a->num; i++)
      width = (int)strlen(worst[i].program) > width ? (int)strlen(worst[i].program) : width;
   sink_printf(s, "%-*s %-16s %10s %10s %10s\n", width, "program", "number", "A", "B", "change");
   for (size_t i = 0; i < a->num; i++)
      if (worst[i].verdict != EQUAL)
         print_number(s, &worst[i], width);
   print_regressed_lines(s, worst, a, b);
   sink_printf(s, "%u numbers: %u regressed, %u improved, %u differ otherwise", t->numbers, t->regressed, t->improved,
               t->changed);
   if (t->added)
      sink_printf(s, "; %u are in B only", t->added);
   sink_printf(s, "\n");
   free(worst);
}

int diff_files(const struct cli *o, const struct lists *l)
{
   struct names inputs = {0}, outputs = {0};
   struct sink s = {0};

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
   free(inputs.name), free(outputs.name);
   if (o->report)
      return diff_reports(o);
   const double most = threshold_of(o->max_regression);
   struct file a = read_stats(o->inputs[0]), b = read_stats(o->inputs[1]);
   /* A file of a single program may have any program. */
   for (size_t i = 0; i < b.num && a.documents == 1 && b.documents == 1; i++)
      b.number[i].program = a.number[0].program;
   const struct totals t = compare(&a, &b, most);
   print_comparison(&s, &a, &b, &t);
   write_output(o->output, s.data, s.len);
   free(s.data);
   free_file(&a);
   free_file(&b);
   return t.regressed ? NVP4C_MISMATCH : NVP4C_OK;
}

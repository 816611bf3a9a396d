/* SPDX-License-Identifier: MIT */
/* Counts findings and writes their files. The processes share the numbers, and hold a lock only while they look for a group. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include <inttypes.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "tests/differential/differential.h"

void text_add(struct text *t, const char *fmt, ...)
{
   va_list ap;

   for (;;) {
      const size_t left = t->cap - t->len;
      va_start(ap, fmt);
      const int n = vsnprintf(t->data ? t->data + t->len : NULL, left, fmt, ap);
      va_end(ap);
      if (n >= 0 && (size_t)n < left) {
         t->len += (size_t)n;
         return;
      }
      t->cap = 2 * t->cap + (size_t)n + 64;
      t->data = realloc(t->data, t->cap);
      if (!t->data)
         abort();
   }
}

/* ---- numbers */

/* Parts of the run time. */
enum part { PARSE, LOWER, PASSES, CODEGEN, VERIFY, NUM_PARTS };
/* Totals of the programs of one language on one target. Times are in nanoseconds. */
struct tally {
   _Atomic uint64_t outcome[FOUND + 1], compared, tainted, statements, time, part[NUM_PARTS];
};

struct group {
   char signature[160], message[200];
   uint64_t count, seed, needs; /* `seed` is that of the first finding; `needs` has the rows of state.def */
};
enum { MAX_GROUPS = 400, NUM_TARGETS = 2 };

struct report {
   struct tally tally[NUM_LANGUAGES][NUM_TARGETS];
   atomic_flag lock;
   struct group found[MAX_GROUPS], refused[MAX_GROUPS];
   uint64_t slowest, slowest_seed;
};

void *shared_memory(size_t size)
{
   void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

   if (p == MAP_FAILED) {
      perror("differential");
      exit(3);
   }
   return p;
}

struct report *report_start(void) { return shared_memory(sizeof(struct report)); }

static void lock(struct report *r)
{
   while (atomic_flag_test_and_set(&r->lock))
      ;
}
static void unlock(struct report *r) { atomic_flag_clear(&r->lock); }

/* Returns the new number of findings of the group. */
static uint64_t count_group(struct report *r, struct group *groups, const struct verdict *v, uint64_t needs, uint64_t seed)
{
   unsigned k = 0;

   lock(r);
   while (k < MAX_GROUPS - 1 && groups[k].count && (strcmp(groups[k].signature, v->signature) || groups[k].needs != needs))
      k++;
   if (!groups[k].count) {
      memcpy(groups[k].signature, v->signature, sizeof groups[k].signature);
      snprintf(groups[k].message, sizeof groups[k].message, "%.199s", v->message);
      groups[k].needs = needs;
      groups[k].seed = seed;
   }
   const uint64_t count = ++groups[k].count;
   unlock(r);
   return count;
}

/* Estimates the number of statements: counts the lines that are not empty, comments or declarations. */
static unsigned count_statements(const struct program *p)
{
   static const char *const declarations[] = {"DCL", "IMM",  "PROPERTY", "TEMP",  "PARAM", "ATTRIB", "OUTPUT",
                                              "INT", "UINT", "FLOAT",    "SHORT", "LONG",  "OPTION"};
   unsigned n = 0;

   for (const char *s = p->text; *s; s += strcspn(s, "\n"), s += *s != 0) {
      bool counts = true;
      s += strspn(s, " \t");
      for (size_t k = 0; k < sizeof declarations / sizeof declarations[0]; k++)
         counts &= strncmp(s, declarations[k], strlen(declarations[k])) != 0;
      n += counts && *s != '\n' && *s != '#';
   }
   return n;
}

void report_count(struct report *r, const struct plan *plan, const struct verdict *v, const struct program *p,
                  enum nvp4c_target target, double seconds)
{
   struct tally *t = &r->tally[p->language][target];
   const uint64_t ns = (uint64_t)(seconds * 1e9);

   (void)plan;
   t->outcome[v->outcome]++;
   t->compared += v->compared;
   t->tainted += v->tainted;
   t->statements += count_statements(p);
   t->time += ns;
   const uint64_t part[NUM_PARTS] = {v->timing.parse, v->timing.lower, v->timing.passes, v->timing.codegen, v->timing.verify};
   for (unsigned k = 0; k < NUM_PARTS; k++)
      t->part[k] += part[k];
   if (v->outcome == REFUSED)
      count_group(r, r->refused, v, 0, p->seed);
   if (ns > r->slowest) {
      lock(r);
      if (ns > r->slowest) {
         r->slowest = ns;
         r->slowest_seed = p->seed;
      }
      unlock(r);
   }
}

uint64_t report_programs(const struct report *r)
{
   uint64_t n = 0;

   for (unsigned l = 0; l < NUM_LANGUAGES; l++)
      for (unsigned t = 0; t < NUM_TARGETS; t++)
         for (unsigned o = 0; o <= FOUND; o++)
            n += r->tally[l][t].outcome[o];
   return n;
}

/* ---- findings */

bool report_is_new(struct report *r, const struct plan *plan, const struct verdict *v, const struct program *p,
                   const struct setting *s, fails_fn fails, void *user)
{
   for (unsigned k = 0; k < MAX_GROUPS - 1 && r->found[k].count; k++) {
      const struct group *g = &r->found[k];
      struct setting other = *s;
      bool any = false;

      /* A group that needs no row may hide findings with other causes, so some of them, ever fewer, are still reduced. */
      if (strcmp(g->signature, v->signature) || g->count < plan->keep || (!g->needs && !(g->count & (g->count - 1))))
         continue;
      for (unsigned row = 0; row < state_num_rows; row++)
         if (g->needs ? g->needs >> row & 1 : true)
            any |= state_reset(&other, row);
      if (!any && g->needs)
         continue;
      if (fails(user, &other) == !g->needs) {
         count_group(r, r->found, v, g->needs, p->seed);
         return false;
      }
   }
   return true;
}

bool report_found(struct report *r, const struct plan *plan, const struct verdict *v, const struct program *p,
                  const struct setting *s)
{
   return count_group(r, r->found, v, state_used(s), p->seed) <= plan->keep;
}

static const char *suffix(const struct program *p)
{
   static const char *const of_stage[] = {"", "vp", "fp", "gp", "cp"};

   return p->language == LANGUAGE_TGSI ? "tgsi" : of_stage[p->stage];
}

/* Prints the program, with the command as a comment in its second line. */
static void print_program(FILE *f, const struct verdict *v, const struct program *p, const struct setting *s)
{
   const size_t head = strcspn(p->text, "\n");
   struct text options = {0};

   state_print(s, &options);
   fprintf(f, "%.*s\n# nvp4c -w%s\n# %s\n%s%s", (int)head, p->text, options.data, v->message,
           p->text + head + (p->text[head] != 0), p->length && p->text[p->length - 1] == '\n' ? "" : "\n");
   free(options.data);
}

static void name_file(char name[1024], const struct plan *plan, const struct verdict *v, const struct program *p,
                      const struct setting *s)
{
   snprintf(name, 1024, "%s/%s-%.80s-%" PRIu64 ".%s", plan->out, nvp4c_target_name(s->o.target), v->signature, p->seed,
            suffix(p));
}

void report_forget(const struct plan *plan, const struct verdict *v, const struct program *p, const struct setting *s)
{
   char name[1024];

   if (!plan->out)
      return;
   name_file(name, plan, v, p, s);
   remove(name);
}

void report_write(const struct plan *plan, const struct verdict *v, const struct program *p, const struct setting *s,
                  bool print)
{
   char name[1024];

   if (plan->out) {
      mkdir(plan->out, 0777);
      name_file(name, plan, v, p, s);
      FILE *f = fopen(name, "w");
      if (f) {
         print_program(f, v, p, s);
         fclose(f);
      } else {
         perror(name);
      }
   }
   if (!print)
      return;
   printf("FAIL %s, seed %" PRIu64 "%s%s\n", v->signature, p->seed, plan->out ? ": " : "", plan->out ? name : "");
   print_program(stdout, v, p, s);
   fflush(stdout);
}

/* ---- the numbers of several runs */

void report_load(struct report *r, const char *file, uint64_t *next)
{
   FILE *f = fopen(file, "r");
   char line[400], signature[160];
   unsigned l, t, k = 0;
   uint64_t v[9];

   if (!f)
      return;
   while (fgets(line, sizeof line, f)) {
      if (sscanf(line, "next %" SCNu64, &v[0]) == 1)
         *next = v[0];
      if (sscanf(line,
                 "programs %u %u %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64,
                 &l, &t, &v[0], &v[1], &v[2], &v[3], &v[4], &v[5], &v[6], &v[7]) == 10 &&
          l < NUM_LANGUAGES && t < NUM_TARGETS) {
         struct tally *tally = &r->tally[l][t];
         for (unsigned o = 0; o <= FOUND; o++)
            tally->outcome[o] = v[o];
         tally->compared = v[4];
         tally->tainted = v[5];
         tally->statements = v[6];
         tally->time = v[7];
      }
      if (sscanf(line, "found %" SCNu64 " %" SCNu64 " %" SCNx64 " %159s", &v[0], &v[1], &v[2], signature) == 4 &&
          k < MAX_GROUPS - 1) {
         memcpy(r->found[k].signature, signature, sizeof signature);
         r->found[k].count = v[0];
         r->found[k].needs = v[2];
         r->found[k++].seed = v[1];
      }
   }
   fclose(f);
}

void report_save(const struct report *r, const char *file, uint64_t next)
{
   char name[1024];

   snprintf(name, sizeof name, "%s.new", file);
   FILE *f = fopen(name, "w");
   if (!f) {
      perror(name);
      return;
   }
   fprintf(f, "next %" PRIu64 "\n", next);
   for (unsigned l = 0; l < NUM_LANGUAGES; l++)
      for (unsigned t = 0; t < NUM_TARGETS; t++) {
         const struct tally *n = &r->tally[l][t];
         fprintf(
             f,
             "programs %u %u %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
             l, t, n->outcome[0], n->outcome[1], n->outcome[2], n->outcome[3], n->compared, n->tainted, n->statements, n->time);
      }
   for (unsigned k = 0; k < MAX_GROUPS && r->found[k].count; k++)
      fprintf(f, "found %" PRIu64 " %" PRIu64 " %" PRIx64 " %s\n", r->found[k].count, r->found[k].seed, r->found[k].needs,
              r->found[k].signature);
   if (fclose(f) || rename(name, file))
      perror(file);
}

/* ---- the final report */

static int by_count(const void *a, const void *b)
{
   const struct group *x = a, *y = b;

   return x->count < y->count ? 1 : x->count > y->count ? -1 : 0;
}

static void print_groups(const char *what, const struct group *groups, unsigned most)
{
   struct group sorted[MAX_GROUPS];

   memcpy(sorted, groups, sizeof sorted);
   qsort(sorted, MAX_GROUPS, sizeof *sorted, by_count);
   for (unsigned k = 0; k < most && k < MAX_GROUPS && sorted[k].count; k++) {
      struct text rows = {0};
      state_names(sorted[k].needs, &rows);
      printf("%s %" PRIu64 " times (first: seed %" PRIu64 "): %s%s%s\n   %s\n", what, sorted[k].count, sorted[k].seed,
             sorted[k].signature, rows.len ? ", needs" : "", rows.data ? rows.data : "", sorted[k].message);
      free(rows.data);
   }
}

int report_end(const struct report *r, double seconds, unsigned jobs)
{
   uint64_t all[FOUND + 1] = {0}, compared = 0, tainted = 0;
   double time = 0, part[NUM_PARTS] = {0};

   for (unsigned l = 0; l < NUM_LANGUAGES; l++)
      for (unsigned t = 0; t < NUM_TARGETS; t++) {
         const struct tally *n = &r->tally[l][t];
         uint64_t sum = 0;
         for (unsigned o = 0; o <= FOUND; o++) {
            sum += n->outcome[o];
            all[o] += n->outcome[o];
         }
         compared += n->compared;
         tainted += n->tainted;
         time += (double)n->time * 1e-9;
         for (unsigned k = 0; k < NUM_PARTS; k++)
            part[k] += (double)n->part[k] * 1e-9;
         if (sum)
            printf("%-4s %-3s: %" PRIu64 " programs of %.0f statements, %" PRIu64 " refused, %" PRIu64
                   " without a verdict, %" PRIu64 " failed; %.0f a second\n",
                   language_names[l], nvp4c_target_name(t), sum, (double)n->statements / (double)sum, n->outcome[REFUSED],
                   n->outcome[NO_VERDICT], n->outcome[FOUND], (double)sum / ((double)n->time * 1e-9));
      }
   const uint64_t sum = all[0] + all[1] + all[2] + all[3];
   print_groups("refused", r->refused, 6);
   print_groups("failed", r->found, MAX_GROUPS);
   if (sum)
      printf("%.2f%% refused, %.2f%% without a verdict, %" PRIu64 " components compared, %" PRIu64
             " undefined; slowest: %.2f s (seed %" PRIu64 ")\n",
             100.0 * (double)all[REFUSED] / (double)sum, 100.0 * (double)all[NO_VERDICT] / (double)sum, compared, tainted,
             (double)r->slowest * 1e-9, r->slowest_seed);
   printf("seconds: %.1f parsing, %.1f lowering, %.1f in passes, %.1f making code, %.1f verifying\n", part[PARSE], part[LOWER],
          part[PASSES], part[CODEGEN], part[VERIFY]);
   printf("%" PRIu64 " programs in %.0f s with %u processes: %.0f a second of CPU time\n", sum, seconds, jobs,
          time > 0 ? (double)sum / time : 0);
   printf("%" PRIu64 " passed, %" PRIu64 " failed\n", all[PASSED], all[FOUND]);
   return all[FOUND] || !all[PASSED] ? 1 : 0;
}

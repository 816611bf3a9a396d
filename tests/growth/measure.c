/* SPDX-License-Identifier: MIT */
/* Measures each run in a separate process, checks the bounds and prints the table. */
#include "tests/growth/growth.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "nvp4c.h"
#include "tests/growth/counter.h"

/* The bounds on the growth when the size doubles, and on each size. They are the same for all kinds. */
#define MAX_RATIO 2.4
#define MAX_SECONDS 3.0
#define MAX_BYTES 600e6
#define CODE_SIZE 16777216.0 /* the default of -limit-code-size */
/* Times, sizes and steps below these limits say nothing about growth, because the fixed cost of a compile dominates them. */
#define MIN_SECONDS 0.04
#define MIN_BYTES 5e5
#define MIN_STEPS 1e4
#define SECONDS_TO_DIE 120
#define SIZES 4 /* sizes of a kind: the largest, its half, ... */
#define MAX_RUNS                                                                                                               \
   6 /* runs of one size while its time is over the bound; the least one is used, as other processes may disturb the rest */

static double now(void)
{
   struct timespec t;

   clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
   return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- one run ------------------------------------------------------------------------------------------------------------- */

static void set_options(struct nvp4c_options *o, const struct growth_kind *k, const struct growth_setting *s)
{
   static const struct nvp4c_limit limits[] = {
       {"max-program-instructions", 100000000}, {"max-program-alu-instructions", 100000000},
       {"max-program-temporaries", 100000000},  {"max-program-if-depth", 100000000},
       {"max-program-loop-depth", 100000000},   {"max-program-call-depth", 100000000},
       {"max-program-parameters", 100000000},   {"max-program-local-parameters", 100000000}};

   nvp4c_options_init(o, sizeof *o);
   o->target = (enum nvp4c_target)s->target;
   o->opt_level = s->level;
   o->limits = limits;
   o->num_limits = sizeof limits / sizeof *limits;
   o->diagnostics.no_warnings = k->tool != GROWTH_REJECT;
   o->diagnostics.max_errors = 0;
}

static struct nvp4c_result *use_tool(const struct growth_kind *k, const char *text, size_t len, const struct nvp4c_options *o)
{
   return k->tool == GROWTH_ASSEMBLE      ? nvp4c_assemble(text, len, o)
          : k->tool == GROWTH_DISASSEMBLE ? nvp4c_disassemble(text, len, o)
                                          : nvp4c_compile(text, len, o);
}

/* Makes the input of the tool. The assembler and the disassembler get the compiled program. */
static struct growth_text input(const struct growth_kind *k, struct nvp4c_options *o, unsigned n)
{
   struct growth_text t = {0}, made = {0};
   const char *p;

   k->make(&t, n, k->line);
   if (k->tool != GROWTH_ASSEMBLE && k->tool != GROWTH_DISASSEMBLE)
      return t;
   o->output.listing = 1;
   struct nvp4c_result *r = nvp4c_compile(t.p, t.len, o);
   p = k->tool == GROWTH_ASSEMBLE ? nvp4c_result_listing(r, &made.len) : nvp4c_result_code(r, &made.len);
   made.p = malloc(made.len + 1);
   if (made.p && p)
      memcpy(made.p, p, made.len);
   nvp4c_result_free(r);
   free(t.p);
   return made;
}

static double stat_of(struct nvp4c_result *r, const char *name)
{
   for (unsigned q = 0; q < nvp4c_result_num_stats(r); q++)
      if (!strcmp(nvp4c_result_stat(r, q).name, name))
         return (double)nvp4c_result_stat(r, q).value;
   return 0;
}

static void run(const struct growth_kind *k, const struct growth_setting *s, unsigned n, struct growth_cost *c)
{
   struct nvp4c_options o;
   struct counter bytes = {0, 0, 0};

   set_options(&o, k, s);
   struct growth_text t = input(k, &o, n);
   o.memory.alloc = count_bytes;
   o.memory.user = &bytes;
   const double start = now();
   struct nvp4c_result *r = use_tool(k, t.p, t.len, &o);
   c->seconds = now() - start;
   size_t len = 0;
   nvp4c_result_code(r, &len);
   c->status = (int)nvp4c_result_status(r);
   c->code = (double)len;
   c->steps = stat_of(r, "steps");
   const struct nvp4c_diagnostic *d = nvp4c_result_diagnostic(r, 0);
   if (d)
      snprintf(c->message, sizeof c->message, "%s", d->message);
   nvp4c_result_free(r);
   c->peak = (double)bytes.peak;
   c->total = (double)bytes.total;
   free(t.p);
}

struct growth_cost growth_measure(const struct growth_kind *k, const struct growth_setting *s, unsigned n)
{
   struct growth_cost c = {.status = -1, .message = "the process died"};
   int fd[2];

   if (pipe(fd))
      return c;
   fflush(stdout);
   const pid_t pid = fork();
   if (pid == 0) {
      const struct rlimit cpu = {SECONDS_TO_DIE, SECONDS_TO_DIE};
      setrlimit(RLIMIT_CPU, &cpu);
      run(k, s, n, &c);
      _exit(write(fd[1], &c, sizeof c) == (ssize_t)sizeof c ? 0 : 1);
   }
   close(fd[1]);
   if (pid > 0) {
      struct growth_cost got;
      if (read(fd[0], &got, sizeof got) == (ssize_t)sizeof got)
         c = got;
      waitpid(pid, NULL, 0);
   }
   close(fd[0]);
   return c;
}

/* ---- the table ----------------------------------------------------------------------------------------------------------- */

struct row {
   struct growth_cost at[SIZES];
   unsigned sizes; /* number of sizes measured; the last one may have ended at a limit */
};

static double seconds_of(const struct growth_cost *c) { return c->seconds; }
static double peak_of(const struct growth_cost *c) { return c->peak; }
static double total_of(const struct growth_cost *c) { return c->total; }
static double steps_of(const struct growth_cost *c) { return c->steps; }

static bool at_limit(const struct row *r)
{
   return r->at[r->sizes - 1].status == NVP4C_LIMIT;
}

/* Returns the number of sizes to judge growth on. A compile that ended at a limit did not do all of its work. */
static unsigned whole(const struct row *r)
{
   return r->sizes - at_limit(r);
}

/*
 * Returns the worst ratio of a doubling, over the sizes that are large enough. If `small`, the sizes are those of `make check`,
 * where a program may begin to spill, or get its first chunk of memory, between two sizes. Then the better one of two
 * consecutive doublings counts.
 */
static double worst(const struct row *r, double (*of)(const struct growth_cost *c), double least, bool small)
{
   double max = 0, before = small ? 0 : HUGE_VAL;

   for (unsigned i = 1; i < whole(r); i++) {
      const double ratio = of(&r->at[i - 1]) >= least ? of(&r->at[i]) / of(&r->at[i - 1]) : 0;
      const double counts = ratio < before ? ratio : before;
      if (small)
         before = ratio;
      max = counts > max ? counts : max;
   }
   return max;
}

/*
 * Returns the worst ratio over two doublings, as the root of the ratio at four times the size. It serves for time and for total
 * bytes. These jump once when the data no longer fit a cache, or when an array is copied to a larger one, but a cost that grows
 * too fast at each doubling also does so over two.
 */
static double worst_of_two(const struct row *r, double (*of)(const struct growth_cost *c), double least)
{
   double max = 0;

   for (unsigned i = 2; i < whole(r); i++) {
      const double before = of(&r->at[i - 2]), ratio = before >= least ? sqrt(of(&r->at[i]) / before) : 0;
      max = ratio > max ? ratio : max;
   }
   return max;
}

static double growth_of_time(const struct row *r) { return worst_of_two(r, seconds_of, MIN_SECONDS); }
static double growth_of_total(const struct row *r, bool small)
{
   return small ? worst(r, total_of, MIN_BYTES, true) : worst_of_two(r, total_of, MIN_BYTES);
}

/* Is the time of the last size above a bound? Then another process may have disturbed it, and the least of a few times
   is used. */
static bool disturbed(const struct row *r)
{
   const struct growth_cost *c = &r->at[r->sizes - 1];

   return c->status >= 0 && (c->seconds > MAX_SECONDS || growth_of_time(r) > MAX_RATIO);
}

static void measure_well(const struct growth_kind *k, const struct growth_setting *s, unsigned n, struct row *r, bool timed)
{
   struct growth_cost *c = &r->at[r->sizes++];

   *c = growth_measure(k, s, n);
   for (unsigned times = 1; timed && times < MAX_RUNS && (disturbed(r) || (times == 1 && c->seconds < MIN_SECONDS)); times++) {
      const struct growth_cost d = growth_measure(k, s, n);
      if (d.status >= 0 && d.seconds < c->seconds)
         c->seconds = d.seconds;
   }
}

/*
 * May the compile of the last size end at its limit? It may if the program really exceeds the defaults, in the scratch memory
 * of an invocation or in code. A compile that ends by -limit-work must need at least two thirds of -limit-code-size, judged by
 * the program of half the size. Memory is never the limit.
 */
static bool may_end(const struct row *r)
{
   const struct growth_cost *last = &r->at[r->sizes - 1];

   return !at_limit(r) || strstr(last->message, "-limit-scratch") || strstr(last->message, "-limit-code-size") ||
          (strstr(last->message, "-limit-work") && r->sizes > 1 && 2 * last[-1].code > CODE_SIZE * 2 / 3);
}

/* Returns the maximum over the sizes. */
static double most(const struct row *r, double (*of)(const struct growth_cost *c))
{
   double max = 0;

   for (unsigned i = 0; i < r->sizes; i++)
      max = of(&r->at[i]) > max ? of(&r->at[i]) : max;
   return max;
}

/* Returns the bound that the row exceeds, or NULL if it keeps all bounds. */
static const char *judge(const struct row *r, bool timed)
{
   const struct growth_cost *last = &r->at[r->sizes - 1];

   if (last->status < 0)
      return "died";
   if (last->status == NVP4C_INTERNAL)
      return "internal error";
   if (!may_end(r))
      return "a limit too low";
   if (worst(r, peak_of, MIN_BYTES, !timed) > MAX_RATIO || growth_of_total(r, !timed) > MAX_RATIO)
      return "bytes grow too fast";
   if (worst(r, steps_of, MIN_STEPS, !timed) > MAX_RATIO)
      return "steps grow too fast";
   if (timed && most(r, peak_of) > MAX_BYTES)
      return "too much memory";
   if (timed && most(r, seconds_of) > MAX_SECONDS)
      return "too slow";
   return timed && growth_of_time(r) > MAX_RATIO ? "time grows too fast" : NULL;
}

static void print_row(const struct growth_kind *k, const struct growth_setting *s, const struct row *r, bool timed,
                      const char *why)
{
   const struct growth_cost *last = &r->at[r->sizes - 1];

   printf("%-20s %-8s", k->name, s->name);
   for (unsigned i = 0; i < (timed ? SIZES : SIZES - 1); i++)
      if (i < r->sizes)
         printf(" %7.2f", r->at[i].seconds);
      else
         printf("       -");
   printf(" %5.2f %7.1f %5.2f %5.2f %5.2f %9.0f%s%s%s%s\n", growth_of_time(r), most(r, peak_of) / 1e6,
          worst(r, peak_of, MIN_BYTES, !timed), growth_of_total(r, !timed), worst(r, steps_of, MIN_STEPS, !timed), last->code,
          why ? "  FAIL " : "", why ? why : "", last->status ? ": " : "", last->status ? last->message : "");
   fflush(stdout);
}

static void print_head(unsigned largest, unsigned sizes, bool timed)
{
   printf("A doubling takes at most %.1f times the peak, the steps", MAX_RATIO);
   if (timed)
      printf(", and, as the root of what two doublings take, the time\nand the bytes asked for in all; a size at most %.0f s "
             "of processor time and "
             "%.0f MB. A program that is\nlarger than -limit-code-size or -limit-scratch allow ends with status 5 within the "
             "same bounds; its ratios "
             "are\nthose of the sizes before. Ratio 0: too small to compare.\n",
             MAX_SECONDS, MAX_BYTES / 1e6);
   else
      printf(" and the bytes asked for in all; of two doublings that follow each other the better one counts.\n");
   printf("%-20s %-8s", "kind", "setting");
   for (unsigned i = sizes; i-- > 0;)
      printf(" %5u s", largest >> i);
   printf(" %5s %7s %5s %5s %5s %9s\n", "ratio", "peak MB", "ratio", "bytes", "steps", "code");
}

void growth_run(unsigned first, unsigned every, const char *name, unsigned largest, bool timed, struct growth_tally *t)
{
   static const struct growth_setting settings[] = {
      {"usc -O0", NVP4C_TARGET_USC, 0}, {"usc -O2", NVP4C_TARGET_USC, 2}, {"agx -O2", NVP4C_TARGET_AGX, 2}};

   const unsigned sizes = timed ? SIZES : SIZES - 1;

   if (first == 0)
      print_head(largest, sizes, timed);
   for (unsigned n = first; growth_kind(n); n += every) {
      const struct growth_kind *k = growth_kind(n);
      if (name && strcmp(name, k->name))
         continue;
      for (unsigned q = 0; q < sizeof settings / sizeof *settings; q++) {
         struct row r = {.sizes = 0};
         for (unsigned i = sizes; i-- > 0 && (!r.sizes || r.at[r.sizes - 1].status == NVP4C_OK || k->tool == GROWTH_REJECT);)
            measure_well(k, &settings[q], largest >> i, &r, timed);
         if (r.sizes == 1 && r.at[0].status == NVP4C_UNSUPPORTED)
            continue;
         const char *why = judge(&r, timed);
         print_row(k, &settings[q], &r, timed, why);
         t->passed += !why;
         t->failed += !!why;
      }
   }
}

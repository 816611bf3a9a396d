/* SPDX-License-Identifier: MIT */
/* Measuring: each run in a process of its own, whose memory ends with it; the bounds; the table. */
#include "tests/growth/growth.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "nvp4c.h"
#include "tests/growth/counter.h"

/* The bounds: of what doubles when the size does, and of the largest size. */
#define MAX_RATIO 2.4
#define MAX_SECONDS 3.0
#define MAX_BYTES 600e6
/* An instruction may be so many groups; of kinds with more the last two count for so many groups. */
#define EXPANDED 12
#define MAX_GROUPS (65536.0 * EXPANDED)
/* Times and sizes below these say nothing about growth: what every compile needs counts too much. */
#define MIN_SECONDS 0.04
#define MIN_TOTAL 5e5
#define SECONDS_TO_DIE 120
#define MAX_SIZES 12

static double now(void)
{
   struct timespec t;

   clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
   return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- one run ------------------------------------------------------------------------------------------------------------- */

static void set_options(struct nvp4c_options *o, const struct growth_kind *k, const struct growth_setting *s)
{
   static const struct nvp4c_limit limits[] = {{"max-program-instructions", 100000000}, {"max-program-alu-instructions", 100000000},
                                               {"max-program-temporaries", 100000000},  {"max-program-if-depth", 100000000},
                                               {"max-program-loop-depth", 100000000},   {"max-program-call-depth", 100000000},
                                               {"max-program-parameters", 100000000}};

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

/* What the tool works on; for the assembler and the disassembler what the compiler makes of the program. */
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
   for (unsigned hooks = 0; hooks < 2; hooks++) { /* which take time themselves */
      if (hooks) {
         o.memory.alloc = count_bytes;
         o.memory.user = &bytes;
      }
      const double start = now();
      struct nvp4c_result *r = use_tool(k, t.p, t.len, &o);
      if (!hooks)
         c->seconds = now() - start;
      size_t len = 0;
      nvp4c_result_code(r, &len);
      c->status = (int)nvp4c_result_status(r);
      c->code = (double)len;
      c->steps = stat_of(r, "steps");
      c->groups = stat_of(r, s->target == NVP4C_TARGET_USC ? "groups" : "instructions");
      const struct nvp4c_diagnostic *d = nvp4c_result_diagnostic(r, 0);
      if (d)
         snprintf(c->message, sizeof c->message, "%s", d->message);
      nvp4c_result_free(r);
   }
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
   struct growth_cost at[MAX_SIZES];
   unsigned sizes;
};

static const double no_time = 0;

/* The worst ratio of a doubling, of the sizes that say something. Of two doublings that follow each other the better one counts: where a
   program begins to spill, or no longer fits a cache, there is one jump; what grows too fast does so again. */
static double worst(const struct row *r, double (*of)(const struct growth_cost *c), double least)
{
   double max = 0, before = 0;

   for (unsigned i = 1; i < r->sizes; i++) {
      const double ratio = of(&r->at[i - 1]) >= least ? of(&r->at[i]) / of(&r->at[i - 1]) : 0;
      const double counts = before < ratio ? before : ratio;
      before = ratio;
      if (counts > max)
         max = counts;
   }
   return max;
}

static double seconds_of(const struct growth_cost *c) { return c->seconds; }
static double peak_of(const struct growth_cost *c) { return c->peak; }
static double total_of(const struct growth_cost *c) { return c->total; }
static double steps_of(const struct growth_cost *c) { return c->steps; }

/* Is there reason to measure again? A time above its bound: another process may have disturbed it. A short time is the least of three. */
static bool again(const struct growth_cost *c, const struct row *r, unsigned n, unsigned times)
{
   const double before = r->sizes ? r->at[r->sizes - 1].seconds : no_time;

   return c->status >= 0 && times < 3 &&
          (n <= 8192 || c->seconds > MAX_SECONDS || (before >= MIN_SECONDS && c->seconds > MAX_RATIO * before));
}

static struct growth_cost measure_well(const struct growth_kind *k, const struct growth_setting *s, unsigned n, const struct row *r,
                                       bool timed)
{
   struct growth_cost c = growth_measure(k, s, n);

   for (unsigned times = 1; timed && again(&c, r, n, times); times++) {
      const struct growth_cost d = growth_measure(k, s, n);
      if (d.status >= 0 && d.seconds < c.seconds)
         c.seconds = d.seconds;
   }
   return c;
}

/* By how much the bounds are higher: instructions of some kinds are that many groups. */
static double allowed(const struct growth_cost *c)
{
   return c->groups > MAX_GROUPS ? c->groups / MAX_GROUPS : 1;
}

/* May the compile of the last size end at its limit? If the program is really larger than the defaults allow: its scratch memory, its
   code, or its groups, of which half the program has half as many. Memory is never the limit. */
static bool may_end(const struct row *r)
{
   const struct growth_cost *last = &r->at[r->sizes - 1], *before = r->sizes > 1 ? last - 1 : last;

   return last->status != NVP4C_LIMIT || strstr(last->message, "-limit-scratch") || strstr(last->message, "-limit-code-size") ||
          (strstr(last->message, "-limit-work") && before->groups > MAX_GROUPS / 2);
}

static bool judge(const struct row *r, bool timed, const char **why)
{
   const struct growth_cost *last = &r->at[r->sizes - 1];
   const struct growth_cost *fits = last->status == NVP4C_LIMIT && r->sizes > 1 ? last - 1 : last; /* the largest that is no more than a limit */

   *why = "";
   if (last->status < 0)
      *why = "died";
   else if (last->status == NVP4C_INTERNAL)
      *why = "internal error";
   else if (worst(r, total_of, MIN_TOTAL) > MAX_RATIO || worst(r, peak_of, MIN_TOTAL) > MAX_RATIO)
      *why = "bytes grow too fast";
   else if (worst(r, steps_of, 1e4) > MAX_RATIO)
      *why = "steps grow too fast";
   else if (!may_end(r))
      *why = "a limit too low";
   else if (timed && fits->peak > MAX_BYTES * allowed(fits))
      *why = "too much memory";
   else if (timed && fits->seconds > MAX_SECONDS * allowed(fits))
      *why = "too slow";
   else if (timed && worst(r, seconds_of, MIN_SECONDS) > MAX_RATIO)
      *why = "time grows too fast";
   return !**why;
}

static void print_row(const struct growth_kind *k, const struct growth_setting *s, const struct row *r, const char *why)
{
   const struct growth_cost *last = &r->at[r->sizes - 1];

   printf("%-20s %-8s", k->name, s->name);
   for (unsigned i = 1; i < r->sizes; i++)
      if (r->at[i - 1].seconds >= MIN_SECONDS)
         printf(" %5.2f", r->at[i].seconds / r->at[i - 1].seconds);
      else
         printf("     -");
   printf(" %8.2f s %5.2f %7.1f MB %5.2f %5.2f %9.0f code%s%s%s%s%s\n", last->seconds, worst(r, total_of, MIN_TOTAL), last->peak / 1e6,
          worst(r, peak_of, MIN_TOTAL), worst(r, steps_of, 1e4), last->code, *why ? "  FAIL " : "", why,
          !*why && (last->seconds > MAX_SECONDS || last->peak > MAX_BYTES) ? "  over, for its groups" : "", last->status ? ": " : "",
          last->status ? last->message : "");
   fflush(stdout);
}

static void print_head(unsigned smallest, unsigned sizes)
{
   printf("%-20s %-8s", "kind", "setting");
   for (unsigned i = 1; i < sizes; i++)
      printf(" %5u", smallest << i);
   printf(" %10s %5s %10s %5s %5s\n", "time", "bytes", "peak", "ratio", "steps");
}

void growth_run(unsigned first, unsigned every, const char *name, unsigned largest, bool timed, struct growth_tally *t)
{
   static const struct growth_setting settings[] = {{"usc -O0", NVP4C_TARGET_USC, 0},
                                                    {"usc -O1", NVP4C_TARGET_USC, 1},
                                                    {"usc -O2", NVP4C_TARGET_USC, 2},
                                                    {"usc -O3", NVP4C_TARGET_USC, 3},
                                                    {"agx -O2", NVP4C_TARGET_AGX, 2}};
   unsigned sizes = timed ? 7 : 3;

   while (sizes > 1 && largest >> (sizes - 1) < 64)
      sizes--;
   if (first == 0)
      print_head(largest >> (sizes - 1), sizes);
   for (unsigned n = first; growth_kind(n); n += every) {
      const struct growth_kind *k = growth_kind(n);
      if (name && strcmp(name, k->name))
         continue;
      for (unsigned q = 0; q < sizeof settings / sizeof *settings; q++) {
         if (!timed && settings[q].level % 2) /* O1 is part of O2; the search of O3 has a budget of its own */
            continue;
         struct row r = {.sizes = 0};
         const char *why;
         for (unsigned i = 0; i < sizes; i++) {
            r.at[r.sizes] = measure_well(k, &settings[q], largest >> (sizes - 1 - i), &r, timed);
            if (r.at[r.sizes++].status != NVP4C_OK && k->tool != GROWTH_REJECT)
               break;
         }
         if (r.sizes == 1 && r.at[0].status == NVP4C_UNSUPPORTED)
            continue;
         const bool ok = judge(&r, timed, &why);
         print_row(k, &settings[q], &r, why);
         t->passed += ok;
         t->failed += !ok;
      }
   }
}

/* SPDX-License-Identifier: MIT */
/*
 * --bisect: finds the first optimisation run with which the program fails, by bisection of -opt-bisect-limit. The program must
 * pass without optimisations and fail with all of them.
 */
#include "nvp4c/console/console.h"
#include "nvp4c/triage/triage.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct bisection {
   struct triage_probe probe;
   struct nvp4c_options options;
};

static bool fails_with(struct bisection *b, unsigned limit)
{
   struct nvp4c_options o = b->options;

   o.passes.bisect_limit = limit > INT_MAX ? INT_MAX : (int)limit;
   return triage_probe_fails(&b->probe, b->probe.job->text, b->probe.job->len, &o);
}

/* Counts the optimisations that run under a limit. If `run` is not NULL, also gets the last one and how often it has run. */
static unsigned count_runs(const struct bisection *b, unsigned limit, struct triage_text *name, unsigned *runs)
{
   struct nvp4c_options o = b->options;
   const char *last = NULL;
   unsigned n = 0;

   o.passes.bisect_limit = limit > INT_MAX ? INT_MAX : (int)limit;
   o.verify.waves = 0;
   o.inspect.print = NULL;
   struct nvp4c_result *r = nvp4c_compile(b->probe.job->text, b->probe.job->len, &o);
   for (unsigned i = 0; r && i < nvp4c_result_num_pass_runs(r); i++)
      if (!nvp4c_result_pass_run(r, i).required) {
         last = nvp4c_result_pass_run(r, i).name;
         n++;
      }
   *runs = 0;
   for (unsigned i = 0; last && i < nvp4c_result_num_pass_runs(r); i++)
      *runs += !strcmp(nvp4c_result_pass_run(r, i).name, last);
   if (name && last)
      triage_add(name, last, strlen(last));
   nvp4c_result_free(r);
   return n;
}

/* Reports which part of the compiler fails, if not an optimisation. */
static void say_not_a_pass(struct bisection *b, struct triage_text *out)
{
   struct nvp4c_options o = b->options;

   triage_printf(out, "%s: not a pass: it fails without any optimisation of the IR\n", b->probe.job->name);
   o.passes.bisect_limit = 0;
   o.stress.one_op_per_group = 1;
   if (!triage_probe_fails(&b->probe, b->probe.job->text, b->probe.job->len, &o))
      triage_printf(out, "   it passes with -one-op-per-group: the formation of groups breaks it\n");
   else
      triage_printf(out, "   with -one-op-per-group, too: the lowering, the selection of instructions or the allocation of "
                         "registers breaks it\n");
}

static void say_pass(struct bisection *b, unsigned number, unsigned all, struct triage_text *out)
{
   struct triage_text name = {0};
   unsigned run;

   count_runs(b, number, &name, &run);
   triage_printf(out, "%s: pass %s breaks it in its run %u, optimisation %u of %u\n", b->probe.job->name,
                 name.data ? name.data : "?", run, number, all);
   triage_printf(out, "   -opt-bisect-limit=%u passes, -opt-bisect-limit=%u fails\n", number - 1, number);
   if (b->options.ffp != b->probe.job->options->ffp)
      triage_printf(out, "   counted with -ffp=strict\n");
   free(name.data);
}

enum nvp4c_status triage_bisect(const struct triage_job *job, struct triage_text *out)
{
   struct bisection b = {.options = *job->options};
   unsigned good = 0, runs;

   catch_interrupts();
   if (job->progress)
      progress_begin(0, "tries");
   triage_probe_begin(&b.probe, job, true);
   /* Verification runs the passes twice, once without the inexact ones. Without inexact passes both runs have the same
      numbers. */
   b.options.ffp = job->command ? job->options->ffp : NVP4C_FFP_STRICT;
   bool fails = fails_with(&b, INT_MAX);
   if (!fails && b.options.ffp != job->options->ffp) {
      b.options.ffp = job->options->ffp;
      fails = fails_with(&b, INT_MAX);
   }
   const unsigned all = fails ? count_runs(&b, INT_MAX, NULL, &runs) : 0;
   unsigned bad = all;
   if (!fails) {
      triage_printf(out, "%s: the test passes on the input, so there is nothing to find\n", job->name);
   } else if (fails_with(&b, 0)) {
      say_not_a_pass(&b, out);
   } else {
      while (bad - good > 1) {
         const unsigned middle = good + (bad - good) / 2;
         snprintf(b.probe.what, sizeof b.probe.what, "%u to %u of %u", good + 1, bad, all);
         *(fails_with(&b, middle) ? &bad : &good) = middle;
      }
      progress_hide();
      say_pass(&b, bad, all, out);
   }
   triage_probe_end(&b.probe);
   if (interrupted())
      out->len = 0; /* with a search that was cut short it would be wrong */
   return fails ? NVP4C_OK : NVP4C_REJECTED;
}

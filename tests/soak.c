/* SPDX-License-Identifier: MIT */
/*
 * Long-running checks: soak [-minutes M] [-jobs J] [-only NAME] [-programs N] [-seed S]
 *
 * Jobs: "gen" compiles generated programs at -O0 and -O2 for the first target and verifies each by execution (both legs).
 * -programs N stops after N programs instead of after a time (what make check runs). Prints "N passed, N failed".
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "nvp4c.h"
#include "tests/gen/gen.h"

static double now(void)
{
   struct timespec t;

   clock_gettime(CLOCK_MONOTONIC, &t);
   return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

struct tally {
   unsigned passed, failed, budget;
   uint64_t compared, tainted;
};

static bool one(uint64_t seed, const char *text, size_t len, int level, unsigned temps, struct tally *t)
{
   struct nvp4c_options opt;

   nvp4c_options_init(&opt);
   opt.opt_level = level;
   opt.verify_sim = 3;
   opt.verify_seed = seed;
   opt.verify_each = seed % 16 == 0;
   opt.max_temps = temps;
   struct nvp4c_result *r = nvp4c_compile(text, len, &opt);
   if (!r)
      return false;
   struct nvp4c_verify v = nvp4c_result_verify(r);
   bool ok = nvp4c_result_status(r) == NVP4C_OK && v.tasks == 3 && v.source_legs >= v.code_legs && v.code_legs + v.budget == 3;
   if (!ok) {
      printf("FAIL seed %llu -O%d%s: status %d\n", (unsigned long long)seed, level, temps ? " -max-temps" : "", (int)nvp4c_result_status(r));
      for (unsigned i = 0; i < nvp4c_result_num_diagnostics(r) && i < 3; i++)
         printf("   %u: %s [%s]\n", nvp4c_result_diagnostic(r, i)->line, nvp4c_result_diagnostic(r, i)->message,
                nvp4c_result_diagnostic(r, i)->id);
   }
   t->compared += v.compared;
   t->tainted += v.tainted;
   t->budget += v.budget;
   nvp4c_result_free(r);
   return ok;
}

static struct tally gen_job(uint64_t first, uint64_t step, unsigned programs, double until)
{
   struct tally t = {0};

   for (uint64_t seed = first; programs ? t.passed + t.failed < programs : now() < until; seed += step) {
      struct gen_text g = {0};
      gen_program(seed, 20 + (unsigned)(seed % 5) * 20, &g);
      bool ok = one(seed, g.data, g.len, 0, 0, &t);
      ok = one(seed, g.data, g.len, 2, 0, &t) && ok;
      if (seed % 8 == 0) /* make it spill */
         ok = one(seed, g.data, g.len, 2, 24, &t) && ok;
      gen_free(&g);
      t.passed += ok;
      t.failed += !ok;
      if (t.failed > 20)
         break;
   }
   return t;
}

int main(int argc, char **argv)
{
   double minutes = 1;
   unsigned jobs = 2, programs = 0;
   uint64_t seed = 1;
   const char *only = NULL;

   for (int a = 1; a + 1 < argc; a += 2) {
      if (!strcmp(argv[a], "-minutes"))
         minutes = atof(argv[a + 1]);
      else if (!strcmp(argv[a], "-jobs"))
         jobs = (unsigned)atoi(argv[a + 1]);
      else if (!strcmp(argv[a], "-programs"))
         programs = (unsigned)atoi(argv[a + 1]);
      else if (!strcmp(argv[a], "-seed"))
         seed = strtoull(argv[a + 1], NULL, 0);
      else if (!strcmp(argv[a], "-only"))
         only = argv[a + 1];
      else
         return 2;
   }
   if (only && strcmp(only, "gen")) {
      fprintf(stderr, "soak: no job '%s'; there is: gen\n", only);
      return 2;
   }
   if (jobs < 1 || jobs > 64)
      jobs = 1;
   int fds[2];
   if (pipe(fds))
      return 2;
   double until = now() + minutes * 60;
   for (unsigned j = 0; j < jobs; j++) {
      pid_t pid = fork();
      if (pid < 0)
         return 2;
      if (pid)
         continue;
      struct tally t = gen_job(seed + j, jobs, programs ? (programs + jobs - 1) / jobs : 0, until);
      fflush(stdout);
      _exit(write(fds[1], &t, sizeof t) == (ssize_t)sizeof t ? 0 : 3);
   }
   struct tally sum = {0}, t;
   bool broken = false;
   for (unsigned j = 0; j < jobs; j++) {
      int st;
      if (wait(&st) < 0 || !WIFEXITED(st) || WEXITSTATUS(st) || read(fds[0], &t, sizeof t) != (ssize_t)sizeof t) {
         printf("FAIL a job died\n");
         broken = true;
         continue;
      }
      sum.passed += t.passed;
      sum.failed += t.failed;
      sum.budget += t.budget;
      sum.compared += t.compared;
      sum.tainted += t.tainted;
   }
   double share = sum.compared ? 100.0 * (double)sum.tainted / (double)(sum.compared + sum.tainted) : 0;
   printf("%llu components compared, %.3f%% undefined, %u tasks without a verdict\n", (unsigned long long)sum.compared, share, sum.budget);
   if (share > 1.0) {
      printf("FAIL more than 1%% of what is compared is undefined\n");
      broken = true;
   }
   printf("%u passed, %u failed\n", sum.passed, sum.failed);
   return broken || sum.failed || !sum.passed;
}

/* SPDX-License-Identifier: MIT */
/*
 * Bodies of thousands of operations, which are scheduled in parts (usc_schedule.c). They compute correct results, with
 * requests, tests and outputs across the ends of parts, and need few registers. The programs are those of tests/growth.
 */
#include <stdlib.h>
#include <string.h>

#include "nvp4c.h"
#include "tests/growth/counter.h"
#include "tests/growth/growth.h"
#include "tests/unit/common/suite.h"

static uint64_t stat_of(struct nvp4c_result *r, const char *name)
{
   for (unsigned k = 0; k < nvp4c_result_num_stats(r); k++)
      if (!strcmp(nvp4c_result_stat(r, k).name, name))
         return nvp4c_result_stat(r, k).value;
   ck_abort_msg("no statistic %s", name);
   return 0;
}

/* work is the limit of the work, or 0 for the default. */
static struct nvp4c_result *try_compile(const char *name, unsigned n, int level, unsigned waves, uint64_t work,
                                        struct counter *bytes)
{
   static const struct nvp4c_limit limits[] = {{"max-program-instructions", 1000000}};
   const struct growth_kind *k;
   struct growth_text t = {0};
   struct nvp4c_options o;
   nvp4c_options_init(&o, sizeof o);
   o.opt_level = level;
   o.limits = limits;
   o.num_limits = 1;
   o.diagnostics.no_warnings = 1;
   o.verify.waves = waves;
   o.budget.work = work;
   o.memory.alloc = count_bytes;
   o.memory.user = bytes;
   for (unsigned q = 0; (k = growth_kind(q)) && strcmp(k->name, name);)
      q++;
   ck_assert_ptr_nonnull(k);
   k->make(&t, n, k->line);
   struct nvp4c_result *r = nvp4c_compile(t.p, t.len, &o);
   free(t.p);
   return r;
}

static struct nvp4c_result *compile(const char *name, unsigned n, unsigned waves)
{
   static struct counter bytes; /* static, because freeing the result uses it too */
   struct nvp4c_result *r = try_compile(name, n, 2, waves, 0, &bytes);
   ck_assert_msg(nvp4c_result_status(r) == NVP4C_OK, "%s: %s", name,
                 nvp4c_result_num_diagnostics(r) ? nvp4c_result_diagnostic(r, 0)->message : "");
   return r;
}

START_TEST(execution)
{
   static const char *const names[] = {"mad", "integers",        "condition codes",   "TEX",     "TXD",
                                       "KIL", "small constants", "relative TEMP mix", "results", "inputs",
                                       "DIV.S vec4", "TXD CUBE"};
   for (unsigned k = 0; k < sizeof names / sizeof *names; k++)
      nvp4c_result_free(compile(names[k], 5000, 2));
}
END_TEST

/* A chain of sums that everything waits for. The operations at its end are ready last, and earlier reads stay alive until then
   unless the schedule limits the registers. 12 groups for an access correspond to one operation in each group. */
START_TEST(registers)
{
   static const char *const names[] = {"relative TEMP read", "relative inputs"};
   for (unsigned k = 0; k < 2; k++) {
      struct nvp4c_result *r = compile(names[k], 4096, 0);
      ck_assert_uint_eq(stat_of(r, "spill_loads"), 0);
      ck_assert_uint_le(stat_of(r, "groups"), 10 * 2048);
      nvp4c_result_free(r);
   }
}
END_TEST

/* A program with too small a -limit-work ends before it allocates the memory of its machine code. */
START_TEST(early_end)
{
   static const char *const names[] = {"DIV.S vec4", "TXD CUBE alone"};
   for (unsigned k = 0; k < 4; k++) {
      const int level = k & 2;
      struct counter all = {0, 0, 0}, part = {0, 0, 0};
      struct nvp4c_result *r = try_compile(names[k & 1], 4096, level, 0, 0, &all);
      ck_assert_int_eq(nvp4c_result_status(r), NVP4C_OK);
      const uint64_t steps = stat_of(r, "steps");
      nvp4c_result_free(r);
      r = try_compile(names[k & 1], 4096, level, 0, steps / 2, &part);
      ck_assert_int_eq(nvp4c_result_status(r), NVP4C_LIMIT);
      ck_assert_uint_le(part.peak, all.peak / 4 * 3);
      nvp4c_result_free(r);
   }
}
END_TEST

SUITE_MAIN("parts", 300, NULL, NULL, execution, registers, early_end)

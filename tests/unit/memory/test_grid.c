/* SPDX-License-Identifier: MIT */
/*
 * Tests nvp4c_execute() on grids. On random words, the programs of examples/compute give the same result at every level and in
 * every order, and none of them has a race. Known sums are checked as well.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nvp4c_run.h"
#include "tests/unit/common/file.h"
#include "tests/unit/common/suite.h"

static const struct {
   const char *name;
   unsigned grid[3];
} programs[] = {
    {"reduction", {3}},         {"prefix-sum", {5}}, {"bitonic-sort", {2}},
    {"matrix-product", {2, 2}}, {"histogram", {4}},  {"n-body", {1}},
};

static char *execute(const char *text, struct nvp4c_run *run, const struct nvp4c_options *opt, const char *what)
{
   struct nvp4c_result *r = nvp4c_execute(text, strlen(text), run, opt);

   ck_assert_ptr_nonnull(r);
   ck_assert_msg(nvp4c_result_status(r) == NVP4C_OK, "%s: %s", what,
                 nvp4c_result_num_diagnostics(r) ? nvp4c_result_diagnostic(r, 0)->message : "no message");
   size_t length;
   const char *listing = nvp4c_result_listing(r, &length);
   char *s = calloc(1, length + 1);
   memcpy(s, listing, length);
   nvp4c_result_free(r);
   return s;
}

START_TEST(examples)
{
   static const enum nvp4c_target targets[] = {NVP4C_TARGET_USC, NVP4C_TARGET_AGX};
   char path[64];

   snprintf(path, sizeof path, "examples/compute/%s.tgsi", programs[_i].name);
   char *text = file_read(path, NULL);
   ck_assert_ptr_nonnull(text);
   for (unsigned t = 0; t < 2; t++) {
      struct nvp4c_options opt;
      struct nvp4c_run run = {.size = sizeof run, .seed = 11, .races = 5};

      nvp4c_options_init(&opt, sizeof opt);
      opt.target = targets[t];
      memcpy(run.grid, programs[_i].grid, sizeof run.grid);
      char *want = execute(text, &run, &opt, path);
      ck_assert_msg(strstr(want, "BUFFER["), "%s: %s", path, want);
      for (unsigned k = 0; k < 2 * 3 * 2; k++) {
         run.on = k & 1 ? NVP4C_RUN_CODE : NVP4C_RUN_IR;
         run.races = run.on == NVP4C_RUN_IR ? 5 : 0;
         run.order = k >= 6;
         opt.opt_level = (int)(k / 2 % 3);
         char *got = execute(text, &run, &opt, path);
         ck_assert_str_eq(got, want);
         free(got);
      }
      free(want);
   }
   free(text);
}
END_TEST

/* Workgroups sum 128 words each of 1, 2, 3, ..; the sum of workgroup b is 128 * 128 * b + 128 * 129 / 2. */
START_TEST(sums)
{
   char *text = file_read("examples/compute/reduction.tgsi", NULL), inputs[4096] = "BUFFER[1].bytes=12;BUFFER[0]=";
   static const enum nvp4c_run_on levels[] = {NVP4C_RUN_SOURCE, NVP4C_RUN_IR, NVP4C_RUN_CODE};
   struct nvp4c_options opt;

   ck_assert_ptr_nonnull(text);
   for (unsigned k = 1; k <= 3 * 128; k++)
      snprintf(inputs + strlen(inputs), sizeof inputs - strlen(inputs), " %u", k);
   nvp4c_options_init(&opt, sizeof opt);
   for (unsigned k = 0; k < 3; k++) {
      struct nvp4c_run run = {.size = sizeof run,
                              .on = levels[k],
                              .inputs = inputs,
                              .inputs_length = strlen(inputs),
                              .grid = {3},
                              .words = NVP4C_WORDS_INT};
      char *got = execute(text, &run, &opt, "sums");
      ck_assert_str_eq(got, "BUFFER[1][0] = 8256 24640 41024\n");
      free(got);
   }
   free(text);
}
END_TEST

int main(void)
{
   Suite *suite = suite_create("grid");
   TCase *tc = tcase_create("grid");

   tcase_set_timeout(tc, 0);
   tcase_add_loop_test(tc, examples, 0, sizeof programs / sizeof programs[0]);
   tcase_add_test(tc, sums);
   suite_add_tcase(suite, tc);
   return suite_run(suite);
}

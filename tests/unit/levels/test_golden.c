/* SPDX-License-Identifier: MIT */
/*
 * Compares the reference evaluator with recordings of a GL that has GL_NV_gpu_program4. On a machine with such a GL,
 * `make oracle` records them in tests/golden/. Without a recording the programs must still be accepted and run, and the reader
 * is tested on answers that were worked out by hand.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/common/golden.h"
#include "tests/unit/common/file.h"
#include "tests/unit/common/suite.h"

/* 1.5 + 2.25 = 3.75 = 0x40700000; -1 + 1 = 0; the third and fourth components: 0 + 0. */
static const char sum[] = "# by hand\n"
                          "program ADD.F 0\n"
                          "| !!NVfp4.0\n"
                          "| ADD.F result.color, program.env[0], program.env[1];\n"
                          "| END\n"
                          "run 3fc00000 bf800000 00000000 00000000 40100000 3f800000 00000000 00000000 0 0 0 0 -> 40700000 "
                          "00000000 00000000 00000000\n";

START_TEST(reads)
{
   struct golden_check c = {.programs = 0};

   golden_check(&c, sum, NULL);
   ck_assert_uint_eq(c.programs, 1);
   ck_assert_uint_eq(c.runs, 1);
   ck_assert_msg(!c.differ && !c.broken, "%s", c.first);
}
END_TEST

START_TEST(sees_differences)
{
   struct golden_check c = {.programs = 0};
   char text[sizeof sum];

   memcpy(text, sum, sizeof sum);
   *strstr(text, "-> 4070") = '-';
   strstr(text, "-> 4070")[6] = '1'; /* 40710000 */
   golden_check(&c, text, NULL);
   ck_assert_uint_eq(c.differ, 1);
   memset(&c, 0, sizeof c);
   golden_check(&c, text, "MUL.F of something else\nADD.F for a reason\n");
   ck_assert_uint_eq(c.differ, 0);
   ck_assert_uint_eq(c.settled, 1);
   /* 0x40710000 is 3.765625, which differs from 3.75 by 2^-6: they agree in 5 bits, not in 10. */
   memset(&c, 0, sizeof c);
   strstr(text, "ADD.F 0")[6] = '5';
   golden_check(&c, text, NULL);
   ck_assert_uint_eq(c.differ, 0);
}
END_TEST

START_TEST(refuses_rubbish)
{
   struct golden_check c = {.programs = 0};

   golden_check(&c, "program X 0\n| !!NVfp4.0\n| ADD;\n| END\nrun 0 0 0 0 0 0 0 0 0 0 0 0 -> 0 0 0 0\nrun 1 2\n", NULL);
   ck_assert_uint_eq(c.broken, 2);
}
END_TEST

/* Every program of the list is accepted, runs, and stays the same when it is written and read back. */
START_TEST(programs)
{
   struct golden_program p;
   struct util_ctx ctx;
   struct util_buf b;
   struct golden_check c = {.programs = 0};
   unsigned n = 0;

   util_ctx_init(&ctx, NULL, 0);
   util_buf_init(&b, &ctx);
   for (; golden_program(n, &p); n++) {
      golden_write_program(&b, &p);
      for (unsigned run = 0; run < 2; run++) {
         uint32_t in[3][4], out[4];
         char why[256];
         golden_inputs(n, run, in);
         ck_assert_msg(golden_evaluate(p.text, strlen(p.text), in, out, why), "%s\n%s", why, p.text);
         golden_write_run(&b, in, out);
      }
   }
   golden_check(&c, b.data, NULL);
   ck_assert_uint_eq(c.programs, n);
   ck_assert_uint_eq(c.runs, 2 * n);
   ck_assert_msg(!c.differ && !c.broken, "%s", c.first);
   util_ctx_finish(&ctx);
}
END_TEST

START_TEST(recordings)
{
   DIR *d = opendir("tests/golden");
   char *settled = file_read("tests/golden/settled", NULL);
   unsigned files = 0;

   for (struct dirent *e; d && (e = readdir(d));) {
      struct golden_check c = {.programs = 0};
      char path[300];

      if (!strstr(e->d_name, ".golden"))
         continue;
      snprintf(path, sizeof path, "tests/golden/%s", e->d_name);
      char *text = file_read(path, NULL);
      ck_assert_ptr_nonnull(text);
      golden_check(&c, text, settled);
      printf("golden: %s: %u programs, %u runs, %u settled differences\n", path, c.programs, c.runs, c.settled);
      ck_assert_msg(!c.differ && !c.broken, "%s: %u differ, %u not understood; first: %s", path, c.differ, c.broken, c.first);
      free(text);
      files++;
   }
   if (!files)
      printf("golden: SKIP recordings: none (make oracle on a GL with GL_NV_gpu_program4 makes one)\n");
   if (d)
      closedir(d);
   free(settled);
}
END_TEST

int main(void)
{
   Suite *s = suite_create("golden");
   TCase *t = tcase_create("golden");

   tcase_set_timeout(t, 60);
   tcase_add_test(t, reads);
   tcase_add_test(t, sees_differences);
   tcase_add_test(t, refuses_rubbish);
   tcase_add_test(t, programs);
   tcase_add_test(t, recordings);
   suite_add_tcase(s, t);
   return suite_run_nofork(s);
}

/* SPDX-License-Identifier: MIT */
/*
 * Tests the temporaries of USC programs with barriers. All waves of a workgroup need theirs at one time (docs/abi-usc.md,
 * "Compute programs"). 160 words are live across a barrier. The program must use at most the temporaries that its core and
 * workgroup allow, and compute the right result.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "nvp4c.h"
#include "tests/unit/common/suite.h"

enum { VECTORS = 40, SIZES = 7 };

static const unsigned sizes[SIZES] = {32, 64, 128, 256, 512, 0, 1024};

/*
 * The store has 8 * depth / 128 - 2 lines: 14, 2, 6, 11 for the depths 256, 64, 128, 208 in device_info/NAME.h of the public
 * driver. Each whole line of 14 / 3, 14 / 5, 14 / 9 gives 64 registers. With 512 invocations, 17 shares of 14 * 16 pieces of
 * four have 13 pieces each. A single wave has all registers, 64 * lines and at most 248. The grid may choose workgroups of 512.
 * Workgroups of 1,024 run as 512. If those had fewer than 12 temporaries (axe-1-16m), workgroups of 512 and more run as 256.
 */
#define LINES_14 {248, 248, 128, 64, 52, 52, 52}
#define LINES_11 {248, 192, 128, 64, 40, 40, 40}
#define LINES_6 {248, 128, 64, 40, 20, 20, 20}
#define LINES_2 {128, 40, 24, 12, 12, 4, 12}
static const struct {
   const char *core;
   unsigned temps[SIZES];
   unsigned ways; /* how many of all the ways to run; one core of each depth runs in all of them */
} rows[] = {
    {"gx6250", LINES_14, 4},   {"axe-1-16m", LINES_2, 4}, {"bxe-2-32", LINES_6, 4}, {"bxe-4-32", LINES_11, 4},
    {"bxm-4-64", LINES_14, 1}, {"bxs-4-64", LINES_14, 1}, {"g6110", LINES_11, 1},   {"ge7800", LINES_11, 1},
    {"ge8300", LINES_11, 1},   {"gx6650", LINES_14, 1},
};

#define APPEND(...) n += (size_t)snprintf(text + n, sizeof text - n, __VA_ARGS__)

/* Compiles and verifies the program with workgroups of `size` invocations, or of a size that the grid chooses if it is 0. With
   `array` the program also has an array with a computed index. */
static struct nvp4c_result *compiled(const char *core, unsigned size, bool barrier, bool array, int level)
{
   char text[16384];
   size_t n = 0;
   struct nvp4c_options opt;

   APPEND("COMP\n");
   if (size)
      APPEND("PROPERTY CS_FIXED_BLOCK_WIDTH %u\n", size);
   APPEND(
       "DCL SV[0], THREAD_ID\nDCL BUFFER[0]\nDCL BUFFER[1]\nDCL ADDR[0]\nDCL TEMP[0..%d]\nDCL TEMP[%d..%d], ARRAY(1), LOCAL\n",
       VECTORS, VECTORS + 1, VECTORS + 4);
   APPEND("IMM[0] UINT32 {4, 16, 3, 0}\nSHL TEMP[0].x, SV[0].xxxx, IMM[0].xxxx\n");
   for (unsigned k = 1; k <= VECTORS; k++)
      APPEND("LOAD TEMP[%u], BUFFER[0], TEMP[0].xxxx\nUADD TEMP[0].x, TEMP[0].xxxx, IMM[0].yyyy\n", k);
   if (array) {
      for (unsigned k = 1; k <= 4; k++)
         APPEND("MOV TEMP[%u], TEMP[%u]\n", VECTORS + k, k);
      APPEND("AND TEMP[0].y, SV[0].xxxx, IMM[0].zzzz\nUARL ADDR[0].x, TEMP[0].yyyy\nMOV TEMP[ADDR[0].x+%u](1), TEMP[5]\n",
             VECTORS + 1);
   }
   if (barrier)
      APPEND("BARRIER\n");
   APPEND("SHL TEMP[0].x, SV[0].xxxx, IMM[0].xxxx\n");
   for (unsigned k = VECTORS; k; k--)
      APPEND("STORE BUFFER[1], TEMP[0].xxxx, TEMP[%u]\nUADD TEMP[0].x, TEMP[0].xxxx, IMM[0].yyyy\n", k);
   for (unsigned k = 1; array && k <= 4; k++)
      APPEND("STORE BUFFER[1], TEMP[0].xxxx, TEMP[%u]\nUADD TEMP[0].x, TEMP[0].xxxx, IMM[0].yyyy\n", VECTORS + k);
   APPEND("END\n");
   nvp4c_options_init(&opt, sizeof opt);
   opt.cpu = core;
   opt.diagnostics.no_warnings = 1;
   opt.opt_level = level;
   opt.output.reflection = 1;
   opt.verify.waves = size <= 128 ? 4 : 16;
   return nvp4c_compile(text, strlen(text), &opt);
}

static const char *message(const struct nvp4c_result *r)
{
   return nvp4c_result_num_diagnostics(r) ? nvp4c_result_diagnostic(r, 0)->message : "";
}

START_TEST(with_barrier)
{
   for (unsigned k = 0; k < SIZES; k++) {
      const unsigned ways = sizes[k] ? rows[_i].ways : 1; /* a size from the grid is treated as 512 */
      for (unsigned way = 0; way < ways; way++) { /* -O2 to -O0, and an array */
         const unsigned limit = rows[_i].temps[k];
         struct nvp4c_result *r = compiled(rows[_i].core, sizes[k], true, way == 3, way < 3 ? 2 - (int)way : 2);
         if (limit < 8) { /* the grid may choose 16 waves, axe-1-16m has 14 slots */
            ck_assert_msg(nvp4c_result_status(r) == NVP4C_UNSUPPORTED && strstr(message(r), "runs at most 448") &&
                              (way == 3 || nvp4c_result_diagnostic(r, 0)->line),
                          "%s, %u instances, way %u: %d %s", rows[_i].core, sizes[k], way, (int)nvp4c_result_status(r),
                          message(r));
         } else {
            const unsigned temps = nvp4c_result_facts(r).temporaries;
            ck_assert_msg(nvp4c_result_status(r) == NVP4C_OK, "%s, %u instances, way %u: %d %s", rows[_i].core, sizes[k], way,
                          (int)nvp4c_result_status(r), message(r));
            ck_assert_msg(temps <= limit && temps >= (limit < 160 ? limit : 160) * 3 / 4,
                          "%s, %u instances, way %u: %u temporaries of %u", rows[_i].core, sizes[k], way, temps, limit);
         }
         nvp4c_result_free(r);
      }
   }
}
END_TEST

START_TEST(without_barrier)
{
   for (int level = 0; level < 3; level++) {
      struct nvp4c_result *r = compiled("gx6250", 512, false, false, level);
      ck_assert_msg(nvp4c_result_status(r) == NVP4C_OK && nvp4c_result_facts(r).temporaries > 160, "%u temporaries: %s",
                    nvp4c_result_facts(r).temporaries, message(r));
      nvp4c_result_free(r);
   }
}
END_TEST

/* No language has workgroups of more than 1,024 invocations. */
START_TEST(too_large)
{
   for (unsigned barrier = 0; barrier < 2; barrier++) {
      char text[128];

      snprintf(text, sizeof text, "nvp4c-ir 1\nstage compute\ncompute x=1025 y=1 z=1\nblock 0:\n%s   return\n",
               barrier ? "   barrier\n" : "");
      struct nvp4c_result *r = nvp4c_compile(text, strlen(text), NULL);
      ck_assert_msg(nvp4c_result_status(r) == NVP4C_UNSUPPORTED, "%s", message(r));
      ck_assert(strstr(message(r), "at most 1024 invocations, this one has 1025") &&
                nvp4c_result_diagnostic(r, 0)->line == (barrier ? 5 : 0));
      nvp4c_result_free(r);
   }
}
END_TEST

int main(void)
{
   Suite *suite = suite_create("block_temps");
   TCase *tc = tcase_create("block_temps");

   tcase_set_timeout(tc, 0);
   tcase_add_loop_test(tc, with_barrier, 0, sizeof rows / sizeof rows[0]);
   tcase_add_test(tc, without_barrier);
   tcase_add_test(tc, too_large);
   suite_add_tcase(suite, tc);
   return suite_run(suite);
}

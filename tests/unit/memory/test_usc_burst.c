/* SPDX-License-Identifier: MIT */
/*
 * Tests that the USC accesses the words of a chunk of memory with one request if nothing between the accesses may change them.
 * The code is verified with objects that end within a chunk.
 */
#include <stdio.h>
#include <string.h>

#include "nvp4c.h"
#include "tests/unit/common/suite.h"

/* TEMP[0].x is 16 times the place of the invocation, and y is 4 times the place. */
static const char head[] = "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 64\nDCL SV[0], THREAD_ID\nDCL BUFFER[0]\nDCL BUFFER[1]\nDCL "
                           "MEMORY[0], SHARED\nDCL TEMP[0..4]\n"
                           "IMM[0] UINT32 {4, 2, 1, 16}\nIMM[1] UINT32 {8, 12, 20, 0}\nSHL TEMP[0].x, SV[0].xxxx, "
                           "IMM[0].xxxx\nSHL TEMP[0].y, SV[0].xxxx, IMM[0].yyyy\n";
#define KEEP "STORE BUFFER[1].x, TEMP[0].yyyy, TEMP[4].xxxx\n"
#define SUM(a) "UADD TEMP[4].x, TEMP[1]." #a ", TEMP[2]." #a "\n"

static const struct {
   const char *what, *body;
   unsigned loads, stores, plain_stores; /* plain: without tests, -fno-robust */
} rows[] = {
    {"four words at a multiple of 16", "LOAD TEMP[1], BUFFER[0], TEMP[0].xxxx\nSTORE BUFFER[1], TEMP[0].xxxx, TEMP[1]\n", 1, 4,
     1},
    {"at a multiple of 4", "LOAD TEMP[1], BUFFER[0], TEMP[0].yyyy\nSTORE BUFFER[1], TEMP[0].yyyy, TEMP[1]\n", 4, 4, 4},
    {"two of them, the first and the third one",
     "LOAD TEMP[1].xz, BUFFER[0], TEMP[0].xxxx\nSTORE BUFFER[1].xz, TEMP[0].xxxx, TEMP[1]\n", 1, 2, 2},
    {"at a constant, over the end of a chunk",
     "LOAD TEMP[1], BUFFER[0], IMM[1].xxxx\nUADD TEMP[4].x, TEMP[1].xxxx, TEMP[1].wwww\n" KEEP, 2, 1, 1},
    {"two instructions",
     "LOAD TEMP[1].x, BUFFER[0], TEMP[0].xxxx\nUADD TEMP[3].x, TEMP[0].xxxx, IMM[1].xxxx\nLOAD TEMP[2].x, BUFFER[0], "
     "TEMP[3].xxxx\n" SUM(xxxx) KEEP,
     1, 1, 1},
    {"from the last to the first one",
     "UADD TEMP[3].x, TEMP[0].xxxx, IMM[1].xxxx\nLOAD TEMP[2].x, BUFFER[0], TEMP[3].xxxx\nLOAD TEMP[1].x, BUFFER[0], "
     "TEMP[0].xxxx\n" SUM(xxxx) KEEP,
     1, 1, 1},
    {"a store between",
     "LOAD TEMP[1].x, BUFFER[0], TEMP[0].xxxx\nSTORE BUFFER[0].y, TEMP[0].xxxx, TEMP[0]\nLOAD TEMP[2].y, BUFFER[0], "
     "TEMP[0].xxxx\nUADD TEMP[4].x, TEMP[1].xxxx, TEMP[2].yyyy\n" KEEP,
     2, 2, 2},
    {"an atomic operation between",
     "LOAD TEMP[1].x, BUFFER[0], TEMP[0].xxxx\nATOMUADD TEMP[3].x, BUFFER[0], TEMP[0].xxxx, IMM[0].xxxx\nLOAD TEMP[2].y, "
     "BUFFER[0], TEMP[0].xxxx\nUADD TEMP[4].x, TEMP[1].xxxx, TEMP[2].yyyy\n" KEEP,
     2, 1, 1},
    {"a fence between",
     "LOAD TEMP[1].x, BUFFER[0], TEMP[0].xxxx\nMEMBAR IMM[0].zzzz\nLOAD TEMP[2].y, BUFFER[0], TEMP[0].xxxx\nUADD TEMP[4].x, "
     "TEMP[1].xxxx, TEMP[2].yyyy\n" KEEP,
     2, 1, 1},
    {"two buffers", "LOAD TEMP[1].x, BUFFER[0], TEMP[0].xxxx\nLOAD TEMP[2].x, BUFFER[1], TEMP[0].xxxx\n" SUM(xxxx) KEEP, 2, 1,
     1},
    {"two buffers, the second one first",
     "LOAD TEMP[1].x, BUFFER[1], TEMP[0].xxxx\nLOAD TEMP[2].x, BUFFER[0], TEMP[0].xxxx\n" SUM(xxxx) KEEP, 2, 1, 1},
    {"two instructions of the second buffer",
     "LOAD TEMP[1].x, BUFFER[1], TEMP[0].xxxx\nUADD TEMP[3].x, TEMP[0].xxxx, IMM[1].xxxx\nLOAD TEMP[2].x, BUFFER[1], "
     "TEMP[3].xxxx\n" SUM(xxxx) KEEP,
     1, 1, 1},
    {"the same word of another chunk",
     "LOAD TEMP[1].x, BUFFER[0], TEMP[0].xxxx\nUADD TEMP[3].x, TEMP[0].xxxx, IMM[0].wwww\nLOAD TEMP[2].x, BUFFER[0], "
     "TEMP[3].xxxx\n" SUM(xxxx) KEEP,
     2, 1, 1},
    {"another chunk",
     "LOAD TEMP[1].x, BUFFER[0], TEMP[0].xxxx\nUADD TEMP[3].x, TEMP[0].xxxx, IMM[1].zzzz\nLOAD TEMP[2].x, BUFFER[0], "
     "TEMP[3].xxxx\n" SUM(xxxx) KEEP,
     2, 1, 1},
    {"a coherent access and another one",
     "LOAD TEMP[1].x, BUFFER[0], TEMP[0].xxxx, COHERENT\nUADD TEMP[3].x, TEMP[0].xxxx, IMM[1].xxxx\nLOAD TEMP[2].x, BUFFER[0], "
     "TEMP[3].xxxx\n" SUM(xxxx) KEEP,
     2, 1, 1},
    {"two coherent accesses",
     "LOAD TEMP[1].x, BUFFER[0], TEMP[0].xxxx, COHERENT\nUADD TEMP[3].x, TEMP[0].xxxx, IMM[1].xxxx\nLOAD TEMP[2].x, "
     "BUFFER[0], TEMP[3].xxxx, COHERENT\n" SUM(xxxx) KEEP,
     1, 1, 1},
    {"stores from the last to the first word",
     "UADD TEMP[3].x, TEMP[0].xxxx, IMM[1].xxxx\nSTORE BUFFER[1].x, TEMP[3].xxxx, TEMP[0].xxxx\nSTORE BUFFER[1].x, "
     "TEMP[0].xxxx, TEMP[0].yyyy\n",
     0, 2, 2},
};

static unsigned count(const char *listing, size_t length, const char *word)
{
   unsigned n = 0;

   for (const char *s = listing; (s = strstr(s, word)) && s < listing + length; s++)
      n++;
   return n;
}

START_TEST(requests)
{
   char text[4096];
   struct nvp4c_options opt;

   snprintf(text, sizeof text, "%s%sEND\n", head, rows[_i].body);
   for (unsigned k = 0; k < 6; k++) {
      size_t length;

      nvp4c_options_init(&opt, sizeof opt);
      opt.diagnostics.no_warnings = 1;
      opt.opt_level = k < 3 ? (int)k : 2;
      opt.key.robust_off = k == 3;
      opt.stress.spill_all = k == 4;
      opt.stress.max_temps = k == 5 ? 12 : 0;
      opt.output.listing = 1;
      opt.verify.waves = 40;
      struct nvp4c_result *r = nvp4c_compile(text, strlen(text), &opt);
      ck_assert_msg(nvp4c_result_status(r) == NVP4C_OK, "%s, %u: %s\n%s", rows[_i].what, k,
                    nvp4c_result_num_diagnostics(r) ? nvp4c_result_diagnostic(r, 0)->message : "", text);
      const char *listing = nvp4c_result_listing(r, &length);
      const unsigned loads = count(listing, length, " ld."), stores = count(listing, length, " st.");
      const unsigned want = k == 3 ? rows[_i].plain_stores : rows[_i].stores;
      if (k >= 1 && k < 4) /* -O0 does not analyse addresses, and spilled values are requests, too */
         ck_assert_msg(loads == rows[_i].loads && stores == want, "%s, %u: %u loads, %u stores, not %u, %u\n%s", rows[_i].what,
                       k, loads, stores, rows[_i].loads, want, listing);
      nvp4c_result_free(r);
   }
}
END_TEST

/*
 * Loads that must see the stores of other invocations bypass the cache of the machine: COHERENT and VOLATILE ones, and that of
 * an operation that loads and stores under a lock. Others do not.
 */
START_TEST(cache)
{
   static const struct {
      const char *body;
      unsigned bypass, others;
   } of[] = {
       {"LOAD TEMP[4].x, BUFFER[0], TEMP[0].yyyy\n" KEEP, 0, 1},
       {"LOAD TEMP[4].x, BUFFER[0], TEMP[0].yyyy, COHERENT\n" KEEP, 1, 0},
       {"LOAD TEMP[4].x, BUFFER[0], TEMP[0].yyyy, VOLATILE\n" KEEP, 1, 0},
       {"LOAD TEMP[4].x, BUFFER[0], TEMP[0].yyyy, RESTRICT\n" KEEP, 0, 1},
       {"LOAD TEMP[4], BUFFER[0], TEMP[0].xxxx, COHERENT, RESTRICT\n" KEEP, 1, 0},
       {"LOAD TEMP[4].x, IMAGE[0], TEMP[0], 1D, PIPE_FORMAT_R32_UINT\n" KEEP, 0, 1},
       {"LOAD TEMP[4].x, IMAGE[0], TEMP[0], 1D, PIPE_FORMAT_R32_UINT, COHERENT\n" KEEP, 1, 0},
       {"ATOMCAS TEMP[4].x, BUFFER[0], TEMP[0].yyyy, IMM[0].xxxx, IMM[0].yyyy\n" KEEP, 1, 0},
       {"ATOMFADD TEMP[4].x, BUFFER[0], TEMP[0].yyyy, IMM[0].xxxx\nLOAD TEMP[4].x, BUFFER[0], TEMP[0].yyyy\n" KEEP, 1, 1},
   };
   const char *const code = strstr(head, "IMM[0]");

   for (unsigned k = 0; k < sizeof of / sizeof *of; k++)
      for (int level = 0; level < 4; level++) {
         char text[4096];
         size_t length;
         struct nvp4c_options opt;

         snprintf(text, sizeof text, "%.*sDCL IMAGE[0], 1D, PIPE_FORMAT_R32_UINT, WR\n%s%sEND\n", (int)(code - head), head,
                  code, of[k].body);
         nvp4c_options_init(&opt, sizeof opt);
         opt.opt_level = level;
         opt.diagnostics.no_warnings = 1;
         opt.output.listing = 1;
         opt.verify.waves = 2;
         struct nvp4c_result *r = nvp4c_compile(text, strlen(text), &opt);
         ck_assert_msg(nvp4c_result_status(r) == NVP4C_OK, "row %u: %s", k,
                       nvp4c_result_num_diagnostics(r) ? nvp4c_result_diagnostic(r, 0)->message : "");
         const char *listing = nvp4c_result_listing(r, &length);
         const unsigned bypass = count(listing, length, " ld.mcu1.slc1 "), all = bypass + count(listing, length, " ld.slc1 ");
         ck_assert_uint_eq(bypass, of[k].bypass);
         ck_assert_uint_eq(all - bypass, of[k].others);
         nvp4c_result_free(r);
      }
}
END_TEST

int main(void)
{
   Suite *suite = suite_create("usc_burst");
   TCase *tc = tcase_create("usc_burst");

   tcase_set_timeout(tc, 0);
   tcase_add_loop_test(tc, requests, 0, sizeof rows / sizeof rows[0]);
   tcase_add_test(tc, cache);
   suite_add_tcase(suite, tc);
   return suite_run(suite);
}

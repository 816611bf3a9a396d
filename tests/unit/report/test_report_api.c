/* SPDX-License-Identifier: MIT */
/* Tests the JSON report of the library: queries of its size, buffers that are too small, and results without a report. */
#include "include/nvp4c.h"
#include "tests/unit/common/suite.h"

#include <string.h>

static const char program[] =
    "!!NVfp4.0\nTEMP r;\nMUL r, fragment.texcoord[0], 0.5;\nTEX result.color, r, texture[0], 2D;\nEND\n";

static struct nvp4c_result *compile(enum nvp4c_target target, int report)
{
   struct nvp4c_options o;

   nvp4c_options_init(&o, sizeof o);
   o.target = target;
   o.report = report;
   return nvp4c_compile(program, sizeof program - 1, &o);
}

static size_t write_report(const struct nvp4c_result *r, char *text, size_t size)
{
   return nvp4c_result_json(r, NVP4C_JSON_REPORT, "a.fp", text, size);
}

/* Two queries give one length. A buffer of any size has the beginning of the document and a NUL, and the bytes after it stay as
 * they were. */
START_TEST(buffers)
{
   static const enum nvp4c_target targets[] = {NVP4C_TARGET_USC, NVP4C_TARGET_AGX};

   for (unsigned t = 0; t < 2; t++) {
      struct nvp4c_result *r = compile(targets[t], 1);
      const size_t len = write_report(r, NULL, 0);
      ck_assert_uint_gt(len, 0);
      ck_assert_uint_eq(write_report(r, NULL, 0), len);
      char *all = malloc(len + 1), *part = malloc(len + 2);
      ck_assert_uint_eq(write_report(r, all, len + 1), len);
      ck_assert_uint_eq(strlen(all), len);
      ck_assert_int_eq(all[len - 1], '\n');
      const size_t sizes[] = {1, 2, 17, len / 2, len, len + 1};
      for (unsigned k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
         memset(part, '#', len + 2);
         ck_assert_uint_eq(write_report(r, part, sizes[k]), len);
         ck_assert(!memcmp(part, all, sizes[k] - 1));
         ck_assert_int_eq(part[sizes[k] - 1], 0);
         ck_assert_int_eq(part[sizes[k]], '#');
      }
      free(all);
      free(part);
      nvp4c_result_free(r);
   }
}
END_TEST

/* 1: the report has no passes; 2: it has; 0: there is none. */
START_TEST(levels)
{
   for (int report = 0; report <= 2; report++) {
      struct nvp4c_result *r = compile(NVP4C_TARGET_USC, report);
      const size_t len = write_report(r, NULL, 0);
      ck_assert_int_eq(len != 0, report != 0);
      char *all = malloc(len + 1);
      all[0] = '#';
      write_report(r, all, len + 1);
      ck_assert_int_eq(strstr(all, "\"passes\"") != NULL, report == 2);
      ck_assert_int_eq(strstr(all, "\"nvp4c-report-1\"") != NULL, report != 0);
      ck_assert(report || !all[0]);
      free(all);
      nvp4c_result_free(r);
   }
}
END_TEST

/* Compiles that differ in the report alone give the same code. */
START_TEST(code)
{
   struct nvp4c_result *a = compile(NVP4C_TARGET_USC, 0), *b = compile(NVP4C_TARGET_USC, 2);
   size_t len_a, len_b;
   const uint8_t *code_a = nvp4c_result_code(a, &len_a), *code_b = nvp4c_result_code(b, &len_b);

   ck_assert_uint_eq(len_a, len_b);
   ck_assert(!memcmp(code_a, code_b, len_a));
   nvp4c_result_free(a);
   nvp4c_result_free(b);
}
END_TEST

SUITE_MAIN("report of the library", 60, NULL, NULL, buffers, levels, code)

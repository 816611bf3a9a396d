/* SPDX-License-Identifier: MIT */
/* Tests frontend/common: numbers of a source text, and the words that messages suggest. */
#include "frontend/common/fe_hint.h"
#include "frontend/common/fe_number.h"
#include "tests/unit/common/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

START_TEST(floats)
{
   /* Bits follow IEEE 754: the largest number is 2^128 - 2^104 and the smallest 2^-149; a number half way between two becomes
      the even one. */
   static const struct {
      const char *text;
      uint32_t bits;
   } rows[] = {
      {"0", 0},
      {"1", 0x3f800000},
      {".5", 0x3f000000},
      {"5.", 0x40a00000},
      {"1e-016", 0x24e69595},
      {"1.5E+3", 0x44bb8000},
      {"0.1", 0x3dcccccd},
      {"16777217", 0x4b800000},                          /* 2^24 + 1 is half way between 2^24 and 2^24 + 2 */
      {"16777219", 0x4b800002},                          /* half way between 2^24 + 2 and 2^24 + 4 */
      {"16777217.0000000000000000000000000001", 0x4b800001},
      {"340282346638528859811704183484516925440", 0x7f7fffff}, /* the largest number */
      {"340282356779733661637539395458142568447", 0x7f7fffff}, /* just below half way to 2^128 */
      {"340282356779733661637539395458142568448", 0x7f800000}, /* half way: infinity */
      {"1e39", 0x7f800000},
      {"1e999999999999999999999", 0x7f800000},
      {"1.401298464324817e-45", 1},                      /* 2^-149 */
      {"7.006492321624085e-46", 0},                      /* just below 2^-150: 0 */
      {"7.006492321624086e-46", 1},                      /* just above */
      {"1.1754943508222875e-38", 0x00800000},            /* 2^-126 */
      {"1e-999999999999999999999", 0},
      {"0e999999999999999999999", 0},
      {"0x10", 0x41800000},
      {"0xffffffff", 0x4f800000},
      {"0x1000001", 0x4b800000}, /* 2^24 + 1 */
   };

   for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
      ck_assert_msg(fe_float_bits(rows[i].text, strlen(rows[i].text)) == rows[i].bits, "%s: 0x%08x", rows[i].text,
                    fe_float_bits(rows[i].text, strlen(rows[i].text)));
}
END_TEST

START_TEST(doubles)
{
   /* The largest number is 2^1024 - 2^971, the smallest 2^-1074. */
   static const struct {
      const char *text;
      uint64_t bits;
   } rows[] = {
      {"0", 0},
      {"1", 0x3ff0000000000000},
      {"0.1", 0x3fb999999999999a},
      {"9007199254740993", 0x4340000000000000},       /* 2^53 + 1 is half way */
      {"9007199254740993.00000000000000000000000000001", 0x4340000000000001},
      {"9007199254740995", 0x4340000000000002},
      {"1.7976931348623157e308", 0x7fefffffffffffff},
      {"1.797693134862315807e308", 0x7fefffffffffffff}, /* just below half way to 2^1024 */
      {"1.797693134862315808e308", 0x7ff0000000000000},
      {"1e309", 0x7ff0000000000000},
      {"2.2250738585072011e-308", 0x000fffffffffffff},
      {"4.9406564584124654e-324", 1},
      {"2.4703282292062327e-324", 0}, /* just below 2^-1075 */
      {"2.4703282292062328e-324", 1},
      {"1e-400", 0},
      {"0x1p-1074", 1},
      {"0x1.fffffffffffffp1023", 0x7fefffffffffffff},
      {"0x1.fffffffffffff8p1023", 0x7ff0000000000000},
      {"0x.8p1", 0x3ff0000000000000},
      {"0x20000000000001p0", 0x4340000000000000}, /* 2^53 + 1 */
      {"0x20000000000001.000000000000000000000000000000000000000000000000000000000000000000000000001p0", 0x4340000000000001},
      {"0x1p99999999999999999999", 0x7ff0000000000000},
      {"0x1p-99999999999999999999", 0},
   };
   uint64_t g = 1;

   for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
      ck_assert_msg(fe_double_bits(rows[i].text, strlen(rows[i].text)) == rows[i].bits, "%s: 0x%016llx", rows[i].text,
                    (unsigned long long)fe_double_bits(rows[i].text, strlen(rows[i].text)));
   /* The C library rounds correctly too. */
   for (unsigned i = 0; i < 20000; i++) {
      char text[80];
      double d;
      float f;
      uint64_t bits;
      uint32_t word;

      g = g * 6364136223846793005u + 1442695040888963407u;
      const unsigned digits = 1 + (unsigned)(g >> 59), exponent = (unsigned)(g >> 40) % 700;
      size_t n = 0;
      for (unsigned k = 0; k < digits; k++) {
         g = g * 6364136223846793005u + 1442695040888963407u;
         text[n++] = (char)('0' + (g >> 60) % 10);
      }
      snprintf(text + n, sizeof text - n, "e%d", i % 3 ? (int)exponent - 350 : (int)(exponent % 90) - 60);
      d = strtod(text, NULL);
      f = strtof(text, NULL);
      memcpy(&bits, &d, sizeof bits);
      memcpy(&word, &f, sizeof word);
      ck_assert_msg(fe_double_bits(text, strlen(text)) == bits, "%s as binary64", text);
      ck_assert_msg(fe_float_bits(text, strlen(text)) == word, "%s as binary32", text);
   }
}
END_TEST

START_TEST(integers)
{
   bool overflow;

   ck_assert_uint_eq(fe_integer("0", 1, &overflow), 0);
   ck_assert_uint_eq(fe_integer("007", 3, &overflow), 7);
   ck_assert_uint_eq(fe_integer("0xBeef", 6, &overflow), 0xbeef);
   ck_assert_uint_eq(fe_integer("18446744073709551615", 20, &overflow), UINT64_MAX);
   ck_assert(!overflow);
   ck_assert_uint_eq(fe_integer("18446744073709551616", 20, &overflow), UINT64_MAX);
   ck_assert(overflow);
   ck_assert_uint_eq(fe_integer("0x10000000000000000", 19, &overflow), UINT64_MAX);
   ck_assert(overflow);
}
END_TEST

START_TEST(hints)
{
   static const char *const words[] = {"position", "normal", "texcoord"};
   struct util_ctx ctx;
   struct fe_hints h;

   util_ctx_init(&ctx, NULL, 0);
   if (setjmp(ctx.unwind))
      ck_abort_msg("left the compile");
   ctx.unwind_set = true;
   fe_hints_init(&h, &ctx);
   ck_assert_str_eq(fe_hint_words(&h, "postion", 7, words, 3), "; did you mean \"position\"?");
   ck_assert_str_eq(fe_hint_words(&h, "colour", 6, words, 3), "");
   h.budget = 0;
   ck_assert_str_eq(fe_hint_words(&h, "postion", 7, words, 3), "");
   util_ctx_finish(&ctx);
}
END_TEST

SUITE_MAIN("fe_text", DEFAULT_TIMEOUT, NULL, NULL, floats, doubles, integers, hints)

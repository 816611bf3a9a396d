/* SPDX-License-Identifier: MIT */
/* Tests the unified diff of passes: hunks worked out by hand, and random texts, to which the diff is applied. */
#include "nvp4c/json/diff.h"
#include "tests/unit/common/suite.h"

#include <stdio.h>
#include <string.h>

static struct util_ctx ctx;

static void setup(void)
{
   util_ctx_init(&ctx, NULL, 0);
}
static void teardown(void)
{
   util_ctx_finish(&ctx);
}

static struct util_buf text_of(const char *s)
{
   struct util_buf b;

   util_buf_init(&b, &ctx);
   util_buf_add(&b, s, strlen(s));
   return b;
}

static const char *diff_of(const struct util_buf *a, const struct util_buf *b)
{
   struct util_buf d;

   util_buf_init(&d, &ctx);
   diff_lines(&d, a, b);
   util_buf_byte(&d, 0);
   return (const char *)d.data;
}

/* The second text of each row, the change, and what `diff -U3` prints after its two lines of names. */
static const struct {
   const char *from, *to, *diff;
} hunks[] = {
    {"", "", ""},
    {"1\n2\n", "1\n2\n", ""},
    {"", "1\n2\n", "@@ -0,0 +1,2 @@\n+1\n+2\n"},
    {"1\n2\n", "", "@@ -1,2 +0,0 @@\n-1\n-2\n"},
    /* both ends */
    {"1\n2\n3\n4\n5\n", "0\n1\n2\n3\n4\n5\n", "@@ -1,3 +1,4 @@\n+0\n 1\n 2\n 3\n"},
    {"1\n2\n3\n4\n5\n", "1\n2\n3\n4\n5\n6\n", "@@ -3,3 +3,4 @@\n 3\n 4\n 5\n+6\n"},
    {"1\n2\n3\n4\n5\n", "2\n3\n4\n5\n", "@@ -1,4 +1,3 @@\n-1\n 2\n 3\n 4\n"},
    {"1\n2\n3\n4\n5\n", "1\n2\n3\n4\n", "@@ -2,4 +2,3 @@\n 2\n 3\n 4\n-5\n"},
    /* six equal lines between two changes are the context of both, so they share a hunk; seven separate them */
    {"a\n1\n2\n3\n4\n5\n6\nb\n", "A\n1\n2\n3\n4\n5\n6\nB\n", "@@ -1,8 +1,8 @@\n-a\n+A\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n+B\n"},
    {"a\n1\n2\n3\n4\n5\n6\n7\nb\n", "A\n1\n2\n3\n4\n5\n6\n7\nB\n",
     "@@ -1,4 +1,4 @@\n-a\n+A\n 1\n 2\n 3\n@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-b\n+B\n"},
};

START_TEST(by_hand)
{
   for (unsigned k = 0; k < sizeof hunks / sizeof hunks[0]; k++) {
      const struct util_buf a = text_of(hunks[k].from), b = text_of(hunks[k].to);
      ck_assert_str_eq(diff_of(&a, &b), hunks[k].diff);
   }
}
END_TEST

static const char *end_of_line(const char *s)
{
   return strchr(s, '\n') + 1;
}

/* Applies a unified diff, and checks that its line numbers, its context and the lines that it deletes are those of the text. */
static const char *apply(const struct util_buf *from, const char *diff)
{
   struct util_buf out;
   const char *s = from->len ? (const char *)from->data : "", *end = s + from->len;
   unsigned line = 1, written = 1;

   util_buf_init(&out, &ctx);
   while (*diff) {
      unsigned a, num_a, b, num_b;
      ck_assert_int_eq(sscanf(diff, "@@ -%u,%u +%u,%u @@", &a, &num_a, &b, &num_b), 4);
      for (; line < a + !num_a; line++, written++) {
         const char *next = end_of_line(s);
         util_buf_add(&out, s, (size_t)(next - s));
         s = next;
      }
      ck_assert_uint_eq(written, b + !num_b);
      for (diff = end_of_line(diff); *diff && *diff != '@'; diff = end_of_line(diff)) {
         const size_t n = (size_t)(end_of_line(diff) - diff) - 1;
         if (*diff != '+') {
            ck_assert((size_t)(end - s) >= n && !memcmp(s, diff + 1, n));
            s += n;
            line++, num_a--;
         }
         if (*diff != '-') {
            util_buf_add(&out, diff + 1, n);
            written++, num_b--;
         }
      }
      ck_assert_uint_eq(num_a, 0);
      ck_assert_uint_eq(num_b, 0);
   }
   util_buf_add(&out, s, (size_t)(end - s));
   util_buf_byte(&out, 0);
   return (const char *)out.data;
}

static unsigned random_number(unsigned *seed, unsigned n)
{
   *seed = *seed * 1103515245u + 12345u;
   return (*seed >> 16) % n;
}

/* Texts of few different lines, so that there are many ways to align them. */
START_TEST(applied)
{
   unsigned seed = 1;

   for (unsigned k = 0; k < 2000; k++) {
      struct util_buf t[2];
      for (unsigned i = 0; i < 2; i++) {
         util_buf_init(&t[i], &ctx);
         for (unsigned n = random_number(&seed, 30); n > 0; n--)
            util_buf_printf(&t[i], "%u\n", random_number(&seed, 3));
      }
      const char *result = apply(&t[0], diff_of(&t[0], &t[1]));
      util_buf_byte(&t[1], 0);
      ck_assert_str_eq(result, (const char *)t[1].data);
   }
}
END_TEST

/* Every second line differs, in 500 places, which takes 1,000 edits. With one more place there are too many, and everything
   from the first to the last place becomes one change. */
START_TEST(many_edits)
{
   for (unsigned places = 500; places <= 501; places++) {
      struct util_buf a, b;
      unsigned num_hunks = 0, deleted = 0;
      util_buf_init(&a, &ctx);
      util_buf_init(&b, &ctx);
      for (unsigned k = 0; k < places; k++) {
         util_buf_printf(&a, "a%u\n%u\n", k, k);
         util_buf_printf(&b, "b%u\n%u\n", k, k);
      }
      const char *diff = diff_of(&a, &b);
      const char *result = apply(&a, diff);
      for (const char *s = diff; *s; s = end_of_line(s)) {
         num_hunks += *s == '@';
         deleted += *s == '-';
      }
      util_buf_byte(&b, 0);
      ck_assert_str_eq(result, (const char *)b.data);
      ck_assert_uint_eq(num_hunks, 1);
      ck_assert_uint_eq(deleted, places == 500 ? 500 : 2 * places - 1); /* the last line is common */
   }
}
END_TEST

SUITE_MAIN("diff", 60, setup, teardown, by_hand, applied, many_edits)

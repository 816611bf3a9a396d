/* SPDX-License-Identifier: MIT */
/*
 * Each allocation of the server and its library fails once, and all from each one on do. The client gets less, or its
 * connection ends, and the next session works as usual. The linker redirects malloc() and its like to this file
 * (gl-driver/gl-driver.mk).
 */
#define _GNU_SOURCE
#include <stdatomic.h>
#include <stdlib.h>

#include "gl-driver/tests/feed.h"
#include "tests/unit/common/suite.h"

static atomic_long calls, first = -1, last = -1; /* those from `first` to `last` fail */

static bool fails(void)
{
   const long n = atomic_fetch_add(&calls, 1);
   return n >= first && n <= last;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t size);

void *__wrap_malloc(size_t size) { return fails() ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t n, size_t size) { return fails() ? NULL : __real_calloc(n, size); }
void *__wrap_realloc(void *p, size_t size) { return fails() ? NULL : __real_realloc(p, size); }

/* Returns the number of allocations of the session. Its shaders are new each time, so that they are not in the cache. */
static long run(enum nvp4c_target target, long from, long to, bool whole)
{
   static struct session s;
   const struct driver driver = {
       .target = target, .opt_level = 1, .threads = 1, .samples = 4, .gl_version = target == NVP4C_TARGET_AGX ? 31 : 33};

   s.salt++;
   session_everything(&s);
   calls = 0;
   first = from;
   last = to;
   const bool good = feed(s.word, s.length, &driver, whole);
   const long made = calls;
   first = last = -1;
   ck_assert(good); /* it may allocate, too */
   return made;
}

START_TEST(each_fails)
{
   const enum nvp4c_target target = _i ? NVP4C_TARGET_AGX : NVP4C_TARGET_USC;
   const long step = getenv("EVERY") ? atol(getenv("EVERY")) : 1;

   for (unsigned forever = 0; forever < 2; forever++)
      for (long n = 0; n < run(target, n, forever ? 1L << 40 : n, false); n += step)
         ;
   run(target, -1, -1, true);
}
END_TEST

int main(void)
{
   Suite *s = suite_create("memory");
   TCase *t = tcase_create("memory");

   tcase_set_timeout(t, 300);
   tcase_add_loop_test(t, each_fails, 0, 2);
   suite_add_tcase(s, t);
   return suite_run(s);
}

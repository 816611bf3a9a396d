/* SPDX-License-Identifier: MIT */
/*
 * The check library, and the main() of unit tests: it runs the suite with the output that CK_VERBOSITY selects, and returns the
 * status. Without forks, tests may count in variables, which main() prints at the end.
 */
#ifndef TESTS_UNIT_SUITE_H
#define TESTS_UNIT_SUITE_H

#include <check.h>
#include <stdlib.h>

/* Without this, each assertion writes its location to a file for the message about a crash. This takes half of the time in
   tests with millions of assertions. A debugger shows the location too. */
#define _mark_point(file, line) ((void)(file), (void)(line))

static inline int suite_run_status(Suite *s, enum fork_status fork)
{
   SRunner *r = srunner_create(s);

   srunner_set_fork_status(r, fork);
   srunner_run_all(r, CK_ENV);
   int failed = srunner_ntests_failed(r);
   srunner_free(r);
   return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* A process for each test. */
static inline int suite_run(Suite *s)
{
   return suite_run_status(s, CK_FORK_GETENV);
}

static inline int suite_run_nofork(Suite *s)
{
   return suite_run_status(s, CK_NOFORK);
}

/* A suite of single tests, with a process for each. */
static inline int suite_main(const char *name, int timeout, SFun setup, SFun teardown, const TTest *const *tests)
{
   Suite *s = suite_create(name);
   TCase *t = tcase_create(name);

   if (timeout >= 0)
      tcase_set_timeout(t, timeout);
   tcase_add_checked_fixture(t, setup, teardown);
   for (; *tests; tests++)
      tcase_add_test(t, *tests);
   suite_add_tcase(s, t);
   return suite_run(s);
}

/* The main() of a suite: its name, the seconds that a test may take (0 for any), functions before and after each test or NULL,
   and the tests. */
#define DEFAULT_TIMEOUT (-1)
#define SUITE_MAIN(name, timeout, setup, teardown, ...)                                                                        \
   int main(void)                                                                                                              \
   {                                                                                                                           \
      const TTest *const suite_tests[] = {__VA_ARGS__, NULL};                                                                  \
      return suite_main(name, timeout, setup, teardown, suite_tests);                                                          \
   }

#endif

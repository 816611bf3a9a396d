/* SPDX-License-Identifier: MIT */
/*
 * The end of main() of a unit test: run the suite, print what check prints, and return what main() returns. CK_ENV: the words
 * are those of CK_VERBOSITY. Without forks a test may count in variables what main() prints afterwards.
 */
#ifndef TESTS_UNIT_SUITE_H
#define TESTS_UNIT_SUITE_H

#include <check.h>
#include <stdlib.h>

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

#endif

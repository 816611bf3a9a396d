/* SPDX-License-Identifier: MIT */
/*
 * The check library, and the end of main() of a unit test: run the suite, print what check prints, and return what main()
 * returns. CK_ENV: the words are those of CK_VERBOSITY. Without forks a test may count in variables what main() prints
 * afterwards.
 */
#ifndef TESTS_UNIT_SUITE_H
#define TESTS_UNIT_SUITE_H

#include <check.h>
#include <stdlib.h>

/* Each assertion that holds would write where it stands to a file, for the message about a test that crashes: half of the time
   of tests with millions of them. A debugger says where that was. */
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

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Rewrites the text of an ARB program for the GL, so that the test can set everything that the program reads and see
 * everything that it writes. The replacements are:
 *
 *   vertex attributes by name   generic attributes of the same number
 *   state bindings              environment parameters ORACLE_STATE_ENV ..., except state.fog (fog options use the GL's own)
 *   results                     temporaries; up to eight of them are copied to result.texcoord[] at the end
 *   ARB_position_invariant      removed; result.position comes from a free generic attribute
 *
 * Instructions, operands, constants and declarations stay as they are.
 */
#ifndef TESTS_ORACLE_REWRITE_H
#define TESTS_ORACLE_REWRITE_H

#include "tests/oracle/ours.h"

#define ORACLE_STATE_ENV 128
#define ORACLE_NUM_STATE 128

struct oracle_rewrite {
   struct util_buf text;
   bool direct; /* fragment program whose only result is result.color, which stays in the text */
   enum io_slot result[32];
   unsigned num_results;
   const char *error;                         /* why the program cannot be rewritten */
   struct io_param state[ORACLE_NUM_STATE]; /* state[i] is the value that the test puts into env ORACLE_STATE_ENV + i */
   unsigned num_state;
};
/* Shows the results first .. first+7 of the list, or for a fragment program the result `first` as result.color. place: see
   oracle_gl_run_vertex. */
bool oracle_rewrite(struct oracle_rewrite *r, struct oracle_program *p, const char *text, size_t len, unsigned first,
                    unsigned place);

#endif

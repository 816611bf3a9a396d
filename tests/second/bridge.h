/* SPDX-License-Identifier: MIT */
/*
 * Runs a task in the simulator and in the second interpreter, step by step, and compares everything that both have after each
 * step. What the simulator asks of memory, textures and takers of outputs is written down and has to be asked by the
 * interpreter in the same words; it gets the same answers.
 */
#ifndef TESTS_SECOND_BRIDGE_H
#define TESTS_SECOND_BRIDGE_H

#include "backend-usc/sim/usc_sim.h"
#include "tests/second/second.h"

enum bridge_end {
   BRIDGE_SAME,        /* both went on or ended alike */
   BRIDGE_REFUSED,     /* the simulator has a fault: nothing is compared */
   BRIDGE_OPEN,        /* no document says what the group does (bridge_message): nothing is compared */
   BRIDGE_NOT_DECODED, /* the interpreter does not have it */
   BRIDGE_DIFFERENT,
};

struct bridge_counts {
   uint64_t steps, uncompared_steps;
   uint64_t ends[5];                                          /* by enum bridge_end, of runs */
   uint64_t asked[SECOND_NUM_OPEN], unequal[SECOND_NUM_OPEN]; /* open questions, and those with two answers */
};
extern struct bridge_counts bridge_counts;

/* The last difference, or why something was not decoded. */
extern char bridge_message[1024];

struct bridge;
struct bridge *bridge_new(void);
void bridge_free(struct bridge *b);

/*
 * As usc_sim_run(), for at most `steps` steps in both; then the simulator goes on alone. The code is bytes, from `bytes` on.
 * *how: what came of the comparison.
 */
enum exec_status bridge_run(struct bridge *b, const struct usc_sim_code *c, const uint8_t *bytes, size_t length,
                            struct usc_wave *t, uint64_t steps, enum bridge_end *how);
/* One step. */
enum exec_status bridge_step(struct bridge *b, const struct usc_sim_code *c, const uint8_t *bytes, size_t length,
                             struct usc_wave *t, enum bridge_end *how);

void bridge_print(void);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Runs a task in the simulator and in the second interpreter, step by step, and compares all common state after each step. The
 * bridge records the simulator's requests to memory, textures and consumers of outputs. The interpreter must make the same
 * requests, and it gets the same answers.
 */
#ifndef TESTS_SECOND_BRIDGE_H
#define TESTS_SECOND_BRIDGE_H

#include "backend-usc/sim/usc_sim.h"
#include "tests/second/second.h"

enum bridge_end {
   BRIDGE_SAME,        /* both continued or ended alike */
   BRIDGE_REFUSED,     /* the simulator reported a fault, so nothing is compared */
   BRIDGE_OPEN,        /* no document says what the group does (bridge_message), so nothing is compared */
   BRIDGE_NOT_DECODED, /* the interpreter does not support the group */
   BRIDGE_DIFFERENT,
};

struct bridge_counts {
   uint64_t steps, uncompared_steps;
   uint64_t ends[5];                                          /* number of runs by enum bridge_end */
   uint64_t asked[SECOND_NUM_OPEN], unequal[SECOND_NUM_OPEN]; /* open questions, and those with two answers */
};
extern struct bridge_counts bridge_counts;

/* The last difference, or why something was not decoded. */
extern char bridge_message[1024];

struct bridge;
struct bridge *bridge_new(void);
void bridge_free(struct bridge *b);

/*
 * As usc_sim_run(), but both execute at most `steps` steps; then the simulator continues alone. The code starts at `bytes`.
 * *how receives the result of the comparison.
 */
enum exec_status bridge_run(struct bridge *b, const struct usc_sim_code *c, const uint8_t *bytes, size_t length,
                            struct usc_wave *t, uint64_t steps, enum bridge_end *how);
/* One step. */
enum exec_status bridge_step(struct bridge *b, const struct usc_sim_code *c, const uint8_t *bytes, size_t length,
                             struct usc_wave *t, enum bridge_end *how);

void bridge_print(void);

#endif

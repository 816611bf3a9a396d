/* SPDX-License-Identifier: MIT */
/*
 * A line on a terminal that says how far the processes of soak are with their jobs, with rate and time left. Nothing is printed
 * if standard error is not a terminal.
 */
#ifndef TESTS_STRESS_METER_H
#define TESTS_STRESS_METER_H

#include <stdint.h>

/* Called before the processes fork, which then share the counts. */
void meter_init(void);
/* This process begins its share of job number `job`, fewer than 16. */
void meter_begin(unsigned job, const char *name);
/* The share has so many steps, or ends at a time of CLOCK_MONOTONIC, in seconds. */
void meter_expect(uint64_t steps);
void meter_expect_end(double until);
void meter_add(uint64_t steps);
void meter_hide(void);

#endif

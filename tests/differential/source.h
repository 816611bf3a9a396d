/* SPDX-License-Identifier: MIT */
/* Makes the program of a seed with the generators. */
#ifndef TESTS_DIFFERENTIAL_SOURCE_H
#define TESTS_DIFFERENTIAL_SOURCE_H

#include "tests/differential/differential.h"

/*
 * Fills *p with the program of this seed, and *twin with an equivalent program or with length 0. Returns false if there is no
 * program, because the target lacks the stage or the program is too long.
 */
bool source_program(const struct plan *plan, uint64_t seed, enum nvp4c_target target, struct program *p, struct twin *twin);
/* Sets the stage from the text. */
void source_find_stage(struct program *p);

#endif

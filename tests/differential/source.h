/* SPDX-License-Identifier: MIT */
/* Programs by seed, from the generators. */
#ifndef TESTS_DIFFERENTIAL_SOURCE_H
#define TESTS_DIFFERENTIAL_SOURCE_H

#include "tests/differential/differential.h"

/*
 * Fills *p with the program of this seed, and *twin with an equivalent program or with length 0. Returns false if there is no
 * program (a target without the stage, or it is too long).
 */
bool source_program(const struct plan *plan, uint64_t seed, enum nvp4c_target target, struct program *p, struct twin *twin);
/* Sets the stage from the text. */
void source_find_stage(struct program *p);

#endif

/* SPDX-License-Identifier: MIT */
/* Programs by seed: from the generators. */
#ifndef TESTS_DIFFERENTIAL_SOURCE_H
#define TESTS_DIFFERENTIAL_SOURCE_H

#include "tests/differential/differential.h"

/* Fills *p with the program of this seed. false: there is none (a target without the stage, or it is too long). */
bool source_program(const struct plan *plan, uint64_t seed, enum nvp4c_target target, struct program *p);
/* Sets the stage from the text. */
void source_find_stage(struct program *p);

#endif

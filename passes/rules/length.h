/* SPDX-License-Identifier: MIT */
/* Facts about the lengths of vectors (length.c), for -ffp=fast. */
#ifndef PASSES_RULES_LENGTH_H
#define PASSES_RULES_LENGTH_H

#include "ir/ir.h"

/* True if the instruction completes the sum of the squares of a vector of length 1. */
bool pass_is_unit_square(const struct ir_instr *i);

#endif

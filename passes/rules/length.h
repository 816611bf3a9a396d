/* SPDX-License-Identifier: MIT */
/* What is known of the lengths of vectors (length.c), for -ffp=fast. */
#ifndef PASSES_LENGTH_H
#define PASSES_LENGTH_H

#include "ir/ir.h"

/* Is the instruction the last one of the sum of the squares of a vector that has length 1? */
bool pass_is_unit_square(const struct ir_instr *i);

#endif

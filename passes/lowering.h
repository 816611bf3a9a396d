/* SPDX-License-Identifier: MIT */
/* A bit for each row of lowering.def: PASS_LOWER_<id>. */
#ifndef PASSES_LOWERING_H
#define PASSES_LOWERING_H

enum {
#define LOWERING(id, name, flags, description) PASS_LOWERING_##id,
#include "passes/lowering.def"
   PASS_NUM_LOWERINGS
};

enum {
#define LOWERING(id, name, flags, description) PASS_LOWER_##id = 1u << PASS_LOWERING_##id,
#include "passes/lowering.def"
   PASS_LOWER_ALL = (1u << PASS_NUM_LOWERINGS) - 1
};

#endif

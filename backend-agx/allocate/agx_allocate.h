/* SPDX-License-Identifier: MIT */
/* Register allocation for a machine program, and its copies. */
#ifndef AGX_ALLOCATE_H
#define AGX_ALLOCATE_H

#include "backend-agx/mir/agx_mir.h"
#include "backend-agx/mir/agx_options.h"
#include "codegen/allocate.h"

/* The number of halves to allocate from: the requested number, and those that the ABI requires. */
unsigned agx_num_halves(const struct agx_mir *c, const struct agx_options *opt);
/* Requests the same place for both registers of each move. */
void agx_hint_moves(struct agx_mir *c);
/* Returns false if the registers do not suffice. `spill` allows spilling, which changes the program. */
bool agx_allocate(struct agx_mir *c, const struct agx_options *opt, bool spill, struct cg_assignment *a);
#define AGX_SWAP_INSTRS 3 /* to exchange two registers */
/* Counts the instructions for parallel copies, and the moves between different places. */
uint32_t agx_count_copies(struct agx_mir *c, const struct cg_assignment *a);

#endif

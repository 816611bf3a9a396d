/* SPDX-License-Identifier: MIT */
/* Registers for a machine program, and the copies that this takes. */
#ifndef AGX_ALLOCATE_H
#define AGX_ALLOCATE_H

#include "backend-agx/mir/agx_mir.h"
#include "backend-agx/mir/agx_options.h"
#include "codegen/allocate.h"

/* Halves of registers to allocate from: as many as are asked for, and those that the ABI names. */
unsigned agx_num_halves(const struct agx_mir *c, const struct agx_options *opt);
/* Asks for one place for both registers of each move. */
void agx_hint_moves(struct agx_mir *c);
/* False: the registers do not suffice. spill: values may be spilled, which changes the program. */
bool agx_allocate(struct agx_mir *c, const struct agx_options *opt, bool spill, struct cg_assignment *a);
#define AGX_SWAP_INSTRS 3 /* that exchange two registers */
/* Instructions that the parallel copies take, and moves whose registers have different places. */
uint32_t agx_count_copies(struct agx_mir *c, const struct cg_assignment *a);

#endif

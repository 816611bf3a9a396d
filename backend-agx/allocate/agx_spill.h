/* SPDX-License-Identifier: MIT */
/*
 * How AGX spills (codegen/spill.h): a scratch word is a half, in the stack memory of the lane after the arrays of the program.
 * Spill code is never conditional: selection does not merge blocks if the program spills.
 */
#ifndef AGX_SPILL_H
#define AGX_SPILL_H

#include "backend-agx/mir/agx_mir.h"
#include "codegen/spill.h"

extern const struct cg_spill_machine agx_spill_machine;
/* Allocates this many 32-bit words of stack at the start of the program. With `give_back`, frees them at the end, because
   the program continues in another part. */
void agx_use_stack(struct agx_mir *c, uint32_t words, bool give_back);

#endif

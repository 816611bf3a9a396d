/* SPDX-License-Identifier: MIT */
/*
 * How AGX spills (codegen/spill.h): a scratch word is a half, in the stack memory of the lane behind the arrays of the program.
 * Code is never needed under a condition: selection makes no block that is part of another where a program spills.
 */
#ifndef AGX_SPILL_H
#define AGX_SPILL_H

#include "backend-agx/mir/agx_mir.h"
#include "codegen/spill.h"

extern const struct cg_spill_machine agx_spill_machine;
/* Asks for so many words of 32 bits at the start of the program, and gives them back at its end if it goes on in another
   part. */
void agx_use_stack(struct agx_mir *c, uint32_t words, bool give_back);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * 64-bit sums and products. The IR computes the low word (iadd, imul, imad) and the high word (umulhi, imulhi, umadhi)
 * separately. If a block needs both, they become one instruction with a pair of registers as its result.
 */
#ifndef AGX_INT64_H
#define AGX_INT64_H

#include "backend-agx/select/operand/agx_selection.h"

/* Finds the high words that the block needs. */
void agx_int64_begin_block(struct agx_selection *c, const struct ir_block *b);
/* Selects one of these operations if it is part of such a pair, or returns false. */
bool agx_select_int64(struct agx_selection *c, const struct ir_instr *i);

#endif

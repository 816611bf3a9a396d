/* SPDX-License-Identifier: MIT */
/*
 * Sums and products of 64 bits: in the IR the low word (iadd, imul, imad) and the high one (umulhi, imulhi, umadhi) are
 * computed apart. Where both are in a block they are one instruction, whose result is a pair of registers.
 */
#ifndef AGX_WIDE_H
#define AGX_WIDE_H

#include "backend-agx/select/operand/agx_selection.h"

/* Finds the high words of the block. */
void agx_wide_begin_block(struct agx_selection *c, const struct ir_block *b);
/* Selects an operation named above if it is a word of such a pair; false: it is none. */
bool agx_select_wide(struct agx_selection *c, const struct ir_instr *i);

#endif

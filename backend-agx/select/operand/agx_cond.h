/* SPDX-License-Identifier: MIT */
/*
 * Conditions. Selects, kills, ifs and loops compare themselves, so a comparison of the IR becomes part of the instruction that
 * reads it. The opposite of a condition costs nothing. Any other value of width 1 is a 16-bit 0 or 1 and is compared with 0.
 */
#ifndef AGX_COND_H
#define AGX_COND_H

#include "backend-agx/select/operand/agx_operand.h"

/* Does the operation, with a result of width 1, become part of what reads it? */
bool agx_is_condition(const struct ir_instr *i);
/* Returns the condition that the value stands for, with operands that can be read in the current block. */
struct agx_condition agx_condition_of(struct agx_selection *c, const struct ir_value *v);

#endif

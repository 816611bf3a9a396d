/* SPDX-License-Identifier: MIT */
/*
 * Conditions: values of width 1 as the comparison that selects, ifs and loops make themselves. The opposite of a condition
 * costs nothing. A condition that is no comparison is a 16-bit 0 or 1, which is compared with 0.
 */
#ifndef AGX_COND_H
#define AGX_COND_H

#include "backend-agx/select/operand/agx_operand.h"

/* Is the operation selected as part of what reads its result, which is of width 1? */
bool agx_is_condition(const struct ir_instr *i);
/* What the value means, with operands that are ready to be read in the current block. */
struct agx_condition agx_condition_of(struct agx_selection *c, const struct ir_value *v);

#endif

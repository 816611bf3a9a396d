/* SPDX-License-Identifier: MIT */
/* How often each value is read (uses.c). */
#ifndef IR_USES_H
#define IR_USES_H

#include "ir/ir.h"

/* Adds the number of reads of value v to uses[v]: by sources of instructions, including phis, and by conditions of ifs. An
   instruction that reads a value twice counts twice. `uses` has s->num_values entries, which the caller has zeroed. */
void ir_count_uses(const struct ir_shader *s, uint32_t *uses);

/* True if the value is read exactly once. A pass that changes the program keeps the counts up to date. */
static inline bool ir_used_once(const uint32_t *uses, const struct ir_value *v)
{
   return uses[v->id] == 1;
}

#endif

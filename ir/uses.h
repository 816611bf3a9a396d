/* SPDX-License-Identifier: MIT */
/* How often each value is read (uses.c). */
#ifndef IR_USES_H
#define IR_USES_H

#include "ir/ir.h"

/* Adds to uses[v] the number of reads of value v: by sources of instructions, phis included, and by conditions of ifs. An
   instruction that reads a value twice counts twice. uses has s->num_values entries, which the caller has zeroed. */
void ir_count_uses(const struct ir_shader *s, uint32_t *uses);

/* Is there exactly one read of the value? Whoever changes the program keeps the counts up to date. */
static inline bool ir_used_once(const uint32_t *uses, const struct ir_value *v)
{
   return uses[v->id] == 1;
}

#endif

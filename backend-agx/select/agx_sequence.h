/* SPDX-License-Identifier: MIT */
/* Operations of the IR that take sequences of instructions: sines, bit fields, what looks at all lanes. */
#ifndef AGX_SEQUENCE_H
#define AGX_SEQUENCE_H

#include "backend-agx/select/operand/agx_operand.h"

/* The result of each, without saturation. */
struct agx_ref agx_sine(struct agx_selection *c, const struct ir_instr *i);
struct agx_ref agx_bit_field(struct agx_selection *c, const struct ir_instr *i);
struct agx_ref agx_bit_mask(struct agx_selection *c, const struct ir_instr *i);
struct agx_ref agx_first_lane(struct agx_selection *c, const struct ir_instr *i);

#endif

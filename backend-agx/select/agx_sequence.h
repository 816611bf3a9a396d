/* SPDX-License-Identifier: MIT */
/* Operations of the IR that need sequences of instructions: sines, bit fields, operations across lanes. */
#ifndef AGX_SEQUENCE_H
#define AGX_SEQUENCE_H

#include "backend-agx/select/operand/agx_operand.h"

/* Each returns its result before saturation. */
struct agx_ref agx_sine(struct agx_selection *c, const struct ir_instr *i);
struct agx_ref agx_bit_field(struct agx_selection *c, const struct ir_instr *i);
struct agx_ref agx_bit_mask(struct agx_selection *c, const struct ir_instr *i);
struct agx_ref agx_first_lane(struct agx_selection *c, const struct ir_instr *i);

#endif

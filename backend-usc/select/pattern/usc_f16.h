/* SPDX-License-Identifier: MIT */
/* f16 operations of the sums-of-products unit, with -mattr=+f16sop. */
#ifndef USC_F16_H
#define USC_F16_H

#include "backend-usc/select/operand/usc_selection.h"

/* Is it a product or sum, or with `mad` a multiply-add, of f16 values that the sums-of-products unit computes? */
bool usc_f16_operation(num_m m, const struct ir_instr *p, bool mad);
void usc_f16_emit(struct usc_selection *c, const struct ir_instr *p, struct usc_opd dst);
/* Merges pairs of these operations into one group. Call after selection. */
void usc_f16_pairs(struct usc_mir *c);

#endif

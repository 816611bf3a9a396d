/* SPDX-License-Identifier: MIT */
/* Selection of one IR instruction, by its row of usc_ops.def. */
#ifndef USC_OPERATION_H
#define USC_OPERATION_H

#include "backend-usc/select/operand/usc_selection.h"

/* Selects an instruction of the current block. */
void usc_select_instr(struct usc_selection *c, const struct ir_instr *i);
/* Does the instruction read its sources at its own place, by groups of its own? */
bool usc_reads_at_once(const struct usc_selection *c, const struct ir_instr *i);
/* Does the saturation of the result take groups after those of the operation? */
bool usc_is_saturated_after(const struct usc_selection *c, const struct ir_instr *i);

#endif

/* SPDX-License-Identifier: MIT */
/* Selection of one instruction of the IR, by a table of its operations. */
#ifndef AGX_OPERATION_H
#define AGX_OPERATION_H

#include "backend-agx/select/operand/agx_operand.h"

/* Appends the instructions that compute i to the current block. An operation without a row in the table is an error. */
void agx_select_instr(struct agx_selection *c, const struct ir_instr *i);

#endif

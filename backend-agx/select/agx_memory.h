/* SPDX-License-Identifier: MIT */
/*
 * What is read with a computed index, and what does not fit the registers: parameters, buffers, arrays of the IR
 * (docs/abi-agx.md, "Memory"). Small arrays are registers, of which selects take one; others are in the stack memory of the
 * lane.
 */
#ifndef AGX_MEMORY_H
#define AGX_MEMORY_H

#include "backend-agx/select/operand/agx_operand.h"

#define AGX_FEW_PARAMS 4    /* entries that selects choose from, each a uniform */
#define AGX_FEW_ELEMENTS 12 /* of an array in registers that is indexed */

/* Does the load of a parameter take it from memory, whatever there is room for? */
bool agx_param_in_memory(const struct ir_instr *i);
/* A load of a parameter that is no uniform, or that is indexed. */
void agx_load_far_param(struct agx_selection *c, const struct ir_instr *i);
void agx_load_buffer(struct agx_selection *c, const struct ir_instr *i);

/* Registers and stack memory for arrays, and zeros in them: at the start of the program. */
void agx_init_arrays(struct agx_selection *c);
void agx_access_array(struct agx_selection *c, const struct ir_instr *i);

#endif

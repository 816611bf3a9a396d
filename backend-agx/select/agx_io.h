/* SPDX-License-Identifier: MIT */
/*
 * Inputs, parameters and outputs of a main part. Selection first collects all that the program uses. Then each gets the place
 * that the ABI (docs/abi-agx.md) assigns to it, which depends on the others. Then instructions read and write them.
 */
#ifndef AGX_IO_H
#define AGX_IO_H

#include "backend-agx/select/operand/agx_operand.h"

/* Note the component that a load or store accesses, or report an error if AGX has no such input or output.
   agx_collect_input() returns the input, or NULL if nothing has to be loaded. */
struct agx_input *agx_collect_input(struct agx_selection *c, const struct ir_instr *i);
void agx_collect_output(struct agx_selection *c, const struct ir_instr *i);
/* Assigns places to inputs and outputs, then to parameters of needed instructions, including those of the preamble. */
void agx_place_io(struct agx_selection *c);

/* Creates the registers that keep outputs until the end. Call this at the start of the program. */
void agx_init_outputs(struct agx_selection *c);
void agx_load_input(struct agx_selection *c, const struct ir_instr *i);
/* Loads the inputs of a block that only later blocks read, at its end. */
void agx_load_inputs_at_home(struct agx_selection *c);
void agx_load_param(struct agx_selection *c, const struct ir_instr *i);
void agx_store_output(struct agx_selection *c, const struct ir_instr *i);
void agx_kill(struct agx_selection *c, const struct ir_value *condition);
/* In preambles: stores a word of the results. */
void agx_store_word(struct agx_selection *c, const struct ir_instr *i);
/* Ends the program in the current block. */
void agx_finish_outputs(struct agx_selection *c);

#endif

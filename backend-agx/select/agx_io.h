/* SPDX-License-Identifier: MIT */
/*
 * Inputs, parameters and outputs of a main part. First all that the program uses is collected, then each gets the place that
 * the ABI (docs/abi-agx.md) gives it, which depends on the others; then instructions read and write it.
 */
#ifndef AGX_IO_H
#define AGX_IO_H

#include "backend-agx/select/operand/agx_operand.h"

/* Note the component that the load, the store is about; an error if AGX has no such input, output. Of inputs it is returned,
   NULL if there is nothing to load. */
struct agx_input *agx_collect_input(struct agx_selection *c, const struct ir_instr *i);
void agx_collect_output(struct agx_selection *c, const struct ir_instr *i);
/* Gives inputs and outputs, then the parameters of needed instructions their places: those of the preamble as well. */
void agx_place_io(struct agx_selection *c);

/* Registers that keep outputs up to the end: at the start of the program. */
void agx_init_outputs(struct agx_selection *c);
void agx_load_input(struct agx_selection *c, const struct ir_instr *i);
/* At the end of a block: inputs that are loaded here and that it does not read itself. */
void agx_load_inputs_at_home(struct agx_selection *c);
void agx_load_param(struct agx_selection *c, const struct ir_instr *i);
void agx_store_output(struct agx_selection *c, const struct ir_instr *i);
void agx_kill(struct agx_selection *c, const struct ir_value *condition);
/* Preambles: a word of the results. */
void agx_store_word(struct agx_selection *c, const struct ir_instr *i);
/* The end of the program, in the current block. */
void agx_finish_outputs(struct agx_selection *c);

#endif

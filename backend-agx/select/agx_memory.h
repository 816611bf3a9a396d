/* SPDX-License-Identifier: MIT */
/*
 * Values that are read with a computed index or that do not fit the registers: parameters, buffers, arrays of the IR
 * (docs/abi-agx.md, "Memory"). Small arrays are in registers, and selects choose an element. Others are in the stack memory of
 * the lane. Also the words of pixels, which are in the tile ("Colour targets").
 */
#ifndef AGX_MEMORY_H
#define AGX_MEMORY_H

#include "backend-agx/select/operand/agx_operand.h"

#define AGX_FEW_PARAMS 4    /* the most entries that selects choose from; each is a uniform */
#define AGX_FEW_ELEMENTS 12 /* the most elements of an indexed array in registers */

/* Is the parameter loaded from memory even if there are enough uniforms? */
bool agx_param_in_memory(const struct ir_instr *i);
/* Loads a parameter that is not in a uniform or that is indexed. */
void agx_load_far_param(struct agx_selection *c, const struct ir_instr *i);
void agx_load_buffer(struct agx_selection *c, const struct ir_instr *i);

/* Creates the registers and stack memory of arrays and sets them to 0. Call this at the start of the program. */
void agx_init_arrays(struct agx_selection *c);
void agx_access_array(struct agx_selection *c, const struct ir_instr *i);

/* True for the words of a pixel (SLOT_TARGET). */
bool agx_is_target(unsigned slot);
/* The words that a pixel of render target n has. */
unsigned agx_target_words(const struct agx_options *opt, unsigned n);
/* Lists the targets that the program reads or writes or the key names. All inputs and outputs must be known. */
void agx_place_targets(struct agx_selection *c);
/* Loads the words of the mask of a target, for the samples that the invocation shades. */
void agx_load_target(struct agx_selection *c, struct agx_input *in, unsigned target);

#endif

/* SPDX-License-Identifier: MIT */
/* Outputs: their registers, packs, the end of the program. */
#ifndef USC_OUTPUT_H
#define USC_OUTPUT_H

#include "backend-usc/select/operand/usc_selection.h"

/* Output address of a component that a vertex or geometry program writes, or USC_NO_REG if it is dropped. */
unsigned usc_varying_address(const struct usc_selection *c, unsigned slot, unsigned comp);
/* Address of its second word, which the fixed functions read, or USC_NO_REG. */
unsigned usc_tail_address(const struct usc_selection *c, unsigned slot, unsigned comp);
/* Assigns registers to the outputs. Then usc_init_outputs() zeroes those that may stay unwritten. */
void usc_assign_outputs(struct usc_selection *c);
void usc_init_outputs(struct usc_selection *c);
/* Emits the end of the program: the feedback of killed invocations, outputs that were kept, the end of the wave. */
void usc_end_program(struct usc_selection *c);
/* Places rows of packed colours where requests write their components. Call after all groups are selected. */
void usc_place_rows(struct usc_selection *c);

/* Lets stores skip clamps that the pack of their target repeats (usc_selection.packed). Call after usc_bytes_scan(). */
void usc_drop_clamps(struct usc_selection *c);
/* The source of a store without such clamps. */
const struct ir_src *usc_stored_src(const struct usc_selection *c, const struct ir_instr *store);
void usc_store_output(struct usc_selection *c, const struct ir_instr *i);
void usc_emit_vertex(struct usc_selection *c, const struct ir_instr *i);

#endif

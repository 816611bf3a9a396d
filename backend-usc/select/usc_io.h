/* SPDX-License-Identifier: MIT */
/* What programs read and write, by the ABI of docs/abi-usc.md: parameters, buffers and arrays, inputs, texture requests, outputs. */
#ifndef USC_IO_H
#define USC_IO_H

#include "backend-usc/select/usc_pattern.h"

/* ---- parameters, buffers, arrays; index registers (usc_memory.c) --------------------------------------------------------- */

/* Is the index of the access known to be in range, and not negative? */
bool usc_within(const struct usc_selection *c, const struct ir_instr *i);
/* clamp(index + entry) to first .. first + count - 1, in a temporary where that takes a group. */
struct usc_opd usc_clamped(struct usc_selection *c, struct usc_opd index, uint32_t entry, uint32_t first, uint32_t count);

/* The index register that holds k, or (*load) is to be loaded with it. */
unsigned usc_use_index(struct usc_selection *c, const struct usc_index *k, bool *load);
#define USC_IDX_VERTEX USC_NO_REG /* usc_index.entry: the offset of a vertex of the input primitive */

/* Shared registers for parameters that are indexed: contiguous, so that they come first. */
void usc_assign_params(struct usc_selection *c);
/* Places of the arrays of the IR, in temporaries or scratch memory; behind that their zeros at the start of the program. */
void usc_assign_arrays(struct usc_selection *c);
void usc_init_arrays(struct usc_selection *c);

void usc_load_param(struct usc_selection *c, const struct ir_instr *i);
void usc_load_buffer(struct usc_selection *c, const struct ir_instr *i);
void usc_array_access(struct usc_selection *c, const struct ir_instr *i);

/* ---- inputs (usc_input.c) ------------------------------------------------------------------------------------------------ */

enum io_interp usc_interp(const struct usc_selection *c, const struct ir_instr *i);
static inline bool usc_has_perspective(enum io_interp k)
{
   return k == INTERP_SMOOTH || k == INTERP_CENTROID;
}
/* Mode of an iteration: 0 pixel, 1 sample, 2 centroid. */
static inline unsigned usc_iteration_mode(const struct usc_selection *c, enum io_interp k)
{
   return c->opt->sample_shading ? 1 : k == INTERP_CENTROID || k == INTERP_NOPERSPECTIVE_CENTROID ? 2 : 0;
}
/* May one itrsmp do the texture access: plain coordinates that are consecutive components of an input, as the machine iterates them? */
bool usc_is_iterated(const struct usc_selection *c, const struct ir_instr *i);

/* First of all: what the program reads and writes (usc_inputs), and how often each value is read. */
void usc_scan(struct usc_selection *c);
/* Registers of the inputs. */
void usc_assign_inputs(struct usc_selection *c);
/* Iterates in front of the program what several blocks read. */
void usc_iterate_shared(struct usc_selection *c);

void usc_load_input(struct usc_selection *c, const struct ir_instr *i);

/* ---- texture requests (usc_texture.c) ------------------------------------------------------------------------------------ */

/* The entry of a request that has a used result; it takes the place of the oldest one. *found: its data words are those of another. */
struct usc_data *usc_find_data(struct usc_requests *r, const struct ir_instr *i, bool *found);
void usc_emit_tex(struct usc_selection *c, const struct ir_instr *i);

/* ---- outputs (usc_output.c) ---------------------------------------------------------------------------------------------- */

/* Output address of a component that a vertex or geometry program writes; USC_NO_REG = it is dropped. */
unsigned usc_varying_address(const struct usc_selection *c, unsigned slot, unsigned comp);
/* Registers of the outputs; behind that the zeros at the start of the program where one may stay unwritten. */
void usc_assign_outputs(struct usc_selection *c);
void usc_init_outputs(struct usc_selection *c);
/* The end of the program: what was kept up to there, the feedback of killed instances, the end of the task. */
void usc_finish(struct usc_selection *c);

void usc_store_output(struct usc_selection *c, const struct ir_instr *i);
void usc_emit_vertex(struct usc_selection *c, const struct ir_instr *i);

#endif

/* SPDX-License-Identifier: MIT */
/* Parameters, buffers and arrays, and the index registers that reach them. */
#ifndef USC_MEMORY_H
#define USC_MEMORY_H

#include "backend-usc/select/operand/usc_selection.h"

/* Is the index of the access known to be in range, and not negative? */
bool usc_within(const struct usc_selection *c, const struct ir_instr *i);
/* clamp(index + entry) to first .. first + count - 1, in a temporary where that takes a group. */
struct usc_opd usc_clamp(struct usc_selection *c, struct usc_opd index, uint32_t entry, uint32_t first, uint32_t count);
/* The same into dst. */
void usc_clamp_to(struct usc_selection *c, struct usc_opd dst, struct usc_opd index, uint32_t entry, uint32_t first,
                  uint32_t count);
/* Of the index of a read of a parameter, which may be converted for that alone (usc_fold_indices): dst = min(index, last);
   clamped to first and so on. */
void usc_emit_index_min(struct usc_selection *c, struct usc_opd dst, const struct ir_src *index, uint32_t last);
struct usc_opd usc_clamp_index(struct usc_selection *c, const struct ir_src *index, uint32_t first, uint32_t count);

/* The index register that holds k, or (*load) is to be loaded with it. */
unsigned usc_use_index(struct usc_selection *c, const struct usc_index *k, bool *load);
#define USC_IDX_VERTEX USC_NO_REG /* usc_index.entry: the offset of a vertex of the input primitive */

/* Shared registers for parameters that are indexed: contiguous, so that they come before or after all others
   (usc_mir.indexed_at). */
void usc_assign_params(struct usc_selection *c);
void usc_finish_params(struct usc_selection *c);
/* Places the arrays of the IR in temporaries or scratch memory. Then usc_init_arrays() zeroes them at the start of the
   program. */
void usc_assign_arrays(struct usc_selection *c);
void usc_init_arrays(struct usc_selection *c);

void usc_load_param(struct usc_selection *c, const struct ir_instr *i);
/* The loads of a burst, this one and those that follow it, if no other is before it. */
unsigned usc_burst_words(const struct ir_instr *i);
void usc_load_buffer(struct usc_selection *c, const struct ir_instr *i);
void usc_access_array(struct usc_selection *c, const struct ir_instr *i);
/* Loads a word of the scratch memory of the invocation: its number is `first` and, if that is not NULL, `rel`. */
struct usc_opd usc_scratch_load(struct usc_selection *c, uint32_t first, const struct usc_opd *rel);
/* The same at the word first + n * stride. */
struct usc_opd usc_scratch_load_of(struct usc_selection *c, uint32_t first, struct usc_opd n, uint32_t stride);
/* Conversions to an index that reads of parameters alone clamp: they do it in the group of the clamp (usc_selection.folded). */
void usc_fold_indices(struct usc_selection *c);
/* The element that an access to an array without a variable index touches. */
uint32_t usc_direct_element(const struct usc_selection *c, const struct ir_instr *i);
/* What an access to an array reads or writes; NULL if that is no virtual register. */
struct usc_variable *usc_variable_of(const struct usc_selection *c, const struct ir_instr *i);

#endif

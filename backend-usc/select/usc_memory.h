/* SPDX-License-Identifier: MIT */
/* Parameters, buffers and arrays, and the index registers that reach them. */
#ifndef USC_MEMORY_H
#define USC_MEMORY_H

#include "backend-usc/select/operand/usc_selection.h"

/* The variable index of an array access, or NULL. */
static inline const struct ir_src *usc_array_index(const struct ir_instr *i)
{
   const bool store = i->op == IR_array_store;
   return i->nsrc > store ? &i->src[store] : NULL;
}
/* Is the index of the access known to be in range? */
bool usc_within(const struct usc_selection *c, const struct ir_instr *i);
/* index + entry, clamped to first .. first + count - 1; in a temporary if that needs a group. */
struct usc_opd usc_clamp(struct usc_selection *c, struct usc_opd index, uint32_t entry, uint32_t first, uint32_t count);
/* The same, in dst. */
void usc_clamp_to(struct usc_selection *c, struct usc_opd dst, struct usc_opd index, uint32_t entry, uint32_t first,
                  uint32_t count);
/* dst = min(index, last) for the index of a parameter. Its conversion to an integer may be folded (usc_fold_indices). */
void usc_emit_index_min(struct usc_selection *c, struct usc_opd dst, const struct ir_src *index, uint32_t last);
/* The same index clamped to first .. first + count - 1. */
struct usc_opd usc_clamp_index(struct usc_selection *c, const struct ir_src *index, uint32_t first, uint32_t count);

/* The index register that holds k; the caller must load it if *load is set. */
unsigned usc_use_index(struct usc_selection *c, const struct usc_index *k, bool *load);
#define USC_IDX_VERTEX USC_NO_REG /* usc_index.entry: the offset of a vertex of the input primitive */

/* Assigns contiguous shared registers to the parameters that are indexed, before or after all others (usc_mir.indexed_at). In
   the latter case usc_finish_params() appends them. */
void usc_assign_params(struct usc_selection *c);
void usc_finish_params(struct usc_selection *c);
/* Places the arrays of the IR in temporaries or scratch memory; usc_init_arrays() then zeroes them at program start. */
void usc_assign_arrays(struct usc_selection *c);
void usc_init_arrays(struct usc_selection *c);

void usc_load_param(struct usc_selection *c, const struct ir_instr *i);
/* The loads of a burst, this one and those that follow it, if no other is before it. */
unsigned usc_burst_words(const struct ir_instr *i);
void usc_load_buffer(struct usc_selection *c, const struct ir_instr *i);
void usc_access_array(struct usc_selection *c, const struct ir_instr *i);
/* Loads word first + rel of scratch memory, or word first if rel is NULL. */
struct usc_opd usc_scratch_load(struct usc_selection *c, uint32_t first, const struct usc_opd *rel);
/* Loads word first + n * stride of scratch memory. */
struct usc_opd usc_scratch_load_of(struct usc_selection *c, uint32_t first, struct usc_opd n, uint32_t stride);
/* Finds conversions to indices that only clamped reads of parameters use: the clamp converts them (usc_selection.folded). */
void usc_fold_indices(struct usc_selection *c);
/* The element that an array access without a variable index touches. */
uint32_t usc_direct_element(const struct usc_selection *c, const struct ir_instr *i);
/* The element that an array access reads or writes, or NULL if it is not a virtual register. */
struct usc_variable *usc_variable_of(const struct usc_selection *c, const struct ir_instr *i);

#endif

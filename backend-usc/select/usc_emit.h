/* SPDX-License-Identifier: MIT */
/*
 * What emits groups for operations of the IR.
 *
 * Patterns are groups for more than one operation. A scan before selection decides where a pattern applies and takes the reads away
 * that it makes superfluous (usc_selection.uses); the operation that the pattern ends in emits its groups.
 *
 * What programs read and write follows the ABI of docs/abi-usc.md: parameters, buffers and arrays, inputs, texture requests, outputs.
 */
#ifndef USC_EMIT_H
#define USC_EMIT_H

#include "backend-usc/select/usc_operand.h"

/* ---- chains of integer operations (usc_combine.c) ------------------------------------------------------------------------ */

void usc_combine_scan(struct usc_selection *c); /* behind usc_bytes_scan() */
/* The groups of an instruction that the scan chose; false: it chose another way. */
bool usc_combine_emit(struct usc_selection *c, const struct ir_instr *i, struct usc_opd dst);
/* P0 = cond by one bitwise group; false: it is no such condition. */
bool usc_combine_test(struct usc_selection *c, const struct ir_value *cond);
/* The word of which a conversion takes a byte or half, and not its operand; NULL: it takes its operand. Known behind usc_combine_scan(). */
const struct ir_src *usc_unpacked_word(const struct usc_selection *c, const struct ir_instr *i);

/* ---- f16 with -mattr=+f16sop (usc_f16.c) --------------------------------------------------------------------------------- */

/* Is it a product or sum, or with `mad` a multiply-add, of f16 values that the sums-of-products unit computes? */
bool usc_f16_operation(num_m m, const struct ir_instr *p, bool mad);
void usc_f16_emit(struct usc_selection *c, const struct ir_instr *p, struct usc_opd dst);
/* Behind selection: two of its operations in one group. */
void usc_f16_pairs(struct usc_mir *c);

/* ---- colours that are bytes before they are floats (usc_bytes.c) --------------------------------------------------------- */

void usc_bytes_scan(struct usc_selection *c); /* before usc_combine_scan() */
/* The word of colour target t. */
void usc_bytes_emit(struct usc_selection *c, unsigned t, struct usc_opd dst);
/* How many groups that takes. */
unsigned usc_bytes_groups(const struct usc_selection *c, unsigned t);
/* The source that is packed once and multiplied; NULL: there is none. */
const struct ir_src *usc_bytes_splat(const struct usc_selection *c, unsigned t);

/* ---- conditions and selects (usc_cond.c) --------------------------------------------------------------------------------- */

/* dst = op(a, b) ? t : f, b NONE for tests of one operand; without dst P0 is the result of the test. One group if a routing allows it. */
void usc_emit_select(struct usc_selection *c, struct usc_opd dst, enum usc_tst_op op, enum usc_tst_type type, struct usc_opd a,
                     struct usc_opd b, struct usc_opd t, struct usc_opd f);
/* dst = op(a, b) ? a : b: minimum and maximum. */
static inline void usc_emit_pick(struct usc_selection *c, struct usc_opd dst, enum usc_tst_op op, enum usc_tst_type type,
                                 struct usc_opd a, struct usc_opd b)
{
   usc_emit_select(c, dst, op, type, a, b, a, b);
}
/* dst = cond ? t : f; without dst P0 = cond, and true if it came out inverted. */
bool usc_emit_cond(struct usc_selection *c, const struct ir_src *cond, struct usc_opd dst, struct usc_opd t, struct usc_opd f);
/* P0 = cond in the tail of the block; true if it came out inverted. */
bool usc_cond_to_tail(struct usc_selection *c, const struct ir_src *cond);
/* Selects that are moves under a condition: usc_selection.choices. */
void usc_plan_selects(struct usc_selection *c);
/* Those of a value, NULL if it is none. */
static inline const struct usc_choices *usc_choices_of(const struct usc_selection *c, const struct ir_value *v)
{
   return c->choices ? c->choices[v->id] : NULL;
}
/* The moves of all of them. */
void usc_emit_choices(struct usc_selection *c, const struct usc_choices *k);
/* Comparisons that every reader does itself: usc_selection.folded. */
void usc_fold_comparisons(struct usc_selection *c);
/* Is it a comparison of the IR? Its test. */
bool usc_test_of(const struct ir_instr *i, enum usc_tst_op *op, enum usc_tst_type *type);

/* ---- parameters, buffers, arrays; index registers (usc_memory.c) --------------------------------------------------------- */

/* Is the index of the access known to be in range, and not negative? */
bool usc_within(const struct usc_selection *c, const struct ir_instr *i);
/* clamp(index + entry) to first .. first + count - 1, in a temporary where that takes a group. */
struct usc_opd usc_clamped(struct usc_selection *c, struct usc_opd index, uint32_t entry, uint32_t first, uint32_t count);
/* The same into dst. */
void usc_clamp_to(struct usc_selection *c, struct usc_opd dst, struct usc_opd index, uint32_t entry, uint32_t first, uint32_t count);
/* Of the index of a read of a parameter, which may be converted for that alone (usc_fold_indices): dst = min(index, last); clamped to first and so on. */
void usc_emit_below(struct usc_selection *c, struct usc_opd dst, const struct ir_src *index, uint32_t last);
struct usc_opd usc_clamped_index(struct usc_selection *c, const struct ir_src *index, uint32_t first, uint32_t count);

/* The index register that holds k, or (*load) is to be loaded with it. */
unsigned usc_use_index(struct usc_selection *c, const struct usc_index *k, bool *load);
#define USC_IDX_VERTEX USC_NO_REG /* usc_index.entry: the offset of a vertex of the input primitive */

/* Shared registers for parameters that are indexed: contiguous, so that they come first, or behind all others (usc_mir.indexed_at). */
void usc_assign_params(struct usc_selection *c);
void usc_finish_params(struct usc_selection *c);
/* Places of the arrays of the IR, in temporaries or scratch memory; behind that their zeros at the start of the program. */
void usc_assign_arrays(struct usc_selection *c);
void usc_init_arrays(struct usc_selection *c);

void usc_load_param(struct usc_selection *c, const struct ir_instr *i);
void usc_load_buffer(struct usc_selection *c, const struct ir_instr *i);
void usc_array_access(struct usc_selection *c, const struct ir_instr *i);
/* Loads a word of the scratch memory of the instance: its number is `first` and, if that is not NULL, `rel`. */
struct usc_opd usc_scratch_load(struct usc_selection *c, uint32_t first, const struct usc_opd *rel);
/* The same at the word first + n * stride. */
struct usc_opd usc_scratch_load_of(struct usc_selection *c, uint32_t first, struct usc_opd n, uint32_t stride);
/* Conversions to an index that reads of parameters alone clamp: they do it in the group of the clamp (usc_selection.folded). */
void usc_fold_indices(struct usc_selection *c);
/* The element that an access to an array without a variable index touches. */
uint32_t usc_direct_element(const struct usc_selection *c, const struct ir_instr *i);
/* What an access to an array reads or writes; NULL if that is no virtual register. */
struct usc_variable *usc_variable_of(const struct usc_selection *c, const struct ir_instr *i);
/* Does the instruction read its sources where it stands, by groups of its own? (usc_operation.c) */
bool usc_reads_at_once(const struct usc_selection *c, const struct ir_instr *i);

/* ---- memory that programs change (usc_storage.c) ------------------------------------------------------------------------- */

void usc_scan_storage(struct usc_selection *c, const struct ir_instr *i);
/* Shared registers that it needs at most. */
uint32_t usc_storage_registers(const struct usc_selection *c);
/* Behind the inputs: coefficients for the memory of the block. */
void usc_assign_storage(struct usc_selection *c);
/* Does the access go through an index register? */
bool usc_storage_takes_index(const struct usc_selection *c, const struct ir_instr *i);
/* In front of the program: the address of the memory of the block. */
void usc_start_storage(struct usc_selection *c);
void usc_mem_load(struct usc_selection *c, const struct ir_instr *i);
void usc_mem_store(struct usc_selection *c, const struct ir_instr *i);
void usc_mem_atomic(struct usc_selection *c, const struct ir_instr *i);
void usc_mem_size(struct usc_selection *c, const struct ir_instr *i);
void usc_image_word(struct usc_selection *c, const struct ir_instr *i);
void usc_fence(struct usc_selection *c, const struct ir_instr *i);
void usc_mutex(struct usc_selection *c, const struct ir_instr *i);

/* ---- inputs (usc_input.c) ------------------------------------------------------------------------------------------------ */

enum io_interp usc_interp(const struct usc_selection *c, const struct ir_instr *i);
/* How an input is read that is interpolated so. */
struct usc_slot_use *usc_slot_use(const struct usc_selection *c, unsigned slot, enum io_interp k);
static inline bool usc_has_perspective(enum io_interp k)
{
   return k == INTERP_SMOOTH || k == INTERP_CENTROID || k == INTERP_SAMPLE;
}
/* Mode of an iteration. */
static inline enum usc_iteration_place usc_iteration_mode(const struct usc_selection *c, enum io_interp k)
{
   if (c->opt->sample_shading || k == INTERP_SAMPLE || k == INTERP_NOPERSPECTIVE_SAMPLE)
      return USC_AT_SAMPLE;
   return k == INTERP_CENTROID || k == INTERP_NOPERSPECTIVE_CENTROID ? USC_AT_CENTROID : USC_AT_PIXEL;
}
/* Does the slot tell a fragment program about its samples, or whether it is a helper? */
bool usc_is_masked_input(unsigned slot);
void usc_emit_covered(struct usc_selection *c, struct usc_opd dst);
/* The special register that a fragment program reads a component of an input from (of the facing, what x is computed from; of the
   position x and y); USC_NO_REG: none. */
unsigned usc_special_input(const struct usc_selection *c, unsigned slot, unsigned comp);
/* May one itrsmp do the texture access: plain coordinates that are consecutive components of an input, as the machine iterates them? */
bool usc_is_iterated(const struct usc_selection *c, const struct ir_instr *i);
/* That input; usc_slot_use.alone: it does. */
static inline struct usc_slot_use *usc_coordinates(const struct usc_selection *c, const struct ir_instr *i)
{
   const struct ir_instr *first = i->src[0].val->def;
   return usc_slot_use(c, first->attr[0], usc_interp(c, first));
}

/* Is the number of a vertex not clamped? */
bool usc_vertex_within(const struct usc_selection *c, const struct ir_src *vertex);
/* Where an attribute of a geometry program is (usc_reflect_input.reg); of a variable vertex that of vertex 0. *fixed: it is none. */
uint32_t usc_vertex_place(const struct usc_selection *c, const struct ir_instr *i, bool *fixed);

/* First of all: what the program reads and writes (usc_inputs), and how often each value is read. */
void usc_scan(struct usc_selection *c);
/* Inputs that every reader saturates to [0,1] are iterated so: usc_slot_use.sat, and usc_selection.folded of the saturations. */
void usc_saturate_inputs(struct usc_selection *c);
/* Registers of the inputs. */
void usc_assign_inputs(struct usc_selection *c);
/* Iterates in front of the program what several blocks read. */
void usc_iterate_shared(struct usc_selection *c);

void usc_load_input(struct usc_selection *c, const struct ir_instr *i);
/* The request that the instruction and others of its block become, and the component that it is; NULL: it is a product. */
struct usc_quotient *usc_quotient_of(const struct usc_selection *c, const struct ir_instr *i, unsigned *comp);
void usc_load_quotient(struct usc_selection *c, const struct ir_instr *i);

/* ---- texture requests (usc_texture.c) ------------------------------------------------------------------------------------ */

/* The entry of a request that has a used result; it takes the place of the oldest one. *found: its data words are those of another. */
struct usc_data *usc_find_data(struct usc_requests *r, const struct ir_instr *i, bool *found);
void usc_emit_tex(struct usc_selection *c, const struct ir_instr *i);

/* ---- outputs (usc_output.c) ---------------------------------------------------------------------------------------------- */

/* Output address of a component that a vertex or geometry program writes; USC_NO_REG = it is dropped. */
unsigned usc_varying_address(const struct usc_selection *c, unsigned slot, unsigned comp);
/* Is the colour target stored to memory? */
bool usc_is_in_tile_buffer(const struct usc_selection *c, unsigned t);
/* Registers of the outputs; behind that the zeros at the start of the program where one may stay unwritten. */
void usc_assign_outputs(struct usc_selection *c);
void usc_init_outputs(struct usc_selection *c);
/* The end of the program: what was kept up to there, the feedback of killed instances, the end of the task. */
void usc_finish(struct usc_selection *c);
/* Behind all groups: rows of colours that are packed lie where requests put components of them. */
void usc_place_rows(struct usc_selection *c);

/* Behind usc_bytes_scan(): stores read past clamps that the pack of their target does anyway; usc_selection.packed. */
void usc_drop_clamps(struct usc_selection *c);
/* What a store reads then. */
const struct ir_src *usc_stored_src(const struct usc_selection *c, const struct ir_instr *store);
void usc_store_output(struct usc_selection *c, const struct ir_instr *i);
void usc_emit_vertex(struct usc_selection *c, const struct ir_instr *i);

#endif

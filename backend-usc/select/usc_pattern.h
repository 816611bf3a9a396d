/* SPDX-License-Identifier: MIT */
/*
 * Groups for more than one operation of the IR. A scan before selection decides where a pattern applies and takes the reads away that
 * it makes superfluous (usc_selection.uses); the operation that the pattern ends in emits its groups.
 */
#ifndef USC_PATTERN_H
#define USC_PATTERN_H

#include "backend-usc/select/usc_operand.h"
#include "backend-usc/select/usc_wiring.h"

/* ---- chains of integer operations (usc_combine.c) ------------------------------------------------------------------------ */

void usc_combine_scan(struct usc_selection *c); /* behind usc_bytes_scan() */
/* The groups of an instruction that the scan chose; false: it chose another way. */
bool usc_combine_emit(struct usc_selection *c, const struct ir_instr *i, struct usc_opd dst);
/* P0 = cond by one bitwise group; false: it is no such condition. */
bool usc_combine_test(struct usc_selection *c, const struct ir_value *cond);

/* ---- f16 with -mattr=+f16sop (usc_f16.c) --------------------------------------------------------------------------------- */

/* Is it a product or sum, or with `mad` a multiply-add, of f16 values that the sums-of-products unit computes? */
bool usc_f16_operation(const struct ir_instr *p, bool mad);
void usc_f16_emit(struct usc_selection *c, const struct ir_instr *p, struct usc_opd dst);
/* Behind selection: two of its operations in one group. */
void usc_f16_pairs(struct usc_code *c);

/* ---- colours that are bytes before they are floats (usc_bytes.c) --------------------------------------------------------- */

void usc_bytes_scan(struct usc_selection *c); /* before usc_combine_scan() */
/* The word of colour target t. */
void usc_bytes_emit(struct usc_selection *c, unsigned t, struct usc_opd dst);
/* How many groups that takes. */
unsigned usc_bytes_groups(const struct usc_selection *c, unsigned t);
/* The source that is packed once and multiplied; NULL: there is none. */
const struct ir_src *usc_bytes_splat(const struct usc_selection *c, unsigned t);

/* ---- conditions and selects (usc_cond.c) --------------------------------------------------------------------------------- */

/* dst = op(a, b) ? t : f, b NONE for tests of one operand; without dst P0 is the result of the test. One group if a wiring allows it. */
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
/* Comparisons that every reader does itself: usc_selection.folded. */
void usc_fold_comparisons(struct usc_selection *c);
/* Is it a comparison of the IR? Its test. */
bool usc_test_of(const struct ir_instr *i, enum usc_tst_op *op, enum usc_tst_type *type);

#endif

/* SPDX-License-Identifier: MIT */
/* Conditions and selects. */
#ifndef USC_COND_H
#define USC_COND_H

#include "backend-usc/select/operand/usc_selection.h"

/* dst = op(a, b) ? t : f, b NONE for tests of one operand; without dst P0 is the result of the test. One group if a routing
   allows it. */
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
/* Is the instruction, which may be NULL, a comparison? */
bool usc_is_comparison(const struct ir_instr *i);
/* The test of a comparison; false if the instruction is none. */
bool usc_test_of(const struct ir_instr *i, enum usc_tst_op *op, enum usc_tst_type *type);

#endif

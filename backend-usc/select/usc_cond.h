/* SPDX-License-Identifier: MIT */
/* Conditions and selects. */
#ifndef USC_COND_H
#define USC_COND_H

#include "backend-usc/mir/usc_routing.h"
#include "backend-usc/select/operand/usc_selection.h"

/* Emits one group for the choice if a routing allows it, else several. */
void usc_emit_select(struct usc_selection *c, struct usc_choice s);
/* P0 = op(a, b) of unsigned integers; b is NONE for tests of one operand. */
static inline void usc_emit_test(struct usc_selection *c, enum usc_tst_op op, struct usc_opd a, struct usc_opd b)
{
   usc_emit_select(c, (struct usc_choice){.a = a, .b = b, .op = op, .type = USC_T_U32});
}
/* dst = a == 0 ? t : f; without dst P0 = a == 0. */
static inline void usc_emit_zero_select(struct usc_selection *c, struct usc_opd dst, enum usc_tst_type type, struct usc_opd a,
                                        struct usc_opd t, struct usc_opd f)
{
   usc_emit_select(c, (struct usc_choice){.dst = dst, .a = a, .t = t, .f = f, .op = USC_TST_Z, .type = type});
}
/* dst = op(a, b) ? a : b: minimum and maximum. */
static inline void usc_emit_pick(struct usc_selection *c, struct usc_opd dst, enum usc_tst_op op, enum usc_tst_type type,
                                 struct usc_opd a, struct usc_opd b)
{
   usc_emit_select(c, (struct usc_choice){dst, a, b, a, b, op, type});
}
/* dst = cond ? t : f. Without dst P0 = cond, and the result is true if P0 is inverted. */
bool usc_emit_cond(struct usc_selection *c, const struct ir_src *cond, struct usc_opd dst, struct usc_opd t, struct usc_opd f);
/* P0 = cond; returns true if P0 is inverted. */
static inline bool usc_emit_cond_to_p0(struct usc_selection *c, const struct ir_src *cond)
{
   return usc_emit_cond(c, cond, usc_none(), usc_none(), usc_none());
}
/* P0 = cond in the tail of the block; returns true if P0 is inverted. */
bool usc_cond_to_tail(struct usc_selection *c, const struct ir_src *cond);
/* Finds selects that become moves under a condition: sets usc_selection.choices. */
void usc_plan_selects(struct usc_selection *c);
/* The choices that a select belongs to, or NULL. */
static inline const struct usc_choices *usc_choices_of(const struct usc_selection *c, const struct ir_value *v)
{
   return c->choices ? c->choices[v->id] : NULL;
}
/* Emits the test and the moves of all selects of k. */
void usc_emit_choices(struct usc_selection *c, const struct usc_choices *k);
/* Finds comparisons that all readers do themselves: sets usc_selection.folded. */
void usc_fold_comparisons(struct usc_selection *c);
/* Is the instruction, which may be NULL, a comparison? */
bool usc_is_comparison(const struct ir_instr *i);
/* Sets the test of an IR comparison; false if it is not one. */
bool usc_test_of(const struct ir_instr *i, enum usc_tst_op *op, enum usc_tst_type *type);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Operands: where IR values are, and in which form a source slot of a group can read them; sums and products whose operands can
 * change places. Source slots differ in what they can read (docs/usc-encoding.md, validity): a uniform that a slot cannot read
 * goes through a temporary, and signs move to operands where they can be encoded.
 */
#ifndef USC_OPERAND_H
#define USC_OPERAND_H

#include "backend-usc/select/operand/usc_selection.h"
#include "ir/match.h"
#include "ir/uses.h"

/* ---- where groups go ----------------------------------------------------------------------------------------------------- */

void usc_emit(struct usc_selection *c, struct usc_group g); /* into the body of the current block */
void usc_emit_to_tail(struct usc_selection *c, struct usc_group g); /* into its tail */
/* Moves the groups of the body from number `first` on to the tail: tests that belong to a branch. */
void usc_move_to_tail(struct usc_selection *c, uint32_t first);

static inline struct usc_opd usc_temp(struct usc_selection *c)
{
   return usc_v(cg_reg_new(&c->m->p, 1));
}

/* ---- operands of IR values ----------------------------------------------------------------------------------------------- */

/* Dimensions of a texture level. A size query returns them, then the number of layers, then 0. */
static inline unsigned usc_size_dims(unsigned target)
{
   return exec_tex_dims((enum exec_tex_target)target);
}

/* Sets *bits if the source reads a constant, or an undefined value, which is 0. */
static inline bool usc_constant_src(const struct ir_src *s, uint32_t *bits)
{
   if (ir_src_const(s, bits))
      return true;
   if (!s->val->def || s->val->def->op != IR_undef)
      return false;
   *bits = ir_eval_mods(s, 0);
   return true;
}
/* The value as an operand; booleans are 0 and ~0. */
struct usc_opd usc_value(struct usc_selection *c, const struct ir_value *v);
/* A source with neg and abs as modifiers of the operand. */
struct usc_opd usc_float_src(struct usc_selection *c, const struct ir_src *s);
/* A source of a copy or an arm of a select. */
static inline struct usc_opd usc_move_src(struct usc_selection *c, const struct ir_src *s)
{
   return s->val->width == 1 ? usc_value(c, s->val) : usc_float_src(c, s);
}
/* A source as an operand without modifiers. */
struct usc_opd usc_int_src(struct usc_selection *c, const struct ir_src *s);
/* Source n of an instruction, with modifiers if the operation is one of floats. */
static inline struct usc_opd usc_src(struct usc_selection *c, const struct ir_instr *i, unsigned n)
{
   return ir_src_float((enum ir_op)i->op, n) ? usc_float_src(c, &i->src[n]) : usc_int_src(c, &i->src[n]);
}

/* A temporary that holds the operand. A block moves each shared register only once. */
struct usc_opd usc_to_temp(struct usc_selection *c, struct usc_opd o);
/* Would usc_to_temp() return a temporary of this block? */
static inline bool usc_is_cached(const struct usc_selection *c, struct usc_opd o)
{
   return o.bank == USC_SHARED && !o.idx && !o.mod && o.index < c->cached.cap && c->cached.stamp[o.index] == c->cur + 1;
}
static inline bool usc_fits(struct usc_opd o, unsigned slot)
{
   return usc_opd_slots(o) >> slot & 1;
}
/* The operand in a form that the slot can read. */
static inline struct usc_opd usc_in_slot(struct usc_selection *c, struct usc_opd o, unsigned slot)
{
   return usc_fits(o, slot) ? o : usc_to_temp(c, o);
}

/* Data words of a request are consecutive registers. A value can be computed in one of them instead of being moved there:
   usc_coalesce() notes that unit `from` is replaced by `to`. */
void usc_coalesce(struct usc_selection *c, uint32_t from, uint32_t to);
/* Replaces coalesced units in all groups of the block. */
void usc_rename_coalesced(struct usc_selection *c, struct cg_block *b);
static inline uint32_t usc_coalesced_unit(const struct usc_selection *c, uint32_t u)
{
   return u < c->coalesced.cap && c->coalesced.unit[u] ? c->coalesced.unit[u] - 1 : u;
}

/* ---- operations that order their operands -------------------------------------------------------------------------------- */

/* The group of dst = a + b. */
struct usc_group usc_fadd(struct usc_opd dst, struct usc_opd a, struct usc_opd b);
/* The group of dst = a * b. A factor that does not fit its slot is moved to a temporary first. */
struct usc_group usc_fmul(struct usc_selection *c, struct usc_opd dst, struct usc_opd a, struct usc_opd b);
/* Emits dst = fadd, fmul, fmad or fcanon of the sources of i, which may be another operation. */
void usc_emit_float(struct usc_selection *c, enum ir_op op, struct usc_opd dst, const struct ir_instr *i, bool sat);
/* Finds floors whose readers are all sums and products, which can round down themselves: sets usc_selection.folded. */
void usc_fold_floors(struct usc_selection *c);
/* Makes the second factor of an integer product fit S1, the only slot for it. */
void usc_order_integer_factors(struct usc_selection *c, struct usc_opd *a, struct usc_opd *b);
enum usc_pack_mode { USC_PACK_NEAREST, USC_PACK_TOWARD_ZERO, USC_PACK_SCALED };
/* Emits a pack of one value, which may have modifiers. */
void usc_emit_pack(struct usc_selection *c, enum usc_fmt fmt, enum usc_pack_mode mode, struct usc_opd dst, struct usc_opd a);

/* Sets the origin of the following groups: an instruction or terminator with these sources, and definitions that are computed
   together with it. */
void usc_set_origin(struct usc_selection *c, struct util_span span, const struct ir_src *src, uint32_t n);
/* With options.origins, sets the origin of the following groups to all loads, or stores, of the slot. */
void usc_set_slot_origin(struct usc_selection *c, enum ir_op op, unsigned slot);

#endif

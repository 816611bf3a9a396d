/* SPDX-License-Identifier: MIT */
/*
 * Operands: where IR values are, and in which form a source slot of a group may read them; the sums and products whose operands
 * can change places. Source slots differ in what they read (docs/usc-encoding.md, validity): a uniform that a slot cannot read
 * goes through a temporary, signs move to where they can be encoded.
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

/* Dimensions of a level of a texture. A size query gives as many results, and the layers behind them; what is behind those is
   0. */
static inline unsigned usc_size_dims(unsigned target)
{
   return exec_tex_dims((enum exec_tex_target)target);
}

/* Does the source read a constant, or what is 0 because nothing defines it? Its bits. */
static inline bool usc_constant_src(const struct ir_src *s, uint32_t *bits)
{
   if (ir_src_const(s, bits))
      return true;
   if (!s->val->def || s->val->def->op != IR_undef)
      return false;
   *bits = ir_eval_mods(s, 0);
   return true;
}
/* The value itself; booleans are 0 and ~0. */
struct usc_opd usc_value(struct usc_selection *c, const struct ir_value *v);
/* A source with neg and abs as modifiers of the operand. */
struct usc_opd usc_float_src(struct usc_selection *c, const struct ir_src *s);
/* What a copy or an arm of a select reads. */
static inline struct usc_opd usc_move_src(struct usc_selection *c, const struct ir_src *s)
{
   return s->val->width == 1 ? usc_value(c, s->val) : usc_float_src(c, s);
}
/* The same without modifiers. */
struct usc_opd usc_int_src(struct usc_selection *c, const struct ir_src *s);
/* Source n of an instruction in the form that the operation reads. */
static inline struct usc_opd usc_src(struct usc_selection *c, const struct ir_instr *i, unsigned n)
{
   return ir_src_float((enum ir_op)i->op, n) ? usc_float_src(c, &i->src[n]) : usc_int_src(c, &i->src[n]);
}

/* A temporary that holds the operand; shared registers are moved once a block. */
struct usc_opd usc_to_temp(struct usc_selection *c, struct usc_opd o);
static inline bool usc_is_cached(const struct usc_selection *c,
                                 struct usc_opd o) /* usc_to_temp() would return a temporary of this block */
{
   return o.bank == USC_SHARED && !o.idx && !o.mod && o.index < c->cached.cap && c->cached.stamp[o.index] == c->cur + 1;
}
static inline bool usc_fits(struct usc_opd o, unsigned slot)
{
   return usc_opd_slots(o) >> slot & 1;
}
/* The operand as the slot can read it. */
static inline struct usc_opd usc_in_slot(struct usc_selection *c, struct usc_opd o, unsigned slot)
{
   return usc_fits(o, slot) ? o : usc_to_temp(c, o);
}

/* Data words of a request are consecutive registers, and a value may be computed in one of them: the unit that it is in,
   then. */
void usc_coalesce(struct usc_selection *c, uint32_t from, uint32_t to); /* from now on */
/* Groups that were made before. */
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
/* What rounds down, where all readers are sums and products that do so themselves: usc_selection.folded. */
void usc_fold_floors(struct usc_selection *c);
/* The second factor of an integer product, which only S1 reads, fits there afterwards. */
void usc_order_integer_factors(struct usc_selection *c, struct usc_opd *a, struct usc_opd *b);
/* A pack of one value, which may have modifiers. */
void usc_emit_pack(struct usc_selection *c, enum usc_fmt fmt, bool scale, bool toward_zero, struct usc_opd dst,
                   struct usc_opd a);

/* What is selected from here on comes from an instruction, or terminator, with these sources, and from what is computed
   together with it. */
void usc_set_origin(struct usc_selection *c, struct util_span span, const struct ir_src *src, uint32_t n);
/* With options.origins: what is selected from here on comes from all loads, or stores, of the slot. */
void usc_set_slot_origin(struct usc_selection *c, enum ir_op op, unsigned slot);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Measures a group for the legality predicate and the encoder: whether its fields fit, the forms that hold its operands, and
 * the sizes of its header, operations and items.
 */
#include "backend-usc/isa/usc_codec.h"
#include "backend-usc/isa/usc_tables.h"

#define INFO(g, unit) (&usc_op_info[(g)->op[unit]])

/* ---- fields -------------------------------------------------------------------------------------------------------------- */

/* True if this many bits of this kind can hold the value. */
static bool value_fits(unsigned kind, uint32_t v, unsigned bits)
{
   switch (kind) {
   case USC_M1: return v >= 1 && v <= 1u << bits;
   case USC_M16: return v >= 1 && v <= 16;
   case USC_N: return v <= 1;
   default: return bits >= 32 || !(v >> bits);
   }
}

/* The largest value of a member that has no public encoding. */
static uint32_t text_max(unsigned member)
{
   switch (member) {
   case USC_M_is3_mod:
   case USC_M_fte_mod: return USC_MOD_NEG | USC_MOD_ABS;
   case USC_M_tst_f16: return 3;
   case USC_M_tst_rhs: return 4;
   case USC_M_f64_fmt: return 2;
   case USC_M_it_raster:
   case USC_M_it_forced: return 64;
   case USC_M_addr: return 255;
   default: return 1;
   }
}

bool usc_fields_fit(const struct usc_group *g)
{
   for (unsigned s = 0; s < USC_GROUP_UNITS; s++) {
      if (!g->op[s])
         continue;
      if (usc_op_is_plain[g->op[s]]) {
         if (s == USC_P1 ? (g->lp1 | g->sat1) > 1 : (g->lp0 | g->sat0) > 1)
            return false;
         continue;
      }
      bool optional = false;
      for (const struct usc_row *r = INFO(g, s)->rows; r->row; r++) {
         optional |= r->row == USC_ROW_PART;
         /* a modifier is one bit */
         if ((r->row != USC_ROW_FIELD && r->row != USC_ROW_TEXT) || (r->member >= USC_M_A_NEG && r->member <= USC_M_C_FLR))
            continue;
         const uint32_t v = usc_member_get(g, (enum usc_member)r->member, (enum usc_group_unit)s);
         if (r->row == USC_ROW_TEXT) {
            if (r->member < USC_M_PLAIN && v > 1 && v > text_max(r->member))
               return false;
            continue;
         }
         if (r->kind == USC_U && (!v || ((unsigned)r->shift + r->width < 32 && !(v >> (r->shift + r->width)))))
            continue;
         if (value_fits(r->kind, v, (unsigned)r->shift + r->width) || (optional && r->kind == USC_M16 && !v))
            continue;
         /* the upper bits may be in another row */
         unsigned bits = 0;
         for (const struct usc_row *q = INFO(g, s)->rows; q->row; q++)
            if (q->row == USC_ROW_FIELD && q->member == r->member && bits < (unsigned)q->shift + q->width)
               bits = (unsigned)q->shift + q->width;
         if (!value_fits(r->kind, v, bits))
            return false;
      }
   }
   return g->cc <= USC_CC_NOTP0 && g->end <= 1 && usc_rpt(g) <= 4 && g->olchk <= 2 && g->atom <= 1;
}

/* ---- operand items ------------------------------------------------------------------------------------------------------- */

/* Adds operand n to those of an item. A virtual register counts as the last temporary, which needs the widest form. Returns
   false if the operand has no register number. */
static inline bool add_raw(uint64_t *raw, unsigned n, const struct usc_opd *o)
{
   uint32_t bank = 1, index = USC_NUM_TEMPS - 1;
   if (o->bank == USC_TEMP && !o->idx && o->index < USC_NUM_TEMPS) /* the usual case */
      index = o->index;
   else if (o->bank != USC_VIRTUAL && !usc_raw_of(*o, &bank, &index))
      return false;
   *raw |= (uint64_t)bank << (USC_AT_BA + n * (USC_AT_BB - USC_AT_BA)) | (uint64_t)index
                                                                             << (USC_AT_A + n * (USC_AT_B - USC_AT_A));
   return true;
}

/* A source item (base 0 or 3) with at least `count` operands, in the form that was found or in the shortest one. */
static bool source_item(struct usc_item *it, const struct usc_group *g, unsigned base, unsigned count, unsigned found_form)
{
   const struct usc_opd *o = &g->src[base];
   uint64_t raw = !base && g->kind == USC_MAIN ? (uint64_t)usc_is0_mux[g->is0] << USC_AT_MUX : 0;
   for (unsigned i = 0; i < 3; i++)
      if (o[i].bank && !add_raw(&raw, i, &o[i]))
         return false;
   it->raw = raw;
   if (found_form && found_form <= USC_FIRST_DST_FORM && usc_form[found_form - 1].operands >= count &&
       usc_form_fits((enum usc_form_id)(found_form - 1), base != 0, it->raw))
      it->form = (int)found_form - 1;
   else
      it->form = usc_form_for(false, base != 0, count, it->raw);
   return it->form >= 0;
}

/* The destination item, in the form that was found or in the shortest one. The form of an absent item is -1. */
static bool dest_item(struct usc_item *it, const struct usc_group *g, unsigned found_form)
{
   unsigned n = 0;
   *it = (struct usc_item){-1, 0};
   for (unsigned i = 0; i < 2; i++) {
      if (!g->dst[i].bank)
         continue;
      if (!add_raw(&it->raw, n, &g->dst[i]))
         return false;
      n++;
   }
   if (!n)
      return true;
   if (found_form > USC_FIRST_DST_FORM && found_form <= USC_NUM_FORMS && usc_form[found_form - 1].operands == n &&
       usc_form_fits((enum usc_form_id)(found_form - 1), false, it->raw))
      it->form = (int)found_form - 1;
   else
      it->form = usc_form_for(true, false, n, it->raw);
   return it->form >= 0;
}

/* The violation of a group with an operand that fits no form: an index with a dimension has no public encoding. */
static enum usc_violation no_form(const struct usc_group *g, enum usc_violation violation)
{
   for (unsigned i = 0; i < 8; i++) {
      const struct usc_opd o = i < 6 ? g->src[i] : g->dst[i - 6];
      if (o.idx > 2 && o.index <= 255)
         return USC_V_NO_ENCODING;
   }
   return violation;
}

/* ---- groups -------------------------------------------------------------------------------------------------------------- */

static unsigned measure_op(const struct usc_group *g, enum usc_group_unit unit, unsigned found_ext, struct usc_shape *sh)
{
   unsigned parts;
   sh->bytes[unit] = (uint8_t)usc_op_bytes(g, unit, found_ext, &parts);
   sh->parts[unit] = (uint8_t)parts;
   return sh->bytes[unit];
}

/* Measures the operations. Returns the offset of their end, and sets the decode-assist offset (docs/usc-encoding.md, "group").
   */
static unsigned measure_ops(const struct usc_group *g, const struct usc_found *f, unsigned start, struct usc_shape *sh)
{
   unsigned n = start;
   sh->da = 0;
   switch (g->kind) {
   case USC_MAIN:
      for (unsigned i = 0; i < 6; i++) {
         if (usc_main_order[i] == USC_P1)
            sh->da = n;
         if (g->op[usc_main_order[i]])
            n += measure_op(g, usc_main_order[i], f->ext[usc_main_order[i]], sh);
      }
      break;
   case USC_BITWISE:
      for (unsigned i = 0; i < 6; i++)
         if (g->op[usc_bit_order[i]]) {
            const unsigned bytes = measure_op(g, usc_bit_order[i], 0, sh);
            n += usc_has_own_byte(usc_bit_order[i]) ? bytes : 0;
         }
      sh->da = n;
      break;
   default:
      n += measure_op(g, USC_CTRL, f->ext[USC_CTRL], sh);
      if (usc_op_info[g->op[USC_CTRL]].sources || g->dst[0].bank || g->dst[1].bank)
         sh->da = n;
      break;
   }
   return n;
}

enum usc_violation usc_measure(const struct usc_group *g, const struct usc_found *f, bool checked, struct usc_shape *sh)
{
   if (!checked && usc_phases(g) < 0)
      return USC_V_PHASES;
   const char *name;
   if (usc_no_encoding(g, &name))
      return USC_V_NO_ENCODING;
   if ((!checked && !usc_fields_fit(g)) || g->is0 > 5)
      return USC_V_FIELD;
   sh->is_long = usc_long_header(g) || f->long_header;
   unsigned n = measure_ops(g, f, sh->is_long ? 3 : 2, sh);
   if (sh->da > USC_MAX_DA)
      return USC_V_DA;
   unsigned lower, upper;
   usc_source_counts(g, &lower, &upper);
   sh->has_sources = lower != 0;
   if (lower) {
      if (!source_item(&sh->lower, g, 0, lower, f->form_lo) || !source_item(&sh->upper, g, 3, upper, f->form_hi))
         return no_form(g, USC_V_SLOT_WIDTH);
      n += (unsigned)usc_form[sh->lower.form].bytes + usc_form[sh->upper.form].bytes;
   }
   n += g->kind == USC_MAIN; /* internal selects */
   if (!dest_item(&sh->dest, g, f->form_dst))
      return no_form(g, USC_V_DEST_WIDTH);
   if (sh->dest.form >= 0)
      n += usc_form[sh->dest.form].bytes;
   sh->size = n + (n & 1);
   return sh->size + 2u * f->pad > USC_MAX_GROUP_BYTES ? USC_V_SIZE : USC_V_OK;
}

/* SPDX-License-Identifier: MIT */
/*
 * A group to bytes: header, ops with the last phase first, source items, internal selects, destinations, padding. All positions
 * come from usc_isa.def. The order of the items and the decode-assist offset are documented (docs/usc-encoding.md, "group").
 */
#include "backend-usc/isa/usc_priv.h"

#include <string.h>

struct writer {
   uint8_t buf[64]; /* more than any group: the size is checked at the end */
   unsigned n;
};

static void put_bits(uint8_t *p, uint64_t bits)
{
   for (; bits; bits >>= 8)
      *p++ |= (uint8_t)bits;
}

static void put_op(struct writer *w, const struct usc_group *g, enum usc_group_unit unit, unsigned ext, bool advance)
{
   unsigned parts, part = 0;
   const unsigned bytes = usc_op_bytes(g, unit, ext, &parts);
   uint64_t bits = 0; /* no op is longer than 8 bytes */
   for (const struct usc_row *r = usc_op_info[g->op[unit]].rows; r->row; r++) {
      switch (r->row) {
      case USC_ROW_PART:
         if (part++ < parts)
            bits |= usc_bits_at(r->pos, 1, 1);
         break;
      case USC_ROW_CONST:
         if (part <= parts)
            bits |= usc_bits_at(r->pos, r->width, r->value);
         break;
      case USC_ROW_FIELD:
         if (part <= parts)
            bits |= usc_bits_at(r->pos, r->width, usc_field_code(r, usc_member_get(g, (enum usc_member)r->member, unit)));
         break;
      default: break;
      }
   }
   put_bits(w->buf + w->n, bits);
   if (advance)
      w->n += bytes;
}

/* One source or destination item: the form it takes (-1: none) and its raw numbers, packed. */
struct item {
   int form;
   uint64_t raw;
};

static void put_item(struct writer *w, const struct item *it)
{
   uint64_t bits = 0;
   for (const struct usc_row *r = usc_form[it->form].rows; r->row; r++)
      bits |= usc_bits_at(r->pos, r->width,
                          r->row == USC_ROW_CONST ? r->value : (uint32_t)(it->raw >> (usc_raw_at[r->member] + r->shift)));
   put_bits(w->buf + w->n, bits);
   w->n += usc_form[it->form].bytes;
}

/* Adds operand n of an item; a virtual register counts as the last temporary. */
static bool add_raw(struct item *it, unsigned n, struct usc_opd o)
{
   static const uint8_t bank_at[3] = {USC_AT_BA, USC_AT_BB, USC_AT_BC}, index_at[3] = {USC_AT_A, USC_AT_B, USC_AT_C};
   uint32_t bank, index;
   if (o.bank == USC_NONE)
      return true;
   if (o.bank == USC_VIRTUAL) {
      o.bank = USC_TEMP;
      o.index = USC_NUM_TEMPS - 1;
   }
   if (o.bank == USC_TEMP && !o.idx && o.index < USC_NUM_TEMPS) { /* most */
      bank = 1;
      index = o.index;
   } else if (!usc_raw_of(o, &bank, &index)) {
      return false;
   }
   it->raw |= (uint64_t)bank << bank_at[n] | (uint64_t)index << index_at[n];
   return true;
}

/* A source item (base 0 or 3) with at least `count` operands, in the form found or the shortest. */
static bool source_item(struct item *it, const struct usc_group *g, unsigned base, unsigned count, unsigned found_form)
{
   it->raw = !base && g->kind == USC_MAIN ? (uint64_t)usc_is0_mux[g->is0] << USC_AT_MUX : 0;
   for (unsigned i = 0; i < 3; i++)
      if (!add_raw(it, i, g->src[base + i]))
         return false;
   if (found_form && found_form <= USC_FIRST_DST_FORM && usc_form[found_form - 1].operands >= count &&
       usc_form_fits((enum usc_form_id)(found_form - 1), base != 0, it->raw))
      it->form = (int)found_form - 1;
   else
      it->form = usc_form_for(false, base != 0, count, it->raw);
   return it->form >= 0;
}

/* form -1 and true: no destination. */
static bool dest_item(struct item *it, const struct usc_group *g, unsigned found_form)
{
   unsigned n = 0;
   *it = (struct item){-1, 0};
   for (unsigned i = 0; i < 2; i++) {
      if (!g->dst[i].bank)
         continue;
      if (!add_raw(it, n, g->dst[i]))
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

static void put_hdr(struct writer *w, enum usc_hdr h, uint32_t value)
{
   usc_bits_or(w->buf, usc_hdr_field[h].pos, usc_hdr_field[h].width, value);
}

static uint32_t ctrlop(const struct usc_group *g)
{
   for (const struct usc_row *r = usc_op_info[g->op[USC_CTRL]].rows; r->row; r++)
      if (r->row == USC_ROW_CTRLOP)
         return r->value;
   return 0;
}

static const uint8_t main_order[] = {USC_BE, USC_MOV, USC_TST, USC_PCK, USC_P1, USC_P0};
/* Units of one phase share its byte; the mask unit comes last because of its immediate. */
static const uint8_t bit_order[] = {USC_TEST, USC_SHIFT2, USC_LOGIC, USC_COUNT, USC_SHIFT1, USC_MASK};
static bool has_own_byte(enum usc_group_unit s)
{
   return s == USC_SHIFT2 || s == USC_LOGIC || s == USC_MASK;
}

/* An operand that no form holds: because of its number, or because it has a dimension, whose bits are not known? */
static enum usc_violation no_form(const struct usc_group *g, enum usc_violation why)
{
   for (unsigned i = 0; i < 8; i++) {
      const struct usc_opd o = i < 6 ? g->src[i] : g->dst[i - 6];
      if (o.idx > 2 && o.index <= 255)
         return USC_V_NO_ENCODING;
   }
   return why;
}

/* What a group looks like in binary, before any bit of it is written. */
struct shape {
   unsigned da, size; /* size: without padding words */
   bool is_long, has_sources;
   struct item lower, upper, dest;
};

/* g: as usc_normal() makes it. */
static enum usc_violation measure(const struct usc_group *g, const struct usc_found *f, bool checked, struct shape *sh)
{
   if (usc_phases(g) < 0)
      return USC_V_PHASES;
   const char *name;
   if (usc_no_encoding(g, &name))
      return USC_V_NO_ENCODING;
   if ((!checked && !usc_fields_fit(g)) || g->is0 > 5)
      return USC_V_FIELD;
   sh->is_long = usc_long_header(g) || f->long_header;
   sh->da = 0;
   unsigned n = sh->is_long ? 3 : 2;
   switch (g->kind) {
   case USC_MAIN:
      for (unsigned i = 0; i < 6; i++) {
         if (main_order[i] == USC_P1)
            sh->da = n;
         if (g->op[main_order[i]])
            n += usc_op_bytes(g, main_order[i], f->ext[main_order[i]], NULL);
      }
      break;
   case USC_BITWISE:
      for (unsigned i = 0; i < 6; i++)
         if (g->op[bit_order[i]] && has_own_byte(bit_order[i]))
            n += usc_op_bytes(g, bit_order[i], 0, NULL);
      sh->da = n;
      break;
   default:
      n += usc_op_bytes(g, USC_CTRL, f->ext[USC_CTRL], NULL);
      if (usc_op_info[g->op[USC_CTRL]].sources || g->dst[0].bank || g->dst[1].bank)
         sh->da = n;
      break;
   }
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

enum usc_violation usc_measure(const struct usc_group *g, const struct usc_found *f, bool checked)
{
   struct usc_group norm;
   struct shape sh;
   if (g->kind == USC_BITWISE) { /* the units that are filled in have fields of their own */
      norm = usc_normal(g);
      g = &norm;
      checked = false;
   }
   return measure(g, f, checked, &sh);
}

static enum usc_violation encode(const struct usc_group *g, const struct usc_found *f, bool checked, struct writer *w)
{
   struct usc_group norm;
   struct shape sh;
   if (g->kind == USC_BITWISE) {
      norm = usc_normal(g);
      g = &norm;
      checked = false;
   }
   const enum usc_violation why = measure(g, f, checked, &sh);
   if (why == USC_V_PHASES || why == USC_V_FIELD || why == USC_V_NO_ENCODING)
      return why;
   for (unsigned i = 0; i < 8; i++)
      if ((i < 6 ? g->src[i] : g->dst[i - 6]).bank == USC_VIRTUAL)
         return USC_V_VIRTUAL;
   if (why)
      return why;

   put_hdr(w, USC_H_EXT, sh.is_long);
   put_hdr(w, USC_H_PHASES, (uint32_t)usc_phases(g));
   put_hdr(w, USC_H_OLCHK, usc_olchk_rule(g));
   put_hdr(w, USC_H_W0P, g->dst[0].bank != USC_NONE);
   put_hdr(w, USC_H_W1P, g->dst[1].bank != USC_NONE);
   put_hdr(w, USC_H_CC, g->cc & 1);
   put_hdr(w, USC_H_DA, sh.da);
   put_hdr(w, USC_H_LENGTH, sh.size / 2 + f->pad);
   w->n = sh.is_long ? 3 : 2;
   if (sh.is_long) {
      put_hdr(w, USC_H_CCEXT, g->cc >> 1);
      put_hdr(w, USC_H_END, g->kind == USC_CONTROL && g->op[USC_CTRL] == USC_OP_WDF ? g->drc : g->end);
      if (g->kind == USC_CONTROL) {
         put_hdr(w, USC_H_ALUTYPE, USC_ALU_CONTROL);
         put_hdr(w, USC_H_CTRLOP, ctrlop(g));
      } else {
         put_hdr(w, USC_H_ALUTYPE, g->kind == USC_BITWISE ? USC_ALU_BITWISE : USC_ALU_MAIN);
         put_hdr(w, USC_H_ATOM, g->atom);
         put_hdr(w, USC_H_RPT, usc_rpt(g) - 1);
      }
   }

   switch (g->kind) {
   case USC_MAIN:
      for (unsigned i = 0; i < 6; i++)
         if (g->op[main_order[i]])
            put_op(w, g, main_order[i], f->ext[main_order[i]], true);
      break;
   case USC_BITWISE:
      for (unsigned i = 0; i < 6; i++) {
         const enum usc_group_unit s = bit_order[i];
         if (g->op[s])
            put_op(w, g, s, 0, has_own_byte(s));
         if (s == USC_MASK && !f->ph0clr) /* bit 7: set in all vendor code, ignored (observed) */
            w->buf[w->n - usc_op_info[g->op[USC_MASK]].bytes] |= 0x80;
      }
      break;
   default: put_op(w, g, USC_CTRL, f->ext[USC_CTRL], true); break;
   }
   if (sh.has_sources) {
      put_item(w, &sh.lower);
      put_item(w, &sh.upper);
   }
   if (g->kind == USC_MAIN) {
      uint64_t iss = 0;
      for (unsigned i = 0; i < USC_NUM_ISS; i++)
         iss |= usc_bits_at(usc_iss_field[i].pos, usc_iss_field[i].width,
                            usc_member_get(g, (enum usc_member)usc_iss_field[i].member, USC_P0));
      w->buf[w->n++] = (uint8_t)iss;
   }
   if (sh.dest.form >= 0)
      put_item(w, &sh.dest);
   if (w->n & 1)
      w->buf[w->n++] = 0xff;
   if (f->pad) {
      w->buf[w->n++] = (uint8_t)(0xf0 | f->pad);
      for (unsigned i = 1; i < 2u * f->pad; i++)
         w->buf[w->n++] = 0xff;
   }
   return USC_V_OK;
}

static const struct usc_found canonical;

unsigned usc_encode(const struct usc_group *g, const struct usc_found *found, uint8_t out[USC_MAX_GROUP_BYTES],
                    enum usc_violation *why)
{
   enum usc_violation r = found ? USC_V_OK : usc_check(g);
   struct writer w;
   memset(&w, 0, sizeof w);
   if (!r)
      r = encode(g, found ? found : &canonical, !found, &w);
   if (why)
      *why = r;
   if (r)
      return 0;
   memcpy(out, w.buf, w.n);
   return w.n;
}

unsigned usc_encode_checked(const struct usc_group *g, const struct usc_found *found, uint8_t out[USC_MAX_GROUP_BYTES],
                            enum usc_violation *why)
{
   struct writer w;
   memset(&w, 0, sizeof w);
   const enum usc_violation r = encode(g, found, true, &w);
   if (why)
      *why = r;
   if (r)
      return 0;
   memcpy(out, w.buf, w.n);
   return w.n;
}

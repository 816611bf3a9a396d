/* SPDX-License-Identifier: MIT */
/*
 * A group to bytes: header, ops with the last phase first, source items, internal selects, destinations, padding. All positions
 * come from usc_isa.def. The order of the items and the decode-assist offset are documented (docs/usc-encoding.md, "group").
 */
#include "backend-usc/usc_priv.h"

#include <string.h>

struct writer {
   uint8_t buf[64]; /* more than any group: the size is checked at the end */
   unsigned n;
};

static void put_op(struct writer *w, const struct usc_group *g, enum usc_slot slot, unsigned ext, bool advance)
{
   unsigned parts, part = 0, start = w->n;
   const unsigned bytes = usc_op_bytes(g, slot, ext, &parts);
   uint8_t *p = w->buf + start;
   for (const struct usc_row *r = usc_op_info[g->op[slot]].rows; r->row; r++) {
      switch (r->row) {
      case USC_ROW_PART:
         if (part++ < parts)
            usc_bits_or(p, r->pos, 1, 1);
         break;
      case USC_ROW_CONST:
         if (part <= parts)
            usc_bits_or(p, r->pos, r->width, r->value);
         break;
      case USC_ROW_FIELD:
         if (part <= parts)
            usc_bits_or(p, r->pos, r->width, usc_field_code(r, usc_member_get(g, r->member, slot)));
         break;
      default: break;
      }
   }
   if (advance)
      w->n += bytes;
}

static bool put_form(struct writer *w, int form, const uint16_t raw[USC_NUM_RAW])
{
   if (form < 0)
      return false;
   for (const struct usc_row *r = usc_form[form].rows; r->row; r++)
      usc_bits_or(w->buf + w->n, r->pos, r->width, r->row == USC_ROW_CONST ? r->value : (uint32_t)raw[r->member] >> r->shift);
   w->n += usc_form[form].bytes;
   return true;
}

/* A source item (base 0 or 3) with at least `count` operands, in the form found or the shortest. */
static bool put_sources(struct writer *w, const struct usc_group *g, unsigned base, unsigned count, unsigned found_form)
{
   uint16_t raw[USC_NUM_RAW] = {0};
   for (unsigned i = 0; i < 3; i++)
      if (!usc_raw_of(g->src[base + i], &raw[2 * i], &raw[2 * i + 1]))
         return false;
   if (!base && g->kind == USC_MAIN)
      raw[USC_RAW_MUX] = usc_is0_mux[g->is0];
   if (found_form && found_form <= USC_FIRST_DST_FORM && usc_form[found_form - 1].operands >= count &&
       usc_form_fits((enum usc_form_id)(found_form - 1), base != 0, raw))
      return put_form(w, (int)found_form - 1, raw);
   return put_form(w, usc_form_for(false, base != 0, count, raw), raw);
}

static bool put_dests(struct writer *w, const struct usc_group *g, unsigned found_form)
{
   uint16_t raw[USC_NUM_RAW] = {0};
   unsigned n = 0;
   for (unsigned i = 0; i < 2; i++) {
      if (!g->dst[i].bank)
         continue;
      if (!usc_raw_of(g->dst[i], &raw[2 * n], &raw[2 * n + 1]))
         return false;
      n++;
   }
   if (!n)
      return true;
   if (found_form > USC_FIRST_DST_FORM && found_form <= USC_NUM_FORMS && usc_form[found_form - 1].operands == n &&
       usc_form_fits((enum usc_form_id)(found_form - 1), false, raw))
      return put_form(w, (int)found_form - 1, raw);
   return put_form(w, usc_form_for(true, false, n, raw), raw);
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

static enum usc_reason encode(const struct usc_group *g0, const struct usc_found *f, struct writer *w)
{
   const struct usc_group norm = usc_normal(g0), *g = &norm;
   const int phases = usc_phases(g);
   if (phases < 0)
      return USC_R_PHASES;
   if (!usc_fields_fit(g) || g->is0 > 5)
      return USC_R_FIELD;
   for (unsigned i = 0; i < 8; i++)
      if ((i < 6 ? g->src[i] : g->dst[i - 6]).bank == USC_VIRTUAL)
         return USC_R_VIRTUAL;

   const bool is_long = usc_long_header(g) || f->long_header;
   put_hdr(w, USC_H_EXT, is_long);
   put_hdr(w, USC_H_PHASES, (uint32_t)phases);
   put_hdr(w, USC_H_OLCHK, usc_olchk_rule(g));
   put_hdr(w, USC_H_W0P, g->dst[0].bank != USC_NONE);
   put_hdr(w, USC_H_W1P, g->dst[1].bank != USC_NONE);
   put_hdr(w, USC_H_CC, g->cc & 1);
   w->n = is_long ? 3 : 2;
   if (is_long) {
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

   unsigned da = 0;
   static const uint8_t main_order[] = {USC_BE, USC_MOV, USC_TST, USC_PCK, USC_P1, USC_P0};
   static const uint8_t bit_order[] = {USC_TEST, USC_SHIFT2, USC_LOGIC, USC_COUNT, USC_SHIFT1, USC_MASK};
   switch (g->kind) {
   case USC_MAIN:
      for (unsigned i = 0; i < 6; i++) {
         if (main_order[i] == USC_P1)
            da = w->n;
         if (g->op[main_order[i]])
            put_op(w, g, main_order[i], f->ext[main_order[i]], true);
      }
      break;
   case USC_BITWISE:
      /* units of one phase share its byte; the mask unit comes last because of its immediate */
      for (unsigned i = 0; i < 6; i++) {
         const enum usc_slot s = bit_order[i];
         if (g->op[s])
            put_op(w, g, s, 0, s == USC_SHIFT2 || s == USC_LOGIC || s == USC_MASK);
         if (s == USC_MASK && !f->ph0clr) /* bit 7: set in all vendor code, ignored (observed) */
            w->buf[w->n - usc_op_info[g->op[USC_MASK]].bytes] |= 0x80;
      }
      da = w->n;
      break;
   default:
      put_op(w, g, USC_CTRL, f->ext[USC_CTRL], true);
      if (usc_op_info[g->op[USC_CTRL]].sources || g->dst[0].bank || g->dst[1].bank)
         da = w->n;
      break;
   }
   if (da > USC_MAX_DA)
      return USC_R_DA;
   put_hdr(w, USC_H_DA, da);

   unsigned lower, upper;
   usc_source_counts(g, &lower, &upper);
   if (lower) {
      if (!put_sources(w, g, 0, lower, f->form_lo) || !put_sources(w, g, 3, upper, f->form_hi))
         return USC_R_SLOT_WIDTH;
   }
   if (g->kind == USC_MAIN) {
      uint8_t iss = 0;
      for (unsigned i = 0; i < USC_NUM_ISS; i++)
         usc_bits_or(&iss, usc_iss_field[i].pos, usc_iss_field[i].width, usc_member_get(g, usc_iss_field[i].member, USC_P0));
      w->buf[w->n++] = iss;
   }
   if (!put_dests(w, g, f->form_dst))
      return USC_R_DEST_WIDTH;
   if (w->n & 1)
      w->buf[w->n++] = 0xff;
   if (w->n + 2u * f->pad > USC_MAX_GROUP_BYTES)
      return USC_R_SIZE;
   if (f->pad) {
      w->buf[w->n++] = (uint8_t)(0xf0 | f->pad);
      for (unsigned i = 1; i < 2u * f->pad; i++)
         w->buf[w->n++] = 0xff;
   }
   put_hdr(w, USC_H_LENGTH, w->n / 2);
   return USC_R_OK;
}

unsigned usc_encode(const struct usc_group *g, const struct usc_found *found, uint8_t out[USC_MAX_GROUP_BYTES],
                    enum usc_reason *why)
{
   const struct usc_found none = {0};
   struct writer w;
   memset(&w, 0, sizeof w);
   enum usc_reason r = found ? USC_R_OK : usc_check(g);
   if (!r)
      r = encode(g, found ? found : &none, &w);
   if (why)
      *why = r;
   if (r)
      return 0;
   memcpy(out, w.buf, w.n);
   return w.n;
}

unsigned usc_group_size(const struct usc_group *g)
{
   struct usc_group w = *g;
   const struct usc_found none = {0};
   uint8_t bytes[USC_MAX_GROUP_BYTES];
   for (unsigned i = 0; i < 8; i++) {
      struct usc_opd *o = i < 6 ? &w.src[i] : &w.dst[i - 6];
      if (o->bank == USC_VIRTUAL)
         *o = (struct usc_opd){.bank = USC_TEMP, .index = USC_NUM_TEMPS - 1, .mod = o->mod, .elem = o->elem};
   }
   return usc_encode(&w, &none, bytes, NULL);
}

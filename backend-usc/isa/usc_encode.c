/* SPDX-License-Identifier: MIT */
/*
 * The encoder. A group is its header, its operations with the last phase first, source items, internal selects, destinations
 * and padding. Positions come from usc_isa.def, sizes and operand forms from usc_measure(). docs/usc-encoding.md, "group",
 * explains the order of the items and the decode-assist offset.
 */
#include "backend-usc/isa/usc_codec.h"
#include "backend-usc/isa/usc_tables.h"

#include <string.h>

struct writer {
   uint8_t buf[64]; /* more than any group has: the size is checked at the end */
   unsigned n;
};

static void put_bits(uint8_t *p, uint64_t bits)
{
   for (; bits; bits >>= 8)
      *p++ |= (uint8_t)bits;
}

/* The bits of an operation, which has at most 8 bytes. */
static uint64_t op_bits(const struct usc_group *g, enum usc_group_unit unit, const struct usc_shape *sh)
{
   const unsigned parts = sh->parts[unit];
   unsigned part = 0;
   uint64_t bits = 0;
   if (!parts && usc_has_no_modifiers(g, unit)) /* an operation without bytes is part of a byte of another operation */
      return usc_op_const[g->op[unit]] & (sh->bytes[unit] ? (UINT64_C(2) << (8 * sh->bytes[unit] - 1)) - 1 : UINT64_MAX);
   for (const struct usc_row *r = usc_op_info[g->op[unit]].rows; r->row && part <= parts; r++) {
      switch (r->row) {
      case USC_ROW_PART:
         if (part++ < parts)
            bits |= usc_bits_at(r->pos, 1, 1);
         break;
      case USC_ROW_CONST: bits |= usc_bits_at(r->pos, r->width, r->value); break;
      case USC_ROW_FIELD: {
         const uint32_t v = usc_member_get(g, (enum usc_member)r->member, unit);
         bits |= usc_bits_at(r->pos, r->width, r->kind == USC_U ? v >> r->shift : usc_field_code(r, v));
         break;
      }
      default: break;
      }
   }
   return bits;
}

static void put_op(struct writer *w, const struct usc_group *g, enum usc_group_unit unit, const struct usc_shape *sh,
                   bool advance)
{
   put_bits(w->buf + w->n, op_bits(g, unit, sh));
   if (advance)
      w->n += sh->bytes[unit];
}

/* The bits of an item, which has at most 6 bytes. Positions are constants here, for speed. */
static uint64_t item_bits(const struct usc_item *it)
{
   const uint64_t raw = it->raw;
   switch ((enum usc_form_id)it->form) {
#define K(byte, hi, lo, v) | usc_bits_at((byte)*8 + (lo), (hi) - (lo) + 1, v)
#define S(byte, hi, lo, name, shift)                                                                                           \
   | usc_bits_at((byte)*8 + (lo), (hi) - (lo) + 1, (uint32_t)(raw >> (USC_AT_##name + (shift))))
#define FORM(id, group, operands, bytes, ...)                                                                                  \
   case USC_FORM_##id: return 0 __VA_ARGS__;
#include "backend-usc/isa/usc_isa.def"
#undef FORM
#undef S
#undef K
   case USC_NUM_FORMS: break;
   }
   return 0;
}

static void put_item(struct writer *w, const struct usc_item *it)
{
   put_bits(w->buf + w->n, item_bits(it));
   w->n += usc_form[it->form].bytes;
}

/* Positions of the fields of the header, as constants. */
enum {
#define HDR(name, byte, hi, lo) HDR_AT_##name = (byte)*8 + (lo), HDR_BITS_##name = (hi) - (lo) + 1,
#include "backend-usc/isa/usc_isa.def"
#undef HDR
};
#define FIELD(name, value) usc_bits_at(HDR_AT_##name, HDR_BITS_##name, value)

static uint32_t ctrlop(const struct usc_group *g)
{
   for (const struct usc_row *r = usc_op_info[g->op[USC_CTRL]].rows; r->row; r++)
      if (r->row == USC_ROW_CTRLOP)
         return r->value;
   return 0;
}

static void put_header(struct writer *w, const struct usc_group *g, const struct usc_found *f, const struct usc_shape *sh)
{
   uint64_t bits = FIELD(EXT, sh->is_long) | FIELD(PHASES, (uint32_t)usc_phases(g)) | FIELD(OLCHK, usc_olchk_rule(g)) |
                   FIELD(W0P, g->dst[0].bank != USC_NONE) | FIELD(W1P, g->dst[1].bank != USC_NONE) | FIELD(CC, g->cc & 1) |
                   FIELD(DA, sh->da) | FIELD(LENGTH, sh->size / 2 + f->pad);
   if (sh->is_long) {
      const bool control = g->kind == USC_CONTROL;
      bits |= FIELD(CCEXT, g->cc >> 1) | FIELD(END, control && g->op[USC_CTRL] == USC_OP_WDF ? g->drc : g->end);
      if (control)
         bits |= FIELD(ALUTYPE, USC_ALU_CONTROL) | FIELD(CTRLOP, ctrlop(g));
      else
         bits |= FIELD(ALUTYPE, g->kind == USC_BITWISE ? USC_ALU_BITWISE : USC_ALU_MAIN) | FIELD(ATOM, g->atom) |
                 FIELD(RPT, usc_rpt(g) - 1);
   }
   put_bits(w->buf, bits);
   w->n = sh->is_long ? 3 : 2;
}

static void put_ops(struct writer *w, const struct usc_group *g, const struct usc_found *f, const struct usc_shape *sh)
{
   switch (g->kind) {
   case USC_MAIN:
      for (unsigned i = 0; i < 6; i++)
         if (g->op[usc_main_order[i]])
            put_op(w, g, usc_main_order[i], sh, true);
      break;
   case USC_BITWISE:
      for (unsigned i = 0; i < 6; i++) {
         const enum usc_group_unit s = usc_bit_order[i];
         if (g->op[s])
            put_op(w, g, s, sh, usc_has_own_byte(s));
         if (s == USC_MASK && !f->ph0clr) /* bit 7: set in all vendor code, ignored (observed) */
            w->buf[w->n - usc_op_info[g->op[USC_MASK]].bytes] |= 0x80;
      }
      break;
   default: put_op(w, g, USC_CTRL, sh, true); break;
   }
}

static enum usc_violation encode(const struct usc_group *g, const struct usc_found *f, bool checked, struct writer *w)
{
   struct usc_group norm;
   struct usc_shape sh;
   if (g->kind == USC_BITWISE) { /* units that usc_normal() adds have fields of their own */
      norm = usc_normal(g);
      g = &norm;
      checked = false;
   }
   const enum usc_violation v = usc_measure(g, f, checked, &sh);
   if (v == USC_V_PHASES || v == USC_V_FIELD || v == USC_V_NO_ENCODING)
      return v;
   for (unsigned i = 0; i < 8; i++)
      if ((i < 6 ? g->src[i] : g->dst[i - 6]).bank == USC_VIRTUAL)
         return USC_V_VIRTUAL;
   if (v)
      return v;

   put_header(w, g, f, &sh);
   put_ops(w, g, f, &sh);
   if (sh.has_sources) {
      put_item(w, &sh.lower);
      put_item(w, &sh.upper);
   }
   if (g->kind == USC_MAIN) {
#define ISS(member, hi, lo) | usc_bits_at(lo, (hi) - (lo) + 1, g->member)
      const uint64_t iss = 0
#include "backend-usc/isa/usc_isa.def"
         ;
#undef ISS
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

/* Copies the bytes out and returns their number, or 0 with the violation. */
static unsigned finish(enum usc_violation v, const struct writer *w, uint8_t out[USC_MAX_GROUP_BYTES],
                       enum usc_violation *violation)
{
   if (violation)
      *violation = v;
   if (v)
      return 0;
   memcpy(out, w->buf, w->n);
   return w->n;
}

unsigned usc_encode(const struct usc_group *g, const struct usc_found *found, uint8_t out[USC_MAX_GROUP_BYTES],
                    enum usc_violation *violation)
{
   enum usc_violation v = found ? USC_V_OK : usc_check(g);
   struct writer w;
   memset(&w, 0, sizeof w);
   if (!v)
      v = encode(g, found ? found : &canonical, !found, &w);
   return finish(v, &w, out, violation);
}

unsigned usc_encode_checked(const struct usc_group *g, const struct usc_found *found, uint8_t out[USC_MAX_GROUP_BYTES],
                            enum usc_violation *violation)
{
   struct writer w;
   memset(&w, 0, sizeof w);
   return finish(encode(g, found, true, &w), &w, out, violation);
}

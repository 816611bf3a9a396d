/* SPDX-License-Identifier: MIT */
/* See usc_cover.h. */
#include "tests/unit/backend-usc/usc_cover.h"

static bool is_wide(const struct usc_row *r)
{
   return r->width > 5;
}
static unsigned unit_of(const struct usc_group *g, unsigned slot)
{
   return g->kind == USC_MAIN && slot == USC_P1;
}

/* The raw numbers of an item, as the encoder packs them. */
static uint64_t raw_of(const struct usc_opd *o, unsigned n, bool packed)
{
   static const uint8_t bank_at[3] = {USC_AT_BA, USC_AT_BB, USC_AT_BC}, index_at[3] = {USC_AT_A, USC_AT_B, USC_AT_C};
   uint64_t raw = 0;
   for (unsigned i = 0, k = 0; i < n; i++) {
      uint32_t bank, index;
      if (packed && !o[i].bank)
         continue;
      if (usc_raw_of(o[i], &bank, &index))
         raw |= (uint64_t)bank << bank_at[k] | (uint64_t)index << index_at[k];
      k++;
   }
   return raw;
}

static void add_form(struct usc_cover *c, bool upper, int form, uint64_t raw)
{
   if (form < 0)
      return;
   c->form[upper][form].items++;
   c->form[upper][form].one |= raw;
}

/* Records the contents of the bytes: header and operand forms. */
static void add_bytes(struct usc_cover *c, const uint8_t *bytes, unsigned len)
{
   struct usc_group g;
   struct usc_found f;
   unsigned lower, upper;
   if (usc_decode(bytes, len, &g, &f, NULL) != len)
      return;
   const bool is_long = usc_bits_get(bytes, usc_hdr_field[USC_H_EXT].pos, 1);
   for (unsigned h = 0; h < USC_NUM_HDR; h++) {
      const struct usc_hdr_field q = usc_hdr_field[h];
      if (q.pos < 16 || is_long)
         c->hdr[h][g.kind] |= 1u << (usc_bits_get(bytes, q.pos, q.width) & 31);
   }
   usc_source_counts(&g, &lower, &upper);
   if (lower) {
      const uint64_t lo = raw_of(g.src, 3, false) | (g.kind == USC_MAIN ? (uint64_t)usc_is0_mux[g.is0] << USC_AT_MUX : 0),
                     hi = raw_of(g.src + 3, 3, false);
      add_form(c, false, f.form_lo ? f.form_lo - 1 : usc_form_for(false, false, lower, lo), lo);
      add_form(c, true, f.form_hi ? f.form_hi - 1 : usc_form_for(false, true, upper, hi), hi);
   }
   const unsigned dests = (g.dst[0].bank != 0) + (g.dst[1].bank != 0);
   const uint64_t d = raw_of(g.dst, 2, true);
   if (dests)
      add_form(c, false, f.form_dst ? f.form_dst - 1 : usc_form_for(true, false, dests, d), d);
}

void usc_cover_add(struct usc_cover *c, const struct usc_group *g, const uint8_t *bytes, unsigned len)
{
   for (unsigned s = 0; s < USC_GROUP_UNITS; s++) {
      if (!g->op[s])
         continue;
      struct usc_cover_op *o = &c->op[g->op[s]][unit_of(g, s)];
      unsigned k = 0, parts = 0;
      if (!o->groups++)
         o->sample = *g;
      if (g->kind != USC_BITWISE)
         usc_op_bytes(g, (enum usc_group_unit)s, 0, &parts);
      if (len)
         o->parts |= 1u << parts;
      for (const struct usc_row *r = usc_op_info[g->op[s]].rows; r->row && k < USC_COVER_ROWS; r++, k++) {
         if (r->row == USC_ROW_TEXT && usc_member_get(g, (enum usc_member)r->member, (enum usc_group_unit)s))
            o->one[k] = 1;
         if (r->row != USC_ROW_FIELD)
            continue;
         const uint32_t code = usc_field_code(r, usc_member_get(g, (enum usc_member)r->member, (enum usc_group_unit)s));
         o->one[k] |= is_wide(r) ? code : 1u << code;
         o->zero[k] |= is_wide(r) ? ~code : 0;
      }
   }
   for (unsigned i = 0; i < 8; i++) {
      const struct usc_opd q = i < 6 ? g->src[i] : g->dst[i - 6];
      c->bank[i] |= 1u << (q.bank + (q.idx ? 16 : 0));
   }
   if (g->kind == USC_MAIN) {
      for (unsigned i = 0; i < USC_NUM_ISS; i++)
         c->iss[i] |= 1u << usc_member_get(g, (enum usc_member)usc_iss_field[i].member, USC_P0);
      c->iss[USC_NUM_ISS] |= 1u << g->is0;
   }
   if (len)
      add_bytes(c, bytes, len);
}

/* True if the sample is still legal with other bits in one field. */
static bool would_be_legal(const struct usc_group *sample, enum usc_op op, unsigned unit, const struct usc_row *r,
                           uint32_t bits)
{
   struct usc_group g = *sample;
   unsigned slot = 0;
   while (slot < USC_GROUP_UNITS && (g.op[slot] != op || unit_of(&g, slot) != unit))
      slot++;
   if (slot == USC_GROUP_UNITS)
      return false;
   const uint32_t old = usc_member_get(&g, (enum usc_member)r->member, (enum usc_group_unit)slot);
   const uint64_t mask = ((UINT64_C(1) << r->width) - 1) << r->shift;
   uint32_t v = r->row == USC_ROW_TEXT ? bits : (uint32_t)(old & ~mask) | usc_field_value(r, bits) << r->shift;
   if (r->kind == USC_M16 && !v)
      v = 16;
   if (r->kind == USC_M1 || r->kind == USC_N)
      v = usc_field_value(r, bits);
   if (r->member >= USC_M_A_NEG && r->member <= USC_M_C_FLR) {
      const struct usc_member_mod q = usc_member_mod[r->member - USC_M_A_NEG];
      struct usc_opd *o = &g.src[3 * unit + q.operand];
      o->mod = (uint8_t)(bits ? o->mod | q.mod : o->mod & ~q.mod);
   } else {
      usc_member_set(&g, (enum usc_member)r->member, (enum usc_group_unit)slot, v, 0);
   }
   const enum usc_violation violation = usc_check(&g);
   return violation == USC_V_OK || violation == USC_V_NO_ENCODING;
}

static unsigned op_holes(const struct usc_cover *c, enum usc_op op, unsigned unit, struct util_buf *out, unsigned *points)
{
   const struct usc_op_info *info = &usc_op_info[op];
   const struct usc_cover_op *o = &c->op[op][unit];
   const char *const where = unit ? " in P1" : "";
   unsigned holes = 0, k = 0, parts = 0;
   ++*points;
   if (!o->groups) {
      util_buf_printf(out, "%s%s: never\n", info->name, where);
      return 1;
   }
   for (const struct usc_row *r = info->rows; r->row && k < USC_COVER_ROWS; r++, k++) {
      parts += r->row == USC_ROW_PART;
      if (r->row == USC_ROW_TEXT) {
         ++*points;
         if (!o->one[k] && would_be_legal(&o->sample, op, unit, r, 1)) {
            util_buf_printf(out, "%s%s: text modifier %u never\n", info->name, where, k);
            holes++;
         }
      }
      if (r->row != USC_ROW_FIELD)
         continue;
      if (r->member == USC_M_D_F16)
         continue;
      for (uint32_t v = 0; v < (is_wide(r) ? r->width : 1u << r->width); v++) {
         if (r->member == USC_M_P2END && v && op == USC_OP_MOVC)
            continue; /* its test follows it */
         ++*points;
         if (is_wide(r)) {
            const bool one = o->one[k] >> v & 1, zero = o->zero[k] >> v & 1;
            const uint32_t other = ~o->zero[k] ^ 1u << v; /* a modifier that the sample may have, except this bit */
            if (!(one && zero) &&
                (one || would_be_legal(&o->sample, op, unit, r, other & (uint32_t)((UINT64_C(1) << r->width) - 1)))) {
               util_buf_printf(out, "%s%s: row %u: bit %u always the same\n", info->name, where, k, v);
               holes++;
            }
         } else if (!(o->one[k] >> v & 1) && would_be_legal(&o->sample, op, unit, r, v)) {
            util_buf_printf(out, "%s%s: row %u: never %u\n", info->name, where, k, v);
            holes++;
         }
      }
   }
   if (info->flags & USC_F_NOENC || info->kind == USC_BITWISE)
      return holes;
   for (unsigned n = 0; n <= parts; n++) {
      ++*points;
      if (!(o->parts >> n & 1) && !(info->flags & USC_F_SHORT && n == 1)) { /* one part of two: decoded, but never generated */
         util_buf_printf(out, "%s%s: never with %u optional parts\n", info->name, where, n);
         holes++;
      }
   }
   return holes;
}

/* Values of a header field that must occur in legal groups of this kind, or 0 if there are none. */
static uint32_t header_values(unsigned h, unsigned kind)
{
   switch (h) {
   case USC_H_PHASES: return kind == USC_MAIN ? 0xff : kind == USC_BITWISE ? 1u << 1 | 1u << 3 | 1u << 5 | 1u << 7 : 1;
   case USC_H_CTRLOP: return kind == USC_CONTROL ? 0x19ff : 0; /* 9 and 10 have no public layout */
   case USC_H_ATOM: return kind == USC_CONTROL ? 0 : 3;
   case USC_H_RPT: return kind == USC_MAIN ? 15 : 0;
   case USC_H_EXT: return kind == USC_MAIN ? 3 : 2;
   case USC_H_W1P: return kind == USC_CONTROL ? 1 : 3;
   case USC_H_OLCHK:
   case USC_H_END:
   case USC_H_W0P:
   case USC_H_CC:
   case USC_H_CCEXT: return 3;
   default: return 0;
   }
}

unsigned usc_cover_holes(const struct usc_cover *c, struct util_buf *out, unsigned *points)
{
   unsigned holes = 0;
   *points = 0;
   for (unsigned op = 1; op < USC_NUM_OPS; op++) {
      const struct usc_op_info *info = &usc_op_info[op];
      holes += op_holes(c, (enum usc_op)op, 0, out, points);
      if (info->kind == USC_MAIN && info->unit == USC_P0 && info->flags & USC_F_P1)
         holes += op_holes(c, (enum usc_op)op, 1, out, points);
   }
   for (unsigned f = 0; f < USC_NUM_FORMS; f++)
      for (unsigned up = 0; up < (usc_form[f].is_dst ? 1u : 2u); up++) {
         for (unsigned b = 0; b < 64; b++) {
            if (!(usc_form_cover[f] >> b & 1) || !usc_form_fits((enum usc_form_id)f, up, UINT64_C(1) << b))
               continue;
            ++*points;
            if (!(c->form[up][f].one >> b & 1)) {
               util_buf_printf(out, "form %u%s: raw bit %u never\n", f, up ? " upper" : "", b);
               holes++;
            }
         }
      }
   for (unsigned h = 0; h < USC_NUM_HDR; h++)
      for (unsigned kind = 0; kind < 3; kind++) {
         const uint32_t want = header_values(h, kind), left = want & ~c->hdr[h][kind];
         *points += (unsigned)__builtin_popcount(want);
         if (left) {
            util_buf_printf(out, "header field %u, kind %u: never 0x%x\n", h, kind, left);
            holes += (unsigned)__builtin_popcount(left);
         }
      }
   for (unsigned i = 0; i <= USC_NUM_ISS; i++) {
      const uint32_t want = i == USC_NUM_ISS ? 0x3f : (1u << (1u << usc_iss_field[i].width)) - 1, left = want & ~c->iss[i];
      *points += (unsigned)__builtin_popcount(want);
      if (left) {
         util_buf_printf(out, "select %u: never 0x%x\n", i, left);
         holes += (unsigned)__builtin_popcount(left);
      }
   }
   for (unsigned i = 0; i < 8; i++)
      for (unsigned bank = USC_NONE; bank < USC_VIRTUAL; bank++)
         for (unsigned idx = 0; idx < 2; idx++) {
            struct usc_opd o = {.bank = (uint8_t)bank, .idx = (uint8_t)idx};
            uint32_t raw[2];
            const bool can = bank == USC_NONE ? !idx : usc_raw_of(o, &raw[0], &raw[1]) && (i > 5 || usc_opd_slots(o) >> i & 1);
            if (!can || (i > 5 && bank == USC_DC))
               continue;
            ++*points;
            if (!(c->bank[i] >> (bank + 16 * idx) & 1)) {
               util_buf_printf(out, "%s%u: bank %u%s never\n", i < 6 ? "S" : "W", i % 6, bank, idx ? " indexed" : "");
               holes++;
            }
         }
   return holes;
}

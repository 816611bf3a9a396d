/* SPDX-License-Identifier: MIT */
/*
 * The decoder. Layouts come from usc_isa.def; struct usc_found gets notes where the encoding is not canonical. At the end the
 * group is encoded again and compared, so every accepted encoding is reproduced bit for bit. Reserved bits that are set, a
 * wrong decode-assist offset and unusual padding are errors.
 */
#include "backend-usc/isa/usc_build.h"
#include "backend-usc/isa/usc_codec.h"
#include "backend-usc/isa/usc_tables.h"

#include <string.h>

struct reader {
   const uint8_t *p; /* the group, followed by zeros that a truncated operation reads */
   unsigned n, end;
   bool has_short; /* the group has an operation on 8-bit or 16-bit integers, with optional bytes */
   bool one_part;  /* read only the first of these bytes */
   const char *err;
};

static bool fail(struct reader *r, const char *text)
{
   if (!r->err)
      r->err = text;
   return false;
}

static uint32_t hdr(const struct reader *r, enum usc_hdr h)
{
   return usc_bits_get(r->p, usc_hdr_field[h].pos, usc_hdr_field[h].width);
}

/* Compares the constant bits of the operation with those at p, except the bits of absent parts. */
static bool matches(const struct usc_op_info *info, const uint8_t *p, unsigned room, bool one_part, unsigned *bytes,
                    unsigned *parts)
{
   bool present = true;
   *bytes = info->bytes;
   *parts = 0;
   for (const struct usc_row *r = info->rows; r->row; r++) {
      if (r->row == USC_ROW_PART) {
         if (!present || r->pos / 8u >= *bytes)
            present = false;
         else
            present = usc_bits_get(p, r->pos, 1) && !(one_part && *parts);
         if (present) {
            *bytes += r->width;
            ++*parts;
         }
      } else if (r->row == USC_ROW_CONST && present && usc_bits_get(p, r->pos, r->width) != r->value) {
         return false;
      }
   }
   return *bytes <= room;
}

static void read_fields(struct usc_group *g, enum usc_group_unit unit, const uint8_t *p, unsigned parts)
{
   const struct usc_op_info *info = &usc_op_info[g->op[unit]];
   unsigned part = 0, at = 0;
   for (const struct usc_row *r = info->rows; r->row; r++) {
      if (r->row == USC_ROW_PART)
         part++;
      else if (r->row == USC_ROW_FIELD) {
         if (part <= parts)
            usc_member_set(g, r->member, unit, usc_field_value(r, usc_bits_get(p, r->pos, r->width)), r->shift);
         else if (!r->shift)
            usc_member_set(g, r->member, unit, usc_member_default(r->member), 0);
      }
   }
   for (const struct usc_row *r = info->rows; r->row; r++) {
      at += r->row == USC_ROW_PART;
      if (r->row == USC_ROW_FIELD && r->kind == USC_M16 && at <= parts && !usc_member_get(g, r->member, unit))
         usc_member_set(g, r->member, unit, 16, 0);
   }
}

/* Finds the operation of a unit at the cursor. */
static bool read_op(struct reader *r, struct usc_group *g, struct usc_found *f, enum usc_group_unit unit, uint32_t ctrlop,
                    bool advance)
{
   for (unsigned op = 1; op < USC_NUM_OPS; op++) {
      const struct usc_op_info *info = &usc_op_info[op];
      unsigned bytes, parts;
      if (info->kind != g->kind || (info->flags & USC_F_NOENC) ||
          (info->unit != unit && !(g->kind == USC_MAIN && unit == USC_P1 && info->unit == USC_P0 && (info->flags & USC_F_P1))))
         continue;
      if (g->kind == USC_CONTROL) {
         bool hit = false;
         for (const struct usc_row *q = info->rows; q->row; q++)
            hit |= q->row == USC_ROW_CTRLOP && q->value == ctrlop;
         if (!hit)
            continue;
      }
      if (!matches(info, r->p + r->n, r->end - r->n, r->one_part && (info->flags & USC_F_SHORT), &bytes, &parts))
         continue;
      r->has_short |= (info->flags & USC_F_SHORT) && parts;
      g->op[unit] = (uint8_t)op;
      read_fields(g, unit, r->p + r->n, parts);
      f->ext[unit] = (uint8_t)parts; /* reduce() drops the note if the canonical encoding has these parts too */
      if (advance)
         r->n += bytes;
      return true;
   }
   return fail(r, "unknown operation");
}

static bool read_form(struct reader *r, bool is_dst, bool upper, unsigned operands, uint16_t raw[USC_NUM_RAW], int *form)
{
   for (int f = is_dst ? USC_FIRST_DST_FORM : 0; f < USC_NUM_FORMS && usc_form[f].is_dst == is_dst; f++) {
      bool ok = !operands || usc_form[f].operands == operands;
      for (const struct usc_row *q = usc_form[f].rows; q->row && ok; q++)
         ok = q->row != USC_ROW_CONST || usc_bits_get(r->p + r->n, q->pos, q->width) == q->value;
      if (!ok)
         continue;
      if (usc_form[f].bytes > r->end - r->n)
         return fail(r, "operand item is cut off");
      memset(raw, 0, USC_NUM_RAW * sizeof *raw);
      for (const struct usc_row *q = usc_form[f].rows; q->row; q++)
         if (q->row == USC_ROW_FIELD)
            raw[q->member] |= (uint16_t)(usc_bits_get(r->p + r->n, q->pos, q->width) << q->shift);
      if (upper && (raw[USC_RAW_MUX] || raw[USC_RAW_BC] > 3 || raw[USC_RAW_C] > 255))
         return fail(r, "reserved bits in the upper source item");
      r->n += usc_form[f].bytes;
      *form = f;
      return true;
   }
   return fail(r, "unknown operand form");
}

static bool read_sources(struct reader *r, struct usc_group *g, unsigned base, int *form)
{
   uint16_t raw[USC_NUM_RAW];
   if (!read_form(r, false, base != 0, 0, raw, form))
      return false;
   for (unsigned i = 0; i < usc_form[*form].operands; i++) {
      const struct usc_opd old = g->src[base + i]; /* the operation has set the modifiers already */
      if (!usc_opd_of_raw(raw[2 * i], raw[2 * i + 1], &g->src[base + i]))
         return fail(r, "operand number without a register");
      g->src[base + i].mod = old.mod;
      g->src[base + i].elem = old.elem;
   }
   if (!base) {
      unsigned is0 = 0;
      while (is0 < 6 && usc_is0_mux[is0] != raw[USC_RAW_MUX])
         is0++;
      if (is0 == 6)
         return fail(r, "reserved IS0 selection");
      if (is0 && g->kind != USC_MAIN)
         return fail(r, "IS0 selection outside a main group");
      g->is0 = (uint8_t)is0;
   }
   return true;
}

/* mov, tst and pck, in this order; a bit of mov and tst marks the last one. */
static bool read_p2_ops(struct reader *r, struct usc_group *g, struct usc_found *f)
{
   bool more = true;
   for (unsigned i = 0; more; i++) {
      const unsigned code = r->n < r->end ? usc_bits_get(r->p + r->n, 5, 3) : 0;
      const enum usc_group_unit u = code == 6 ? USC_MOV : code == 7 ? USC_TST : USC_PCK;
      if (i >= 3 || g->op[u] || (u == USC_MOV && g->op[USC_TST]))
         return fail(r, "P2 ops repeated or out of order");
      const unsigned at = r->n;
      if (!read_op(r, g, f, u, 0, true))
         return false;
      if (u == USC_PCK)
         more = false;
      else if (r->n - at == 2)
         more = !(r->p[at + 1] & (u == USC_MOV ? 0x01 : 0x10)); /* P2END, see the rows of mov and tst */
   }
   return true;
}

static bool read_main_ops(struct reader *r, struct usc_group *g, struct usc_found *f, uint32_t phases)
{
   static const uint8_t sets[8] = {1, 4, 8, 3, 5, 7, 13, 15}; /* 1 P0, 2 P1, 4 P2, 8 backend */
   const unsigned set = sets[phases];
   return (!(set & 8) || read_op(r, g, f, USC_BE, 0, true)) && (!(set & 4) || read_p2_ops(r, g, f)) &&
          (!(set & 2) || read_op(r, g, f, USC_P1, 0, true)) && (!(set & 1) || read_op(r, g, f, USC_P0, 0, true));
}

static bool read_bitwise_ops(struct reader *r, struct usc_group *g, struct usc_found *f, uint32_t phases)
{
   if (!(phases & 1))
      return fail(r, "bitwise group without its first phase");
   if (phases & 4) {
      if (usc_bits_get(r->p + r->n, 5, 1) && !read_op(r, g, f, USC_TEST, 0, false))
         return false;
      if (!read_op(r, g, f, USC_SHIFT2, 0, true))
         return false;
   }
   if ((phases & 2) && !read_op(r, g, f, USC_LOGIC, 0, true))
      return false;
   f->ph0clr = !(r->p[r->n] & 0x80);
   return read_op(r, g, f, USC_COUNT, 0, false) && read_op(r, g, f, USC_SHIFT1, 0, false) &&
          read_op(r, g, f, USC_MASK, 0, true);
}

static bool read_selects(struct reader *r, struct usc_group *g)
{
   if (r->n >= r->end)
      return fail(r, "group is cut off");
   for (unsigned i = 0; i < USC_NUM_ISS; i++)
      usc_member_set(g, usc_iss_field[i].member, USC_P0,
                     usc_bits_get(r->p + r->n, usc_iss_field[i].pos, usc_iss_field[i].width), 0);
   r->n++;
   return true;
}

static bool read_destinations(struct reader *r, struct usc_group *g, int *form)
{
   const unsigned num = hdr(r, USC_H_W0P) + hdr(r, USC_H_W1P);
   uint16_t raw[USC_NUM_RAW];
   if (!num)
      return true;
   if (!read_form(r, true, false, num, raw, form))
      return false;
   for (unsigned i = 0, k = 0; i < 2; i++) {
      if (hdr(r, i ? USC_H_W1P : USC_H_W0P)) {
         if (!usc_opd_of_raw(raw[2 * k], raw[2 * k + 1], &g->dst[i]))
            return fail(r, "destination number without a register");
         k++;
      }
   }
   return true;
}

/* Unused source slots are encoded as c0, so c0 is removed from slots that the group does not read. */
static void clear_unused(struct usc_group *g, bool sources)
{
   const unsigned used = sources ? usc_group_reads(g) | (g->kind == USC_MAIN ? usc_backend_slots(g) : 0) : 0;
   usc_drop_fillers(g);
   for (unsigned i = 0; i < 6; i++)
      if (!g->src[i].bank && (g->src[i].mod || g->src[i].elem || (used >> i & 1)))
         g->src[i] = (struct usc_opd){.bank = USC_SPECIAL, .mod = g->src[i].mod, .elem = g->src[i].elem};
}

static bool read_body(struct reader *r, struct usc_group *g, struct usc_found *f)
{
   const uint32_t phases = hdr(r, USC_H_PHASES);
   bool sources = true, ok;
   int lo = -1, hi = -1, dst = -1;

   switch (g->kind) {
   case USC_MAIN: ok = read_main_ops(r, g, f, phases); break;
   case USC_BITWISE: ok = read_bitwise_ops(r, g, f, phases); break;
   default:
      ok = read_op(r, g, f, USC_CTRL, hdr(r, USC_H_CTRLOP), true);
      sources = usc_op_info[g->op[USC_CTRL]].sources;
      break;
   }
   if (!ok || (sources && (!read_sources(r, g, 0, &lo) || !read_sources(r, g, 3, &hi))) ||
       (g->kind == USC_MAIN && !read_selects(r, g)) || !read_destinations(r, g, &dst))
      return false;
   clear_unused(g, sources);
   f->form_lo = (uint8_t)(lo + 1);
   f->form_hi = (uint8_t)(hi + 1);
   f->form_dst = (uint8_t)(dst + 1);
   return true;
}

static bool same_bytes(const struct usc_group *g, const struct usc_found *f, const uint8_t *p, unsigned n)
{
   uint8_t out[USC_MAX_GROUP_BYTES];
   return usc_encode(g, f, out, NULL) == n && memcmp(out, p, n) == 0;
}

/* Drops every note that the bytes do not depend on. */
static void reduce(const struct usc_group *g, struct usc_found *f, const uint8_t *p, unsigned n)
{
   uint8_t *item[] = {&f->form_lo, &f->form_hi, &f->form_dst, &f->long_header};
   const struct usc_found plain = {.ph0clr = f->ph0clr, .pad = f->pad};
   if (same_bytes(g, &plain, p, n)) {
      *f = plain;
      return;
   }
   for (unsigned i = 0; i < sizeof item / sizeof *item + USC_GROUP_UNITS; i++) {
      uint8_t *q = i < 4 ? item[i] : &f->ext[i - 4];
      const uint8_t old = *q;
      if (!old)
         continue;
      *q = 0;
      if (!same_bytes(g, f, p, n))
         *q = old;
   }
}

/* Reads the bytes in one way, and returns their number, or 0 with an error in the reader. */
static unsigned decode(struct reader *r, const uint8_t *code, size_t len, struct usc_group *g, struct usc_found *found)
{
   struct usc_found dummy, *f = found ? found : &dummy;
   uint8_t buf[2 * USC_MAX_GROUP_BYTES] = {0};
   unsigned bytes = 0;

   r->p = buf;
   *g = usc_g(USC_MAIN);
   memset(f, 0, sizeof *f);
   if (len < 2) {
      fail(r, "group is cut off");
      goto out;
   }
   memcpy(buf, code, 2);
   bytes = 2 * hdr(r, USC_H_LENGTH);
   if (!bytes)
      bytes = USC_MAX_GROUP_BYTES;
   if (bytes > len) {
      fail(r, "group is cut off");
      goto out;
   }
   memcpy(buf, code, bytes);
   r->end = bytes;
   r->n = 2;
   g->cc = (uint8_t)hdr(r, USC_H_CC);
   if (hdr(r, USC_H_EXT)) {
      if (bytes < 4) { /* lengths are even */
         fail(r, "group is cut off");
         goto out;
      }
      r->n = 3;
      switch (hdr(r, USC_H_ALUTYPE)) {
      case USC_ALU_MAIN: break;
      case USC_ALU_BITWISE: g->kind = USC_BITWISE; break;
      case USC_ALU_CONTROL: g->kind = USC_CONTROL; break;
      default: fail(r, "reserved ALU type"); goto out;
      }
      g->cc |= (uint8_t)(hdr(r, USC_H_CCEXT) << 1);
      if (g->kind == USC_CONTROL && hdr(r, USC_H_CTRLOP) == 5) /* in wdf this bit is the request counter */
         g->drc = (uint8_t)hdr(r, USC_H_END);
      else
         g->end = (uint8_t)hdr(r, USC_H_END);
      if (g->kind != USC_CONTROL) {
         g->atom = (uint8_t)hdr(r, USC_H_ATOM);
         g->rpt = (uint8_t)(hdr(r, USC_H_RPT) + 1);
      }
      f->long_header = !usc_long_header(g);
   }
   if (!read_body(r, g, f))
      goto out;
   if (r->n > r->end) {
      fail(r, "group is longer than its length field");
      goto out;
   }
   if (usc_olchk_rule(g) != hdr(r, USC_H_OLCHK))
      g->olchk = hdr(r, USC_H_OLCHK) ? 1 : 2;
   if (r->n & 1)
      r->n++;
   f->pad = (uint8_t)((r->end - r->n) / 2);
   if (!same_bytes(g, f, buf, bytes)) {
      fail(r, "reserved bits, decode assist or padding are not as they should be");
      goto out;
   }
   if (found)
      reduce(g, f, buf, bytes);
out:
   return r->err ? 0 : bytes;
}

unsigned usc_decode(const uint8_t *code, size_t len, struct usc_group *g, struct usc_found *found, const char **err)
{
   struct reader r = {0};
   unsigned n = decode(&r, code, len, g, found);
   if (!n && r.has_short) { /* the other form of the short integers, see usc_isa.def */
      r = (struct reader){.one_part = true};
      n = decode(&r, code, len, g, found);
   }
   if (err)
      *err = r.err;
   return n;
}

bool usc_decode_prog(struct util_ctx *ctx, const uint8_t *code, size_t len, struct usc_prog *p, const char **err, size_t *where)
{
   size_t at = 0;
   while (at < len) {
      struct usc_group g;
      struct usc_found f;
      const unsigned n = usc_decode(code + at, len - at, &g, &f, err);
      if (!n) {
         *where = at;
         return false;
      }
      if (p->n == p->cap || p->n == p->found_cap) {
         if (p->n == p->cap)
            p->g = util_grow(ctx, p->g, sizeof *p->g, p->n, &p->cap);
         if (p->n == p->found_cap)
            p->found = util_grow(ctx, p->found, sizeof *p->found, p->n, &p->found_cap);
      }
      p->g[p->n] = g;
      p->found[p->n++] = f;
      at += n;
   }
   return true;
}

/* SPDX-License-Identifier: MIT */
/* See usc_random.h. */
#include "tests/unit/backend-usc/usc_random.h"
#include "backend-usc/isa/usc_build.h"
#include "backend-usc/isa/usc_tables.h"
#include "backend-usc/text/usc_text.h"
#include "util/buf.h"

#include <string.h>

uint32_t usc_random(uint32_t *seed)
{
   *seed ^= *seed << 13;
   *seed ^= *seed >> 17;
   *seed ^= *seed << 5;
   return *seed;
}
#define rnd() usc_random(seed)

/* The draws have a fixed order, because C leaves the order of arguments open. */
static struct usc_opd random_at(uint32_t *seed, enum usc_bank bank)
{
   const unsigned idx = rnd() & 1;
   return usc_at(bank, idx, rnd() % 256);
}

/* Banks of many registers also need small numbers, because those have shorter forms. */
static struct usc_opd random_in(uint32_t *seed, enum usc_bank bank)
{
   const uint32_t n = rnd();
   return usc_opd(bank, rnd() & 1 ? n % 64 : n % 2048);
}

static struct usc_opd random_opd(uint32_t *seed)
{
   static const uint8_t at[8] = {USC_TEMP, USC_VTX, USC_COEFF, USC_SHARED, USC_COEFFA, USC_PIXOUT, USC_DC, USC_SHARED};
   switch (rnd() % 16) {
   case 0: return usc_c(rnd() % 32);
   case 1: return usc_c(128 + rnd() % 32);
   case 2: return usc_vi(rnd() % 248);
   case 3: return random_in(seed, USC_COEFF);
   case 4: return random_in(seed, USC_SHARED);
   case 5: return usc_i(rnd() % 8);
   case 6:
   case 7: return random_at(seed, (enum usc_bank)at[rnd() % 8]);
   case 8: return rnd() & 1 ? usc_sr(44 + rnd() % 20) : usc_sr(96 + rnd() % 32);
   case 9: return random_in(seed, USC_COEFFA);
   case 10: return usc_c(64 + rnd() % 32);
   case 11: return rnd() & 1 ? usc_idx(rnd() & 1) : usc_o(rnd() % 8);
   default: return usc_r(rnd() % 248);
   }
}

static struct usc_opd random_dst(uint32_t *seed)
{
   static const uint8_t at[8] = {USC_TEMP, USC_VTX, USC_COEFF, USC_SHARED, USC_COEFFA, USC_PIXOUT, USC_SHARED, USC_TEMP},
                        in[4] = {USC_COEFF, USC_SHARED, USC_COEFFA, USC_SHARED};
   switch (rnd() % 10) {
   case 0: return usc_i(rnd() % 8);
   case 1: return usc_o(rnd() % 8);
   case 2: return usc_idx(rnd() & 1);
   case 3: return random_at(seed, (enum usc_bank)at[rnd() % 8]);
   case 4: return usc_vi(rnd() % 248);
   case 5: return random_in(seed, (enum usc_bank)in[rnd() % 4]);
   default: return usc_r(rnd() % 248);
   }
}

static uint8_t random_op(uint32_t *seed, unsigned kind, unsigned slot)
{
   for (unsigned i = 0; i < 1000; i++) {
      const unsigned op = 1 + rnd() % (USC_NUM_OPS - 1);
      const struct usc_op_info *info = &usc_op_info[op];
      if (info->kind == kind && (info->unit == slot || (kind == USC_MAIN && slot == USC_P1 && (info->flags & USC_F_P1))))
         return (uint8_t)op;
   }
   return 0;
}

static void random_sop(uint32_t *seed, struct usc_group *g)
{
   const enum usc_op op = (enum usc_op)g->op[USC_P0];
   const bool mad = op == USC_OP_F16SOP_MAD || op == USC_OP_F16SOP_U8MAD;
   struct usc_sop *p = &g->sop;
   memset(p, 0, sizeof *p);
   p->u8 = op == USC_OP_F16SOP_U8 || op == USC_OP_F16SOP_U8MAD;
   for (unsigned i = 0; i < usc_sop_args(g); i++) {
      struct usc_sop_arg *a = &p->arg[i];
      const unsigned role = mad ? i % 3 : i % 2;
      a->slot = role == 0 ? rnd() % 6 : rnd() & 7;
      if (a->slot < 6) {
         a->type = rnd() % (mad || p->u8 ? 3 : 2);
         a->elem = a->type == USC_SOP_U8 ? rnd() & 3 : a->type == USC_SOP_F16 ? rnd() & 1 : 0;
      }
      a->neg = role != 1 && rnd() & 1;
      a->oneminus = role == 1 && rnd() & 1;
   }
   if (mad) {
      p->clamp = rnd() & 15;
   } else {
      p->jop = rnd() % USC_NUM_SOP_OPS;
      p->kop = rnd() % USC_NUM_SOP_OPS;
      p->jout = rnd() % 3;
      p->kout = rnd() % 3;
      p->wide = !p->u8 && rnd() & 1;
      p->jelem = p->wide ? 0 : rnd() & 1;
      p->kelem = p->wide ? 0 : !p->jelem;
      g->op[USC_MOV] = !p->wide && rnd() & 1 ? USC_OP_SOPMOV : 0;
   }
   if (op == USC_OP_F16SOP_U8MAD && rnd() & 1)
      g->op[USC_MOV] = USC_OP_SOPU8MADMOV;
}

static void random_main_ops(uint32_t *seed, struct usc_group *g)
{
   static const uint8_t sets[8] = {1, 2, 4, 3, 5, 7, 13, 15};
   unsigned set = sets[rnd() % 8];
   if (set == 2 || rnd() % 4 == 0) /* P1 alone is not a legal set, so more backend groups are made instead */
      set = 8;
   if (set & 1)
      g->op[USC_P0] = random_op(seed, USC_MAIN, USC_P0);
   if (usc_op_info[g->op[USC_P0]].flags & USC_F_COMPLEX && (rnd() & 3 || usc_op_info[g->op[USC_P0]].flags & USC_F_WOUT))
      set = 1;
   if (set & 2)
      g->op[USC_P1] = random_op(seed, USC_MAIN, USC_P1);
   if (set & 4) {
      const unsigned p2 = 1 + rnd() % 7;
      if (p2 & 1)
         g->op[USC_PCK] = rnd() & 7 ? USC_OP_PCK : random_op(seed, USC_MAIN, USC_PCK);
      if (p2 & 2)
         g->op[USC_TST] = USC_OP_TST;
      if (p2 & 4)
         g->op[USC_MOV] = rnd() & 1 ? USC_OP_MOV : USC_OP_MOVC;
   }
   if (set & 8)
      g->op[USC_BE] = random_op(seed, USC_MAIN, USC_BE);
   g->is0 = rnd() % 6;
   g->is1 = rnd() & 1;
   g->is2 = rnd() & 1;
   g->is3 = rnd() & 3;
   g->is4 = rnd() & 3;
   g->is5 = rnd() & 3;
}

static void random_ops(uint32_t *seed, struct usc_group *g)
{
   if (g->kind == USC_MAIN) {
      random_main_ops(seed, g);
   } else if (g->kind == USC_BITWISE) {
      for (unsigned s = 0; s < 6; s++)
         if (s < 3 || rnd() & 1)
            g->op[s] = random_op(seed, USC_BITWISE, s);
      g->imm = g->op[USC_MASK] == USC_OP_BM_IMM16 ? rnd() & 0xffff : g->op[USC_MASK] == USC_OP_BM_IMM32 ? rnd() : 0;
   } else {
      g->op[0] = rnd() & 3 ? random_op(seed, USC_CONTROL, USC_CTRL) : USC_OP_ITRSMP; /* the row with the most fields */
      if (usc_op_info[g->op[0]].flags & USC_F_NOPRED)
         g->cc = 0;
      g->target = (int32_t)(rnd() & ~1u);
      g->imm = g->op[0] == USC_OP_SBO ? rnd() & 255 : 0;
      g->end = g->op[0] == USC_OP_NOP && rnd() & 1;
   }
   if (g->op[0] != USC_OP_BR || g->kind != USC_CONTROL)
      g->target = 0;
}

/* The fields of the operation of unit s. With plain, it draws only values that have an encoding. */
static void random_fields(uint32_t *seed, struct usc_group *g, unsigned s, bool plain)
{
   const struct usc_row *const rows = usc_op_info[g->op[s]].rows;
   unsigned part = 0;
   const unsigned last = rnd() & 1 ? 8 : rnd() % 4; /* the parts after this one are missing */
   for (const struct usc_row *r = rows; r->row; r++) {
      part += r->row == USC_ROW_PART;
      if (r->row == USC_ROW_TEXT && r->member < USC_M_PLAIN && !(plain && usc_op_info[g->op[s]].bytes))
         usc_member_set(g, (enum usc_member)r->member, (enum usc_group_unit)s, rnd() % 3, 0);
      if (r->row != USC_ROW_FIELD || r->member >= USC_M_A_NEG || r->shift)
         continue;
      unsigned bits = r->width;
      for (const struct usc_row *q = rows; q->row; q++)
         if (q->row == USC_ROW_FIELD && q->member == r->member && q->shift)
            bits = q->shift + q->width;
      uint32_t v = rnd() & ((1u << bits) - 1);
      if (part > last)
         continue;
      if (r->kind == USC_M1 || r->kind == USC_M16)
         v++;
      if (part && r->kind == USC_M16 && rnd() & 1)
         v = 0;
      usc_member_set(g, (enum usc_member)r->member, (enum usc_group_unit)s, v, 0);
   }
}

static void random_sources(uint32_t *seed, struct usc_group *g, bool sop, bool plain)
{
   const unsigned reads = usc_group_reads(g) | usc_backend_slots(g);
   for (unsigned i = 0; i < 6; i++) {
      if (!(reads >> i & 1))
         continue;
      do
         g->src[i] = random_opd(seed);
      while (!(usc_opd_slots(g->src[i]) >> i & 1));
      const unsigned op = g->op[i < 3 ? USC_P0 : USC_P1];
      if (g->kind == USC_MAIN && !sop && rnd() % 4 == 0)
         g->src[i].mod = rnd() & (plain ? 7 : 15);
      if (g->kind == USC_MAIN && (usc_op_info[op].flags & USC_F_SHORT || op == USC_OP_UNPCK) && i < 3)
         g->src[i].elem = rnd() & (op == USC_OP_UNPCK || rnd() & 1 ? 3 : 1);
      if (g->src[i].mod & USC_MOD_F16)
         g->src[i].elem = rnd() & 1;
      if (g->src[i].idx && !plain)
         g->src[i].idx |= (uint8_t)(rnd() % 5 << 2);
   }
}

static void random_destinations(uint32_t *seed, struct usc_group *g, bool sop, bool plain)
{
   const bool lone = g->kind == USC_MAIN && !g->op[USC_P0] && g->op[USC_BE];
   if (rnd() % 3 && (!lone || rnd() % 8 == 0))
      g->dst[0] = random_dst(seed);
   if (rnd() % 3 == 0 && (!lone || rnd() % 8 == 0))
      g->dst[1] = random_dst(seed);
   if (sop && !(g->sop.wide || g->op[USC_MOV] || g->op[USC_P0] == USC_OP_F16SOP_MAD))
      g->dst[1] = usc_none();
   if (!plain && g->kind == USC_MAIN && g->dst[0].bank && usc_op_has_member((enum usc_op)g->op[USC_P0], USC_M_D_F16)) {
      g->dst[0].mod = USC_MOD_F16;
      g->dst[0].elem = (uint8_t)(1 + rnd() % 3);
   }
}

struct usc_group usc_random_group(uint32_t *seed)
{
   static const uint8_t kinds[8] = {USC_CONTROL, USC_BITWISE, USC_BITWISE, USC_MAIN, USC_MAIN, USC_MAIN, USC_MAIN, USC_MAIN};
   struct usc_group g = usc_g((enum usc_kind)kinds[rnd() % 8]);
   const bool plain = rnd() % 8; /* only whole operations may lack an encoding */
   g.cc = g.kind == USC_CONTROL && rnd() & 1 ? 2 : rnd() % 4;
   random_ops(seed, &g);
   for (unsigned s = 0; s < 6; s++)
      random_fields(seed, &g, s, plain);
   const bool sop = g.kind == USC_MAIN && usc_op_info[g.op[USC_P0]].flags & USC_F_SOP;
   if (sop)
      random_sop(seed, &g);
   random_sources(seed, &g, sop, plain);
   random_destinations(seed, &g, sop, plain);
   if (g.kind != USC_CONTROL) {
      g.end = rnd() % 8 == 0;
      g.rpt = rnd() % 8 == 0 ? (uint8_t)(1 + rnd() % 4) : 1;
      g.atom = rnd() % 16 == 0;
   }
   return g;
}

/* Text, group and text again must agree. (fred may name an unused slot, which then holds c0.) */
static const char *text_only(struct util_ctx *ctx, const struct usc_group *g)
{
   struct util_buf text[3];
   struct usc_group back = *g;
   struct usc_found found;
   const char *err = NULL;
   size_t where = 0;
   uint8_t out[32];
   enum usc_violation violation;
   if (usc_encode(g, NULL, out, &violation) || violation != USC_V_NO_ENCODING)
      return util_printf(ctx, "encoded, or refused for another reason: %s", usc_violation_text(violation));
   for (unsigned i = 0; i < 3; i++) {
      util_buf_init(&text[i], ctx);
      usc_print(&text[i], &back, NULL, USC_EXPLICIT, " ; ");
      if (i < 2 && (err = usc_assemble_group(ctx, text[i].data, text[i].len, &back, &found, &where)) != NULL)
         return util_printf(ctx, "%s: at %u: %s", text[i].data, (unsigned)where, err);
   }
   const unsigned first = g->op[USC_P0] == USC_OP_FRED ? 2 : 0;
   return strcmp(text[first].data, text[1].data) ? util_printf(ctx, "%s became %s", text[first].data, text[1].data) : NULL;
}

/* Printing and assembling gives the same bytes. */
static const char *through_text(struct util_ctx *ctx, const struct usc_group *g, const struct usc_found *found,
                                const uint8_t *bytes, unsigned n)
{
   struct util_buf b;
   struct usc_group e;
   struct usc_found found2;
   uint8_t again[32];
   const char *err = NULL;
   size_t where = 0;
   util_buf_init(&b, ctx);
   usc_print_exact(ctx, &b, g, found, "\n");
   if ((err = usc_assemble_group(ctx, b.data, b.len, &e, &found2, &where)) != NULL)
      return util_printf(ctx, "%s: at %u: %s", b.data, (unsigned)where, err);
   if (usc_encode(&e, &found2, again, NULL) != n || memcmp(bytes, again, n) != 0)
      return util_printf(ctx, "%s: other bytes", b.data);
   return strncmp(b.data, ".byte", 5) == 0 ? util_printf(ctx, "no text for a legal group: %s", b.data) : NULL;
}

static const char *longer_form(struct util_ctx *ctx, const struct usc_group *g, const uint8_t *bytes, unsigned n,
                               const char *err)
{
   struct util_buf b;
   util_buf_init(&b, ctx);
   usc_print(&b, g, NULL, USC_EXPLICIT, " ; ");
   util_buf_printf(&b, ": not the same in a longer form: %s", err ? err : "");
   for (unsigned i = 0; i < n; i++)
      util_buf_printf(&b, " %02x", bytes[i]);
   return b.data;
}

const char *usc_random_check(struct util_ctx *ctx, uint32_t *seed, const struct usc_group *g, bool text, uint8_t bytes[32],
                             unsigned *num)
{
   struct usc_group d, e;
   struct usc_found found, found2;
   uint8_t first[32], again[32], flipped[32];
   const char *err = NULL;
   enum usc_violation violation;
   if (num)
      *num = 0;
   if (usc_check(g) == USC_V_NO_ENCODING)
      return text ? text_only(ctx, g) : NULL;
   const unsigned n = usc_encode(g, NULL, first, &violation);
   if (!n)
      return util_printf(ctx, "legal but not encoded: %s", usc_violation_text(violation));
   if (usc_decode(first, n, &d, &found, &err) != n)
      return util_printf(ctx, "not decoded: %s", err ? err : "length");
   if (usc_encode(&d, &found, again, NULL) != n || memcmp(first, again, n) != 0 || d.kind != g->kind)
      return "decoded to another group";
   /* encodings of other compilers: a longer header, wider forms, optional parts that are zero, padding */
   struct usc_found other = {.long_header = rnd() & 1,
                             .form_lo = rnd() % (USC_FIRST_DST_FORM + 1),
                             .form_hi = rnd() % (USC_FIRST_DST_FORM + 1),
                             .ph0clr = g->kind == USC_BITWISE && rnd() & 1,
                             .pad = rnd() % 3};
   other.form_dst = (uint8_t)(rnd() & 1 ? USC_FIRST_DST_FORM + 1 + rnd() % (USC_NUM_FORMS - USC_FIRST_DST_FORM) : 0);
   for (unsigned s = 0; s < USC_GROUP_UNITS; s++)
      /* in the second part of itrsmp a count of 0 means 16; without that part there is no count */
      if (g->kind != USC_BITWISE && !(usc_op_info[g->op[s]].flags & USC_F_SHORT) && (g->op[s] != USC_OP_ITRSMP || g->count))
         other.ext[s] = rnd() % 4;
   const unsigned on = usc_encode(g, &other, flipped, &violation);
   if (on && (usc_decode(flipped, on, &e, &found2, &err) != on || usc_encode(&e, &found2, again, NULL) != on ||
              memcmp(again, flipped, on) != 0 || !usc_group_equal(&d, &e)))
      return longer_form(ctx, &d, flipped, on, err);
   if (on && text) {
      const char *wrong = through_text(ctx, &e, &found2, flipped, on);
      if (wrong)
         return wrong;
   }
   /* one wrong bit must not crash, and any accepted group is reproduced */
   memcpy(flipped, first, n);
   flipped[rnd() % n] ^= (uint8_t)(1u << rnd() % 8);
   const unsigned fn = usc_decode(flipped, n, &e, &found2, &err);
   if (fn && (usc_encode(&e, &found2, again, NULL) != fn || memcmp(again, flipped, fn) != 0))
      return "accepted what it does not reproduce";
   if (bytes) {
      memcpy(bytes, first, n);
      *num = n;
   }
   return text ? through_text(ctx, &d, &found, first, n) : NULL;
}

const char *usc_random_bytes_check(struct util_ctx *ctx, uint32_t *seed, bool *accepted)
{
   uint8_t bytes[40], out[32];
   struct usc_group g;
   struct usc_found found;
   const char *err = NULL;
   const size_t len = rnd() % sizeof bytes;
   for (size_t k = 0; k < len; k++)
      bytes[k] = (uint8_t)rnd();
   if (len > 3 && rnd() & 1) { /* a more likely header */
      bytes[0] = (uint8_t)((bytes[0] & 0xf0) | (2 + rnd() % 6));
      bytes[2] &= 0x61;
   }
   const unsigned n = usc_decode(bytes, len, &g, &found, &err);
   *accepted = n != 0;
   if ((n == 0) != (err != NULL) || n > len)
      return "no group and no error, or both";
   if (!n)
      return NULL;
   if (usc_encode(&g, &found, out, NULL) != n || memcmp(out, bytes, n) != 0)
      return "accepted what it does not reproduce";
   struct util_buf b;
   util_buf_init(&b, ctx);
   usc_print_exact(ctx, &b, &g, &found, "\n");
   (void)usc_check(&g);
   return NULL;
}

/* SPDX-License-Identifier: MIT */
/*
 * Lowering of 64-bit integers and doubles, with the operations of frontend/int64. A 64-bit value is a pair of lanes, xy or zw,
 * the low word first. docs/semantics-tgsi.md defines which lanes of results and sources belong together.
 */
#include "frontend/tgsi/lower/tgsi_lower.h"

/* Source n: the pair of lanes 2p and 2p + 1 after the swizzle, with the modifiers of its type. */
static struct fe_int64 load(struct tgsi_lower *l, unsigned n, unsigned p)
{
   const struct tgsi_operand *o = tgsi_src(l->p, l->cur.in, n);
   const bool is_double = tgsi_src_type((enum tgsi_op)l->cur.in->op, n) == 'D';
   struct fe_int64 v;

   v.lo = tgsi_load(l, n, 2 * p);
   v.hi = tgsi_load(l, n, 2 * p + 1);
   if (o->abs)
      v = is_double ? fe_f64_abs(&l->fe, v) : fe_i64_abs(&l->fe, v);
   if (o->neg)
      v = is_double ? fe_f64_neg(&l->fe, v) : fe_i64_neg(&l->fe, v);
   return v;
}

/* A source of 32 bits. */
static struct ir_src load_word(struct tgsi_lower *l, unsigned n, unsigned c) { return fe_mov(&l->fe, tgsi_load(l, n, c)); }

/* The result of pair p, if it has 64 bits. */
static struct fe_int64 pair(struct tgsi_lower *l, const struct tgsi_lowering *row, unsigned p)
{
   struct fe_lower *f = &l->fe;
   const unsigned kind = tgsi_op_info[l->cur.in->op].kind;
   struct fe_int64 a, b;

   if (kind == TGSI_WIDEN)
      return row->widen(f, load_word(l, 0, p));
   a = load(l, 0, p);
   if (l->cur.in->num_src == 1)
      return row->pair1(f, a);
   if (kind == TGSI_PAIR_COUNT)
      return row->count(f, a, load_word(l, 1, 2 * p));
   b = load(l, 1, p);
   if (l->cur.in->num_src == 2)
      return row->pair2(f, a, b);
   return row->pair3(f, a, b, load(l, 2, p));
}

static void store_pair(struct tgsi_lower *l, struct ir_src r[4], unsigned p, struct fe_int64 v)
{
   if (l->cur.in->sat && tgsi_dst_type((enum tgsi_op)l->cur.in->op, 0) == 'D')
      v = fe_f64_saturate(&l->fe, v);
   r[2 * p] = v.lo;
   r[2 * p + 1] = v.hi;
}

/* The test of lanes xy goes to x, or to y if the mask has no x; that of zw goes to z or w. */
static void lower_tests(struct tgsi_lower *l, const struct tgsi_lowering *row, uint8_t mask, struct ir_src r[4])
{
   for (unsigned p = 0; p < 2; p++) {
      const unsigned lanes = mask >> 2 * p & 3;
      struct fe_int64 a, b;
      struct ir_src t;

      if (!lanes)
         continue;
      a = load(l, 0, p);
      b = load(l, 1, p);
      t = row->test(&l->fe, a, b);
      a.lo = fe_imm(&l->fe, UINT32_MAX);
      r[2 * p + !(lanes & 1)] = fe_sel(&l->fe, t, a.lo, fe_imm(&l->fe, 0));
   }
}

/* The first lane of the mask is from xy, the second from zw. */
static void lower_narrow(struct tgsi_lower *l, const struct tgsi_lowering *row, uint8_t mask, struct ir_src r[4])
{
   unsigned p = 0;

   for (unsigned c = 0; c < 4 && p < 2; c++)
      if (mask >> c & 1) {
         r[c] = row->narrow(&l->fe, load(l, 0, p));
         p++;
      }
}

/* The fraction goes to each pair of the first result, the exponent to each lane of the second; both are of lanes xy. */
static void lower_fracexp(struct tgsi_lower *l)
{
   struct ir_src r[4], exponent;
   struct fe_int64 v = fe_f64_frexp(&l->fe, load(l, 0, 0), &exponent);

   for (unsigned p = 0; p < 2; p++)
      store_pair(l, r, p, v);
   tgsi_store_result(l, 0, r);
   for (unsigned c = 0; c < 4; c++)
      r[c] = exponent;
   tgsi_store_result(l, 1, r);
}

void tgsi_lower_int64(struct tgsi_lower *l)
{
   const struct tgsi_instr *in = l->cur.in;
   const struct tgsi_lowering *row = &tgsi_lowering[in->op];
   const unsigned kind = tgsi_op_info[in->op].kind;
   const uint8_t mask = tgsi_lower_mask(l);
   struct ir_src r[4] = {{0}};

   if (in->sat_signed) {
      tgsi_unsupported(l, "_SATNV of a 64-bit result"); /* the language has 64-bit types only in versions without _SATNV */
      return;
   }
   if (kind == TGSI_FRACEXP) {
      lower_fracexp(l);
      return;
   }
   if (kind == TGSI_PAIR_TEST)
      lower_tests(l, row, mask, r);
   else if (kind == TGSI_NARROW)
      lower_narrow(l, row, mask, r);
   else
      for (unsigned p = 0; p < 2; p++)
         if (mask >> 2 * p & 3)
            store_pair(l, r, p, pair(l, row, p));
   tgsi_store(l, r);
}

/* SPDX-License-Identifier: MIT */
/*
 * Lowering of 64-bit integers and doubles, with the operations of frontend/int64. A 64-bit value is two lanes of a register, xy or zw, the low word
 * first. docs/semantics-tgsi.md says which lanes of results and sources belong together.
 */
#include "frontend/tgsi/lower/tgsi_lower.h"
#include "frontend/int64/fe_int64.h"

/* What an instruction computes of a pair: one of the functions, by the number and the width of its operands. */
struct row {
   struct fe_wide (*wide1)(struct fe_lower *f, struct fe_wide a);
   struct fe_wide (*wide2)(struct fe_lower *f, struct fe_wide a, struct fe_wide b);
   struct fe_wide (*wide3)(struct fe_lower *f, struct fe_wide a, struct fe_wide b, struct fe_wide c);
   struct fe_wide (*count)(struct fe_lower *f, struct fe_wide a, struct ir_src n);
   struct ir_src (*test)(struct fe_lower *f, struct fe_wide a, struct fe_wide b);
   struct fe_wide (*widen)(struct fe_lower *f, struct ir_src a);
   struct ir_src (*narrow)(struct fe_lower *f, struct fe_wide a);
};

static struct fe_wide copy(struct fe_lower *f, struct fe_wide a)
{
   (void)f;
   return a;
}

static const struct row table[TGSI_OP_COUNT] = {
   [TGSI_OP_DMOV] = {.wide1 = copy},
   [TGSI_OP_DABS] = {.wide1 = fe_f64_abs},
   [TGSI_OP_DNEG] = {.wide1 = fe_f64_neg},
   [TGSI_OP_DADD] = {.wide2 = fe_f64_add},
   [TGSI_OP_DMUL] = {.wide2 = fe_f64_mul},
   [TGSI_OP_DMAD] = {.wide3 = fe_f64_mad},
   [TGSI_OP_DFMA] = {.wide3 = fe_f64_fma},
   [TGSI_OP_DDIV] = {.wide2 = fe_f64_div},
   [TGSI_OP_DMIN] = {.wide2 = fe_f64_min},
   [TGSI_OP_DMAX] = {.wide2 = fe_f64_max},
   [TGSI_OP_DRCP] = {.wide1 = fe_f64_rcp},
   [TGSI_OP_DSQRT] = {.wide1 = fe_f64_sqrt},
   [TGSI_OP_DRSQ] = {.wide1 = fe_f64_rsq},
   [TGSI_OP_DFRAC] = {.wide1 = fe_f64_frac},
   [TGSI_OP_DTRUNC] = {.wide1 = fe_f64_trunc},
   [TGSI_OP_DCEIL] = {.wide1 = fe_f64_ceil},
   [TGSI_OP_DFLR] = {.wide1 = fe_f64_floor},
   [TGSI_OP_DROUND] = {.wide1 = fe_f64_round},
   [TGSI_OP_DSSG] = {.wide1 = fe_f64_sign},
   [TGSI_OP_DLDEXP] = {.count = fe_f64_ldexp},
   [TGSI_OP_DSEQ] = {.test = fe_f64_eq},
   [TGSI_OP_DSNE] = {.test = fe_f64_ne},
   [TGSI_OP_DSLT] = {.test = fe_f64_lt},
   [TGSI_OP_DSGE] = {.test = fe_f64_ge},
   [TGSI_OP_I64ABS] = {.wide1 = fe_i64_abs},
   [TGSI_OP_I64NEG] = {.wide1 = fe_i64_neg},
   [TGSI_OP_I64SSG] = {.wide1 = fe_i64_sign},
   [TGSI_OP_U64ADD] = {.wide2 = fe_u64_add},
   [TGSI_OP_U64MUL] = {.wide2 = fe_u64_mul},
   [TGSI_OP_I64DIV] = {.wide2 = fe_i64_div},
   [TGSI_OP_U64DIV] = {.wide2 = fe_u64_div},
   [TGSI_OP_I64MOD] = {.wide2 = fe_i64_mod},
   [TGSI_OP_U64MOD] = {.wide2 = fe_u64_mod},
   [TGSI_OP_I64MIN] = {.wide2 = fe_i64_min},
   [TGSI_OP_I64MAX] = {.wide2 = fe_i64_max},
   [TGSI_OP_U64MIN] = {.wide2 = fe_u64_min},
   [TGSI_OP_U64MAX] = {.wide2 = fe_u64_max},
   [TGSI_OP_U64SHL] = {.count = fe_u64_shl},
   [TGSI_OP_I64SHR] = {.count = fe_i64_shr},
   [TGSI_OP_U64SHR] = {.count = fe_u64_shr},
   [TGSI_OP_U64SEQ] = {.test = fe_u64_eq},
   [TGSI_OP_U64SNE] = {.test = fe_u64_ne},
   [TGSI_OP_I64SLT] = {.test = fe_i64_lt},
   [TGSI_OP_I64SGE] = {.test = fe_i64_ge},
   [TGSI_OP_U64SLT] = {.test = fe_u64_lt},
   [TGSI_OP_U64SGE] = {.test = fe_u64_ge},
   [TGSI_OP_F2D] = {.widen = fe_f64_from_f32},
   [TGSI_OP_I2D] = {.widen = fe_f64_from_i32},
   [TGSI_OP_U2D] = {.widen = fe_f64_from_u32},
   [TGSI_OP_F2I64] = {.widen = fe_i64_from_f32},
   [TGSI_OP_F2U64] = {.widen = fe_u64_from_f32},
   [TGSI_OP_I2I64] = {.widen = fe_i64_from_i32},
   [TGSI_OP_U2I64] = {.widen = fe_u64_from_u32},
   [TGSI_OP_D2F] = {.narrow = fe_f32_from_f64},
   [TGSI_OP_D2I] = {.narrow = fe_i32_from_f64},
   [TGSI_OP_D2U] = {.narrow = fe_u32_from_f64},
   [TGSI_OP_I642F] = {.narrow = fe_f32_from_i64},
   [TGSI_OP_U642F] = {.narrow = fe_f32_from_u64},
   [TGSI_OP_D2I64] = {.wide1 = fe_i64_from_f64},
   [TGSI_OP_D2U64] = {.wide1 = fe_u64_from_f64},
   [TGSI_OP_I642D] = {.wide1 = fe_f64_from_i64},
   [TGSI_OP_U642D] = {.wide1 = fe_f64_from_u64},
};

/* Source n: the pair of lanes 2p and 2p + 1 behind the swizzle, with the modifiers of its type. */
static struct fe_wide load(struct tgsi_lower *l, unsigned n, unsigned p)
{
   const struct tgsi_operand *o = tgsi_src(l->p, l->cur.in, n);
   const bool is_double = tgsi_src_type((enum tgsi_op)l->cur.in->op, n) == 'D';
   struct fe_wide v;

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

/* The result of pair p, if it is one of 64 bits. */
static struct fe_wide pair(struct tgsi_lower *l, const struct row *row, unsigned p)
{
   struct fe_lower *f = &l->fe;
   struct fe_wide a, b;

   if (row->widen)
      return row->widen(f, load_word(l, 0, p));
   a = load(l, 0, p);
   if (row->wide1)
      return row->wide1(f, a);
   if (row->count)
      return row->count(f, a, load_word(l, 1, 2 * p));
   b = load(l, 1, p);
   if (row->wide2)
      return row->wide2(f, a, b);
   return row->wide3(f, a, b, load(l, 2, p));
}

static void store_pair(struct tgsi_lower *l, struct ir_src r[4], unsigned p, struct fe_wide v)
{
   if (l->cur.in->sat && tgsi_dst_type((enum tgsi_op)l->cur.in->op, 0) == 'D')
      v = fe_f64_saturate(&l->fe, v);
   r[2 * p] = v.lo;
   r[2 * p + 1] = v.hi;
}

/* Lanes xy to x, or to y if the mask has no x; zw to z or w. */
static void lower_tests(struct tgsi_lower *l, const struct row *row, uint8_t mask, struct ir_src r[4])
{
   for (unsigned p = 0; p < 2; p++) {
      const unsigned lanes = mask >> 2 * p & 3;
      struct fe_wide a, b;
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

/* The first lane of the mask from xy, the second one from zw. */
static void lower_narrow(struct tgsi_lower *l, const struct row *row, uint8_t mask, struct ir_src r[4])
{
   unsigned p = 0;

   for (unsigned c = 0; c < 4 && p < 2; c++)
      if (mask >> c & 1) {
         r[c] = row->narrow(&l->fe, load(l, 0, p));
         p++;
      }
}

/* The fraction to each pair of the first result, the exponent to each lane of the second one; both of lanes xy. */
static void lower_fracexp(struct tgsi_lower *l)
{
   struct ir_src r[4], exponent;
   struct fe_wide v = fe_f64_frexp(&l->fe, load(l, 0, 0), &exponent);

   for (unsigned p = 0; p < 2; p++)
      store_pair(l, r, p, v);
   tgsi_store_result(l, 0, r);
   for (unsigned c = 0; c < 4; c++)
      r[c] = exponent;
   tgsi_store_result(l, 1, r);
}

void tgsi_lower_wide(struct tgsi_lower *l)
{
   const struct tgsi_instr *in = l->cur.in;
   const struct row *row = &table[in->op];
   const uint8_t mask = tgsi_lower_mask(l);
   struct ir_src r[4] = {{0}};

   if (in->sat_signed) {
      tgsi_unsupported(l, "_SATNV of 64 bits"); /* of an age without them */
      return;
   }
   if (in->op == TGSI_OP_DFRACEXP) {
      lower_fracexp(l);
      return;
   }
   if (row->test)
      lower_tests(l, row, mask, r);
   else if (row->narrow)
      lower_narrow(l, row, mask, r);
   else
      for (unsigned p = 0; p < 2; p++)
         if (mask >> 2 * p & 3)
            store_pair(l, r, p, pair(l, row, p));
   tgsi_store(l, r);
}

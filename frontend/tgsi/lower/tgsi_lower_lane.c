/* SPDX-License-Identifier: MIT */
/*
 * Lowering of instructions that compute one lane of a result from a lane of each source (docs/semantics-tgsi.md,
 * "Instructions"). Float sources may have sign modifiers; integer sources have none.
 */
#include "ir/match.h"
#include "frontend/tgsi/lower/tgsi_lower.h"

typedef struct ir_src src; /* shorter signatures below */

src tgsi_lane_copy(struct fe_lower *f, const src *s) { return (void)f, s[0]; }
src tgsi_lane_one(struct fe_lower *f, const src *s) { return (void)s, fe_imm(f, FE_ONE); }
src tgsi_lane_zero(struct fe_lower *f, const src *s) { return (void)s, fe_imm(f, 0); }
src tgsi_lane_fabs(struct fe_lower *f, const src *s) { return (void)f, ir_abs(s[0]); }

/* ---- floats */

src tgsi_lane_sub(struct fe_lower *f, const src *s) { return fe_op2(f, IR_fadd, s[0], ir_neg(s[1])); }
src tgsi_lane_mul(struct fe_lower *f, const src *s) { return fe_mul(f, s[0], s[1]); }
src tgsi_lane_mad(struct fe_lower *f, const src *s) { return fe_mad(f, s[0], s[1], s[2]); }

/* The mad of every target rounds once. */
src tgsi_lane_fma(struct fe_lower *f, const src *s)
{
   UTIL_CHECK(f->ctx, f->s->num->mad_fused);
   return fe_mad(f, s[0], s[1], s[2]);
}

src tgsi_lane_div(struct fe_lower *f, const src *s) { return fe_op2(f, IR_fmul, s[0], fe_op1(f, IR_frcp, s[1])); }
src tgsi_lane_fmin(struct fe_lower *f, const src *s) { return fe_min_number(f, s[0], s[1]); }
src tgsi_lane_fmax(struct fe_lower *f, const src *s) { return fe_max_number(f, s[0], s[1]); }

src tgsi_lane_lrp(struct fe_lower *f, const src *s) { return fe_mad(f, s[0], s[1], fe_mad(f, ir_neg(s[0]), s[2], s[2])); }

src tgsi_lane_cmp(struct fe_lower *f, const src *s)
{
   return fe_sel(f, fe_op2(f, IR_flt, s[0], fe_imm(f, 0)), s[1], s[2]);
}

src tgsi_lane_cnd(struct fe_lower *f, const src *s)
{
   return fe_sel(f, fe_op2(f, IR_flt, fe_imm(f, 0x3f000000u /* 0.5 */), s[2]), s[0], s[1]);
}

src tgsi_lane_cnd0(struct fe_lower *f, const src *s)
{
   return fe_sel(f, fe_op2(f, IR_flt, s[2], fe_imm(f, 0)), s[1], s[0]);
}

src tgsi_lane_clamp(struct fe_lower *f, const src *s)
{
   src x = fe_max_number(f, s[0], s[1]);

   return fe_min_number(f, x, s[2]);
}

src tgsi_lane_ssg(struct fe_lower *f, const src *s)
{
   src zero = fe_imm(f, 0), below = fe_op2(f, IR_flt, s[0], zero), x = fe_sel(f, below, fe_imm(f, FE_MINUS_ONE), zero);
   src above = fe_op2(f, IR_flt, zero, s[0]);

   return fe_sel(f, above, fe_imm(f, FE_ONE), x);
}

src tgsi_lane_frc(struct fe_lower *f, const src *s) { return fe_op2(f, IR_fadd, s[0], ir_neg(fe_op1(f, IR_ffloor, s[0]))); }

/*
 * Multiplies by three factors 2^n with -126 <= n <= 127, because 2^n may not be a float although the result is one. All
 * products except the last are exact, as denormals become zeros.
 */
src tgsi_lane_ldexp(struct fe_lower *f, const src *s)
{
   src x = s[0], rest = s[1], n;

   for (unsigned k = 0; k < 3; k++) {
      n = fe_op2(f, IR_imax, rest, fe_imm(f, (uint32_t)-126));
      n = fe_op2(f, IR_imin, n, fe_imm(f, 127));
      rest = fe_op2(f, IR_isub, rest, n);
      n = fe_op2(f, IR_iadd, n, fe_imm(f, 127));
      x = fe_op2(f, IR_fmul, x, fe_op2(f, IR_shl, n, fe_imm(f, 23)));
   }
   return x;
}

src tgsi_lane_rsq(struct fe_lower *f, const src *s) { return fe_op1(f, IR_frsq, ir_abs(s[0])); }
src tgsi_lane_sqrt(struct fe_lower *f, const src *s) { return fe_op1(f, IR_frcp, fe_op1(f, IR_frsq, s[0])); }

src tgsi_lane_pow(struct fe_lower *f, const src *s)
{
   src t = fe_op2(f, IR_feq, s[1], fe_imm(f, 0)), x = fe_op2(f, IR_fmul, s[1], fe_op1(f, IR_flog2, s[0]));

   x = fe_op1(f, IR_fexp2, x);
   return fe_sel(f, t, fe_imm(f, FE_ONE), x);
}

/* ---- floats to integers */

/*
 * A target whose conversion does not saturate gives INT_MIN or ~0 for all numbers that do not fit. `limit` is the first float
 * above the range.
 */
static src convert(struct fe_lower *f, src v, bool is_signed)
{
   const uint32_t limit = is_signed ? 0x4f000000u /* 2^31 */ : 0x4f800000u /* 2^32 */;
   src x = fe_op1(f, is_signed ? IR_f2i : IR_f2u, v), zero, t;

   if (f->s->num->f2i_saturate)
      return x;
   zero = fe_imm(f, 0);
   t = fe_op2(f, IR_fge, v, fe_imm(f, limit));
   x = fe_sel(f, t, fe_imm(f, is_signed ? 0x7fffffffu : UINT32_MAX), x);
   t = is_signed ? fe_op2(f, IR_fne, v, v) : fe_op2(f, IR_fge, v, zero);
   return is_signed ? fe_sel(f, t, zero, x) : fe_sel(f, t, x, zero);
}

src tgsi_lane_f2i(struct fe_lower *f, const src *s) { return convert(f, s[0], true); }
src tgsi_lane_f2u(struct fe_lower *f, const src *s) { return convert(f, s[0], false); }
src tgsi_lane_arl(struct fe_lower *f, const src *s) { return convert(f, fe_op1(f, IR_ffloor, s[0]), true); }
src tgsi_lane_arr(struct fe_lower *f, const src *s) { return convert(f, fe_op1(f, IR_fround, s[0]), true); }

/* ---- integers */

/* A division whose result for a divisor of 0 differs from the IR's. A constant divisor needs no test. */
static src divide(struct fe_lower *f, enum ir_op op, const src *s, uint32_t by_zero)
{
   src x = fe_op2(f, op, s[0], s[1]), zero = fe_imm(f, 0), t = fe_op2(f, IR_ieq, s[1], zero);

   return fe_sel(f, t, fe_imm(f, by_zero), x);
}

src tgsi_lane_idiv(struct fe_lower *f, const src *s) { return divide(f, IR_idiv, s, 0); }
src tgsi_lane_udiv(struct fe_lower *f, const src *s) { return fe_op2(f, IR_udiv, s[0], s[1]); }
src tgsi_lane_imod(struct fe_lower *f, const src *s) { return divide(f, IR_imod, s, UINT32_MAX); }
src tgsi_lane_umod(struct fe_lower *f, const src *s) { return divide(f, IR_umod, s, UINT32_MAX); }

src tgsi_lane_issg(struct fe_lower *f, const src *s)
{
   src x = fe_op2(f, IR_imin, s[0], fe_imm(f, 1));

   return fe_op2(f, IR_imax, x, fe_imm(f, UINT32_MAX));
}

src tgsi_lane_sad(struct fe_lower *f, const src *s)
{
   src x = fe_op2(f, IR_umax, s[0], s[1]);

   x = fe_op2(f, IR_isub, x, fe_op2(f, IR_umin, s[0], s[1]));
   return fe_op2(f, IR_iadd, x, s[2]);
}

static src shift(struct fe_lower *f, enum ir_op op, const src *s)
{
   uint32_t bits;
   src count = s[1];

   if (f->s->num->shift != NUM_SHIFT_MASK && !(ir_src_const(&count, &bits) && bits < 32))
      count = fe_op2(f, IR_iand, count, fe_imm(f, 31));
   return fe_op2(f, op, s[0], count);
}

src tgsi_lane_shl(struct fe_lower *f, const src *s) { return shift(f, IR_shl, s); }
src tgsi_lane_ishr(struct fe_lower *f, const src *s) { return shift(f, IR_ishr, s); }
src tgsi_lane_ushr(struct fe_lower *f, const src *s) { return shift(f, IR_ushr, s); }

/* ---- bits */

static src low_bits(struct fe_lower *f, src v)
{
   uint32_t bits;

   return ir_src_const(&v, &bits) && bits < 32 ? v : fe_op2(f, IR_iand, v, fe_imm(f, 31));
}

/* A field of 32 bits from bit 0 is the value itself. Other widths count modulo 32. */
static src field(struct fe_lower *f, enum ir_op op, const src *s)
{
   src o = low_bits(f, s[1]), w = low_bits(f, s[2]), x = fe_op3(f, op, s[0], o, w), t, all;
   uint32_t bits;

   if (ir_src_const(&s[2], &bits) && bits != 32)
      return x;
   all = fe_op2(f, IR_ieq, s[2], fe_imm(f, 32));
   t = fe_op2(f, IR_ieq, o, fe_imm(f, 0));
   return fe_sel(f, fe_op2(f, IR_iand, t, all), s[0], x);
}

src tgsi_lane_ibfe(struct fe_lower *f, const src *s) { return field(f, IR_ibfe, s); }
src tgsi_lane_ubfe(struct fe_lower *f, const src *s) { return field(f, IR_ubfe, s); }

/* With a width of 32 the result is the inserted value, whatever the offset. */
src tgsi_lane_bfi(struct fe_lower *f, const src *s)
{
   src o = low_bits(f, s[2]), w = low_bits(f, s[3]), mask = fe_op2(f, IR_bitmask, w, o), x, t;

   x = fe_op2(f, IR_shl, s[1], o);
   x = fe_op2(f, IR_iand, x, mask);
   x = fe_op2(f, IR_ior, x, fe_op2(f, IR_iand, s[0], fe_op1(f, IR_inot, mask)));
   t = fe_op2(f, IR_ieq, s[3], fe_imm(f, 32));
   return fe_sel(f, t, s[1], x);
}

src tgsi_lane_lsb(struct fe_lower *f, const src *s)
{
   src x = fe_op2(f, IR_iand, s[0], fe_op1(f, IR_ineg, s[0]));

   return fe_op1(f, IR_msb, x);
}

src tgsi_lane_imsb(struct fe_lower *f, const src *s)
{
   src x = fe_op2(f, IR_ixor, s[0], fe_op2(f, IR_ishr, s[0], fe_imm(f, 31)));

   return fe_op1(f, IR_msb, x);
}

/* ---- selections */

/* Floats are compared as bits, so that a denormal, which an old program may mean as an integer, is true on every target. */
src tgsi_is_true(struct fe_lower *f, src v, bool is_float)
{
   const struct ir_instr *d = v.val->def;
   const uint32_t mask = is_float ? 0x7fffffffu : UINT32_MAX;
   uint32_t yes, no;

   /* A select of two constants by a comparison is tested as the comparison. */
   if (d->op == IR_sel && !d->sat && ir_src_const(&d->src[1], &yes) && ir_src_const(&d->src[2], &no) && !(no & mask) &&
       (yes & mask))
      return d->src[0];
   v = (src){v.val, false, false};
   if (is_float)
      v = fe_op2(f, IR_iand, v, fe_imm(f, mask));
   return fe_op2(f, IR_ine, v, fe_imm(f, 0));
}

src tgsi_lane_ucmp(struct fe_lower *f, const src *s) { return fe_sel(f, tgsi_is_true(f, s[0], false), s[1], s[2]); }

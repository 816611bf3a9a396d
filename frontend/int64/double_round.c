/* SPDX-License-Identifier: MIT */
/* Doubles: comparisons, signs, rounding to integers, exponents. See fe_int64.h. */
#include "frontend/int64/int64_step.h"

static struct ir_src key(struct fe_lower *f, struct fe_int64 a)
{
   word high = andi(f, a.hi, 0x7fffffff);

   return or(f, high, umini(f, a.lo, 1));
}

static struct ir_src is_nan(struct fe_lower *f, struct fe_int64 a) { return above(f, key(f, a), INFINITE); }

/* ---- signs */

struct fe_int64 fe_f64_abs(struct fe_lower *f, struct fe_int64 a)
{
   a.hi = andi(f, a.hi, 0x7fffffff);
   return a;
}

struct fe_int64 fe_f64_neg(struct fe_lower *f, struct fe_int64 a)
{
   a.hi = xori(f, a.hi, FE_SIGN);
   return a;
}

struct fe_int64 fe_f64_sign(struct fe_lower *f, struct fe_int64 a)
{
   word k = key(f, a), one = ori(f, andi(f, a.hi, FE_SIGN), FE_F64_ONE >> 32);
   condition number = lti(f, addi(f, k, UINT32_MAX), INFINITE); /* neither 0 nor NaN */
   struct fe_int64 r;

   r.lo = fe_imm(f, 0);
   r.hi = selelse(f, number, one, 0);
   return r;
}

/* ---- comparisons */

struct pair {
   condition nan, zeros; /* one is a NaN; both are zeros */
};
static struct pair look_at(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b)
{
   word ka = key(f, a), kb = key(f, b);
   struct pair p;

   p.nan = above(f, umax(f, ka, kb), INFINITE);
   p.zeros = eqi(f, or(f, ka, kb), 0);
   return p;
}

struct ir_src fe_f64_eq(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b)
{
   struct pair p = look_at(f, a, b);
   condition equal = or(f, fe_u64_eq(f, a, b), p.zeros);

   return and(f, equal, inot(f, p.nan));
}

struct ir_src fe_f64_ne(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b) { return inot(f, fe_f64_eq(f, a, b)); }

/* Maps doubles other than -0 and NaN to integers in the same order. */
static struct fe_int64 ordered(struct fe_lower *f, struct fe_int64 a)
{
   word minus = sari(f, a.hi, 31);

   a.lo = xor(f, a.lo, minus);
   a.hi = xor(f, a.hi, shri(f, minus, 1));
   return a;
}

/* a < b, if neither is a NaN and they are not both zeros. */
static struct ir_src below(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b)
{
   a = ordered(f, a);
   b = ordered(f, b);
   return fe_i64_lt(f, a, b);
}

struct ir_src fe_f64_lt(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b)
{
   struct pair p = look_at(f, a, b);
   condition no = or(f, p.nan, p.zeros);

   no = inot(f, no);
   return and(f, below(f, a, b), no);
}

struct ir_src fe_f64_ge(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b)
{
   struct pair p = look_at(f, a, b);
   condition less = inot(f, p.zeros);

   less = and(f, less, below(f, a, b));
   less = or(f, less, p.nan);
   return inot(f, less);
}

struct fe_int64 fe_f64_min(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b)
{
   condition first = fe_f64_lt(f, a, b);

   first = or(f, first, is_nan(f, b));
   return fe_int64_sel(f, first, a, b);
}

struct fe_int64 fe_f64_max(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b)
{
   condition first = fe_f64_lt(f, b, a);

   first = or(f, first, is_nan(f, b));
   return fe_int64_sel(f, first, a, b);
}

struct fe_int64 fe_f64_saturate(struct fe_lower *f, struct fe_int64 a)
{
   /* As integers, positive numbers are in order, negative ones are above them, and NaN is above infinity. */
   condition number = lti(f, a.hi, INFINITE), large = gei(f, a.hi, FE_F64_ONE >> 32), infinite;
   struct fe_int64 r;

   infinite = eqi(f, or(f, xori(f, a.hi, INFINITE), a.lo), 0);
   number = or(f, number, infinite);
   r.lo = seli(f, large, 0, a.lo);
   r.hi = seli(f, large, FE_F64_ONE >> 32, a.hi);
   r.lo = selelse(f, number, r.lo, 0);
   r.hi = selelse(f, number, r.hi, 0);
   return r;
}

/* ---- rounding to integers */

enum way { TRUNC, CEIL, FLOOR, ROUND };

/* The amount that is added to the magnitude before its bits in `low`, the fractional ones, are cleared; it may carry into the
   exponent. */
static struct fe_int64 increment(struct fe_lower *f, struct fe_int64 a, struct fe_int64 low, enum way way)
{
   struct fe_int64 r;

   if (way == ROUND) {
      /* One less than a half, plus the last bit before the point, which is the one above `low`. */
      struct fe_int64 last = int64_increment(f, low, fe_bit(f, 1));
      word odd = and(f, last.lo, a.lo);

      last.hi = and(f, last.hi, a.hi);
      odd = umini(f, or(f, odd, last.hi), 1);
      odd = and(f, odd, low.lo); /* without fractional bits nothing is added */
      r.lo = madi(f, low.hi, 1u << 31, shri(f, low.lo, 1));
      r.hi = shri(f, low.hi, 1);
      return int64_increment(f, r, nei(f, odd, 0));
   }
   word mask = sari(f, a.hi, 31);
   mask = way == CEIL ? inot(f, mask) : mask;
   r.lo = and(f, low.lo, mask);
   r.hi = and(f, low.hi, mask);
   return r;
}

/* The high word of the magnitude of a result below 1. */
static struct ir_src small_result(struct fe_lower *f, struct fe_int64 a, word k, enum way way)
{
   word one = fe_imm(f, FE_F64_ONE >> 32);
   condition up = {0};

   switch (way) {
   case TRUNC: return fe_imm(f, 0);
   case ROUND: up = above(f, k, 0x3fe00000); break;
   case CEIL: /* the highest bit of a nonzero key minus the sign: a positive number */
   case FLOOR:
      up = way == CEIL ? igei(f, a.hi, 0) : ilti(f, a.hi, 0);
      up = and(f, up, nei(f, k, 0));
      break;
   }
   return selelse(f, up, one, 0);
}

static struct fe_int64 to_integer(struct fe_lower *f, struct fe_int64 a, enum way way)
{
   word k = key(f, a), high = andi(f, a.hi, 0x7fffffff), n, ones, small_hi;
   condition small = lti(f, high, FE_F64_ONE >> 32), far, nan;
   struct fe_int64 low, r;

   /* The number has n fractional bits, 0 to 52. */
   n = subfrom(f, 1023 + 52, shri(f, high, 20));
   n = umini(f, imaxi(f, n, 0), 63);
   far = gei(f, n, 32);
   ones = inot(f, shiftof(f, UINT32_MAX, andi(f, n, 31)));
   low.lo = seli(f, far, UINT32_MAX, ones);
   low.hi = selelse(f, far, ones, 0);
   r.lo = a.lo, r.hi = high;
   if (way != TRUNC)
      r = fe_u64_add(f, r, increment(f, a, low, way));
   r.lo = and(f, r.lo, inot(f, low.lo));
   r.hi = and(f, r.hi, inot(f, low.hi));
   small_hi = small_result(f, a, k, way);
   r.lo = seli(f, small, 0, r.lo);
   r.hi = sel(f, small, small_hi, r.hi);
   nan = above(f, k, INFINITE);
   return int64_finish(f, r, andi(f, a.hi, FE_SIGN), (struct ir_src){0}, nan);
}

struct fe_int64 fe_f64_trunc(struct fe_lower *f, struct fe_int64 a) { return to_integer(f, a, TRUNC); }
struct fe_int64 fe_f64_ceil(struct fe_lower *f, struct fe_int64 a) { return to_integer(f, a, CEIL); }
struct fe_int64 fe_f64_floor(struct fe_lower *f, struct fe_int64 a) { return to_integer(f, a, FLOOR); }
struct fe_int64 fe_f64_round(struct fe_lower *f, struct fe_int64 a) { return to_integer(f, a, ROUND); }
struct fe_int64 fe_f64_frac(struct fe_lower *f, struct fe_int64 a) { return fe_f64_sub(f, a, fe_f64_floor(f, a)); }

/* ---- exponents */

struct fe_int64 fe_f64_ldexp(struct fe_lower *f, struct fe_int64 a, struct ir_src count)
{
   struct int64_double d = int64_unpack(f, a);
   word shift, least, zero = fe_imm(f, 0);
   struct fe_int64 m = int64_normalise(f, d.man, &shift);
   condition infinite = gei(f, d.key, INFINITE), nan;

   /* Any count beyond 3000 leads out of range. */
   count = imaxi(f, imini(f, count, 3000), 0u - 3000);
   m.lo = madi(f, m.hi, 1u << 22, shri(f, m.lo, 10));
   m.hi = shri(f, m.hi, 10);
   least = subfrom(f, 0u - 10, d.e1);
   least = add(f, sub(f, least, count), shift);
   least = imaxi(f, least, 0u - 4000);
   least = seli(f, eqi(f, d.key, 0), 64, least);
   m = int64_finish_product(f, m, zero, least);
   nan = above(f, d.key, INFINITE);
   return int64_finish(f, m, andi(f, a.hi, FE_SIGN), infinite, nan);
}

struct fe_int64 fe_f64_frexp(struct fe_lower *f, struct fe_int64 a, struct ir_src *exponent)
{
   struct int64_double d = int64_unpack(f, a);
   word shift;
   struct fe_int64 m = int64_normalise(f, d.man, &shift);
   condition number = lti(f, addi(f, d.key, UINT32_MAX), INFINITE - 1); /* neither 0, infinite nor NaN */

   m.lo = madi(f, m.hi, 1u << 21, shri(f, m.lo, 11));
   m.hi = andi(f, shri(f, m.hi, 11), 0xfffff);
   m.hi = or(f, m.hi, andi(f, a.hi, FE_SIGN));
   m.hi = ori(f, m.hi, 0x3fe00000);
   *exponent = addi(f, sub(f, d.exp, shift), 0u - 1010);
   *exponent = selelse(f, number, *exponent, 0);
   return fe_int64_sel(f, number, m, a);
}

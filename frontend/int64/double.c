/* SPDX-License-Identifier: MIT */
/*
 * Doubles: functions that all operations share, sums and products. See fe_int64.h and int64_step.h.
 *
 * The exponent field is kept minus 1, because a mantissa with its implicit bit adds that 1 when exponent and mantissa are
 * added. A mantissa that is rounded up to the next power of two carries into the exponent in the same way.
 */
#include "frontend/int64/int64_step.h"
#include "ir/match.h"

struct int64_double int64_unpack_magnitude(struct fe_lower *f, struct fe_int64 a)
{
   struct int64_double d = {.sign = a.hi};

   d.key = or(f, a.hi, umini(f, a.lo, 1));
   d.e1 = umaxi(f, shri(f, a.hi, 20), 1);
   d.exp = addi(f, d.e1, UINT32_MAX);
   d.man.hi = madi(f, d.exp, 0u - (1u << 20), a.hi);
   d.man.lo = a.lo;
   return d;
}

struct int64_double int64_unpack(struct fe_lower *f, struct fe_int64 a)
{
   const struct ir_src sign = a.hi;
   struct int64_double d;

   a.hi = andi(f, a.hi, 0x7fffffff);
   d = int64_unpack_magnitude(f, a);
   d.sign = sign;
   return d;
}

struct fe_int64 int64_raise(struct fe_lower *f, struct fe_int64 man, unsigned n)
{
   struct fe_int64 r;

   r.hi = madi(f, man.hi, 1u << n, shri(f, man.lo, 32 - n));
   r.lo = shli(f, man.lo, n);
   return r;
}

/* Bit 31 of the xor: the sign of a product. */
static struct ir_src product_sign(struct fe_lower *f, word a, word b) { return andi(f, xor(f, a, b), FE_SIGN); }

struct fe_int64 int64_pack(struct fe_lower *f, struct fe_int64 man, struct ir_src rest, struct ir_src exp)
{
   /* Rounds up for more than half, or for half with an odd mantissa, whose last bit is added to the rest. */
   word tail = or(f, rest, andi(f, man.lo, 1));
   struct fe_int64 r = int64_increment(f, man, above(f, tail, FE_SIGN));

   r.hi = madi(f, exp, 1u << 20, r.hi);
   return r;
}

struct fe_int64 int64_finish_product(struct fe_lower *f, struct fe_int64 man, struct ir_src sticky, struct ir_src least)
{
   word n = shri(f, man.hi, 22), exp, rest;
   struct fe_int64 r;

   n = imax(f, n, least);
   exp = sub(f, n, least);
   r = int64_round_right(f, man, umini(f, n, 63), &sticky, true, &rest);
   return int64_pack(f, r, rest, exp);
}

struct fe_int64 int64_finish(struct fe_lower *f, struct fe_int64 magnitude, struct ir_src sign, condition infinite,
                             condition nan)
{
   struct fe_int64 r;

   r.hi = infinite.val ? seli(f, infinite, INFINITE, magnitude.hi) : magnitude.hi;
   r.hi = umini(f, r.hi, INFINITE);
   r.lo = seli(f, gei(f, r.hi, INFINITE), 0, magnitude.lo);
   r.hi = or(f, r.hi, sign);
   r.hi = seli(f, nan, FE_F64_NAN >> 32, r.hi);
   return r;
}

struct fe_int64 int64_round_sum(struct fe_lower *f, struct fe_int64 a, struct ir_src exp)
{
   word x = andi(f, shri(f, a.lo, 10), 1);
   struct fe_int64 r;

   x = addi(f, x, 0x1ff);
   r.hi = add(f, a.hi, carry_of(f, x, a.lo));
   x = add(f, x, a.lo);
   r.lo = madi(f, r.hi, 1u << 22, shri(f, x, 10));
   r.hi = madi(f, exp, 1u << 20, shri(f, r.hi, 10));
   return r;
}

struct fe_int64 int64_finish_sum(struct fe_lower *f, struct fe_int64 a, struct ir_src exp, condition *zero)
{
   /* Shift to bit 62, but not below exponent 0, which is the limit for 0. The last 10 bits are rounded off. */
   condition low = eqi(f, a.hi, 0);
   word first = sel(f, low, a.lo, a.hi), n = int64_leading_zeros(f, first), m, power, x;
   struct fe_int64 r;

   *zero = eqi(f, first, 0);
   n = add(f, n, selii(f, low, 31, UINT32_MAX));
   n = umin(f, n, exp);
   exp = sub(f, exp, n);
   low = gei(f, n, 32);
   m = andi(f, n, 31);
   power = shiftof(f, 1, m);
   x = sel(f, low, a.lo, a.hi);
   r.lo = seli(f, low, 0, a.lo);
   r.hi = mad(f, x, power, mulhi(f, r.lo, power));
   r.lo = mul(f, r.lo, power);
   return int64_round_sum(f, r, exp);
}

/* ---- sum */

struct fe_int64 fe_f64_add(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b)
{
   word signs = xor(f, a.hi, b.hi), minus = sari(f, signs, 31), rest, n, sign;
   struct fe_int64 ma = {a.lo, andi(f, a.hi, 0x7fffffff)}, mb = {b.lo, andi(f, b.hi, 0x7fffffff)}, mx, my;
   condition swap = fe_u64_lt(f, ma, mb), infinite, nan, zero;
   struct int64_double x, y;

   /* x has the larger magnitude. */
   mx.hi = umax(f, ma.hi, mb.hi);
   my.hi = umin(f, ma.hi, mb.hi);
   mx.lo = sel(f, swap, b.lo, a.lo);
   my.lo = sel(f, swap, a.lo, b.lo);
   sign = sel(f, swap, b.hi, a.hi);
   x = int64_unpack_magnitude(f, mx);
   y = int64_unpack_magnitude(f, my);

   ma = int64_raise(f, x.man, 9);
   mb = int64_raise(f, y.man, 10);
   n = sub(f, x.e1, y.e1);
   mb = int64_round_right(f, mb, umini(f, n, 63), NULL, false, &rest);
   mb.lo = or(f, mb.lo, umini(f, rest, 1));
   /* ma - mb as ma + 1 + ~mb: the low bits of ma are clear, so that 1 is added without a carry. */
   mb.lo = xor(f, mb.lo, minus);
   mb.hi = xor(f, mb.hi, minus);
   ma.lo = sub(f, ma.lo, minus);
   ma = int64_finish_sum(f, fe_u64_add(f, ma, mb), x.e1, &zero);

   /* inf - inf, or a NaN. The magnitude of x is not below that of y. */
   infinite = gei(f, mx.hi, INFINITE);
   nan = above(f, umax(f, x.key, sub(f, my.hi, minus)), INFINITE);
   /* x - x is +0. */
   sign = sel(f, zero, and(f, a.hi, b.hi), sign);
   return int64_finish(f, ma, andi(f, sign, FE_SIGN), infinite, nan);
}

struct fe_int64 fe_f64_sub(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b)
{
   b.hi = xori(f, b.hi, FE_SIGN);
   return fe_f64_add(f, a, b);
}

/* ---- product */

/* A constant other than 0, a denormal, an infinity and a NaN. */
static bool is_normal(struct fe_int64 a)
{
   uint32_t hi, exp;

   if (!ir_src_const(&a.hi, &hi))
      return false;
   exp = hi >> 20 & 0x7ff;
   return exp && exp < 0x7ff;
}

/* The factors without their signs. Only x may be denormal, unless both are: then the product is too small for any of its bits
   to matter. */
static void order_factors(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b, struct fe_int64 *x, struct fe_int64 *y)
{
   const bool a_known = is_normal(a), b_known = is_normal(b);
   condition swap;

   a.hi = andi(f, a.hi, 0x7fffffff);
   b.hi = andi(f, b.hi, 0x7fffffff);
   if (a_known || b_known) {
      *x = b_known ? a : b;
      *y = b_known ? b : a;
      return;
   }
   swap = lt(f, b.hi, a.hi);
   x->hi = umin(f, a.hi, b.hi);
   y->hi = umax(f, a.hi, b.hi);
   x->lo = sel(f, swap, b.lo, a.lo);
   y->lo = sel(f, swap, a.lo, b.lo);
}

struct fe_int64 fe_f64_mul(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b)
{
   word sign = product_sign(f, a.hi, b.hi), shift, least, some, large;
   struct fe_int64 x, y;
   struct int64_double dx, dy;
   struct int64_product p;
   condition infinite, nan;

   order_factors(f, a, b, &x, &y);
   dx = int64_unpack_magnitude(f, x);
   dy = int64_unpack_magnitude(f, y);
   x = int64_normalise(f, dx.man, &shift);
   y = int64_raise(f, dy.man, 2);
   p = int64_multiply(f, x, y, false);

   some = umini(f, dx.key, 1);
   large = umax(f, dx.key, dy.key);
   infinite = gei(f, large, INFINITE);
   nan = lt(f, addi(f, some, INFINITE - 1), large); /* infinity times 0, or a NaN */
   least = sub(f, subfrom(f, 1013 + 4096, dx.e1), dy.e1);
   least = madi(f, some, 0u - 4096, add(f, least, shift)); /* 0 is shifted out */
   x.hi = p.w[3], x.lo = p.w[2];
   x = int64_finish_product(f, x, or(f, p.w[0], p.w[1]), least);
   return int64_finish(f, x, sign, infinite, nan);
}

struct fe_int64 fe_f64_mad(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b, struct fe_int64 c)
{
   return fe_f64_add(f, fe_f64_mul(f, a, b), c);
}

/* SPDX-License-Identifier: MIT */
/*
 * Quotients and roots of doubles. An estimate of the result in two digits, from a 32-bit reciprocal or reciprocal root, is cut
 * to 54 bits, so that it equals the result's first 54 bits or is larger by 1. The exact remainder tells which, and whether the
 * result has more bits. Only the low bits of the remainder are computed that decide its sign.
 */
#include "frontend/int64/int64_step.h"

/* hi * 2^k + lo, shifted right by `down` bits. All bits of lo must be below those of the shifted hi * 2^k. */
static struct fe_int64 join(struct fe_lower *f, word hi, word lo, unsigned k, unsigned down)
{
   struct fe_int64 r;

   lo = shri(f, lo, down);
   r.hi = madhi(f, hi, fe_imm(f, 1u << (k - down)), lo);
   r.lo = madi(f, hi, 1u << (k - down), lo);
   return r;
}

/* a - 1 where the word is negative. */
static struct fe_int64 decrement_if(struct fe_lower *f, struct fe_int64 a, word negative)
{
   word minus = sari(f, negative, 31);
   struct fe_int64 r;

   r.hi = add(f, a.hi, carry_of(f, a.lo, minus));
   r.lo = add(f, a.lo, minus);
   r.hi = add(f, r.hi, minus);
   return r;
}

/* ---- quotient */

/* The first 54 or 55 bits of a / b, with one bit before the point or none. *sticky is set if more bits follow. a and b have bit
   63 set. */
static struct fe_int64 quotient(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b, struct ir_src *sticky)
{
   word r = int64_reciprocal(f, b.hi), q1 = mulhi(f, a.hi, r), q2, t;
   struct fe_int64 q, rem, p;

   /* As integers of 53 bits; a * 2^31 - q1 * b fits in 56. */
   a.lo = madi(f, a.hi, 1u << 21, shri(f, a.lo, 11));
   a.hi = shri(f, a.hi, 11);
   b.lo = madi(f, b.hi, 1u << 21, shri(f, b.lo, 11));
   b.hi = shri(f, b.hi, 11);
   rem.lo = shli(f, a.lo, 31);
   rem.hi = madi(f, a.hi, 1u << 31, shri(f, a.lo, 1));
   rem = fe_u64_sub(f, rem, int64_mul_word(f, q1, b));
   t = madi(f, rem.hi, 1u << 8, shri(f, rem.lo, 24));
   q2 = mulhi(f, t, r);
   q = join(f, q1, addi(f, q2, 10), 28, 5);
   /* a * 2^54 - q * b */
   p = fe_u64_mul(f, q, b);
   rem.lo = ineg(f, p.lo);
   rem.hi = sub(f, shli(f, a.lo, 22), p.hi);
   rem.hi = sub(f, rem.hi, umini(f, p.lo, 1));
   *sticky = or(f, rem.lo, rem.hi);
   return decrement_if(f, q, rem.hi);
}

struct fe_int64 fe_f64_div(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b)
{
   word sign = andi(f, xor(f, a.hi, b.hi), FE_SIGN), shift_a, shift_b, least, small, large, sticky;
   struct int64_double x = int64_unpack(f, a), y = int64_unpack(f, b);
   struct fe_int64 q, mb = int64_normalise(f, y.man, &shift_b);
   condition infinite, nan, zero;

   q = quotient(f, int64_normalise(f, x.man, &shift_a), mb, &sticky);
   least = sub(f, y.exp, x.exp);
   least = add(f, least, shift_a);
   least = sub(f, least, shift_b);
   least = addi(f, least, 0u - 1021);

   /* Both are 0, both are infinite, or one is a NaN. */
   small = umin(f, x.key, y.key);
   large = umax(f, x.key, y.key);
   nan = eqi(f, large, 0);
   nan = or(f, nan, above(f, large, INFINITE));
   nan = or(f, nan, gei(f, small, INFINITE));
   infinite = eqi(f, y.key, 0);
   infinite = or(f, infinite, gei(f, x.key, INFINITE));
   zero = eqi(f, x.key, 0);
   zero = or(f, zero, gei(f, y.key, INFINITE));
   least = seli(f, zero, 64, least);
   infinite = or(f, infinite, nan);
   return int64_finish(f, int64_finish_product(f, q, sticky, least), sign, infinite, nan);
}

struct fe_int64 fe_f64_rcp(struct fe_lower *f, struct fe_int64 a) { return fe_f64_div(f, fe_int64_imm(f, FE_F64_ONE), a); }

/* ---- roots */

/*
 * 1 / sqrt(m) for m in [1/4, 1) with 32 fractional bits and above 2^30. The result has 31 fractional bits and is too small by
 * at most 9 units, whatever bits follow those of m.
 */
static struct ir_src reciprocal_root(struct fe_lower *f, word m)
{
   /* A parabola that is too small by 0 to 4.7%. Three steps of Newton's r (3 - m r r) / 2 reduce the error to 2^-31, and stay
      below the root. The constants have 31 and 29 fractional bits; 3 units of 2^-30 compensate for truncation. */
   word k = mulhii(f, m, 0x3333434f), r;

   k = subfrom(f, 0x66a84959, k);
   k = shli(f, mulhi(f, m, k), 2);
   r = subfrom(f, 0x4dd2630b, k);
   for (unsigned n = 0; n < 3; n++) {
      word t = mulhi(f, mulhi(f, r, r), m);
      t = subfrom(f, 0xbffffffd, t);
      r = shli(f, mulhi(f, r, t), 1);
   }
   return r;
}

/* The operand of a root: m * 2^(2 * half) with m in [1/4, 1) and 64 fractional bits. */
struct radicand {
   struct fe_int64 m;
   struct ir_src half;
};
static struct radicand radicand(struct fe_lower *f, const struct int64_double *d)
{
   word shift, odd;
   struct fe_int64 n = int64_normalise(f, d->man, &shift);
   struct radicand r;

   r.half = sub(f, d->exp, shift);
   odd = andi(f, r.half, 1);
   r.half = add(f, r.half, odd);
   r.half = sari(f, addi(f, r.half, 0u - 1010), 1);
   r.m.lo = shr(f, n.lo, odd);
   r.m.lo = mad(f, n.hi, shli(f, odd, 31), r.m.lo);
   r.m.hi = shr(f, n.hi, odd);
   return r;
}

/* A negative number or a NaN, but not -0. */
static struct ir_src has_no_root(struct fe_lower *f, const struct int64_double *d)
{
   word x = or(f, andi(f, d->sign, FE_SIGN), d->key);
   condition negative = above(f, x, FE_SIGN);

   return or(f, negative, above(f, d->key, INFINITE));
}

struct fe_int64 fe_f64_sqrt(struct fe_lower *f, struct fe_int64 a)
{
   struct int64_double d = int64_unpack(f, a);
   struct radicand x = radicand(f, &d);
   word r = reciprocal_root(f, x.m.hi), s1 = mulhi(f, x.m.hi, r), t;
   struct fe_int64 s, rem, p;
   condition infinite, nan, zero;

   /* m - s1^2, which has at most 35 bits; divided by 2 s1 it gives the second digit. */
   rem.lo = madi(f, x.m.hi, 1u << 30, shri(f, x.m.lo, 2));
   rem.hi = shri(f, x.m.hi, 2);
   p.lo = mul(f, s1, s1);
   p.hi = mulhi(f, s1, s1);
   rem = fe_u64_sub(f, rem, p);
   t = madi(f, rem.hi, 1u << 29, shri(f, rem.lo, 3));
   s = join(f, s1, addi(f, mulhi(f, t, r), 20), 28, 5);
   /* m * 2^108 - s^2 */
   p = fe_u64_mul(f, s, s);
   rem.lo = ineg(f, p.lo);
   rem.hi = sub(f, shli(f, x.m.lo, 12), p.hi);
   rem.hi = sub(f, rem.hi, umini(f, p.lo, 1));
   s = decrement_if(f, s, rem.hi);
   t = umini(f, or(f, rem.lo, rem.hi), 1);
   t = or(f, t, shli(f, s.lo, 31));
   s.lo = madi(f, s.hi, 1u << 31, shri(f, s.lo, 1));
   s.hi = shri(f, s.hi, 1);
   s = int64_pack(f, s, t, addi(f, x.half, 1021));

   zero = eqi(f, d.key, 0);
   s = fe_int64_sel(f, zero, fe_int64_imm(f, 0), s);
   infinite = gei(f, d.key, INFINITE);
   nan = has_no_root(f, &d);
   infinite = or(f, infinite, nan);
   return int64_finish(f, s, andi(f, a.hi, FE_SIGN), infinite, nan);
}

struct fe_int64 fe_f64_rsq(struct fe_lower *f, struct fe_int64 a)
{
   struct int64_double d = int64_unpack(f, a);
   struct radicand x = radicand(f, &d);
   word r = reciprocal_root(f, x.m.hi), t, sticky, high;
   struct fe_int64 y, s;
   struct int64_product p;
   condition infinite, nan;

   /* e = 1 - m r^2 with 62 fractional bits; 1 / sqrt(m) is slightly above r + r e / 2. */
   s.lo = mul(f, r, r);
   s.hi = mulhi(f, r, r);
   p = int64_multiply(f, x.m, s, false);
   s.lo = p.w[2], s.hi = p.w[3];
   s = fe_u64_sub(f, fe_int64_imm(f, (uint64_t)1 << 62), s);
   t = madi(f, s.hi, 1u << 29, shri(f, s.lo, 3));
   y = join(f, r, addi(f, mulhi(f, t, r), 17), 28, 6);
   /* y^2 * m, with m of 54 bits, modulo 2^128: it is slightly below 2^160 or, if y is too large by 1, slightly above. It equals
      2^160 only for powers of 4. */
   p = int64_multiply(f, y, y, true);
   s.lo = madi(f, x.m.hi, 1u << 22, shri(f, x.m.lo, 10));
   s.hi = shri(f, x.m.hi, 10);
   struct fe_int64 low = {p.w[0], p.w[1]}, top = {p.w[2], p.w[3]};
   p = int64_multiply(f, low, s, false);
   top = fe_u64_mul(f, top, s);
   high = add(f, p.w[3], top.hi);
   high = add(f, high, carry_of(f, p.w[2], top.lo));
   sticky = or(f, x.m.lo, xori(f, x.m.hi, 1u << 30));
   high = inot(f, high);
   high = selelse(f, nei(f, sticky, 0), high, 0);
   y = decrement_if(f, y, high);

   t = addi(f, x.half, 0u - 1022);
   t = seli(f, gei(f, d.key, INFINITE), 64, t);
   y = int64_finish_product(f, y, sticky, t);
   nan = has_no_root(f, &d);
   infinite = or(f, nan, eqi(f, d.key, 0));
   return int64_finish(f, y, andi(f, a.hi, FE_SIGN), infinite, nan);
}

/* SPDX-License-Identifier: MIT */
/*
 * 64-bit integer division. Quotients are estimated with a reciprocal of the divisor's highest 32 bits, which is never too
 * large. The rest of the dividend is divided in the same way. Each step removes 28 bits, and the last one leaves less than
 * twice the divisor.
 */
#include "frontend/int64/int64_step.h"

#define STEPS 3

struct ir_src int64_reciprocal(struct fe_lower *f, word b)
{
   /* 48/17 - 32/17 b differs from 1/b by at most 1/17 for b in [1/2, 1). Newton's r (2 - b r) squares the error, and it and its
      roundings never exceed 1/b; 2 units less allow for bits that follow those of b. r has 31 fractional bits, b has 32. */
   word r = subfrom(f, 0x696a6b76, mulhii(f, b, 0xf0f0f0f0));

   for (unsigned k = 0; k < 3; k++) {
      word t = inot(f, mulhi(f, r, b));
      r = shli(f, mulhi(f, r, t), 1);
   }
   return addi(f, r, 0u - 2);
}

/* Quotient and remainder, which are ~0 for a divisor of 0. */
static void divide(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b, struct fe_int64 *quotient,
                   struct fe_int64 *remainder)
{
   word shift, r;
   struct fe_int64 n = int64_normalise(f, b, &shift), q = {{0}, {0}}, ones = fe_int64_imm(f, UINT64_MAX);
   condition more, by_zero;

   r = int64_reciprocal(f, n.hi);
   shift = andi(f, subfrom(f, 63, shift), 63);
   for (unsigned k = 0; k < STEPS; k++) {
      struct fe_int64 t = int64_multiply_add(f, a.hi, r, mulhi(f, a.lo, r), NULL);

      t = int64_shift_right(f, t, shift);
      q = k ? fe_u64_add(f, q, t) : t;
      a = fe_u64_sub(f, a, fe_u64_mul(f, t, b));
   }
   more = fe_u64_ge(f, a, b);
   by_zero = eqi(f, or(f, b.lo, b.hi), 0);
   *quotient = fe_int64_sel(f, by_zero, ones, int64_increment(f, q, more));
   *remainder = fe_int64_sel(f, more, fe_u64_sub(f, a, b), a);
   *remainder = fe_int64_sel(f, by_zero, ones, *remainder);
}

struct fe_int64 fe_u64_div(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b)
{
   struct fe_int64 q, r;

   divide(f, a, b, &q, &r);
   return q;
}

struct fe_int64 fe_u64_mod(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b)
{
   struct fe_int64 q, r;

   divide(f, a, b, &q, &r);
   return r;
}

/* a, or -a where `minus` is ~0 instead of 0. */
static struct fe_int64 negate(struct fe_lower *f, struct fe_int64 a, word minus)
{
   struct fe_int64 m = {minus, minus};

   a.lo = xor(f, a.lo, minus);
   a.hi = xor(f, a.hi, minus);
   return fe_u64_sub(f, a, m);
}

struct fe_int64 fe_i64_div(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b)
{
   word minus = sari(f, xor(f, a.hi, b.hi), 31);
   struct fe_int64 ma = fe_i64_abs(f, a), mb = fe_i64_abs(f, b), q, r;
   condition by_zero = eqi(f, or(f, b.lo, b.hi), 0);

   divide(f, ma, mb, &q, &r);
   q = negate(f, q, minus);
   return fe_int64_sel(f, by_zero, fe_int64_imm(f, 0), q);
}

struct fe_int64 fe_i64_mod(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b)
{
   word minus = sari(f, a.hi, 31);
   struct fe_int64 ma = fe_i64_abs(f, a), mb = fe_i64_abs(f, b), q, r;
   condition by_zero = eqi(f, or(f, b.lo, b.hi), 0);

   divide(f, ma, mb, &q, &r);
   r = negate(f, r, minus);
   return fe_int64_sel(f, by_zero, fe_int64_imm(f, UINT64_MAX), r);
}

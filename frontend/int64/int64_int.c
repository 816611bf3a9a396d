/* SPDX-License-Identifier: MIT */
/* 64-bit integers except for division, and steps on pairs of words that doubles need too. See fe_int64.h. */
#include "frontend/int64/int64_step.h"

struct fe_int64 fe_int64_imm(struct fe_lower *f, uint64_t bits)
{
   struct fe_int64 r;

   r.lo = fe_imm(f, (uint32_t)bits);
   r.hi = fe_imm(f, (uint32_t)(bits >> 32));
   return r;
}

struct fe_int64 fe_int64_sel(struct fe_lower *f, struct ir_src test, struct fe_int64 yes, struct fe_int64 no)
{
   struct fe_int64 r;

   r.lo = sel(f, test, yes.lo, no.lo);
   r.hi = sel(f, test, yes.hi, no.hi);
   return r;
}

/* ---- steps */

struct ir_src int64_leading_zeros(struct fe_lower *f, word a) { return xori(f, fe_op1(f, IR_msb, a), 31); }

struct fe_int64 int64_normalise(struct fe_lower *f, struct fe_int64 a, struct ir_src *shift)
{
   condition low = eqi(f, a.hi, 0);
   word hi = sel(f, low, a.lo, a.hi), lo = seli(f, low, 0, a.lo);
   word n = int64_leading_zeros(f, hi), power = shiftof(f, 1, n);
   struct fe_int64 r;

   r.lo = mul(f, lo, power);
   r.hi = mad(f, hi, power, mulhi(f, lo, power));
   *shift = add(f, n, selii(f, low, 32, 0));
   return r;
}

/* The word `hi` shifted left by 32 - m, with `lo` shifted right by m in the bits below. `power` is 2^(32-m), or 0 for m = 0. */
static struct ir_src funnel(struct fe_lower *f, word hi, word lo, word m, word power)
{
   return mad(f, hi, power, shr(f, lo, m));
}

/* 2^(32-m) for m = 0 .. 31, modulo 2^32. */
static struct ir_src opposite(struct fe_lower *f, word m) { return shiftof(f, 2, xori(f, m, 31)); }

struct fe_int64 int64_shift_right(struct fe_lower *f, struct fe_int64 a, struct ir_src n)
{
   condition far = gei(f, n, 32);
   word m = andi(f, n, 31), power = opposite(f, m);
   word hi = seli(f, far, 0, a.hi), lo = sel(f, far, a.hi, a.lo);
   struct fe_int64 r;

   r.hi = shr(f, hi, m);
   r.lo = funnel(f, hi, lo, m, power);
   return r;
}

struct fe_int64 int64_round_right(struct fe_lower *f, struct fe_int64 a, struct ir_src n, const struct ir_src *sticky,
                                  bool last, struct ir_src *rest)
{
   /* A shift by 1 to 32 multiplies by 2^31 to 2^0; the high words of the products are the result, the low words the rest. */
   condition far = gei(f, n, 32);
   word m = andi(f, n, 31), power = shr(f, fe_imm(f, 1u << 31), m);
   word hi = seli(f, far, 0, a.hi), lo = sel(f, far, a.hi, a.lo);
   word lost = sticky ? *sticky : fe_imm(f, 0), all = sticky ? or(f, a.lo, lost) : a.lo;
   struct fe_int64 r;

   r.lo = mulhi(f, lo, power);
   r.hi = madhi(f, hi, power, r.lo); /* does not carry, because a power of two leaves room */
   r.lo = mad(f, hi, power, r.lo);
   lost = sel(f, far, all, lost);
   *rest = mul(f, lo, power);
   *rest = or(f, *rest, last ? umini(f, lost, 1) : lost);
   return r;
}

struct fe_int64 int64_multiply_add(struct fe_lower *f, word x, word y, word z, const word *more)
{
   struct fe_int64 r;

   r.hi = madhi(f, x, y, z);
   if (more)
      r.hi = add(f, r.hi, *more);
   r.lo = mad(f, x, y, z);
   return r;
}

struct int64_product int64_multiply(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b, bool short_high)
{
   struct int64_product p;
   struct fe_int64 t, u;

   p.w[0] = mul(f, a.lo, b.lo);
   t = int64_multiply_add(f, a.lo, b.hi, mulhi(f, a.lo, b.lo), NULL);
   u = int64_multiply_add(f, a.hi, b.lo, t.lo, short_high ? &t.hi : NULL);
   p.w[1] = u.lo;
   u = int64_multiply_add(f, a.hi, b.hi, u.hi, NULL);
   p.w[2] = u.lo;
   p.w[3] = u.hi;
   if (!short_high) {
      p.w[3] = add(f, u.hi, carry_of(f, u.lo, t.hi));
      p.w[2] = add(f, u.lo, t.hi);
   }
   return p;
}

struct fe_int64 int64_mul_word(struct fe_lower *f, struct ir_src x, struct fe_int64 y)
{
   struct fe_int64 r;

   r.lo = mul(f, x, y.lo);
   r.hi = mad(f, x, y.hi, mulhi(f, x, y.lo));
   return r;
}

struct fe_int64 int64_increment(struct fe_lower *f, struct fe_int64 a, condition test)
{
   word n = one_if(f, test);
   struct fe_int64 r;

   r.hi = add(f, a.hi, carry_of(f, a.lo, n));
   r.lo = add(f, a.lo, n);
   return r;
}

/* ---- sums, products */

struct fe_int64 fe_u64_add(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b)
{
   struct fe_int64 r;

   r.hi = add(f, a.hi, carry_of(f, a.lo, b.lo));
   r.lo = add(f, a.lo, b.lo);
   r.hi = add(f, r.hi, b.hi);
   return r;
}

struct fe_int64 fe_u64_sub(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b)
{
   word borrow = one_if(f, lt(f, a.lo, b.lo));
   struct fe_int64 r;

   r.lo = sub(f, a.lo, b.lo);
   r.hi = sub(f, sub(f, a.hi, b.hi), borrow);
   return r;
}

struct fe_int64 fe_u64_mul(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b)
{
   struct fe_int64 r;

   r.lo = mul(f, a.lo, b.lo);
   r.hi = mad(f, a.lo, b.hi, mulhi(f, a.lo, b.lo));
   r.hi = mad(f, a.hi, b.lo, r.hi);
   return r;
}

struct fe_int64 fe_i64_neg(struct fe_lower *f, struct fe_int64 a)
{
   struct fe_int64 r;

   r.lo = ineg(f, a.lo);
   r.hi = ineg(f, a.hi);
   r.hi = sub(f, r.hi, umini(f, a.lo, 1));
   return r;
}

struct fe_int64 fe_i64_abs(struct fe_lower *f, struct fe_int64 a)
{
   struct fe_int64 n = fe_i64_neg(f, a);

   return fe_int64_sel(f, ilti(f, a.hi, 0), n, a);
}

struct fe_int64 fe_i64_sign(struct fe_lower *f, struct fe_int64 a)
{
   struct fe_int64 r;

   r.hi = sari(f, a.hi, 31);
   r.lo = or(f, umini(f, or(f, a.lo, a.hi), 1), r.hi);
   return r;
}

/* ---- comparisons */

struct ir_src fe_u64_eq(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b)
{
   word x = xor(f, a.lo, b.lo);

   x = or(f, x, xor(f, a.hi, b.hi));
   return eqi(f, x, 0);
}

struct ir_src fe_u64_ne(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b)
{
   word x = xor(f, a.lo, b.lo);

   x = or(f, x, xor(f, a.hi, b.hi));
   return nei(f, x, 0);
}

/* Compares the high words, or the low words where the high words are equal. */
static struct ir_src compare(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b, enum ir_op high, enum ir_op low)
{
   condition same = eq(f, a.hi, b.hi), l = fe_op2(f, low, a.lo, b.lo);

   return sel(f, same, l, fe_op2(f, high, a.hi, b.hi));
}

struct ir_src fe_u64_lt(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b) { return compare(f, a, b, IR_ult, IR_ult); }
struct ir_src fe_u64_ge(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b) { return compare(f, a, b, IR_uge, IR_uge); }
struct ir_src fe_i64_lt(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b) { return compare(f, a, b, IR_ilt, IR_ult); }
struct ir_src fe_i64_ge(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b) { return compare(f, a, b, IR_ige, IR_uge); }

struct fe_int64 fe_u64_min(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b)
{
   return fe_int64_sel(f, fe_u64_lt(f, a, b), a, b);
}

struct fe_int64 fe_u64_max(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b)
{
   return fe_int64_sel(f, fe_u64_lt(f, a, b), b, a);
}

struct fe_int64 fe_i64_min(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b)
{
   return fe_int64_sel(f, fe_i64_lt(f, a, b), a, b);
}

struct fe_int64 fe_i64_max(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b)
{
   return fe_int64_sel(f, fe_i64_lt(f, a, b), b, a);
}

/* ---- shifts */

struct fe_int64 fe_u64_shl(struct fe_lower *f, struct fe_int64 a, struct ir_src count)
{
   word m = andi(f, count, 31), power = shiftof(f, 1, m);
   condition far = nei(f, andi(f, count, 32), 0);
   struct fe_int64 r = int64_mul_word(f, power, a);

   r.hi = sel(f, far, r.lo, r.hi);
   r.lo = seli(f, far, 0, r.lo);
   return r;
}

struct fe_int64 fe_u64_shr(struct fe_lower *f, struct fe_int64 a, struct ir_src count)
{
   return int64_shift_right(f, a, andi(f, count, 63));
}

struct fe_int64 fe_i64_shr(struct fe_lower *f, struct fe_int64 a, struct ir_src count)
{
   word m = andi(f, count, 31), power = opposite(f, m), sign = sari(f, a.hi, 31);
   condition far = nei(f, andi(f, count, 32), 0);
   word high = sar(f, a.hi, m), low = funnel(f, a.hi, a.lo, m, power);
   struct fe_int64 r;

   r.lo = sel(f, far, high, low);
   r.hi = sel(f, far, sign, high);
   return r;
}

/* SPDX-License-Identifier: MIT */
/*
 * The fused multiply-add of doubles. The exact product and the third operand are numbers of 128 bits. One of them is shifted
 * right until their last bits have the same weight; then they are added and rounded once.
 *
 * A product of denormals is not normalised first. Bits that are shifted out only set the last bit, which suffices: a product
 * with a denormal factor has at most 52 leading zeros, so the other number has been shifted past all bits that matter before
 * bits of the product are lost.
 */
#include "frontend/int64/int64_step.h"

#define WORDS 4
#define UP 9 /* puts the highest bit of a mantissa at 61, so that of a product is below 124 */

struct quad {
   struct ir_src w[WORDS]; /* the lowest word first */
};

static struct quad quad_sel(struct fe_lower *f, condition test, const struct quad *yes, const struct quad *no)
{
   struct quad r;

   for (unsigned k = 0; k < WORDS; k++)
      r.w[k] = sel(f, test, yes->w[k], no->w[k]);
   return r;
}

/* Moves the words down by `by` where `test`. *lost collects the words that are shifted out. */
static void move_down(struct fe_lower *f, struct quad *a, condition test, unsigned by, struct ir_src *lost)
{
   word out = by == 2 ? or(f, a->w[0], a->w[1]) : a->w[0];

   out = selelse(f, test, out, 0);
   *lost = lost->val ? or(f, *lost, out) : out;
   for (unsigned k = 0; k < WORDS; k++)
      a->w[k] = k + by < WORDS ? sel(f, test, a->w[k + by], a->w[k]) : seli(f, test, 0, a->w[k]);
}

/* a >> n for n = 0 .. 127. Bits that are shifted out set bit 0. */
static struct quad quad_shift_right(struct fe_lower *f, struct quad a, word n)
{
   word m = andi(f, n, 31), power = shiftof(f, 2, xori(f, m, 31)), lost = {0};
   struct quad r;

   move_down(f, &a, nei(f, andi(f, n, 64), 0), 2, &lost);
   move_down(f, &a, nei(f, andi(f, n, 32), 0), 1, &lost);
   lost = or(f, lost, mul(f, a.w[0], power));
   for (unsigned k = 0; k < WORDS; k++) {
      r.w[k] = shr(f, a.w[k], m);
      if (k + 1 < WORDS)
         r.w[k] = mad(f, a.w[k + 1], power, r.w[k]);
   }
   r.w[0] = or(f, r.w[0], umini(f, lost, 1));
   return r;
}

static struct quad quad_add(struct fe_lower *f, const struct quad *a, const struct quad *b)
{
   struct quad r;
   word out = {0};

   for (unsigned k = 0; k < WORDS; k++) {
      word first = {0}, sum = a->w[k];

      if (k) {
         if (k + 1 < WORDS)
            first = carry_of(f, a->w[k], out);
         sum = add(f, a->w[k], out);
      }
      if (k + 1 < WORDS) {
         out = carry_of(f, sum, b->w[k]);
         out = k ? add(f, out, first) : out;
      }
      r.w[k] = add(f, sum, b->w[k]);
   }
   return r;
}

/* The magnitude of a signed number; `minus` is ~0 where it is negative. */
static struct quad quad_abs(struct fe_lower *f, const struct quad *a, word minus)
{
   word n = ineg(f, minus);
   struct quad r;

   for (unsigned k = 0; k < WORDS; k++) {
      word flipped = xor(f, a->w[k], minus), next = k + 1 < WORDS ? carry_of(f, flipped, n) : n;

      r.w[k] = add(f, flipped, n);
      n = next;
   }
   return r;
}

/* Moves the words up by `by` where `test`. */
static void move_up(struct fe_lower *f, struct quad *a, condition test, unsigned by)
{
   for (unsigned k = WORDS; k-- > 0;)
      a->w[k] = k >= by ? sel(f, test, a->w[k - by], a->w[k]) : seli(f, test, 0, a->w[k]);
}

/* The high half of a shifted left until bit 126 is set, but by at most `limit`; the rest sets bit 0. *n is the shift. */
static struct fe_int64 quad_normalise(struct fe_lower *f, struct quad a, word limit, word *n)
{
   condition none3 = eqi(f, a.w[3], 0), none2, none1;
   word any = or(f, a.w[3], a.w[2]), first, count, m, power, rest;
   struct fe_int64 r;

   none2 = eqi(f, any, 0);
   none1 = eqi(f, or(f, any, a.w[1]), 0);
   first = sel(f, none1, a.w[0], a.w[1]);
   first = sel(f, none2, first, a.w[2]);
   first = sel(f, none3, first, a.w[3]);
   count = selii(f, none1, 95, 63);
   count = selelse(f, none2, count, 31);
   count = selelse(f, none3, count, UINT32_MAX);
   count = add(f, count, int64_leading_zeros(f, first));
   *n = count = umin(f, count, limit);
   move_up(f, &a, nei(f, andi(f, count, 64), 0), 2);
   move_up(f, &a, nei(f, andi(f, count, 32), 0), 1);
   m = andi(f, count, 31);
   power = shiftof(f, 1, m);
   r.hi = mad(f, a.w[3], power, mulhi(f, a.w[2], power));
   r.lo = mad(f, a.w[2], power, mulhi(f, a.w[1], power));
   rest = mul(f, a.w[1], power);
   rest = or(f, rest, a.w[0]);
   r.lo = or(f, r.lo, umini(f, rest, 1));
   return r;
}

struct sum {
   struct fe_int64 magnitude;
   struct ir_src sign; /* bit 31 */
};

/* p + c, where s is the sign of the product. The result is undefined for infinities and NaN. */
static struct sum add_to_product(struct fe_lower *f, const struct quad *p, word exp_p, word s, const struct int64_double *c)
{
   struct fe_int64 mc = int64_raise(f, c->man, UP);
   word zero = fe_imm(f, 0);
   struct quad q = {{zero, zero, mc.lo, mc.hi}}, x, y;
   word d = sub(f, exp_p, c->exp), exp = imax(f, exp_p, c->exp), n, minus, any;
   condition product_first = igei(f, d, 0), zero_sum;
   struct sum r;

   x = quad_sel(f, product_first, p, &q);
   y = quad_sel(f, product_first, &q, p);
   y = quad_shift_right(f, y, umini(f, fe_op1(f, IR_iabs, d), 127));
   minus = sari(f, xor(f, s, c->sign), 31);
   for (unsigned k = 0; k < WORDS; k++)
      y.w[k] = xor(f, y.w[k], minus);
   x.w[0] = sub(f, x.w[0], minus); /* its bit 0 is clear */
   x = quad_add(f, &x, &y);
   any = or(f, x.w[0], x.w[1]);
   any = or(f, any, x.w[2]);
   any = or(f, any, x.w[3]);
   r.sign = sel(f, product_first, s, c->sign);
   r.sign = xor(f, r.sign, x.w[3]);
   zero_sum = eqi(f, any, 0);
   r.sign = sel(f, zero_sum, and(f, s, c->sign), r.sign);
   minus = sari(f, x.w[3], 31);
   x = quad_abs(f, &x, minus);
   exp = seli(f, zero_sum, 0, addi(f, exp, 1));
   r.magnitude = quad_normalise(f, x, exp, &n);
   r.magnitude = int64_round_sum(f, r.magnitude, sub(f, exp, n));
   return r;
}

struct fe_int64 fe_f64_fma(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b, struct fe_int64 c)
{
   struct int64_double da = int64_unpack(f, a), db = int64_unpack(f, b), dc = int64_unpack(f, c);
   word small = umin(f, da.key, db.key), large = umax(f, da.key, db.key), s = xor(f, a.hi, b.hi), exp, sign, t;
   struct fe_int64 ma = int64_raise(f, da.man, UP), mb = int64_raise(f, db.man, UP);
   struct int64_product product = int64_multiply(f, ma, mb, true);
   condition infinite_p, infinite, nan;
   struct quad p;

   for (unsigned k = 0; k < WORDS; k++)
      p.w[k] = product.w[k];
   exp = addi(f, add(f, da.exp, db.exp), 0u - 1019);
   exp = seli(f, eqi(f, small, 0), 0u - 8192, exp); /* 0 has no exponent */
   struct sum r = add_to_product(f, &p, exp, s, &dc);

   /* A NaN, infinity times 0, or infinities of different signs. */
   infinite_p = gei(f, large, INFINITE);
   nan = lt(f, addi(f, umini(f, small, 1), INFINITE - 1), large);
   t = sari(f, xor(f, s, c.hi), 31);
   t = sub(f, dc.key, selelse(f, infinite_p, t, 0));
   nan = or(f, nan, above(f, t, INFINITE));
   infinite = gei(f, dc.key, INFINITE);
   sign = sel(f, infinite, c.hi, r.sign);
   sign = sel(f, infinite_p, s, sign);
   infinite = or(f, infinite, infinite_p);
   return int64_finish(f, r.magnitude, andi(f, sign, FE_SIGN), infinite, nan);
}

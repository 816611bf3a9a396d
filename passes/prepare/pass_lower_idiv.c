/* SPDX-License-Identifier: MIT */
/*
 * Integer division and remainder for targets without them.
 *
 *    z = f2u(frcp(u2f(y)) * 2^32 (1 - 2^-18))       2^32 / y from below
 *    z = z + umulhi(z, -y * z)                      one Newton step, modulo 2^32
 *    q = umulhi(x, z); r = x - q * y                q is too small by at most 2
 *    twice: if (r >= y) { q++; r -= y }
 *
 * Exact for every approximate reciprocal within 2^-19 (16 ulp). Let E = 1 - y z / 2^32. The constant keeps z y <= 2^32, so
 * E is in [0, 2^-17 + y / 2^32]. The step leaves an error of at most E^2 + y / 2^32, and x z / 2^32 falls short of x / y by
 * less than (x / y) E^2 + 1, which is below 2: the first term is at most 2^32 2^-34 at y = 1 and at most 1/2 where z is small
 * (z = k, y close to 2^32 / (k + 1)). So two corrections are enough. If z is 0, x / y is at most 1.
 *
 * y = 0: by decree the quotient is all ones, selected at the end, and the remainder is x, which comes out by itself (q y = 0).
 * Signed operands are divided as magnitudes; the quotient is negative if the signs differ, the remainder has the sign of x;
 * INT_MIN / -1 wraps by itself. Divisions of one pair of operands share their work through pass_cse.
 *
 * A constant divisor d is no division at all (Granlund and Montgomery, "Division by invariant integers using multiplication",
 * 1994): with m = ceil(2^(32 + s) / d) and e = m d - 2^(32 + s), the error of x m / 2^(32 + s) is x e / (d 2^(32 + s)), too
 * little to reach the next integer if x e < 2^(32 + s). The least s does for which that holds of every x; a divisor with a
 * factor 2^k first takes x >> k, and what is left wants m to have 33 bits: ((x - h) / 2 + h) >> (s - 1) with
 * h = umulhi(x, m - 2^32).
 * Signed x: |x| <= 2^31, rounded to minus infinity and so 1 too small below zero; m of 32 bits is m - 2^32 with x added. Powers of
 * two: x + d - 1 below zero, shifted.
 *
 * Linear.
 */
#include "passes/pass.h"

#define SCALE 0x4f7fffc0u /* 2^32 (1 - 2^-18) */

/* -v if s is negative, else v. */
static struct ir_src negate_by(struct ir_builder *b, struct ir_src v, struct ir_src s)
{
   struct ir_src neg = ir_use(ir_op2(b, IR_ilt, s, ir_imm(b, 0)));

   return ir_use(ir_op3(b, IR_sel, neg, ir_use(ir_op1(b, IR_ineg, v)), v));
}

static void divide(struct ir_builder *b, struct ir_src x, struct ir_src y, struct ir_src *q, struct ir_src *r)
{
   struct ir_src rcp = ir_use(ir_op1(b, IR_frcp, ir_use(ir_op1(b, IR_u2f, y))));
   struct ir_src z = ir_use(ir_op1(b, IR_f2u, ir_use(ir_op2(b, IR_fmul, rcp, ir_imm(b, SCALE)))));
   struct ir_src minus_y = ir_use(ir_op1(b, IR_ineg, y)), err = ir_use(ir_op2(b, IR_imul, minus_y, z));

   z = ir_use(ir_op2(b, IR_iadd, z, ir_use(ir_op2(b, IR_umulhi, z, err))));
   *q = ir_use(ir_op2(b, IR_umulhi, x, z));
   *r = ir_use(ir_op3(b, IR_imad, *q, minus_y, x));
   for (int round = 0; round < 2; round++) {
      struct ir_src more = ir_use(ir_op2(b, IR_uge, *r, y));
      struct ir_src q1 = ir_use(ir_op2(b, IR_iadd, *q, ir_imm(b, 1))), r1 = ir_use(ir_op2(b, IR_isub, *r, y));

      *q = ir_use(ir_op3(b, IR_sel, more, q1, *q));
      *r = ir_use(ir_op3(b, IR_sel, more, r1, *r));
   }
}

static struct ir_src op_imm(struct ir_builder *b, enum ir_op op, struct ir_src x, uint32_t imm)
{
   return ir_use(ir_op2(b, op, x, ir_imm(b, imm)));
}

static struct ir_src shift(struct ir_builder *b, enum ir_op op, struct ir_src x, unsigned n)
{
   return n ? op_imm(b, op, x, n) : x;
}

/* The least s with x e < 2^(32 + s) for every x <= max, and the multiplier; false if that is none below 2^32. */
static bool multiplier(uint32_t d, uint64_t max, unsigned *s, uint32_t *m)
{
   for (*s = 0; *s < 32 && d >> *s; ++*s) {
      const uint64_t one = (uint64_t)1 << (32 + *s), q = (one + d - 1) / d, e = q * d - one;
      if (q <= UINT32_MAX && e * max < one) {
         *m = (uint32_t)q;
         return true;
      }
   }
   return false;
}

static struct ir_src unsigned_quotient(struct ir_builder *b, struct ir_src x, uint32_t d)
{
   const unsigned k = (unsigned)__builtin_ctz(d);
   unsigned s;
   uint32_t m;

   if (!(d & (d - 1)))
      return shift(b, IR_ushr, x, k);
   if (d > 0x80000000u) {
      struct ir_src fits = op_imm(b, IR_uge, x, d), one = ir_imm(b, 1), zero = ir_imm(b, 0);
      return ir_use(ir_op3(b, IR_sel, fits, one, zero));
   }
   if (multiplier(d, UINT32_MAX, &s, &m))
      return shift(b, IR_ushr, op_imm(b, IR_umulhi, x, m), s);
   if (k && multiplier(d >> k, UINT32_MAX >> k, &s, &m))
      return shift(b, IR_ushr, op_imm(b, IR_umulhi, shift(b, IR_ushr, x, k), m), s);
   s = 32 - (unsigned)__builtin_clz(d);
   m = (uint32_t)((((uint64_t)1 << (32 + s)) + d - 1) / d); /* less 2^32 */
   struct ir_src h = op_imm(b, IR_umulhi, x, m), half = shift(b, IR_ushr, ir_use(ir_op2(b, IR_isub, x, h)), 1);
   return shift(b, IR_ushr, ir_use(ir_op2(b, IR_iadd, half, h)), s - 1);
}

/* By |d| = 2^k: what is to be shifted. */
static struct ir_src biased(struct ir_builder *b, struct ir_src x, uint32_t d)
{
   struct ir_src below = op_imm(b, IR_ilt, x, 0), up = op_imm(b, IR_iadd, x, d - 1);

   return d == 1 ? x : ir_use(ir_op3(b, IR_sel, below, up, x));
}

static struct ir_src signed_quotient(struct ir_builder *b, struct ir_src x, uint32_t y)
{
   const uint32_t d = y >> 31 ? 0 - y : y;
   struct ir_src q;
   unsigned s = 0;
   uint32_t m = 0;

   if (!(d & (d - 1))) {
      q = shift(b, IR_ishr, biased(b, x, d), (unsigned)__builtin_ctz(d));
   } else {
      multiplier(d, 0x80000000u, &s, &m); /* there is one: e < d, and d <= 2^(s + 1) for the last s */
      q = op_imm(b, IR_imulhi, x, m);
      if (m >> 31)
         q = ir_use(ir_op2(b, IR_iadd, q, x));
      q = shift(b, IR_ishr, q, s);
      struct ir_src below = op_imm(b, IR_ilt, x, 0), next = op_imm(b, IR_iadd, q, 1);
      q = ir_use(ir_op3(b, IR_sel, below, next, q));
   }
   return y >> 31 ? ir_use(ir_op1(b, IR_ineg, q)) : q;
}

/* The quotient (div) or remainder by the constant y. */
static struct ir_src by_constant(struct ir_builder *b, bool sign, bool div, struct ir_src x, uint32_t y)
{
   const uint32_t d = sign && y >> 31 ? 0 - y : y;

   if (!y)
      return div ? ir_imm(b, UINT32_MAX) : x;
   if (div)
      return sign ? signed_quotient(b, x, y) : unsigned_quotient(b, x, y);
   if (d & (d - 1)) {
      struct ir_src q = sign ? signed_quotient(b, x, d) : unsigned_quotient(b, x, d);
      return ir_use(ir_op3(b, IR_imad, q, ir_imm(b, 0 - d), x));
   }
   if (!sign)
      return op_imm(b, IR_iand, x, d - 1);
   return ir_use(ir_op2(b, IR_isub, x, op_imm(b, IR_iand, biased(b, x, d), 0 - d)));
}

bool pass_lower_idiv(struct ir_shader *s)
{
   bool progress = false;

   if (!ir_may_have(s, IR_idiv) && !ir_may_have(s, IR_imod) && !ir_may_have(s, IR_udiv) && !ir_may_have(s, IR_umod))
      return false;
   ir_foreach_block (s, blk)
      ir_foreach_instr (blk, i) {
         bool sign = i->op == IR_idiv || i->op == IR_imod, div = i->op == IR_idiv || i->op == IR_udiv;

         if (!div && i->op != IR_imod && i->op != IR_umod)
            continue;
         struct ir_builder b = ir_before(s, i);
         struct ir_src x = i->src[0], y = i->src[1], q, r;

         progress = true;
         if (y.val->def && y.val->def->op == IR_const) {
            i->src[0] = by_constant(&b, sign, div, x, y.val->def->attr[0]);
            i->op = IR_mov;
            i->nsrc = 1;
            continue;
         }
         struct ir_src zero = ir_imm(&b, 0);
         if (!sign) {
            divide(&b, x, y, &q, &r);
         } else {
            struct ir_src ax = ir_use(ir_op1(&b, IR_iabs, x)), ay = ir_use(ir_op1(&b, IR_iabs, y));

            divide(&b, ax, ay, &q, &r);
            q = negate_by(&b, q, ir_use(ir_op2(&b, IR_ixor, x, y)));
            r = negate_by(&b, r, x);
         }
         i->src = UTIL_ARRAY(s->ctx, struct ir_src, 4);
         if (div) {
            i->op = IR_sel;
            ir_note_op(s, IR_sel);
            i->src[0] = ir_use(ir_op2(&b, IR_ieq, y, zero));
            i->src[1] = ir_imm(&b, UINT32_MAX);
            i->src[2] = q;
            i->nsrc = 3;
         } else {
            i->op = IR_mov;
            ir_note_op(s, IR_mov);
            i->src[0] = r;
            i->nsrc = 1;
         }
      }
   return progress;
}

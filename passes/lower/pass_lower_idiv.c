/* SPDX-License-Identifier: MIT */
/*
 * Lowering of integer division and remainder for targets without them.
 *
 *    z = f2u(frcp(u2f(y)) * 2^32 (1 - 2^-18))       2^32 / y from below
 *    z = z + umulhi(z, -y * z)                      one Newton step, modulo 2^32
 *    q = umulhi(x, z); r = x - q * y                q is at most 2 too small
 *    twice: if (r >= y) { q++; r -= y }
 *
 * Exact for every approximate reciprocal within 2^-19 (16 ulp), in every rounding mode of the product. Let E = 1 - y z / 2^32.
 * The constant keeps z y <= 2^32, so E is in [0, 2^-17 + y / 2^32]. The step leaves an error of at most E^2 + y / 2^32, and x z
 * / 2^32 falls short of x / y by less than (x / y) E^2 + 1, which is below 2: the first term is at most 2^32 2^-34 at y = 1 and
 * at most 1/2 where z is small (z = k, y close to 2^32 / (k + 1)). So two corrections are enough. If z is 0, x / y is at
 * most 1.
 *
 * Divisions by one value share z. For two or more of them another step pays off, after which one correction is enough:
 *
 *    e = -y z modulo 2^32; if (e > y) z++
 *
 * Before it 2^32 / y - z < 1 + E^2 2^32 / y, so e = 2^32 - y z is at least 1 and less than y + 2^32 E^2 <= y + 1/4 + y (2^-16 +
 * y / 2^32). A second y would not fit between unless y > 2^32 (1 - 2^-16), where z is 1 and e small: so 1 <= e <= y in the end,
 * and x / y - x z / 2^32 = (x / 2^32) (e / y) is less than 1. If z is 0, e is 0, and x / y is at most 1 again.
 *
 * y = 0: the quotient is defined as all ones, which a select produces at the end, and the remainder as x, which follows by
 * itself (q y = 0). Signed operands are divided as magnitudes; the quotient is negative if the signs differ, the remainder has
 * the sign of x; INT_MIN / -1 wraps by itself. Divisions of one pair of operands share their work through pass_cse.
 *
 * A constant divisor d needs no division (Granlund and Montgomery, "Division by invariant integers using multiplication",
 * 1994): with m = ceil(2^(32 + s) / d) and e = m d - 2^(32 + s), the error of x m / 2^(32 + s) is x e / (d 2^(32 + s)), too
 * little to reach the next integer if x e < 2^(32 + s). The code uses the least s for which that holds for every x. A divisor
 * with a factor 2^k first takes x >> k; the other divisors need an m of 33 bits: ((x - h) / 2 + h) >> (s - 1) with h =
 * umulhi(x, m - 2^32). Signed x: |x| <= 2^31; the result is rounded to minus infinity and so 1 too small below zero, where 1 is
 * added; an m of 32 bits is used as m - 2^32, with x added to the product. Powers of two: x is shifted, after adding d - 1 if
 * it is below zero.
 *
 * Linear.
 */
#include "passes/pass.h"

#include "ir/match.h"

#define SCALE 0x4f7fffc0u /* 2^32 (1 - 2^-18) */

/* -v if s is negative, else v. */
static struct ir_src negate_by(struct ir_builder *b, struct ir_src v, struct ir_src s)
{
   struct ir_src neg = ir_expr_imm(b, IR_ilt, s, 0);

   return ir_expr3(b, IR_sel, neg, ir_expr1(b, IR_ineg, v), v);
}

/* The values that all divisions by one value share. The last divisor is kept, because the components of a vector often have
   the same one. */
struct divisor {
   const struct ir_block *block; /* in which this was computed, or NULL */
   struct ir_value *val;         /* without modifiers, which only floats have */
   bool sign;
   int corrections;             /* number of corrections of a quotient */
   struct ir_src y, minus_y, z; /* y is its magnitude */
};

#define AHEAD 8 /* instructions searched for another division */

static bool is_division(const struct ir_instr *i, bool sign)
{
   return sign ? i->op == IR_idiv || i->op == IR_imod : i->op == IR_udiv || i->op == IR_umod;
}

/* True if another division by the same value follows. */
static bool is_shared(const struct ir_instr *i, bool sign)
{
   unsigned n = 0;

   for (const struct ir_instr *j = i->next; j && n < AHEAD; j = j->next, n++)
      if (is_division(j, sign) && j->src[1].val == i->src[1].val)
         return true;
   return false;
}

static void new_divisor(struct ir_builder *b, struct divisor *d, const struct ir_instr *i, bool sign)
{
   const struct ir_src y = i->src[1];

   if (d->block == b->block && d->val == y.val && d->sign == sign)
      return;
   d->block = b->block;
   d->val = y.val;
   d->sign = sign;
   d->y = sign ? ir_expr1(b, IR_iabs, y) : y;
   struct ir_src rcp = ir_expr1(b, IR_frcp, ir_expr1(b, IR_u2f, d->y));
   struct ir_src z = ir_expr1(b, IR_f2u, ir_expr_imm(b, IR_fmul, rcp, SCALE));
   d->minus_y = ir_expr1(b, IR_ineg, d->y);
   struct ir_src err = ir_expr2(b, IR_imul, d->minus_y, z);
   d->z = ir_expr2(b, IR_iadd, z, ir_expr2(b, IR_umulhi, z, err));
   d->corrections = 2;
   if (is_shared(i, sign)) {
      struct ir_src enough = ir_expr2(b, IR_uge, d->y, ir_expr2(b, IR_imul, d->minus_y, d->z));
      d->z = ir_expr3(b, IR_sel, enough, d->z, ir_expr_imm(b, IR_iadd, d->z, 1));
      d->corrections = 1;
   }
}

/* The quotient (div) or remainder of x. */
static struct ir_src divide(struct ir_builder *b, struct ir_src x, const struct divisor *d, bool div)
{
   struct ir_src q = ir_expr2(b, IR_umulhi, x, d->z), r = ir_expr3(b, IR_imad, q, d->minus_y, x);

   for (int left = d->corrections; left-- > 0;) {
      struct ir_src more = ir_expr2(b, IR_uge, r, d->y);

      if (div)
         q = ir_expr3(b, IR_sel, more, ir_expr_imm(b, IR_iadd, q, 1), q);
      if (!div || left) /* a quotient needs no remainder at the end */
         r = ir_expr3(b, IR_sel, more, ir_expr2(b, IR_isub, r, d->y), r);
   }
   return div ? q : r;
}

static struct ir_src shift(struct ir_builder *b, enum ir_op op, struct ir_src x, unsigned n)
{
   return n ? ir_expr_imm(b, op, x, n) : x;
}

/* The least s with x e < 2^(32 + s) for every x <= max, and its multiplier m; false if there is no m below 2^32. */
static bool find_multiplier(uint32_t d, uint64_t max, unsigned *s, uint32_t *m)
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

   if (ir_is_power_of_two(d))
      return shift(b, IR_ushr, x, k);
   if (d > 0x80000000u) {
      struct ir_src fits = ir_expr_imm(b, IR_uge, x, d), one = ir_imm(b, 1), zero = ir_imm(b, 0);
      return ir_expr3(b, IR_sel, fits, one, zero);
   }
   if (find_multiplier(d, UINT32_MAX, &s, &m))
      return shift(b, IR_ushr, ir_expr_imm(b, IR_umulhi, x, m), s);
   if (k && find_multiplier(d >> k, UINT32_MAX >> k, &s, &m))
      return shift(b, IR_ushr, ir_expr_imm(b, IR_umulhi, shift(b, IR_ushr, x, k), m), s);
   s = 32 - (unsigned)__builtin_clz(d);
   m = (uint32_t)((((uint64_t)1 << (32 + s)) + d - 1) / d); /* minus 2^32 */
   struct ir_src h = ir_expr_imm(b, IR_umulhi, x, m), half = shift(b, IR_ushr, ir_expr2(b, IR_isub, x, h), 1);
   return shift(b, IR_ushr, ir_expr2(b, IR_iadd, half, h), s - 1);
}

/* The value to shift for a division of a signed x by |d| = 2^k. */
static struct ir_src add_bias(struct ir_builder *b, struct ir_src x, uint32_t d)
{
   struct ir_src below = ir_expr_imm(b, IR_ilt, x, 0), up = ir_expr_imm(b, IR_iadd, x, d - 1);

   return d == 1 ? x : ir_expr3(b, IR_sel, below, up, x);
}

static struct ir_src signed_quotient(struct ir_builder *b, struct ir_src x, uint32_t y)
{
   const uint32_t d = y >> 31 ? 0 - y : y;
   struct ir_src q;
   unsigned s = 0;
   uint32_t m = 0;

   if (ir_is_power_of_two(d)) {
      q = shift(b, IR_ishr, add_bias(b, x, d), (unsigned)__builtin_ctz(d));
   } else {
      find_multiplier(d, 0x80000000u, &s, &m); /* always succeeds: e < d, and d <= 2^(s + 1) for the last s */
      q = ir_expr_imm(b, IR_imulhi, x, m);
      if (m >> 31)
         q = ir_expr2(b, IR_iadd, q, x);
      q = shift(b, IR_ishr, q, s);
      struct ir_src below = ir_expr_imm(b, IR_ilt, x, 0), next = ir_expr_imm(b, IR_iadd, q, 1);
      q = ir_expr3(b, IR_sel, below, next, q);
   }
   return y >> 31 ? ir_expr1(b, IR_ineg, q) : q;
}

/* The quotient (div) or remainder by the constant y. */
static struct ir_src divide_by_constant(struct ir_builder *b, bool sign, bool div, struct ir_src x, uint32_t y)
{
   const uint32_t d = sign && y >> 31 ? 0 - y : y;

   if (!y)
      return div ? ir_imm(b, UINT32_MAX) : x;
   if (div)
      return sign ? signed_quotient(b, x, y) : unsigned_quotient(b, x, y);
   if (!ir_is_power_of_two(d)) {
      struct ir_src q = sign ? signed_quotient(b, x, d) : unsigned_quotient(b, x, d);
      return ir_expr3(b, IR_imad, q, ir_imm(b, 0 - d), x);
   }
   if (!sign)
      return ir_expr_imm(b, IR_iand, x, d - 1);
   return ir_expr2(b, IR_isub, x, ir_expr_imm(b, IR_iand, add_bias(b, x, d), 0 - d));
}

bool pass_lower_idiv(struct ir_shader *s)
{
   struct divisor d = {.block = NULL};
   bool progress = false;

   if (!ir_may_have(s, IR_idiv) && !ir_may_have(s, IR_imod) && !ir_may_have(s, IR_udiv) && !ir_may_have(s, IR_umod))
      return false;
   ir_foreach_block (s, blk)
      ir_foreach_instr (blk, i) {
         bool sign = i->op == IR_idiv || i->op == IR_imod, div = i->op == IR_idiv || i->op == IR_udiv;

         if (!div && i->op != IR_imod && i->op != IR_umod)
            continue;
         struct ir_builder b = ir_before(s, i);
         struct ir_src x = i->src[0], y = i->src[1], q;
         uint32_t bits;

         progress = true;
         if (ir_is_const(y.val, &bits)) {
            i->src[0] = divide_by_constant(&b, sign, div, x, bits);
            i->op = IR_mov;
            ir_note_op(s, IR_mov);
            i->nsrc = 1;
            continue;
         }
         struct ir_src zero = ir_imm(&b, 0), ax = sign ? ir_expr1(&b, IR_iabs, x) : x;
         new_divisor(&b, &d, i, sign);
         q = divide(&b, ax, &d, div);
         if (sign)
            q = negate_by(&b, q, div ? ir_expr2(&b, IR_ixor, x, y) : x);
         i->src = UTIL_ARRAY(s->ctx, struct ir_src, 4);
         if (div) {
            i->op = IR_sel;
            ir_note_op(s, IR_sel);
            i->src[0] = ir_expr2(&b, IR_ieq, y, zero);
            i->src[1] = ir_imm(&b, UINT32_MAX);
            i->src[2] = q;
            i->nsrc = 3;
         } else {
            i->op = IR_mov;
            ir_note_op(s, IR_mov);
            i->src[0] = q;
            i->nsrc = 1;
         }
      }
   return progress;
}

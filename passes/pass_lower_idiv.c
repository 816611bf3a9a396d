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
 * INT_MIN / -1 wraps by itself. Divisions of one pair of operands share their work through pass_cse. Linear.
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

bool pass_lower_idiv(struct ir_shader *s)
{
   bool progress = false;

   ir_foreach_block (s, blk)
      ir_foreach_instr (blk, i) {
         bool sign = i->op == IR_idiv || i->op == IR_imod, div = i->op == IR_idiv || i->op == IR_udiv;

         if (!div && i->op != IR_imod && i->op != IR_umod)
            continue;
         struct ir_builder b = ir_before(s, i);
         struct ir_src x = i->src[0], y = i->src[1], q, r, zero = ir_imm(&b, 0);

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
            i->src[0] = ir_use(ir_op2(&b, IR_ieq, y, zero));
            i->src[1] = ir_imm(&b, UINT32_MAX);
            i->src[2] = q;
            i->nsrc = 3;
         } else {
            i->op = IR_mov;
            i->src[0] = r;
            i->nsrc = 1;
         }
         progress = true;
      }
   return progress;
}

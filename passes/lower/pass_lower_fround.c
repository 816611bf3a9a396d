/* SPDX-License-Identifier: MIT */
/*
 * Lowering of truncation, ceiling and rounding for targets that have only floor.
 *
 *    ceil x    ->   fcanon -floor(-x)
 *    trunc x   ->   fcanon (floor |x|, with the sign of x)
 *    round x   ->   fcanon (|x| < 2^23 ? near, with the sign of x : x)
 *                   near = (|x| + 2^23) - 2^23 if sums are rounded to the nearest, else u2f (f2u_near |x|)
 *
 * Exact for all operands: a zero gets the right sign (floor(-x) is +0 or -0 as it should be for x in (-1,0]), and fcanon makes
 * the NaN canonical. Adding 2^23 to a smaller magnitude rounds it to an integer, ties to even, because the sum has no fraction
 * bits. A conversion to an integer rounds this way in every model, and a float holds every integer up to 2^23; but two sums fit
 * into one group more often than two conversions. The fcanon gets the saturation of the instruction. Linear.
 */
#include "passes/pass.h"

#define SIGN 0x80000000u
#define TWO23 0x4b000000u

static struct ir_src with_sign(struct ir_builder *b, struct ir_src magnitude, struct ir_src x)
{
   struct ir_src sign = ir_expr_imm(b, IR_iand, x, SIGN);

   return ir_expr2(b, IR_ior, magnitude, sign);
}

/* Rounds x, which is not negative or a NaN, to an integer if it is below `big`, 2^23. */
static struct ir_src nearest(struct ir_builder *b, struct ir_src x, struct ir_src big)
{
   if (b->s->num->round == NUM_ROUND_NEAREST)
      return ir_expr2(b, IR_fadd, ir_expr2(b, IR_fadd, x, big), ir_neg(big));
   return ir_expr1(b, IR_u2f, ir_expr1(b, IR_f2u_near, x));
}

bool pass_lower_fround(struct ir_shader *s)
{
   bool progress = false;

   if (!ir_may_have(s, IR_ftrunc) && !ir_may_have(s, IR_fceil) && !ir_may_have(s, IR_fround))
      return false;
   ir_foreach_block (s, blk)
      ir_foreach_instr (blk, i) {
         if (i->op != IR_ftrunc && i->op != IR_fceil && i->op != IR_fround)
            continue;
         struct ir_builder b = ir_before(s, i);
         struct ir_src x = i->src[0], r;

         if (i->op == IR_fceil) {
            r = ir_neg(ir_expr1(&b, IR_ffloor, ir_neg(x)));
         } else {
            /* The sign is copied as a bit, so modifiers are applied first. */
            if (x.neg || x.abs)
               x = ir_expr1(&b, IR_mov, x);
            if (i->op == IR_ftrunc) {
               r = with_sign(&b, ir_expr1(&b, IR_ffloor, ir_abs(x)), x);
            } else {
               struct ir_src big = ir_imm(&b, TWO23);
               struct ir_src near = with_sign(&b, nearest(&b, ir_abs(x), big), x);
               struct ir_src small = ir_expr2(&b, IR_flt, ir_abs(x), big);
               r = ir_expr3(&b, IR_sel, small, near, x);
            }
         }
         i->op = IR_fcanon;
         ir_note_op(s, IR_fcanon);
         i->src[0] = r;
         progress = true;
      }
   return progress;
}

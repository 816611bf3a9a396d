/* SPDX-License-Identifier: MIT */
/*
 * Contraction of a multiplication and the addition of its result.
 *
 *    %2 = fmul %0, %1                           %3 = fmad %0, %1, %c
 *    %3 = fadd %2, %c             ->
 *
 * Inexact where the target's multiply-add rounds once. Not done if one of both instructions has the invariant bit, if the
 * product has other readers (nothing would be saved), is saturated or read through an absolute value, or stands in another
 * block (which may be in front of a loop). A negation of the product moves to one of its operands. Linear.
 */
#include "passes/pass.h"

#include "ir/uses.h"

bool pass_contract(struct ir_shader *s)
{
   bool progress = false;

   if (!ir_may_have(s, IR_fmul) || !ir_may_have(s, IR_fadd))
      return false;
   uint32_t *uses = IR_SCRATCH(s, 0, uint32_t, s->num_values);

   ir_count_uses(s, uses);
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i)
         for (unsigned k = 0; i->op == IR_fadd && k < 2; k++) {
            struct ir_src p = i->src[k], other = i->src[1 - k];
            struct ir_instr *m = p.val->def;

            if (m->op != IR_fmul || m->block != b || !ir_used_once(uses, p.val) || m->sat || p.abs || m->invariant || i->invariant)
               continue;
            i->op = IR_fmad;
            ir_note_op(s, IR_fmad);
            i->src = UTIL_ARRAY(s->ctx, struct ir_src, 4);
            i->src[0] = m->src[0];
            i->src[0].neg ^= p.neg;
            i->src[1] = m->src[1];
            i->src[2] = other;
            i->nsrc = 3;
            ir_remove(m);
            progress = true;
         }
   return progress;
}

/* SPDX-License-Identifier: MIT */
/*
 * Lowering of point sizes for a machine that draws sizes from 1 to 511.95 (observed: Mesa, hk_shader.c, hk_lower_hw_vs): clamps
 * the sizes that a vertex program stores, and replaces NaN by 1. The clamp is in the IR so that a constant can be folded and a
 * parameter be clamped in the preamble. Inexact, because it changes sizes. Linear.
 */
#include "passes/pass.h"

#define LEAST 0x3f800000u /* 1.0 */
#define MOST 0x43fff99au  /* 511.95 */

bool pass_lower_point_size(struct ir_shader *s)
{
   bool progress = false;

   if (s->stage != IR_STAGE_VERTEX)
      return false;
   ir_foreach_block (s, blk)
      ir_foreach_instr (blk, i) {
         if (i->op != IR_store_output || i->attr[0] != SLOT_POINT_SIZE || i->attr[1])
            continue;
         struct ir_builder b = ir_before(s, i);
         const struct ir_src least = ir_imm(&b, LEAST), most = ir_imm(&b, MOST);
         i->src[0] = ir_expr2(&b, IR_fmin, ir_expr2(&b, IR_fmax, i->src[0], least), most);
         progress = true;
      }
   return progress;
}

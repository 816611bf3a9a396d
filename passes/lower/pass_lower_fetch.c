/* SPDX-License-Identifier: MIT */
/*
 * Lowering of texel fetches for machines whose texture unit takes coordinates, layer and level as floats: converts them and
 * marks the access. Exact: a number that f32 cannot hold is outside of every texture, and so is the number that it is rounded
 * to. A BUFFER has no level and more texels than f32 has integers, so its coordinate stays. Linear.
 */
#include "passes/pass.h"

bool pass_lower_fetch(struct ir_shader *s)
{
   bool progress = false;

   if (!ir_may_have(s, IR_tex))
      return false;
   ir_foreach_block (s, blk)
      ir_foreach_instr (blk, i) {
         if (i->op != IR_tex || i->attr[0] != TEX_FETCH || i->attr[1] == TEX_BUFFER || i->attr[3] & IR_TEX_FLOAT_COORDS)
            continue;
         const struct ir_tex_srcs at =
             ir_tex_srcs(TEX_FETCH, (enum exec_tex_target)i->attr[1]); /* coordinates, layer, level or sample */
         struct ir_builder b = ir_before(s, i);

         for (unsigned k = 0; k < at.total; k++)
            if ((int)k != at.lod || !exec_tex_info[i->attr[1]].samples)
               i->src[k] = ir_expr1(&b, IR_i2f, i->src[k]);
         i->attr[3] |= IR_TEX_FLOAT_COORDS;
         progress = true;
      }
   return progress;
}

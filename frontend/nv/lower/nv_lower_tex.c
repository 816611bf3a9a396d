/* SPDX-License-Identifier: MIT */
/*
 * Lowering, textures: which component of the operand is a coordinate, a layer, a reference, a bias or a level (Tables X.17 and
 * X.18 of NV_gpu_program4). Only fragment programs have derivatives; elsewhere level 0 is asked for.
 */
#include "frontend/nv/lower/nv_lower.h"

void nv_lower_tex(struct nv_lower *l)
{
   const struct nv_instr *in = l->in;
   const struct exec_tex_info *info = &exec_tex_info[in->tex.target];
   enum exec_tex_op op;
   /* The layer stands behind the coordinates; the reference in z, or in w where z is taken. */
   unsigned layer_comp = info->coords, ref_comp = info->coords + info->array >= 3 ? 3 : 2;
   bool w_is_ref = info->shadow && ref_comp == 3;
   struct ir_src src[16] = {{0}}, rcp_w = {0}, result[4];
   struct ir_tex_srcs at;
   struct ir_instr *tex;

   switch (in->op) {
   case NV_OP_TXB: op = TEX_BIAS; break;
   case NV_OP_TXL: op = TEX_LOD; break;
   case NV_OP_TXD: op = TEX_GRAD; break;
   case NV_OP_TXF: op = TEX_FETCH; break;
   case NV_OP_TXQ: op = TEX_SIZE; break;
   default: op = TEX_SAMPLE; break;
   }
   if (l->p->stage != NV_FRAGMENT && (op == TEX_SAMPLE || op == TEX_BIAS))
      op = TEX_LOD;
   at = ir_tex_srcs(op, in->tex.target);
   UTIL_CHECK(l->ctx, at.total <= 16);

   if (in->op == NV_OP_TXP)
      rcp_w = nv_op(l, IR_frcp, 1, nv_load(l, 0, 3), (struct ir_src){0}, (struct ir_src){0});
   for (unsigned k = 0; k < at.total; k++) {
      unsigned comp = 0, operand = 0;
      bool zero = false, project = false;

      if (at.coord >= 0 && k >= (unsigned)at.coord && k < (unsigned)at.coord + at.num_coords) {
         comp = k - (unsigned)at.coord;
         project = true;
      } else if ((int)k == at.layer) {
         comp = layer_comp;
         project = comp < 3;
      } else if ((int)k == at.ref) {
         comp = ref_comp;
         project = comp < 3;
      } else if ((int)k == at.lod) {
         comp = op == TEX_SIZE ? 0 : 3;
         zero = op != TEX_SIZE && (w_is_ref || in->op == NV_OP_TEX || in->op == NV_OP_TXP);
      } else if (at.ddy >= 0 && (int)k >= at.ddy) {
         operand = 2;
         comp = k - (unsigned)at.ddy;
      } else {
         operand = 1;
         comp = k - (unsigned)at.ddx;
      }
      src[k] = zero ? nv_f(l, 0) : nv_load(l, operand, comp);
      if (project && rcp_w.val)
         src[k] = nv_op(l, IR_fmul, 2, src[k], rcp_w, src[k]);
      else if (src[k].neg || src[k].abs)
         src[k] = nv_op(l, IR_mov, 1, src[k], src[k], src[k]);
   }
   tex = ir_emit(&l->b, IR_tex, 32, at.total, src,
                 (uint32_t[4]){op, in->tex.target, in->tex.unit,
                               ir_tex_offset(in->tex.offset[0], in->tex.offset[1], in->tex.offset[2])});
   for (unsigned c = 0; c < 4; c++)
      result[c] = ir_use(tex->dst[c]);
   nv_store(l, result, in->op == NV_OP_TXQ ? NV_TYPE_S : (enum nv_type)in->type, NULL, NULL);
}

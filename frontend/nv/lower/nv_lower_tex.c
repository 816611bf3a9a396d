/* SPDX-License-Identifier: MIT */
/*
 * Lowering of textures: the components of the operand that are coordinates, layer, reference value, bias and level (Tables X.17
 * and X.18 of NV_gpu_program4). Only fragment programs have derivatives; other programs sample level 0.
 */
#include "frontend/nv/lower/nv_lower.h"

static enum exec_tex_op texture_op(const struct nv_lower *l, const struct nv_instr *in)
{
   enum exec_tex_op op;

   switch (in->op) {
   case NV_OP_TXB: op = TEX_BIAS; break;
   case NV_OP_TXL: op = TEX_LOD; break;
   case NV_OP_TXD: op = TEX_GRAD; break;
   case NV_OP_TXF: op = TEX_FETCH; break;
   case NV_OP_TXQ: op = TEX_SIZE; break;
   default: op = TEX_SAMPLE; break;
   }
   return l->p->stage != NV_FRAGMENT && (op == TEX_SAMPLE || op == TEX_BIAS) ? TEX_LOD : op;
}

/* The origin of a source of the IR instruction. */
struct tex_source {
   unsigned operand, comp;
   bool zero;    /* it is the constant 0 */
   bool project; /* TXP divides it by w */
};

static struct tex_source source_of(const struct nv_instr *in, enum exec_tex_op op, const struct ir_tex_srcs *at, unsigned k)
{
   const struct exec_tex_info *info = &exec_tex_info[in->tex.target];
   /* The layer follows the coordinates. The reference value is in z, or in w if z is used. */
   const unsigned layer = info->coords, ref = info->coords + info->array >= 3 ? 3 : 2;
   const bool w_is_ref = info->shadow && ref == 3;

   if (at->coord >= 0 && k >= (unsigned)at->coord && k < (unsigned)at->coord + at->num_coords)
      return (struct tex_source){.comp = k - (unsigned)at->coord, .project = true};
   if ((int)k == at->layer)
      return (struct tex_source){.comp = layer, .project = layer < 3};
   if ((int)k == at->ref)
      return (struct tex_source){.comp = ref, .project = ref < 3};
   if ((int)k == at->lod)
      return (struct tex_source){.comp = op == TEX_SIZE ? 0 : 3,
                                 .zero = op != TEX_SIZE && (w_is_ref || in->op == NV_OP_TEX || in->op == NV_OP_TXP)};
   if (at->ddy >= 0 && (int)k >= at->ddy)
      return (struct tex_source){.operand = 2, .comp = k - (unsigned)at->ddy};
   return (struct tex_source){.operand = 1, .comp = k - (unsigned)at->ddx};
}

void nv_lower_tex(struct nv_lower *l)
{
   struct fe_lower *f = &l->fe;
   const struct nv_instr *in = l->cur.in;
   enum exec_tex_op op = texture_op(l, in);
   struct ir_src src[16] = {{0}}, rcp_w = {0}, result[4];
   struct ir_tex_srcs at = ir_tex_srcs(op, in->tex.target);
   struct ir_instr *tex;

   UTIL_CHECK(f->ctx, at.total <= 16);
   if (in->op == NV_OP_TXP)
      rcp_w = fe_op1(f, IR_frcp, nv_load(l, 0, 3));
   for (unsigned k = 0; k < at.total; k++) {
      struct tex_source s = source_of(in, op, &at, k);

      src[k] = s.zero ? fe_imm(f, 0) : nv_load(l, s.operand, s.comp);
      src[k] = s.project && rcp_w.val ? fe_op2(f, IR_fmul, src[k], rcp_w) : fe_mov(f, src[k]);
   }
   const bool integer = op != TEX_SIZE && (in->type == NV_TYPE_S || in->type == NV_TYPE_U);
   tex = ir_emit(&f->b, IR_tex, 32, at.total, src,
                 (uint32_t[4]){op, in->tex.target, in->tex.unit,
                               ir_tex_offset(in->tex.offset[0], in->tex.offset[1], in->tex.offset[2]) |
                                  (integer ? IR_TEX_INTEGER : 0)});
   for (unsigned c = 0; c < 4; c++)
      result[c] = ir_use(tex->dst[c]);
   nv_store(l, result, in->op == NV_OP_TXQ ? NV_TYPE_S : (enum nv_type)in->type, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
/* Facts of a tree that several of its readers need. They do not include the values that instructions compute. */
#include "frontend/nv/ast/nv_ast.h"

#include <string.h>

/* Components of a result that have a meaning: those without "*" in the tables of 2.X.3.5. Writes to others have no effect. */
static uint8_t result_components(unsigned slot)
{
   switch (slot) {
   case SLOT_FOG:
   case SLOT_POINT_SIZE:
   case SLOT_VERTEX_ID:
   case SLOT_PRIM_ID:
   case SLOT_LAYER: return 1;
   case SLOT_FRAG_DEPTH: return 4;
   default: return slot >= SLOT_CLIP && slot <= SLOT_CLIP_LAST ? 1 : 0xf;
   }
}

void nv_written_outputs(const struct nv_program *p, uint8_t mask[SLOT_COUNT])
{
   memset(mask, 0, SLOT_COUNT);
   for (uint32_t i = 0; i < p->num_instrs; i++) {
      const struct nv_dst *d = &p->instrs[i].dst;
      if (!d->present || p->vars[d->var].cls != NV_RESULT)
         continue;
      const struct nv_var *v = &p->vars[d->var];
      for (uint32_t k = 0; k < v->length && v->slot + k < SLOT_COUNT; k++)
         if (!v->is_array || d->index.relative || (int64_t)k == d->index.offset)
            mask[v->slot + k] |= d->mask & result_components(v->slot + k);
   }
   /*
    * With position invariance user clipping is that of the fixed function, and only programs without it "can write" distances
    * (NV_vertex_program2_option, changes to section 2.11), so writes to them have no effect.
    */
   if (p->stage == NV_VERTEX && p->opt_position_invariant) {
      mask[SLOT_POSITION] = 0xf;
      memset(mask + SLOT_CLIP, 0, SLOT_CLIP_LAST - SLOT_CLIP + 1);
   }
}

/* The union of x, y, z and w for the components of a set. */
static unsigned each(unsigned of, unsigned x, unsigned y, unsigned z, unsigned w)
{
   return (of & 1 ? x : 0) | (of & 2 ? y : 0) | (of & 4 ? z : 0) | (of & 8 ? w : 0);
}

void nv_reads(const struct nv_instr *in, unsigned of, unsigned m[3])
{
   const struct nv_op_info *info = &nv_op_info[in->op];

   for (unsigned i = 0; i < 3; i++)
      m[i] = info->in[i] == NV_FMT_NONE ? 0 : info->in[i] == NV_FMT_S ? of != 0 : of;
   if (!of)
      return;
   switch (in->op) {
   case NV_OP_DP2A: m[2] = 1; /* fall through */
   case NV_OP_DP2: m[0] = m[1] = 3; break;
   case NV_OP_DP3: m[0] = m[1] = 7; break;
   case NV_OP_DP4: m[0] = m[1] = 15; break;
   case NV_OP_DPH:
      m[0] = 7;
      m[1] = 15;
      break;
   case NV_OP_DST: /* 1.0; y; z of the first; w of the second */
      m[0] = of & 6;
      m[1] = of & 10;
      break;
   case NV_OP_LIT: m[0] = each(of, 0, 1, 11, 0); break; /* 1.0; x; x, y and w; 1.0 */
   case NV_OP_NRM: m[0] = of & 7 ? 7 : 0; break;
   case NV_OP_RFL: m[0] = m[1] = of & 7 ? 7 : 0; break;
   case NV_OP_SCS: m[0] = (of & 3) != 0; break;
   case NV_OP_EXP:
   case NV_OP_LOG: m[0] = (of & 7) != 0; break;
   case NV_OP_ARL: break; /* where it is a scalar instruction, the swizzle names one component four times */
   case NV_OP_ARA: m[0] = each(of, 5, 10, 5, 10); break;
   case NV_OP_X2D:
      m[0] = each(of, 1, 2, 1, 2);
      m[1] = 3;
      m[2] = each(of, 3, 12, 3, 12);
      break;
   case NV_OP_XPD: m[0] = m[1] = each(of, 6, 5, 3, 0); break;
   case NV_OP_STR:
   case NV_OP_SFL: m[0] = m[1] = 0; break;
   case NV_OP_PK2H:
   case NV_OP_PK2US: m[0] = 3; break;
   case NV_OP_PK4B:
   case NV_OP_PK4UB: m[0] = 15; break;
   case NV_OP_SWZ:
      m[0] = 0;
      for (unsigned c = 0; c < 4; c++)
         m[0] |= (of >> c & 1) && in->swz.sel[c] <= NV_SEL_W ? 1u << in->swz.sel[c] : 0;
      break;
   }
}

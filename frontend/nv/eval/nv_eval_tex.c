/* SPDX-License-Identifier: MIT */
/*
 * The reference evaluator: texture access (2.X.4.4, Tables X.17 and X.18). This file sorts the components of the operand into
 * coordinates, layer, reference value and level; the callback of the wave samples the texture.
 */
#include "frontend/nv/eval/nv_eval.h"

#define NONE 4
/* Tables X.17 and X.18: the number of coordinates among x, y and z, and the components that are layer and reference value. */
static const struct {
   uint8_t coords, layer, ref;
} mapping[TEX_TARGET_COUNT] = {
   [TEX_1D] = {1, NONE, NONE},       [TEX_2D] = {2, NONE, NONE},       [TEX_3D] = {3, NONE, NONE},
   [TEX_CUBE] = {3, NONE, NONE},     [TEX_RECT] = {2, NONE, NONE},     [TEX_SHADOW1D] = {1, NONE, 2},
   [TEX_SHADOW2D] = {2, NONE, 2},    [TEX_SHADOWRECT] = {2, NONE, 2},  [TEX_ARRAY1D] = {1, 1, NONE},
   [TEX_ARRAY2D] = {2, 2, NONE},     [TEX_SHADOWCUBE] = {3, NONE, 3},  [TEX_SHADOWARRAY1D] = {1, 1, 2},
   [TEX_SHADOWARRAY2D] = {2, 2, 3},  [TEX_BUFFER] = {1, NONE, NONE},
};

/* The component that holds the level or the bias, or NONE for level 0. */
static unsigned level_component(const struct nv_instr *in)
{
   switch (in->op) {
   case NV_OP_TXB:
   case NV_OP_TXL:
      return mapping[in->tex.target].ref == 3 ? NONE : 3;
   case NV_OP_TXF:
      return in->tex.target == TEX_BUFFER ? NONE : 3;
   case NV_OP_TXQ:
      return 0;
   default:
      return NONE;
   }
}

/* In vertex and geometry programs all derivatives are 0, so the level is 0 plus the bias. */
static enum exec_tex_op access_kind(const struct nv_instr *in, bool fragment)
{
   switch (in->op) {
   case NV_OP_TXB:
      return fragment ? TEX_BIAS : TEX_LOD;
   case NV_OP_TXL:
      return TEX_LOD;
   case NV_OP_TXD:
      return TEX_GRAD;
   case NV_OP_TXF:
      return TEX_FETCH;
   case NV_OP_TXQ:
      return TEX_SIZE;
   default: /* TEX TXP */
      return fragment ? TEX_SAMPLE : TEX_LOD;
   }
}

/*
 * The lanes in which the level of a cube map with gradients is undefined: the documents do not define it for operands that are
 * not finite, and machines compute it in f32, in different orders whose products overflow. It is defined if the largest
 * component of the direction is from 2^-20 to 2^20 and no derivative exceeds 2^20.
 */
static uint32_t undefined_level(const struct nv_eval *e)
{
   const uint32_t small = num_u(0x1p-20f), large = num_u(0x1p20f);
   uint32_t lanes = 0;

   NV_EACH_LANE(l, e->flow.active)
   {
      uint32_t axis = 0, most = 0; /* magnitudes compare as their bits do, and a NaN is the largest */
      for (unsigned c = 0; c < 3; c++) {
         const uint32_t p = e->src[0].v[c][l] & 0x7fffffff, dx = e->src[1].v[c][l] & 0x7fffffff,
                        dy = e->src[2].v[c][l] & 0x7fffffff;
         axis = p > axis ? p : axis;
         most = dx > most ? dx : most;
         most = dy > most ? dy : most;
      }
      lanes |= (uint32_t)(axis < small || axis > large || most > large) << l;
   }
   return lanes;
}

void nv_eval_tex(struct nv_eval *e, const struct nv_instr *in)
{
   const struct nv_reg *a = &e->src[0];
   struct exec_tex t;
   memset(&t, 0, sizeof t);
   t.op = access_kind(in, e->p->stage == NV_FRAGMENT);
   t.target = in->tex.target;
   t.unit = in->tex.unit;
   memcpy(t.offset, in->tex.offset, sizeof t.offset);
   t.integer = in->op != NV_OP_TXQ && (in->type == NV_TYPE_S || in->type == NV_TYPE_U);
   t.active = e->flow.active;
   t.quad_valid = e->flow.active;

   for (unsigned i = 0; i < in->num_src; i++)
      nv_eval_load(e, &in->src[i], 15, &e->src[i]);
   if (in->op == NV_OP_TXP) {
      NV_EACH_LANE(l, e->flow.active)
      {
         uint32_t q = num_frcp(e->num, a->v[3][l]);
         for (unsigned c = 0; c < 3; c++)
            e->src[0].v[c][l] = num_fmul(e->num, a->v[c][l], q);
      }
   }

   unsigned coords = in->op == NV_OP_TXQ ? 0 : mapping[t.target].coords;
   unsigned layer = in->op == NV_OP_TXQ ? NONE : mapping[t.target].layer;
   unsigned ref = in->op == NV_OP_TXQ || in->op == NV_OP_TXF ? NONE : mapping[t.target].ref;
   unsigned level = level_component(in);
   uint32_t taint = e->lane_taint, coord_taint = e->lane_taint | ~e->flow.active | e->flow.diverged;
   NV_EACH_LANE(l, e->flow.active)
   {
      for (unsigned c = 0; c < coords; c++)
         t.coord[c][l] = a->v[c][l];
      t.layer[l] = layer < 4 ? a->v[layer][l] : 0;
      t.ref[l] = ref < 4 ? a->v[ref][l] : 0;
      t.lod[l] = level < 4 ? a->v[level][l] : 0;
      for (unsigned c = 0; in->op == NV_OP_TXD && c < coords; c++) {
         t.ddx[c][l] = e->src[1].v[c][l];
         t.ddy[c][l] = e->src[2].v[c][l];
      }
   }
   for (unsigned c = 0; c < 4; c++) {
      if (c < coords || c == layer || c == ref || c == level || (in->op == NV_OP_TXP && c == 3))
         taint |= a->taint[c];
      if (c < coords)
         coord_taint |= a->taint[c];
      if (in->op == NV_OP_TXD && c < coords)
         taint |= e->src[1].taint[c] | e->src[2].taint[c];
   }
   if (in->op == NV_OP_TXP)
      coord_taint |= a->taint[3];
   /* An implicit derivative also reads the coordinates of both neighbours in the quad. */
   if (t.op == TEX_SAMPLE || t.op == TEX_BIAS)
      taint |= coord_taint | exec_quad_swap(coord_taint, 1) | exec_quad_swap(coord_taint, 2);
   if (in->op == NV_OP_TXD && coords == 3 && t.target != TEX_3D)
      taint |= undefined_level(e);
   taint &= e->flow.active;
   e->tainting |= taint != 0;

   memset(e->of, 0, sizeof e->of);
   memset(e->cf, 0, sizeof e->cf);
   for (unsigned c = 0; c < 4; c++)
      e->res.taint[c] = taint;
   if (!e->wave->tex) {
      e->wave->fault = "a texture access in a wave without textures";
      e->status = EXEC_FAULT;
      return;
   }
   e->wave->tex(e->wave->tex_user, e->num, &t, e->res.v);
}

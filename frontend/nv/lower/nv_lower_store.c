/* SPDX-License-Identifier: MIT */
/*
 * Lowering of the end of an instruction: steps 3 to 6 of "Order of an instruction" in docs/semantics-nv.md. All values are
 * computed before the first is stored, because tests read the old condition code, and indices read the old registers.
 */
#include "ir/match.h"
#include "frontend/nv/lower/nv_lower.h"

/* Rounds a value for a 16-bit destination, with -fshort=16. */
static struct ir_src shorten(struct fe_lower *f, struct ir_src v, enum nv_type type)
{
   if (type == NV_TYPE_F)
      return fe_round_to_f16(f, v);
   if (type == NV_TYPE_S) {
      v = fe_op2(f, IR_shl, v, fe_imm(f, 16));
      return fe_op2(f, IR_ishr, v, fe_imm(f, 16));
   }
   return fe_op2(f, IR_iand, v, fe_imm(f, 0xffff));
}

/* Rounds the result of an instruction with the suffix X, with -fshort=16: 12 bits of fixed point, 10 of them fractional. */
static struct ir_src fixed_point(struct fe_lower *f, struct ir_src v)
{
   struct ir_src low = fe_imm(f, 0xc0000000u /* -2 */), high = fe_imm(f, 0x3fffe000u /* 2047/1024 */);

   v = fe_sel(f, fe_op2(f, IR_flt, high, v), high, v);
   v = fe_sel(f, fe_op2(f, IR_flt, v, low), low, v);
   v = fe_op2(f, IR_fmul, v, fe_imm(f, 0x44800000u /* 1024 */));
   v = fe_op1(f, IR_fround, v);
   return fe_op2(f, IR_fmul, v, fe_imm(f, 0x3a800000u /* 1/1024 */));
}

/* Saturation and rounding of one component. */
static struct ir_src final_value(struct nv_lower *l, struct ir_src v, enum nv_type type, bool is_short)
{
   const struct nv_instr *in = l->cur.in;

   if (type == NV_TYPE_F && in->sat)
      v = fe_saturate(&l->fe, v, in->sat == NV_SAT_01 ? IR_SAT_01 : IR_SAT_11);
   if (l->fshort == 16 && in->fixed)
      v = fixed_point(&l->fe, v);
   if (l->fshort == 16 && ((type == NV_TYPE_F && in->half) || is_short))
      v = shorten(&l->fe, v, type);
   return fe_mov(&l->fe, v);
}

/* The values to store. Components with the same result share its saturation and rounding. */
static void final_values(struct nv_lower *l, const struct ir_src r[4], enum nv_type type, bool is_short, struct ir_src v[4])
{
   uint8_t mask = nv_lower_mask(l->cur.in);

   for (unsigned c = 0; c < 4; c++)
      if (mask >> c & 1) {
         const unsigned same = fe_first_same(r, mask, c);
         v[c] = same < c ? v[same] : final_value(l, r[c], type, is_short);
      }
}

void nv_store(struct nv_lower *l, const struct ir_src r[4], enum nv_type type, const struct ir_src *of, const struct ir_src *cf)
{
   const struct nv_instr *in = l->cur.in;
   const struct nv_cc_test *t = in->dst.present && in->dst.cc.present && in->dst.cc.rule != NV_CC_TR ? &in->dst.cc : NULL;
   const struct nv_var *var = in->dst.present && in->dst.var != NV_NONE ? &l->p->vars[in->dst.var] : NULL;
   const bool flags = in->cc_update >= 0;
   uint8_t mask = nv_lower_mask(in);
   struct ir_src v[4] = {{0}}, test[4] = {{0}}, flag[4][NV_FLAGS];
   struct fe_index i = {0};

   if (t && t->rule == NV_CC_FL)
      return;
   if (flags)
      memset(flag, 0, sizeof flag);
   final_values(l, r, type, var && var->size == NV_SIZE_SHORT, v);
   for (unsigned c = 0; (t || flags) && c < 4; c++) {
      if (!(mask >> c & 1))
         continue;
      if (t)
         test[c] = nv_test_component(l, t, c);
      for (unsigned f = 0; flags && f < NV_FLAGS; f++) {
         const struct ir_src *given = f == NV_OF ? of : cf;

         if (!nv_cc_wants(l, c, (enum nv_flag)f))
            continue;
         if (f == NV_SF || f == NV_ZF)
            flag[c][f] = nv_cc_flag(l, (enum nv_flag)f, type, v[c]);
         else
            flag[c][f] = given && given[c].val ? given[c] : fe_bit(&l->fe, 0);
      }
   }
   if (var)
      i = nv_element(l, &in->dst.index);
   if (var && var->cls == NV_RESULT)
      i = fe_output_index(&l->fe, var->slot, var->length, i);
   for (unsigned c = 0; c < 4; c++) {
      if (!(mask >> c & 1))
         continue;
      if (var && var->cls == NV_TEMP)
         fe_array_store_if(&l->fe, nv_temp_array(l, in->dst.var, c), i, test[c], v[c]);
      else if (var && var->cls == NV_RESULT)
         fe_output_store_if(&l->fe, var->slot, i, c, test[c], v[c]);
      for (unsigned f = 0; flags && f < NV_FLAGS; f++)
         if (flag[c][f].val)
            nv_cc_set(l, c, (enum nv_flag)f, test[c], flag[c][f]);
   }
}

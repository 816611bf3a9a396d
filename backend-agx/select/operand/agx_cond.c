/* SPDX-License-Identifier: MIT */
/* Conditions: see agx_cond.h. */
#include "backend-agx/select/operand/agx_cond.h"

#include "backend-agx/select/operand/agx_fold.h"

/* The comparison of the machine for one of the IR. */
struct comparison {
   bool exists, is_float, inverted;
   uint8_t cc;
};

static struct comparison comparison_of(const struct ir_instr *i)
{
   switch (i->op) {
   case IR_flt: return (struct comparison){true, true, false, AGX_FCC_LT};
   case IR_fge: return (struct comparison){true, true, false, AGX_FCC_GE};
   case IR_feq: return (struct comparison){true, true, false, AGX_FCC_EQ};
   case IR_fne: return (struct comparison){true, true, true, AGX_FCC_EQ};
   case IR_ieq: return (struct comparison){true, false, false, AGX_ICC_UEQ};
   case IR_ine: return (struct comparison){true, false, true, AGX_ICC_UEQ};
   case IR_ilt: return (struct comparison){true, false, false, AGX_ICC_SLT};
   case IR_ige: return (struct comparison){true, false, true, AGX_ICC_SLT};
   case IR_ult: return (struct comparison){true, false, false, AGX_ICC_ULT};
   case IR_uge: return (struct comparison){true, false, true, AGX_ICC_ULT};
   default: return (struct comparison){0};
   }
}

static bool is_not(const struct ir_instr *i)
{
   return i->op == IR_inot && i->dst[0]->width == 1;
}

bool agx_is_condition(const struct ir_instr *i)
{
   return is_not(i) || comparison_of(i).exists;
}

struct agx_condition agx_condition_of(struct agx_selection *c, const struct ir_value *v)
{
   bool inverted = false;

   for (; is_not(v->def); v = v->def->src[0].val)
      inverted = !inverted;
   const struct ir_instr *i = v->def;
   const struct comparison m = comparison_of(i);
   if (!m.exists) {
      const struct ir_src s = {(struct ir_value *)v, false, false};
      return (struct agx_condition){false, !inverted, AGX_ICC_UEQ, agx_int_src(c, &s), agx_imm(0)};
   }
   struct agx_condition r = {m.is_float, m.inverted != inverted, m.cc, agx_none(), agx_none()};
   const struct ir_src *a;
   uint32_t bits;
   if (agx_compares_sum(c, i, &a, &bits)) {
      r.a = agx_float_src(c, a);
      r.b = agx_float_const(c, bits);
      return r;
   }
   r.a = m.is_float ? agx_float_src(c, &i->src[0]) : agx_int_src(c, &i->src[0]);
   r.b = m.is_float ? agx_float_src(c, &i->src[1]) : agx_int_src(c, &i->src[1]);
   return r;
}

/* SPDX-License-Identifier: MIT */
/*
 * Lowering of the end of the program and of the code that options add there: fog on the first colour of a fragment program, and
 * the position of a vertex program with ARB_position_invariant. docs/semantics-nv.md, "Options", gives the formulas.
 */
#include "frontend/common/fe_vector.h"
#include "frontend/nv/lower/nv_lower.h"

static bool has_fog(const struct nv_program *p)
{
   return p->stage == NV_FRAGMENT && (p->opt_fog_exp || p->opt_fog_exp2 || p->opt_fog_linear);
}

static bool has_fixed_position(const struct nv_program *p) { return p->stage == NV_VERTEX && p->opt_position_invariant; }

void nv_option_params(struct nv_lower *l)
{
   if (has_fixed_position(l->p)) {
      l->fe.out.written[SLOT_POSITION] = 0; /* the program itself does not write it */
      for (unsigned i = 0; i < 4; i++)
         fe_param_add_state(&l->fe, util_printf(l->fe.ctx, "state.matrix.mvp.row[%u]", i));
   }
   if (has_fog(l->p)) {
      fe_param_add_state(&l->fe, "state.fog.color");
      fe_param_add_state(&l->fe, "state.fog.params");
   }
}

/* The parameters of nv_option_params come after those of the program. */
static struct ir_src option_param(struct nv_lower *l, uint32_t i, unsigned c)
{
   return fe_param(&l->fe, l->p->num_params + i, c);
}

static void lower_position(struct nv_lower *l)
{
   struct fe_lower *f = &l->fe;
   struct ir_src in[4], row[4], dot;

   f->b.span = l->p->opt_with_code;
   f->b.invariant = true;
   for (unsigned c = 0; c < 4; c++)
      in[c] = fe_input(f, SLOT_VATTR, c, 0, (struct ir_src){0});
   for (unsigned i = 0; i < 4; i++) {
      for (unsigned c = 0; c < 4; c++)
         row[c] = option_param(l, i, c);
      dot = fe_dot(f, row, in, 4);
      ir_emit(&f->b, IR_store_output, 32, 1, &dot, (uint32_t[4]){SLOT_POSITION, i});
   }
   f->b.invariant = false;
}

/* Parameter 1 holds density, start, end and 1/(end-start). */
static struct ir_src fog_factor(struct nv_lower *l)
{
   struct fe_lower *f = &l->fe;
   const struct nv_program *p = l->p;
   struct ir_src z = fe_input(f, SLOT_FOG, 0, INTERP_SMOOTH, (struct ir_src){0}), t;

   if (p->opt_fog_linear) {
      t = fe_op2(f, IR_fadd, option_param(l, 1, 2), ir_neg(z));
      return fe_saturate(f, fe_op2(f, IR_fmul, t, option_param(l, 1, 3)), IR_SAT_01);
   }
   /* The document's exp() in powers of 2: the density is multiplied by 1/ln 2, or by 1/sqrt(ln 2) if the product is squared. */
   t = option_param(l, 1, 0);
   t = fe_op2(f, IR_fmul, t, fe_imm(f, p->opt_fog_exp ? 0x3fb8aa3bu : 0x3f99be61u));
   t = fe_op2(f, IR_fmul, t, z);
   if (p->opt_fog_exp2)
      t = fe_op2(f, IR_fmul, t, t);
   return fe_saturate(f, fe_op1(f, IR_fexp2, ir_neg(t)), IR_SAT_01);
}

/* Stores the first colour. The older languages fog "the program's final clamped color", NV_fragment_program4 the final
   color. */
static void lower_fog(struct nv_lower *l)
{
   struct fe_lower *f = &l->fe;
   uint8_t mask = f->out.written[SLOT_FRAG_COLOR];
   struct ir_src factor = {0};
   const struct util_span last = f->b.span;

   f->first_value = f->s->num_values;
   for (unsigned c = 0; c < 4; c++) {
      struct ir_src v, g;

      if (!(mask >> c & 1))
         continue;
      f->b.span = c < 3 ? l->p->opt_with_code : last;
      v = fe_output_load(f, SLOT_FRAG_COLOR, c);
      if (c < 3) {
         if (!factor.val)
            factor = fog_factor(l);
         if (l->p->dialect & NV_D_ARB)
            v = fe_saturate(f, v, IR_SAT_01);
         g = option_param(l, 0, c);
         v = fe_op3(f, IR_fmad, factor, v, fe_op3(f, IR_fmad, ir_neg(factor), g, g));
      }
      ir_emit(&f->b, IR_store_output, 32, 1, &v, (uint32_t[4]){SLOT_FRAG_COLOR, c});
   }
   f->out.written[SLOT_FRAG_COLOR] = 0;
}

void nv_option_finish(struct nv_lower *l)
{
   if (has_fog(l->p))
      lower_fog(l);
   fe_outputs_emit(&l->fe);
   if (has_fixed_position(l->p))
      lower_position(l);
}

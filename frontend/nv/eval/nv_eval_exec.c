/* SPDX-License-Identifier: MIT */
/*
 * The reference evaluator: instructions other than flow control, and the outputs of the program: its results at the end or at
 * an EMIT, killed fragments, and the fog and position that options compute after the program.
 */
#include "frontend/nv/eval/nv_eval.h"

/* ------------------------------------------------------------------------------------------------------------------ results */

/* Copies the components of results that the program writes to the outputs of the wave. */
static void copy_results(struct nv_eval *e, uint32_t lanes)
{
   e->wave->undefined |= e->lane_taint;
   for (unsigned s = 0; s < SLOT_COUNT; s++) {
      if (!e->written[s] || e->slot_reg[s] == NV_NONE)
         continue;
      const struct nv_reg *r = &e->regs[e->slot_reg[s]];
      for (unsigned c = 0; c < 4; c++) {
         if (!(e->written[s] >> c & 1))
            continue;
         NV_EACH_LANE(l, lanes)
         {
            e->wave->out[s][c][l] = r->v[c][l];
         }
         if (e->wave->out_taint)
            e->wave->out_taint[s][c] = r->taint[c] | e->lane_taint;
      }
   }
}

/* The parameters of options come after those of the program. */
static uint32_t option_param(const struct nv_eval *e, uint32_t i, unsigned c)
{
   i += e->p->num_params;
   return i < e->wave->num_params ? e->wave->param[i][c] : 0;
}

/* ARB_position_invariant: each component is the DP4 of a row of the matrix and the position. */
static void fixed_position(struct nv_eval *e, uint32_t lanes)
{
   num_m m = e->num;
   NV_EACH_LANE(l, lanes)
   {
      for (unsigned i = 0; i < 4; i++) {
         uint32_t dot = num_fmul(m, option_param(e, i, 0), e->wave->in[0][SLOT_VATTR][0][l]);
         for (unsigned c = 1; c < 4; c++)
            dot = num_fmad(m, option_param(e, i, c), e->wave->in[0][SLOT_VATTR][c][l], dot);
         e->wave->out[SLOT_POSITION][i][l] = dot;
      }
   }
}

/*
 * The fog options blend the final colour of the program with the fog colour: "the program's final clamped color" in
 * ARB_fragment_program 3.11.4.5.1, "the program's final color" in NV_fragment_program4 2.X.6.Y. They read two parameters: the
 * fog colour; and the density, start, end and 1/(end-start).
 */
static void apply_fog(struct nv_eval *e, uint32_t lanes)
{
   const struct nv_program *p = e->p;
   num_m m = e->num;
   NV_EACH_LANE(l, lanes)
   {
      uint32_t z = e->wave->in[0][SLOT_FOG][0][l], f, t;
      if (p->opt_fog_linear) {
         f = num_fsat(m, num_fmul(m, num_fadd(m, option_param(e, 1, 2), z ^ NV_SIGN), option_param(e, 1, 3)));
      } else {
         /* density * z / ln 2; for exp2 the square of density * z / sqrt(ln 2) */
         t = num_fmul(m, num_fmul(m, option_param(e, 1, 0), p->opt_fog_exp ? 0x3fb8aa3bu : 0x3f99be61u), z);
         if (p->opt_fog_exp2)
            t = num_fmul(m, t, t);
         f = num_fsat(m, num_fexp2(m, t ^ NV_SIGN));
      }
      for (unsigned c = 0; c < 3; c++) {
         uint32_t *out = &e->wave->out[SLOT_FRAG_COLOR][c][l], g = option_param(e, 0, c);
         uint32_t color = p->dialect & NV_D_ARB ? num_fsat(m, *out) : *out;
         if (e->written[SLOT_FRAG_COLOR] >> c & 1)
            *out = num_fmad(m, f, color, num_fmad(m, f ^ NV_SIGN, g, g));
      }
   }
}

void nv_eval_finish(struct nv_eval *e)
{
   const struct nv_program *p = e->p;
   uint32_t lanes = e->wave->valid & ~e->wave->helper;
   e->status = EXEC_DONE;
   /* A geometry program has output its vertices at each EMIT. */
   if (p->stage == NV_GEOMETRY)
      return;
   copy_results(e, lanes);
   if (p->stage == NV_VERTEX && p->opt_position_invariant)
      fixed_position(e, lanes);
   if (p->stage == NV_FRAGMENT && (p->opt_fog_exp || p->opt_fog_exp2 || p->opt_fog_linear))
      apply_fog(e, lanes);
}

/* ---------------------------------------------------------------------------------------------------------------- effects */

static void kill_lanes(struct nv_eval *e, const struct nv_instr *in)
{
   const struct nv_operand *o = &in->src[0];
   uint32_t kill = 0;
   if (o->kind == NV_OPND_CC) {
      kill = nv_eval_test_any(e, &o->cc);
   } else {
      nv_eval_load(e, o, 15, &e->src[0]);
      for (unsigned c = 0; c < 4; c++) {
         e->lane_taint |= e->src[0].taint[c] & e->flow.active;
         NV_EACH_LANE(l, e->flow.active)
         {
            uint32_t x = e->src[0].v[c][l];
            bool neg = o->type == NV_TYPE_F ? num_flt(e->num, x, 0) : o->type == NV_TYPE_S && (x & NV_SIGN);
            kill |= (uint32_t)neg << l;
         }
      }
   }
   kill &= ~e->wave->helper;
   e->wave->killed |= kill;
   e->wave->helper |= kill;
}

static void emit(struct nv_eval *e, const struct nv_instr *in)
{
   struct exec_wave *t = e->wave;
   uint32_t lanes = e->flow.active & ~t->helper;
   if (in->op == NV_OP_EMIT) {
      copy_results(e, lanes);
      if (t->emit)
         t->emit(t->emit_user, t, lanes, 0);
   } else if (t->end_primitive && e->p->prim_out != NV_PRIM_POINTS) { /* points: "has no effect", 2.14.6.3 */
      t->end_primitive(t->emit_user, t, lanes, 0);
   }
}

void nv_eval_plain(struct nv_eval *e, const struct nv_instr *in)
{
   switch (in->op) {
   case NV_OP_KIL: kill_lanes(e, in); break;
   case NV_OP_EMIT:
   case NV_OP_ENDPRIM: emit(e, in); break;
   case NV_OP_TEX:
   case NV_OP_TXB:
   case NV_OP_TXD:
   case NV_OP_TXF:
   case NV_OP_TXL:
   case NV_OP_TXP:
   case NV_OP_TXQ:
      nv_eval_tex(e, in);
      if (e->status == EXEC_RUNNING)
         nv_eval_write(e, in);
      break;
   default:
      nv_eval_alu(e, in);
      nv_eval_write(e, in);
   }
}

/* SPDX-License-Identifier: MIT */
/*
 * Lowering of statements and blocks: everything except calls. Unreachable code (after an unconditional BRK, CONT or RET, to the
 * end of the block) is skipped with the links of the tree.
 *
 * The counter of a loop is an IR array. The header tests and decrements it, so that CONT goes to the header as the end of the
 * body does.
 */
#include "frontend/nv/lower/nv_lower.h"

uint32_t nv_block_end(const struct nv_program *p, uint32_t i)
{
   uint32_t end = p->instrs[i].other;

   return p->instrs[end].op == NV_OP_ELSE ? p->instrs[end].other : end;
}

/* ---- loops */

/*
 * The count is evaluated once, as an unsigned number; 0 skips the loop. For floats, floor(x) > 0 is equivalent to x >= 1, and
 * f2u truncates, which equals floor for such numbers. A count that does not fit in 32 bits loops forever in practice.
 */
struct ir_src nv_loop_count(struct nv_lower *l, const struct nv_instr *in)
{
   struct fe_lower *f = &l->fe;
   struct ir_src x = nv_load(l, 0, 0), zero = fe_imm(f, 0), some;

   if (in->src[0].type == NV_TYPE_F) {
      some = fe_op2(f, IR_fge, x, fe_imm(f, FE_ONE));
      x = fe_sel(f, some, fe_op1(f, IR_f2u, x), zero);
   } else if (in->src[0].type == NV_TYPE_S) {
      x = fe_op2(f, IR_imax, x, zero);
   }
   return l->p->loop_count == UINT32_MAX ? x : fe_op2(f, IR_umin, x, fe_imm(f, l->p->loop_count));
}

/* Stores the index of a LOOP: in x as the program sees it, which is never negative, and in y as it counts. */
static void store_index(struct nv_lower *l, uint32_t var, struct ir_src index)
{
   nv_temp_store(l, var, 0, fe_op2(&l->fe, IR_imax, index, fe_imm(&l->fe, 0)));
   nv_temp_store(l, var, 1, index);
}

void nv_loop_index(struct nv_lower *l, const struct nv_instr *in)
{
   if (in->op == NV_OP_LOOP) {
      store_index(l, in->index_var, fe_floor_to_int(&l->fe, nv_load(l, 0, 1)));
      nv_temp_store(l, in->index_var, 2, fe_floor_to_int(&l->fe, nv_load(l, 0, 2)));
   } else if (in->op == NV_OP_ENDLOOP) {
      const uint32_t var = l->p->instrs[in->other].index_var;
      struct ir_src index = nv_temp_load(l, var, 1);

      store_index(l, var, fe_op2(&l->fe, IR_iadd, index, nv_temp_load(l, var, 2)));
   }
}

/* REP and LOOP */
static void lower_rep(struct nv_lower *l, const struct nv_instr *in)
{
   uint32_t counter = FE_NONE;

   if (in->num_src)
      counter = fe_counter_new(&l->fe, nv_loop_count(l, in));
   nv_loop_index(l, in);
   fe_loop(&l->fe, counter);
}

/* ENDREP and ENDLOOP */
static void lower_endrep(struct nv_lower *l, const struct nv_instr *in)
{
   if (l->fe.flow.reachable)
      nv_loop_index(l, in);
   fe_endloop(&l->fe);
}

/* ---- statements with side effects */

static void lower_kill(struct nv_lower *l, const struct nv_instr *in)
{
   struct fe_lower *f = &l->fe;
   const struct nv_operand *o = &in->src[0];
   struct ir_src any = {0};

   if (o->kind == NV_OPND_CC) {
      any = nv_test_any(l, &o->cc);
   } else if (o->type != NV_TYPE_U) { /* an unsigned component is never negative */
      unsigned done = 0;

      for (unsigned c = 0; c < 4; c++) {
         struct ir_src t, x;

         if (done >> o->swz[c] & 1)
            continue;
         done |= 1u << o->swz[c];
         x = nv_load(l, 0, c);
         t = fe_op2(f, o->type == NV_TYPE_S ? IR_ilt : IR_flt, x, fe_imm(f, 0));
         any = any.val ? fe_op2(f, IR_ior, any, t) : t;
      }
   }
   if (any.val)
      ir_emit(&f->b, IR_kill, 1, 1, &any, NULL);
}

/* BRK, CONT and RET. A RET that is the last instruction of its subroutine needs no jump. */
static void lower_leave(struct nv_lower *l, const struct nv_instr *in)
{
   struct fe_lower *f = &l->fe;
   struct ir_src cond = {0};

   if ((in->op == NV_OP_RET && !fe_return_jumps(f)) || nv_test_never(&in->cond))
      return;
   if (!nv_test_always(&in->cond))
      cond = nv_test_any(l, &in->cond);
   switch (in->op) {
   case NV_OP_BRK: fe_break(f, cond); break;
   case NV_OP_CONT: fe_continue(f, cond); break;
   default: fe_return(f, cond); break;
   }
}

/* ---- the visit of statements */

void nv_lower_begin(struct nv_lower *l, const struct nv_instr *in)
{
   memset(&l->cur, 0, sizeof l->cur);
   l->cur.in = in;
   l->fe.first_value = l->fe.s->num_values;
   l->fe.b.span = in->span;
}

void nv_lower_statement(struct nv_lower *l, const struct nv_instr *in)
{
   nv_lower_begin(l, in);
   switch (in->op) {
   case NV_OP_IF: fe_if(&l->fe, nv_test_any(l, &in->cond), l->p->instrs[in->other].op == NV_OP_ELSE); break;
   case NV_OP_REP:
   case NV_OP_LOOP: lower_rep(l, in); break;
   case NV_OP_BRK:
   case NV_OP_CONT:
   case NV_OP_RET: lower_leave(l, in); break;
   case NV_OP_KIL: lower_kill(l, in); break;
   case NV_OP_EMIT:
      fe_outputs_emit(&l->fe);
      ir_emit(&l->fe.b, IR_emit, 32, 0, NULL, (uint32_t[4]){0});
      break;
   case NV_OP_ENDPRIM:
      if (l->p->prim_out != NV_PRIM_POINTS) /* no effect: NV_geometry_program4 2.14.6.3 */
         ir_emit(&l->fe.b, IR_end_primitive, 32, 0, NULL, (uint32_t[4]){0});
      break;
   default:
      if (nv_op_info[in->op].shape == NV_SHAPE_TEX || nv_op_info[in->op].shape == NV_SHAPE_TXD)
         nv_lower_tex(l);
      else
         nv_lower_alu(l);
      break;
   }
}

void nv_lower_next(struct nv_lower *l, uint32_t *pc)
{
   const struct nv_program *p = l->p;
   const struct nv_instr *in = &p->instrs[(*pc)++];

   if (!fe_visit(&l->fe, in->span))
      return;
   if (in->op == NV_OP_ELSE)
      fe_else(&l->fe);
   else if (in->op == NV_OP_ENDIF)
      fe_endif(&l->fe);
   else if (in->op == NV_OP_ENDREP || in->op == NV_OP_ENDLOOP)
      lower_endrep(l, in);
   else if (l->fe.flow.reachable)
      nv_lower_statement(l, in);
   else if (in->op == NV_OP_IF || in->op == NV_OP_REP || in->op == NV_OP_LOOP)
      *pc = nv_block_end(p, *pc - 1) + 1;
}

/* SPDX-License-Identifier: MIT */
/* Whole instructions: translates a statement into an instruction of the tree. */
#include "frontend/nv/check/nv_check.h"

/* Completes the instruction of nv_instr_begin(). */
static void finish(struct nv_parser *p, struct util_span target)
{
   nv_flow_instr(p, p->prog->num_instrs++, target);
   p->stmt.op_done = true;
}

/* The result and n operands of the statement. */
static struct nv_instr *begin_with_operands(struct nv_parser *p, unsigned n, struct util_span span)
{
   struct nv_instr *ins = nv_instr_begin(p, span);

   nv_result(p, &p->stmt.dst, nv_format_type((enum nv_format)nv_op_info[ins->op].out, (enum nv_type)ins->type), ins);
   nv_operands(p, p->stmt.items, n, ins);
   return ins;
}

void nv_instr_alu(struct nv_parser *p, unsigned n, struct util_span span)
{
   begin_with_operands(p, n, span);
   finish(p, p->stmt.op.span);
}

void nv_instr_swz(struct nv_parser *p, struct util_span span)
{
   struct nv_instr *ins = nv_instr_begin(p, span);

   nv_result(p, &p->stmt.dst, (enum nv_type)ins->type, ins);
   memcpy(ins->swz.sel, p->stmt.swz.sel, 4);
   memcpy(ins->swz.neg, p->stmt.swz.neg, sizeof ins->swz.neg);
   nv_operands(p, p->stmt.items, 1, ins);
   finish(p, p->stmt.op.span);
}

void nv_instr_tex(struct nv_parser *p, unsigned n, struct util_span span)
{
   nv_texture(p, &p->stmt.tex, begin_with_operands(p, n, span));
   finish(p, p->stmt.op.span);
}

__attribute__((format(printf, 4, 0))) static void loop_error(struct nv_parser *p, unsigned op, struct util_span at,
                                                             const char *fmt)
{
   nv_error(p, DIAG_ID_loop_operand, at, fmt, nv_op_info[op].name);
   nv_cite(p, NULL, NULL, op == NV_OP_LOOP ? "NV_fragment_program2 3.11.X.8" : "NV_fragment_program2 3.11.X.9");
}

void nv_instr_flow(struct nv_parser *p, const struct nv_raw_cc *cc, const struct nv_raw *src, struct util_span target,
                   struct util_span span)
{
   const struct nv_raw_op *op = &p->stmt.op;
   struct nv_instr *ins = nv_instr_begin(p, span);
   struct nv_raw_cc kill;

   ins->cond = nv_cc_test(p, cc);
   if (op->op == NV_OP_LOOP) {
      struct nv_var v = {.cls = NV_TEMP, .type = NV_TYPE_S, .address = true, .length = 1, .span = op->span, .vertex = NV_NONE};

      ins->index_var = nv_new_var(p, &v);
   }
   if (op->op == NV_OP_KIL && src && nv_kill_condition(p, src, &kill)) {
      ins->num_src = 1;
      ins->src[0] = (struct nv_operand){.kind = NV_OPND_CC, .swz = {0, 1, 2, 3}, .cc = nv_cc_test(p, &kill), .span = src->span};
   } else if (src) {
      unsigned errors = p->ctx->num_errors;

      nv_operands(p, src, 1, ins);
      if (nv_arb(p) && op->op != NV_OP_KIL && errors == p->ctx->num_errors && p->prog->vars[ins->src[0].var].cls != NV_PARAM)
         loop_error(p, op->op, src->span, "the count of %s must be a program parameter");
   } else if (nv_arb(p) && op->op == NV_OP_REP) {
      loop_error(p, op->op, (struct util_span){op->span.off + op->span.len, 0}, "%s needs a count");
   }
   finish(p, target);
}

void nv_instr_stack(struct nv_parser *p, struct util_span span)
{
   struct nv_instr *ins = nv_instr_begin(p, span);

   if (ins->op == NV_OP_POPA) {
      nv_result(p, &p->stmt.dst, NV_TYPE_S, ins);
      if (ins->dst.cc.present && ins->dst.cc.rule != NV_CC_TR)
         nv_error(p, DIAG_ID_popa_mask, p->stmt.dst.cc.rule, "POPA takes no condition");
   } else {
      nv_operands(p, p->stmt.items, 1, ins);
   }
   finish(p, p->stmt.op.span);
}

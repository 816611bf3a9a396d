/* SPDX-License-Identifier: MIT */
/*
 * Lowering of a checked TGSI program to IR: calls and the whole program. See tgsi_lower.h for the other files.
 *
 * Instructions are visited in the order of execution, with an explicit stack of open blocks and calls. Calls are expanded in
 * line, except for those of tgsi_lower_recursion.c. Complexity: linear in the instructions that are visited.
 */
#include "frontend/tgsi/lower/tgsi_lower.h"

/* CAL and CALLNZ */
static void lower_call(struct tgsi_lower *l, const struct tgsi_instr *in, uint32_t *pc)
{
   const struct tgsi_program *p = l->p;
   const uint32_t sub = p->instrs[in->other].sub;
   struct ir_block *merge = NULL;

   tgsi_lower_begin(l, in);
   if (l->fe.flow.depth - 1 >= TGSI_MAX_CALLS)
      return;
   if (in->op == TGSI_OP_CALLNZ)
      merge = fe_guard_begin(&l->fe, tgsi_condition(l));
   if (p->subs[sub].recursive) {
      tgsi_lower_recursion(l, sub);
      if (merge)
         fe_guard_end(&l->fe, merge);
      return;
   }
   fe_sub_begin(&l->fe, sub, *pc, p->subs[sub].early_return, merge);
   *pc = p->subs[sub].first;
}

static void lower_program(struct tgsi_lower *l)
{
   const struct tgsi_program *p = l->p;
   uint32_t pc = p->subs[0].first;

   if (tgsi_expands_too_far(l)) {
      tgsi_lower_recursion(l, 0);
      return;
   }
   fe_sub_begin(&l->fe, 0, 0, p->subs[0].early_return, NULL);
   while (!l->fe.failed) {
      const struct tgsi_instr *in = &p->instrs[pc];

      if (pc >= p->subs[fe_sub(&l->fe)].end) {
         pc = fe_sub_end(&l->fe);
         if (!l->fe.flow.num_frames)
            return;
      } else if (in->op == TGSI_OP_CAL || in->op == TGSI_OP_CALLNZ) {
         pc++;
         if (fe_visit(&l->fe, in->span) && l->fe.flow.reachable)
            lower_call(l, in, &pc);
      } else {
         tgsi_lower_next(l, &pc);
      }
   }
}

/* Rejects properties and outputs that this version does not support; no instruction depends on them. */
static void check_support(struct tgsi_lower *l)
{
   const struct tgsi_program *p = l->p;

   if (p->stage > TGSI_STAGE_COMP) {
      l->fe.b.span = p->stage_span;
      tgsi_unsupported(l, util_printf(l->fe.ctx, "the stage %s", tgsi_stage_name[p->stage]));
   }
   for (uint32_t i = 0; i < p->num_decls; i++) {
      const struct tgsi_decl *d = &p->decls[i];

      l->fe.b.span = d->span;
      if (d->file == TGSI_FILE_OUT && d->slot >= SLOT_COUNT && d->semantic < TGSI_SEMANTIC_COUNT)
         tgsi_unsupported(l, tgsi_semantic_info[d->semantic].name);
      l->invariant |= d->file == TGSI_FILE_OUT && d->invariant;
   }
}

struct ir_shader *tgsi_lower(struct util_ctx *ctx, const struct tgsi_program *p, num_m num)
{
   static const uint8_t stage[TGSI_STAGE_COUNT] = {
      [TGSI_STAGE_VERT] = IR_STAGE_VERTEX, [TGSI_STAGE_FRAG] = IR_STAGE_FRAGMENT, [TGSI_STAGE_GEOM] = IR_STAGE_GEOMETRY,
      [TGSI_STAGE_COMP] = IR_STAGE_COMPUTE};
   struct tgsi_lower *l = UTIL_NEW(ctx, struct tgsi_lower);
   struct ir_shader *s = ir_shader_new(ctx, (enum ir_stage)stage[p->stage], num);

   fe_lower_begin(&l->fe, ctx, s);
   l->p = p;
   l->clock = l->killed = l->private_words = FE_NONE;
   for (uint32_t i = 0; i < p->num_instrs && l->killed == FE_NONE; i++)
      if (p->instrs[i].op == TGSI_OP_READ_HELPER)
         l->killed = ir_array_new(s, 1, 32, "killed");
   l->test = UTIL_ARRAY(ctx, struct ir_src, (size_t)p->num_instrs + 1);
   s->num_source_ops = p->num_instrs;
   s->prim_in = p->prim_in;
   s->prim_out = p->prim_out;
   s->vertices_out = p->vertices_out;
   memcpy(s->block, p->workgroup, sizeof s->block);

   check_support(l);
   if (!l->fe.failed)
      tgsi_lower_prepare(l);
   if (!l->fe.failed)
      lower_program(l);
   if (l->fe.failed)
      return NULL;
   if (l->fe.flow.reachable && p->stage != TGSI_STAGE_GEOM)
      tgsi_outputs_emit(l);
   fe_lower_end(&l->fe);
   return s;
}

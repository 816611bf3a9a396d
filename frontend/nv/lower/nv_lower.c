/* SPDX-License-Identifier: MIT */
/*
 * Lowering of a checked NV program to IR: calls and the whole program. See nv_lower.h for the other files.
 *
 * Statements are visited in the order of execution, with an explicit stack of open blocks and calls. Calls are expanded in
 * line, except that nv_lower_recursion.c handles recursive subroutines and programs that would become too large, and
 * nv_lower_jump.c handles programs with jumps. Complexity: linear in the statements that are visited.
 */
#include "frontend/nv/lower/nv_lower.h"

/* Finds the subroutines with a RET other than the last instruction. Such a RET needs a block to break out of. */
static void find_returns(struct nv_lower *l)
{
   const struct nv_program *p = l->p;

   l->early_return = UTIL_ARRAY(l->fe.ctx, bool, p->num_subs + 1);
   /* Backwards, because subroutines are in the order of their first instructions and may share text. */
   for (uint32_t i = p->num_instrs, s = p->num_subs, ret = NV_NONE; s > 0;) {
      if (p->subs[s - 1].first == i) {
         s--;
         l->early_return[s] = ret != NV_NONE && (ret + 1 < p->subs[s].end || p->subs[s].ends_program);
      } else if (p->instrs[--i].op == NV_OP_RET) {
         ret = i;
      }
   }
   /* In the older languages END and a call that is nested too deeply end the program inside any block. */
   for (uint32_t s = 0; p->dialect & NV_D_ARB && s < p->num_subs; s++)
      if (p->subs[s].recursive || s >= p->call_depth || (p->subs[s].ends_program && s != p->entry_sub))
         l->early_return[p->entry_sub] = true;
}

/* In the older languages recursive subroutines are expanded like others, down to the depth of the stack. */
static bool needs_stack(const struct nv_program *p, uint32_t sub)
{
   return p->subs[sub].recursive && !(p->dialect & NV_D_ARB);
}

static void begin_sub(struct nv_lower *l, uint32_t sub, uint32_t return_to, struct ir_block *test_merge)
{
   fe_sub_begin(&l->fe, sub, return_to, l->early_return[sub], test_merge);
}

/* The main program has a frame, but is not on the call stack. */
static bool stack_is_full(const struct nv_lower *l) { return l->fe.flow.depth - 1 >= l->p->call_depth; }

static void lower_call(struct nv_lower *l, const struct nv_instr *in, uint32_t *pc)
{
   struct fe_lower *f = &l->fe;
   struct ir_block *merge = NULL;
   struct ir_src cond = {0};

   nv_lower_begin(l, in);
   /* With a full stack the call has no effect. In the older languages it ends the program. */
   if (nv_test_never(&in->cond) || (stack_is_full(l) && !(l->p->dialect & NV_D_ARB)))
      return;
   if (!nv_test_always(&in->cond))
      cond = nv_test_any(l, &in->cond);
   if (stack_is_full(l)) {
      fe_exit(f, cond);
      return;
   }
   if (cond.val)
      merge = fe_guard_begin(f, cond);
   if (needs_stack(l->p, in->callee)) {
      nv_lower_recursion(l, in->callee);
      if (merge)
         fe_guard_end(f, merge);
      return;
   }
   begin_sub(l, in->callee, *pc, merge);
   *pc = l->p->subs[in->callee].first;
}

static void lower_program(struct nv_lower *l)
{
   const struct nv_program *p = l->p;
   uint32_t pc = p->subs[p->entry_sub].first;

   if (needs_stack(p, p->entry_sub) || nv_expands_too_far(l)) {
      nv_lower_recursion(l, p->entry_sub);
      return;
   }
   begin_sub(l, p->entry_sub, 0, NULL);
   while (!l->fe.failed) {
      const struct nv_sub *sub = &p->subs[fe_sub(&l->fe)];

      if (pc >= sub->end) {
         /* In the older languages END also ends the program in a called subroutine. */
         if (sub->ends_program && l->fe.flow.depth > 1)
            fe_exit(&l->fe, (struct ir_src){0});
         pc = fe_sub_end(&l->fe);
         if (!l->fe.flow.num_frames)
            return;
      } else if (p->instrs[pc].op == NV_OP_CAL) {
         const struct nv_instr *in = &p->instrs[pc++];

         if (fe_visit(&l->fe, in->span) && l->fe.flow.reachable)
            lower_call(l, in, &pc);
      } else {
         nv_lower_next(l, &pc);
      }
   }
}

struct ir_shader *nv_lower(struct util_ctx *ctx, const struct nv_program *p, num_m num, unsigned fshort)
{
   static const uint8_t stage[] = {IR_STAGE_VERTEX, IR_STAGE_FRAGMENT, IR_STAGE_GEOMETRY};
   struct nv_lower *l = UTIL_NEW(ctx, struct nv_lower);
   struct ir_shader *s = ir_shader_new(ctx, (enum ir_stage)stage[p->stage], num);

   fe_lower_begin(&l->fe, ctx, s);
   l->p = p;
   l->fshort = fshort;
   nv_written_outputs(p, l->fe.out.written);
   for (uint32_t i = 0; i < p->num_params; i++)
      ir_add_param(s, p->params[i]);
   nv_option_params(l);
   s->num_source_ops = p->num_instrs;
   s->prim_in = p->prim_in;
   s->prim_out = p->prim_out;
   s->vertices_out = p->vertices_out;

   find_returns(l);
   nv_lower_prepare(l);
   nv_cc_scan(l);
   nv_cc_start(l);
   if (p->jumps)
      nv_lower_jumps(l);
   else
      lower_program(l);
   if (l->fe.failed)
      return NULL;
   if (l->fe.flow.reachable && p->stage != NV_GEOMETRY)
      nv_option_finish(l);
   nv_lower_release(l);
   fe_lower_end(&l->fe);
   util_discard(ctx, l, sizeof *l);
   return s;
}

/* SPDX-License-Identifier: MIT */
/*
 * Lowering of subroutines that are not expanded at their calls: the callbacks of frontend/common/fe_recursion.h, and the
 * instructions that end a basic block. In NV_gpu_program4 these are the recursive subroutines; in all languages they are all
 * subroutines of a program that would become too large with its calls expanded. A LOOP has one index, which the calls that are
 * open at the same time share.
 */
#include "frontend/common/fe_recursion.h"
#include "frontend/nv/lower/nv_lower.h"

static void branch(struct nv_lower *l, const struct nv_cc_test *t, uint32_t yes, uint32_t no)
{
   struct fe_states *states = &l->recursion->states;

   if (yes == no || nv_test_always(t))
      fe_state_go(states, yes);
   else if (nv_test_never(t))
      fe_state_go(states, no);
   else
      fe_state_choose(states, nv_test_any(l, t), yes, no);
}

/* In the older languages a call with a full stack ends the program. */
static void call_or_end(struct nv_lower *l, const struct nv_instr *in, uint32_t next)
{
   struct fe_states *states = &l->recursion->states;
   struct ir_block *merge = NULL;

   if (nv_test_never(&in->cond))
      return;
   if (!nv_test_always(&in->cond))
      merge = fe_guard_begin(&l->fe, nv_test_any(l, &in->cond));
   fe_state_go(states, states->num_blocks + 1);
   fe_state_call(states, fe_state_may_call(states), next, fe_recursion_entry(l->recursion, in->callee));
   if (merge)
      fe_guard_end(&l->fe, merge);
}

static void call(struct nv_lower *l, const struct nv_instr *in, uint32_t next)
{
   const struct nv_sub *s = &l->p->subs[in->callee];
   struct fe_states *states = &l->recursion->states;
   struct ir_src ok;

   fe_state_go(states, next);
   if (l->p->dialect & NV_D_ARB) {
      call_or_end(l, in, next);
      return;
   }
   if (s->first == s->end || states->max_depth == 0 || nv_test_never(&in->cond))
      return;
   ok = fe_state_may_call(states);
   if (!nv_test_always(&in->cond))
      ok = fe_op2(&l->fe, IR_iand, ok, nv_test_any(l, &in->cond));
   fe_state_call(states, ok, next, fe_recursion_entry(l->recursion, in->callee));
}

/* Goes from the start or end of a loop to its body, or past it. */
static void loop(struct nv_lower *l, const struct nv_instr *in, uint32_t begin, struct ir_src n)
{
   struct fe_recursion *r = l->recursion;
   const struct nv_instr *rep = &l->p->instrs[begin];
   const uint32_t body = fe_recursion_state(r, begin + 1);

   nv_loop_index(l, in);
   if (rep->num_src)
      fe_state_count(&r->states, &r->counter[begin], l->p->subs[rep->sub].recursive, n, body,
                     fe_recursion_state(r, rep->other + 1));
   else
      fe_state_go(&r->states, body);
}

/* The instruction that ends a basic block selects the next state. */
static void leave(void *user, uint32_t i)
{
   struct nv_lower *l = user;
   struct fe_recursion *r = l->recursion;
   const struct nv_program *p = l->p;
   const struct nv_instr *in = &p->instrs[i];
   const uint32_t next = fe_recursion_state(r, i + (r->instrs[i].control != FE_PASS));
   uint32_t end;

   nv_lower_begin(l, in);
   l->fe.visits++;
   switch (in->op) {
   case NV_OP_IF: branch(l, &in->cond, next, fe_recursion_state(r, in->other + 1)); break;
   case NV_OP_REP:
   case NV_OP_LOOP: loop(l, in, i, in->num_src ? nv_loop_count(l, in) : (struct ir_src){0}); break;
   case NV_OP_ENDREP:
   case NV_OP_ENDLOOP: loop(l, in, in->other, (struct ir_src){0}); break;
   case NV_OP_BRK:
   case NV_OP_CONT:
      end = p->instrs[in->other].other;
      branch(l, &in->cond, fe_recursion_state(r, in->op == NV_OP_BRK ? end + 1 : end), next);
      break;
   case NV_OP_RET: branch(l, &in->cond, r->num_blocks, next); break;
   case NV_OP_CAL: call(l, in, next); break;
   default: fe_state_go(&r->states, next); break;
   }
}

static void next(void *user, uint32_t *pc) { nv_lower_next(user, pc); }

static struct fe_text_instr control_of(const struct nv_program *p, uint32_t i)
{
   const struct nv_instr *in = &p->instrs[i];

   switch (in->op) {
   case NV_OP_IF:
   case NV_OP_REP:
   case NV_OP_LOOP: return (struct fe_text_instr){FE_BEGIN, nv_block_end(p, i)};
   case NV_OP_ELSE: return (struct fe_text_instr){FE_PASS, in->other};
   case NV_OP_ENDIF: return (struct fe_text_instr){FE_PASS_END, i + 1};
   case NV_OP_ENDREP:
   case NV_OP_ENDLOOP: return (struct fe_text_instr){FE_LOOP_END, 0};
   case NV_OP_BRK:
   case NV_OP_CONT: return (struct fe_text_instr){FE_LEAVE, in->other};
   case NV_OP_CAL: return (struct fe_text_instr){FE_CALL, in->callee};
   case NV_OP_RET: return (struct fe_text_instr){FE_RETURN, 0};
   default: return (struct fe_text_instr){FE_PLAIN, 0};
   }
}

static struct fe_recursion *recursion_of(struct nv_lower *l)
{
   const struct nv_program *p = l->p;
   struct fe_recursion *r = l->recursion;

   if (r)
      return r;
   r = l->recursion = fe_recursion_new(&l->fe, p->num_instrs, p->num_subs, p->call_depth);
   r->user = l;
   r->next = next;
   r->leave = leave;
   for (uint32_t i = 0; i < p->num_instrs; i++)
      r->instrs[i] = control_of(p, i);
   for (uint32_t i = 0; i < p->num_subs; i++)
      r->subs[i] = (struct fe_text_sub){p->subs[i].first, p->subs[i].end, p->subs[i].ends_program && p->dialect & NV_D_ARB};
   return r;
}

bool nv_expands_too_far(struct nv_lower *l)
{
   return l->p->num_subs > 1 && fe_expands_too_far(recursion_of(l), l->p->entry_sub, l->p->dialect & NV_D_ARB);
}

void nv_lower_recursion(struct nv_lower *l, uint32_t sub)
{
   fe_recursion_call(recursion_of(l), sub);
}

/* SPDX-License-Identifier: MIT */
/*
 * Lowering of subroutines of NV_gpu_program4 that call themselves. A call of such a subroutine from elsewhere becomes a loop
 * around the text of all subroutines that it can reach, cut into basic blocks (frontend/common/fe_state.h). Blocks of the source that
 * hold no call and no return, and that no jump leaves, stay structured.
 *
 * Complexity: linear in the text of these subroutines, for each call from elsewhere.
 */
#include "frontend/common/fe_state.h"
#include "frontend/nv/lower/nv_lower.h"

struct nv_recursion {
   struct nv_lower *l;
   /* facts of the program, found once */
   bool *structured;       /* by IF or REP: the block stays structured */
   uint32_t *counter;      /* by REP: IR array of its counter; FE_NONE until it is used */
   uint32_t *expanded_for; /* by subroutine: number of the last call that it was expanded for */
   /* of the call that is being lowered */
   uint32_t call;          /* its number */
   bool *leader;           /* by instruction: it begins a basic block */
   uint32_t *block;        /* by leader: number of its block */
   uint32_t *subs, num_subs;
   uint32_t num_blocks;    /* also the state "return" */
   struct fe_states states;
};

/* ---- basic blocks */

/* A block is structured if it holds no CAL, no RET, and no BRK or CONT of a REP around it. */
static void find_structured(struct nv_recursion *r)
{
   const struct nv_program *p = r->l->p;
   struct open {
      uint32_t start, reach; /* reach: 1 + the outermost REP that is left or continued; 0: the subroutine is left */
   } *open = NULL;
   uint32_t depth = 0, cap = 0;

   for (uint32_t i = 0; i < p->num_instrs; i++) {
      const struct nv_instr *in = &p->instrs[i];
      uint32_t reach = UINT32_MAX;

      switch (in->op) {
      case NV_OP_IF:
      case NV_OP_REP: UTIL_PUSH(r->l->fe.ctx, open, depth, cap, ((struct open){i, UINT32_MAX})); break;
      case NV_OP_ENDIF:
      case NV_OP_ENDREP:
         depth--;
         reach = open[depth].reach;
         r->structured[open[depth].start] = reach > open[depth].start;
         break;
      case NV_OP_BRK:
      case NV_OP_CONT: reach = in->other + 1; break;
      case NV_OP_CAL:
      case NV_OP_RET: reach = 0; break;
      }
      if (depth > 0 && reach < open[depth - 1].reach)
         open[depth - 1].reach = reach;
   }
}

static bool is_structured(const struct nv_recursion *r, uint32_t i)
{
   unsigned op = r->l->p->instrs[i].op;

   return (op == NV_OP_IF || op == NV_OP_REP) && r->structured[i];
}

static bool ends_block(const struct nv_instr *in)
{
   switch (in->op) {
   case NV_OP_IF:
   case NV_OP_ELSE:
   case NV_OP_ENDIF:
   case NV_OP_REP:
   case NV_OP_ENDREP:
   case NV_OP_BRK:
   case NV_OP_CONT:
   case NV_OP_CAL:
   case NV_OP_RET: return true;
   default: return false;
   }
}

static void add_sub(struct nv_recursion *r, uint32_t s)
{
   if (r->expanded_for[s] == r->call)
      return;
   r->expanded_for[s] = r->call;
   r->subs[r->num_subs++] = s;
}

/* Find the subroutines that can be reached, mostly callers in front of what they call, and their basic blocks. */
static void find_blocks(struct nv_recursion *r, uint32_t root)
{
   const struct nv_program *p = r->l->p;

   r->num_blocks = r->num_subs = 0;
   add_sub(r, root);
   for (uint32_t n = 0; n < r->num_subs; n++) {
      const struct nv_sub *s = &p->subs[r->subs[n]];
      bool leader = true;

      for (uint32_t i = s->first; i < s->end; i++) {
         const struct nv_instr *in = &p->instrs[i];

         r->leader[i] = leader || in->op == NV_OP_ENDREP;
         /* A block of nothing but an ELSE or ENDIF has no effect: state_of() passes over it. */
         if (r->leader[i] && in->op != NV_OP_ELSE && in->op != NV_OP_ENDIF)
            r->block[i] = r->num_blocks++;
         if (in->op == NV_OP_CAL)
            add_sub(r, in->callee);
         leader = !is_structured(r, i) && ends_block(in);
         if (is_structured(r, i))
            i = nv_block_end(p, i);
      }
   }
}

/* The state in which instruction i of subroutine s is next. */
static uint32_t state_of(const struct nv_recursion *r, const struct nv_sub *s, uint32_t i)
{
   const struct nv_program *p = r->l->p;

   while (i < s->end && (p->instrs[i].op == NV_OP_ELSE || p->instrs[i].op == NV_OP_ENDIF))
      i = p->instrs[i].op == NV_OP_ELSE ? p->instrs[i].other : i + 1;
   return i < s->end ? r->block[i] : r->num_blocks;
}

/* ---- code */

static void branch(struct nv_recursion *r, const struct nv_cc_test *t, uint32_t yes, uint32_t no)
{
   if (yes == no || nv_test_always(t))
      fe_state_go(&r->states, yes);
   else if (nv_test_never(t))
      fe_state_go(&r->states, no);
   else
      fe_state_choose(&r->states, nv_test_any(r->l, t), yes, no);
}

static void call(struct nv_recursion *r, const struct nv_instr *in, uint32_t next)
{
   const struct nv_sub *s = &r->l->p->subs[in->callee];
   struct ir_src ok;

   fe_state_go(&r->states, next);
   if (s->first == s->end || r->states.max_depth == 0 || nv_test_never(&in->cond))
      return;
   ok = fe_state_may_call(&r->states);
   if (!nv_test_always(&in->cond))
      ok = fe_op2(&r->l->fe, IR_iand, ok, nv_test_any(r->l, &in->cond));
   fe_state_call(&r->states, ok, next, state_of(r, s, s->first));
}

/* The instruction that ends a basic block decides which state is next. */
static void leave_block(struct nv_recursion *r, const struct nv_sub *s, uint32_t i)
{
   struct nv_lower *l = r->l;
   const struct nv_program *p = l->p;
   const struct nv_instr *in = &p->instrs[i];
   uint32_t next = state_of(r, s, i + 1), end;

   nv_lower_begin(l, in);
   l->visits++;
   switch (in->op) {
   case NV_OP_IF: branch(r, &in->cond, next, state_of(r, s, in->other + 1)); break;
   case NV_OP_ELSE: fe_state_go(&r->states, state_of(r, s, in->other)); break;
   case NV_OP_REP:
      if (in->num_src)
         fe_state_count(&r->states, &r->counter[i], s->recursive, nv_loop_count(l, in), next, state_of(r, s, in->other + 1));
      else
         fe_state_go(&r->states, next);
      break;
   case NV_OP_ENDREP:
      if (p->instrs[in->other].num_src)
         fe_state_count(&r->states, &r->counter[in->other], s->recursive, (struct ir_src){0}, state_of(r, s, in->other + 1), next);
      else
         fe_state_go(&r->states, state_of(r, s, in->other + 1));
      break;
   case NV_OP_BRK:
   case NV_OP_CONT:
      end = p->instrs[in->other].other;
      branch(r, &in->cond, state_of(r, s, in->op == NV_OP_BRK ? end + 1 : end), next);
      break;
   case NV_OP_RET: branch(r, &in->cond, r->num_blocks, next); break;
   case NV_OP_CAL: call(r, in, next); break;
   default: fe_state_go(&r->states, next); break;
   }
}

/* The basic block that begins with instruction i. */
static void emit_block(struct nv_recursion *r, const struct nv_sub *s, uint32_t i)
{
   struct nv_lower *l = r->l;
   struct ir_block *merge = fe_state_guard(&r->states, r->block[i]);
   uint32_t first = i;

   while (l->fe.flow.reachable && !l->failed) {
      if (i == s->end || (r->leader[i] && i > first)) {
         fe_state_go(&r->states, state_of(r, s, i));
         break;
      }
      if (is_structured(r, i)) {
         uint32_t end = nv_block_end(l->p, i) + 1;

         while (i < end && !l->failed)
            nv_lower_next(l, &i);
         continue;
      }
      if (ends_block(&l->p->instrs[i])) {
         leave_block(r, s, i);
         break;
      }
      nv_lower_next(l, &i);
   }
   fe_guard_end(&l->fe, merge);
}

static struct nv_recursion *recursion_new(struct nv_lower *l)
{
   const struct nv_program *p = l->p;
   struct util_ctx *ctx = l->fe.ctx;
   struct nv_recursion *r = UTIL_NEW(ctx, struct nv_recursion);

   r->l = l;
   r->structured = UTIL_ARRAY(ctx, bool, (size_t)p->num_instrs + 1);
   r->leader = UTIL_ARRAY(ctx, bool, (size_t)p->num_instrs + 1);
   r->block = UTIL_ARRAY(ctx, uint32_t, (size_t)p->num_instrs + 1);
   r->counter = UTIL_ARRAY(ctx, uint32_t, (size_t)p->num_instrs + 1);
   r->expanded_for = UTIL_ARRAY(ctx, uint32_t, p->num_subs);
   r->subs = UTIL_ARRAY(ctx, uint32_t, p->num_subs);
   for (uint32_t i = 0; i < p->num_instrs; i++)
      r->counter[i] = FE_NONE;
   find_structured(r);
   fe_states_init(&r->states, &l->fe, p->call_depth);
   return r;
}

void nv_lower_recursion(struct nv_lower *l, uint32_t sub)
{
   const struct nv_program *p = l->p;
   struct nv_recursion *r = l->recursion ? l->recursion : (l->recursion = recursion_new(l));

   r->call++;
   find_blocks(r, sub);
   fe_states_begin(&r->states, state_of(r, &p->subs[sub], p->subs[sub].first), r->num_blocks, p->call_depth - l->fe.flow.depth);
   for (uint32_t n = 0; n < r->num_subs; n++) {
      const struct nv_sub *s = &p->subs[r->subs[n]];

      for (uint32_t i = s->first; i < s->end && !l->failed; i++) {
         if (r->leader[i] && p->instrs[i].op != NV_OP_ELSE && p->instrs[i].op != NV_OP_ENDIF)
            emit_block(r, s, i);
         if (is_structured(r, i))
            i = nv_block_end(p, i);
      }
   }
   fe_states_end(&r->states);
}

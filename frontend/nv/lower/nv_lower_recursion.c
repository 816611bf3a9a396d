/* SPDX-License-Identifier: MIT */
/*
 * Lowering of subroutines of NV_gpu_program4 that call themselves. A call of such a subroutine from elsewhere becomes a loop
 * around the text of all subroutines that it can reach, cut into basic blocks. A state variable holds the number of the block
 * that an instance executes next, and each block is guarded by "state = its number":
 *
 *   f: x; CAL f (cond); y;     ->   state = 0; depth = 0;
 *                                   loop { if (state == 0) { x; state = 1; if (cond and depth < limit) { push 1; state = 0 } }
 *                                          if (state == 1) { y; state = 2 }
 *                                          if (state == 2) state = depth == 0 ? 3 : pop
 *                                          if (state == 3) break }
 *
 * The stack of return states and the counters of REP are IR arrays that are indexed with the number of open calls. Blocks of
 * the source that hold no call and no return, and that no jump leaves, stay structured. All instances meet behind the loop. As
 * everywhere in NV_gpu_program4, a call with a full stack is not taken.
 *
 * Complexity: linear in the text of these subroutines, for each call from elsewhere.
 */
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
   uint32_t num_blocks;    /* also the state "return"; num_blocks + 1 is the state "ended" */
   uint32_t max_depth;     /* how many calls may be open within this one */
   uint32_t state, depth, stack; /* IR arrays */
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

static struct ir_src imm(struct nv_recursion *r, uint32_t v) { return fe_imm(&r->l->fe, v); }

static struct ir_src op2(struct nv_recursion *r, enum ir_op op, struct ir_src a, struct ir_src b)
{
   return fe_op2(&r->l->fe, op, a, b);
}

/* The constant is made behind the operand. */
static struct ir_src op_imm(struct nv_recursion *r, enum ir_op op, struct ir_src a, uint32_t b)
{
   return op2(r, op, a, imm(r, b));
}

static struct ir_src is_in_state(struct nv_recursion *r, uint32_t n)
{
   struct ir_src state = fe_array_get(&r->l->fe, r->state, NULL);

   return op_imm(r, IR_ieq, state, n);
}

static void go_to(struct nv_recursion *r, uint32_t state) { fe_array_set(&r->l->fe, r->state, NULL, imm(r, state)); }

static void choose(struct nv_recursion *r, struct ir_src test, uint32_t yes, uint32_t no)
{
   struct ir_src a = imm(r, yes), b = imm(r, no);

   fe_array_set(&r->l->fe, r->state, NULL, fe_sel(&r->l->fe, test, a, b));
}

static void branch(struct nv_recursion *r, const struct nv_cc_test *t, uint32_t yes, uint32_t no)
{
   if (yes == no || nv_test_always(t))
      go_to(r, yes);
   else if (nv_test_never(t))
      go_to(r, no);
   else
      choose(r, nv_test_any(r->l, t), yes, no);
}

static void call(struct nv_recursion *r, const struct nv_instr *in, uint32_t next)
{
   struct fe_lower *f = &r->l->fe;
   const struct nv_sub *s = &r->l->p->subs[in->callee];
   struct ir_src depth, ok;
   struct ir_block *merge;

   go_to(r, next);
   if (s->first == s->end || r->max_depth == 0 || nv_test_never(&in->cond))
      return;
   depth = fe_array_get(f, r->depth, NULL);
   ok = op2(r, IR_ult, depth, imm(r, r->max_depth));
   if (!nv_test_always(&in->cond))
      ok = op2(r, IR_iand, ok, nv_test_any(r->l, &in->cond));
   merge = fe_guard_begin(f, ok);
   fe_array_set(f, r->stack, &depth, imm(r, next));
   fe_array_set(f, r->depth, NULL, op_imm(r, IR_iadd, depth, 1));
   go_to(r, state_of(r, s, s->first));
   fe_guard_end(f, merge);
}

/*
 * The counter of REP i. If its subroutine may be open more than once, each open call has a counter of its own. At the REP `n`
 * is the count; at the ENDREP n.val is NULL, and the counter is decremented.
 */
static void count_loop(struct nv_recursion *r, const struct nv_sub *s, uint32_t i, struct ir_src n, uint32_t body,
                       uint32_t behind)
{
   struct fe_lower *f = &r->l->fe;
   struct ir_src depth = {0}, *index = NULL;

   if (r->counter[i] == FE_NONE) {
      uint32_t length = s->recursive ? r->l->p->call_depth + 1 : 1;

      r->counter[i] = ir_array_new(f->s, length, 32, util_printf(f->ctx, "count%u", f->s->num_arrays));
   }
   if (s->recursive) {
      depth = fe_array_get(f, r->depth, NULL);
      index = &depth;
   }
   if (!n.val) {
      n = fe_array_get(f, r->counter[i], index);
      n = op_imm(r, IR_isub, n, 1);
   }
   fe_array_set(f, r->counter[i], index, n);
   choose(r, op_imm(r, IR_ieq, n, 0), behind, body);
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
   case NV_OP_ELSE: go_to(r, state_of(r, s, in->other)); break;
   case NV_OP_REP:
      if (in->num_src)
         count_loop(r, s, i, nv_loop_count(l, in), next, state_of(r, s, in->other + 1));
      else
         go_to(r, next);
      break;
   case NV_OP_ENDREP:
      if (p->instrs[in->other].num_src)
         count_loop(r, s, in->other, (struct ir_src){0}, state_of(r, s, in->other + 1), next);
      else
         go_to(r, state_of(r, s, in->other + 1));
      break;
   case NV_OP_BRK:
   case NV_OP_CONT:
      end = p->instrs[in->other].other;
      branch(r, &in->cond, state_of(r, s, in->op == NV_OP_BRK ? end + 1 : end), next);
      break;
   case NV_OP_RET: branch(r, &in->cond, r->num_blocks, next); break;
   case NV_OP_CAL: call(r, in, next); break;
   default: go_to(r, next); break;
   }
}

/* The basic block that begins with instruction i. */
static void emit_block(struct nv_recursion *r, const struct nv_sub *s, uint32_t i)
{
   struct nv_lower *l = r->l;
   struct ir_block *merge = fe_guard_begin(&l->fe, is_in_state(r, r->block[i]));
   uint32_t first = i;

   while (l->fe.flow.reachable && !l->failed) {
      if (i == s->end || (r->leader[i] && i > first)) {
         go_to(r, state_of(r, s, i));
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

/* The state "return": back to the caller, or out of the loop. */
static void emit_return(struct nv_recursion *r)
{
   struct fe_lower *f = &r->l->fe;
   struct ir_src depth, state;
   struct ir_block *merge = fe_guard_begin(f, is_in_state(r, r->num_blocks)), *inner;

   go_to(r, r->num_blocks + 1);
   depth = fe_array_get(f, r->depth, NULL);
   inner = fe_guard_begin(f, op_imm(r, IR_ine, depth, 0));
   depth = op_imm(r, IR_isub, depth, 1);
   fe_array_set(f, r->depth, NULL, depth);
   state = fe_array_get(f, r->stack, &depth);
   fe_array_set(f, r->state, NULL, state);
   fe_guard_end(f, inner);
   fe_guard_end(f, merge);
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
   r->state = ir_array_new(l->fe.s, 1, 32, "state");
   r->depth = ir_array_new(l->fe.s, 1, 32, "depth");
   r->stack = ir_array_new(l->fe.s, p->call_depth, 32, "stack");
   return r;
}

void nv_lower_recursion(struct nv_lower *l, uint32_t sub)
{
   struct fe_lower *f = &l->fe;
   const struct nv_program *p = l->p;
   struct nv_recursion *r = l->recursion ? l->recursion : (l->recursion = recursion_new(l));
   struct ir_block *exit = ir_block_new(f->s), *header, *merge;

   r->call++;
   r->max_depth = p->call_depth - f->flow.depth;
   find_blocks(r, sub);
   go_to(r, state_of(r, &p->subs[sub], p->subs[sub].first));
   fe_array_set(f, r->depth, NULL, imm(r, 0));
   header = fe_loop_start(f, exit);
   for (uint32_t n = 0; n < r->num_subs; n++) {
      const struct nv_sub *s = &p->subs[r->subs[n]];

      for (uint32_t i = s->first; i < s->end && !l->failed; i++) {
         if (r->leader[i] && p->instrs[i].op != NV_OP_ELSE && p->instrs[i].op != NV_OP_ENDIF)
            emit_block(r, s, i);
         if (is_structured(r, i))
            i = nv_block_end(p, i);
      }
   }
   emit_return(r);
   merge = fe_guard_begin(f, is_in_state(r, r->num_blocks + 1));
   fe_block_close(f, IR_TERM_BREAK, exit);
   fe_block_start(f, merge, true);
   fe_block_close(f, IR_TERM_CONTINUE, header);
   fe_block_start(f, exit, true);
}

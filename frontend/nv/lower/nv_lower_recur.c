/* SPDX-License-Identifier: MIT */
/*
 * Lowering of subroutines of NV_gpu_program4 that call themselves. A call of one from elsewhere becomes a loop around the text
 * of all subroutines that can be reached from it, cut into basic blocks: a state variable holds the number of the block that an
 * instance goes to next, and each block is guarded by "state = its number".
 *
 *   f: x; CAL f (cond); y;     ->   state = 0; depth = 0;
 *                                   loop { if (state == 0) { x; state = 1; if (cond and depth < limit) { push 1; state = 0 } }
 *                                          if (state == 1) { y; state = 2 }
 *                                          if (state == 2) state = depth == 0 ? 3 : pop
 *                                          if (state == 3) break }
 *
 * Return states and the counters of REP are IR arrays indexed by the number of open calls. Blocks of the source without calls,
 * returns or jumps out of them stay structured. All instances meet behind the loop. As everywhere a call that is too deep is not
 * taken.
 *
 * Complexity: linear in the text of these subroutines for each call from elsewhere.
 */
#include "frontend/nv/lower/nv_lower.h"

struct nv_recur {
   struct nv_lower *l;
   bool *whole;       /* by IF or REP: stays structured */
   bool *leader;      /* by instruction: begins a basic block */
   uint32_t *block;   /* by leader: its number */
   uint32_t *counter; /* by REP: IR array, NV_NONE while there is none */
   uint32_t *mark;    /* by subroutine: the last call that it was expanded for */
   uint32_t call;     /* number of this call */
   uint32_t *subs, num_subs;
   uint32_t num;      /* basic blocks; also the state "return"; num + 1 is "ended" */
   uint32_t room;     /* calls that may be open within this one */
   uint32_t state, depth, stack; /* IR arrays */
};

/* ---- basic blocks */

/* For each IF and REP whether it holds a CAL, a RET or a BRK or CONT of a REP around it. */
static void find_whole(struct nv_recur *r)
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
      case NV_OP_REP:
         UTIL_PUSH(r->l->ctx, open, depth, cap, ((struct open){i, UINT32_MAX}));
         break;
      case NV_OP_ENDIF:
      case NV_OP_ENDREP:
         depth--;
         reach = open[depth].reach;
         r->whole[open[depth].start] = reach > open[depth].start;
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

static bool is_whole(const struct nv_recur *r, uint32_t i)
{
   unsigned op = r->l->p->instrs[i].op;

   return (op == NV_OP_IF || op == NV_OP_REP) && r->whole[i];
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

static void add_sub(struct nv_recur *r, uint32_t s)
{
   if (r->mark[s] == r->call)
      return;
   r->mark[s] = r->call;
   r->subs[r->num_subs++] = s;
}

/* Subroutines that can be reached, callers mostly in front of what they call, and their blocks. */
static void find_blocks(struct nv_recur *r, uint32_t root)
{
   const struct nv_program *p = r->l->p;

   r->num = r->num_subs = 0;
   add_sub(r, root);
   for (uint32_t n = 0; n < r->num_subs; n++) {
      const struct nv_sub *s = &p->subs[r->subs[n]];
      bool leader = true;

      for (uint32_t i = s->first; i < s->end; i++) {
         const struct nv_instr *in = &p->instrs[i];

         r->leader[i] = leader || in->op == NV_OP_ENDREP;
         /* A block of an ELSE or ENDIF alone does nothing: at() passes it over. */
         if (r->leader[i] && in->op != NV_OP_ELSE && in->op != NV_OP_ENDIF)
            r->block[i] = r->num++;
         if (in->op == NV_OP_CAL)
            add_sub(r, in->callee);
         leader = !is_whole(r, i) && ends_block(in);
         if (is_whole(r, i))
            i = nv_block_end(p, i);
      }
   }
}

/* The state in which instruction i of subroutine s is next. */
static uint32_t at(const struct nv_recur *r, const struct nv_sub *s, uint32_t i)
{
   const struct nv_program *p = r->l->p;

   while (i < s->end && (p->instrs[i].op == NV_OP_ELSE || p->instrs[i].op == NV_OP_ENDIF))
      i = p->instrs[i].op == NV_OP_ELSE ? p->instrs[i].other : i + 1;
   return i < s->end ? r->block[i] : r->num;
}

/* ---- code */

static struct ir_src imm(struct nv_recur *r, uint32_t v) { return nv_f(r->l, v); }

static struct ir_src op2(struct nv_recur *r, enum ir_op op, struct ir_src a, struct ir_src b)
{
   return nv_op(r->l, op, 2, a, b, b);
}

/* At most one argument of a call makes instructions (nv_lower_alu.c): the operand is there when the constant is made. */
static struct ir_src op_imm(struct nv_recur *r, enum ir_op op, struct ir_src a, uint32_t b) { return op2(r, op, a, imm(r, b)); }

/* Whether the state variable holds n. */
static struct ir_src in_state(struct nv_recur *r, uint32_t n)
{
   struct ir_src state = nv_array_get(r->l, r->state, NULL);

   return op_imm(r, IR_ieq, state, n);
}

static void go_to(struct nv_recur *r, uint32_t state) { nv_array_set(r->l, r->state, NULL, imm(r, state)); }

static void choose(struct nv_recur *r, struct ir_src test, uint32_t yes, uint32_t no)
{
   struct ir_src a = imm(r, yes), b = imm(r, no);

   nv_array_set(r->l, r->state, NULL, nv_op(r->l, IR_sel, 3, test, a, b));
}

static void branch(struct nv_recur *r, const struct nv_cc_test *t, uint32_t yes, uint32_t no)
{
   if (yes == no || !t->present || t->rule == NV_CC_TR)
      go_to(r, yes);
   else if (t->rule == NV_CC_FL)
      go_to(r, no);
   else
      choose(r, nv_test_any(r->l, t), yes, no);
}

static void call(struct nv_recur *r, const struct nv_instr *in, uint32_t next)
{
   struct nv_lower *l = r->l;
   const struct nv_sub *s = &l->p->subs[in->callee];
   struct ir_src depth, ok;
   struct ir_block *merge;

   go_to(r, next);
   if (s->first == s->end || r->room == 0 || (in->cond.present && in->cond.rule == NV_CC_FL))
      return;
   depth = nv_array_get(l, r->depth, NULL);
   ok = op2(r, IR_ult, depth, imm(r, r->room));
   if (in->cond.present && in->cond.rule != NV_CC_TR)
      ok = op2(r, IR_iand, ok, nv_test_any(l, &in->cond));
   merge = nv_begin_if(l, ok);
   nv_array_set(l, r->stack, &depth, imm(r, next));
   nv_array_set(l, r->depth, NULL, op_imm(r, IR_iadd, depth, 1));
   go_to(r, at(r, s, s->first));
   nv_end_if(l, merge);
}

/* The counter of REP i: one for each call that may be open, if its subroutine may be open more than once. */
static void counter(struct nv_recur *r, const struct nv_sub *s, uint32_t i, struct ir_src n, uint32_t body, uint32_t behind,
                    bool begin)
{
   struct nv_lower *l = r->l;
   struct ir_src depth = {0}, *index = NULL;

   if (r->counter[i] == NV_NONE) {
      uint32_t length = s->recursive ? l->p->call_depth + 1 : 1;

      r->counter[i] = ir_array_new(l->s, length, 32, util_printf(l->ctx, "count%u", l->s->num_arrays));
   }
   if (s->recursive) {
      depth = nv_array_get(l, r->depth, NULL);
      index = &depth;
   }
   if (!begin) {
      n = nv_array_get(l, r->counter[i], index);
      n = op_imm(r, IR_isub, n, 1);
   }
   nv_array_set(l, r->counter[i], index, n);
   choose(r, op_imm(r, IR_ieq, n, 0), behind, body);
}

static void leave_block(struct nv_recur *r, const struct nv_sub *s, uint32_t i)
{
   struct nv_lower *l = r->l;
   const struct nv_program *p = l->p;
   const struct nv_instr *in = &p->instrs[i];
   uint32_t next = at(r, s, i + 1), end;

   l->in = in;
   l->b.span = in->span;
   l->first_value = l->s->num_values;
   l->visits++;
   memset(l->cache, 0, sizeof l->cache);
   switch (in->op) {
   case NV_OP_IF: branch(r, &in->cond, next, at(r, s, in->other + 1)); break;
   case NV_OP_ELSE: go_to(r, at(r, s, in->other)); break;
   case NV_OP_REP:
      if (in->num_src)
         counter(r, s, i, nv_loop_count(l, in), next, at(r, s, in->other + 1), true);
      else
         go_to(r, next);
      break;
   case NV_OP_ENDREP:
      if (p->instrs[in->other].num_src)
         counter(r, s, in->other, (struct ir_src){0}, at(r, s, in->other + 1), next, false);
      else
         go_to(r, at(r, s, in->other + 1));
      break;
   case NV_OP_BRK:
   case NV_OP_CONT:
      end = p->instrs[in->other].other;
      branch(r, &in->cond, at(r, s, in->op == NV_OP_BRK ? end + 1 : end), next);
      break;
   case NV_OP_RET: branch(r, &in->cond, r->num, next); break;
   case NV_OP_CAL: call(r, in, next); break;
   default: go_to(r, next); break;
   }
}

/* The basic block that begins with instruction i. */
static void emit_block(struct nv_recur *r, const struct nv_sub *s, uint32_t i)
{
   struct nv_lower *l = r->l;
   struct ir_block *merge = nv_begin_if(l, in_state(r, r->block[i]));
   uint32_t first = i;

   while (l->reachable && !l->failed) {
      if (i == s->end || (r->leader[i] && i > first)) {
         go_to(r, at(r, s, i));
         break;
      }
      if (is_whole(r, i)) {
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
   nv_end_if(l, merge);
}

/* Back to the caller, or out of the loop. */
static void emit_return(struct nv_recur *r)
{
   struct nv_lower *l = r->l;
   struct ir_src depth, state;
   struct ir_block *merge = nv_begin_if(l, in_state(r, r->num)), *inner;

   go_to(r, r->num + 1);
   depth = nv_array_get(l, r->depth, NULL);
   inner = nv_begin_if(l, op_imm(r, IR_ine, depth, 0));
   depth = op_imm(r, IR_isub, depth, 1);
   nv_array_set(l, r->depth, NULL, depth);
   state = nv_array_get(l, r->stack, &depth);
   nv_array_set(l, r->state, NULL, state);
   nv_end_if(l, inner);
   nv_end_if(l, merge);
}

static struct nv_recur *start(struct nv_lower *l)
{
   const struct nv_program *p = l->p;
   struct nv_recur *r = UTIL_NEW(l->ctx, struct nv_recur);

   r->l = l;
   r->whole = UTIL_ARRAY(l->ctx, bool, (size_t)p->num_instrs + 1);
   r->leader = UTIL_ARRAY(l->ctx, bool, (size_t)p->num_instrs + 1);
   r->block = UTIL_ARRAY(l->ctx, uint32_t, (size_t)p->num_instrs + 1);
   r->counter = UTIL_ARRAY(l->ctx, uint32_t, (size_t)p->num_instrs + 1);
   r->mark = UTIL_ARRAY(l->ctx, uint32_t, p->num_subs);
   r->subs = UTIL_ARRAY(l->ctx, uint32_t, p->num_subs);
   for (uint32_t i = 0; i < p->num_instrs; i++)
      r->counter[i] = NV_NONE;
   find_whole(r);
   r->state = ir_array_new(l->s, 1, 32, "state");
   r->depth = ir_array_new(l->s, 1, 32, "depth");
   r->stack = ir_array_new(l->s, p->call_depth, 32, "stack");
   return r;
}

void nv_lower_recursion(struct nv_lower *l, uint32_t sub)
{
   const struct nv_program *p = l->p;
   struct nv_recur *r = l->recur ? l->recur : (l->recur = start(l));
   struct ir_block *exit = ir_block_new(l->s), *header, *merge;

   r->call++;
   r->room = p->call_depth - l->depth;
   find_blocks(r, sub);
   go_to(r, at(r, &p->subs[sub], p->subs[sub].first));
   nv_array_set(l, r->depth, NULL, imm(r, 0));
   header = nv_open_loop(l, exit);
   for (uint32_t n = 0; n < r->num_subs; n++) {
      const struct nv_sub *s = &p->subs[r->subs[n]];

      for (uint32_t i = s->first; i < s->end && !l->failed; i++) {
         if (r->leader[i] && p->instrs[i].op != NV_OP_ELSE && p->instrs[i].op != NV_OP_ENDIF)
            emit_block(r, s, i);
         if (is_whole(r, i))
            i = nv_block_end(p, i);
      }
   }
   emit_return(r);
   merge = nv_begin_if(l, in_state(r, r->num + 1));
   nv_block_close(l, IR_TERM_BREAK, exit);
   nv_block_start(l, merge, true);
   nv_block_close(l, IR_TERM_CONTINUE, header);
   nv_block_start(l, exit, true);
}

/* SPDX-License-Identifier: MIT */
/*
 * Lowering of programs with BRA, PUSHA or POPA (NV_vertex_program2_option, NV_vertex_program3): jumps may form any graph, the IR
 * is structured. A state variable holds the number of the basic block that an instance goes to next. Blocks stand in source order;
 * one that some jump passes over is guarded by "state = its number". The text between a jump backwards and its target becomes a loop
 * that goes on while the state is in it; loops that overlap are merged.
 *
 *   a: x;                        loop { a: x; state = cond ? a : a + 1;
 *   BRA a (cond);         ->            if (state in a..a) continue; break }
 *
 * Calls return to where the stack says, so a program with a stack is one loop around all its blocks, with guards everywhere. The
 * stack is an IR array of states; an entry that PUSHA makes holds STACK_ADDRESS and its value lies in four arrays beside it.
 *
 * Complexity: linear in the program.
 */
#include "frontend/nv/lower/nv_lower.h"

#define STACK_ADDRESS UINT32_MAX
/* Deeper loops are merged with the one around them. */
#define MAX_NESTING 32

struct region {
   uint32_t first, last;
   struct ir_block *header, *exit;
};

struct jumps {
   struct nv_lower *l;
   uint32_t num;       /* blocks; also the state "ended" */
   uint32_t *start;    /* by block: its first instruction; start[num] = number of instructions */
   uint32_t *block;    /* by instruction that begins a block: its number */
   int32_t *guard;     /* by block: not 0 if it is passed over; differences while they are counted */
   uint32_t *loop_end; /* by block: last block of the loop that begins with it, NV_NONE = none */
   bool stack;
   uint32_t state, depth, entry, address[4]; /* IR arrays */
   struct region open[MAX_NESTING + 1];
   uint32_t num_open;
};

static bool always(const struct nv_cc_test *t)
{
   return !t->present || t->rule == NV_CC_TR;
}
static bool never(const struct nv_cc_test *t)
{
   return t->present && t->rule == NV_CC_FL;
}

/* ---- blocks and edges */

static bool ends_block(const struct nv_instr *in)
{
   return in->op == NV_OP_BRA || in->op == NV_OP_CAL || in->op == NV_OP_RET || in->op == NV_OP_PUSHA || in->op == NV_OP_POPA;
}

static void find_blocks(struct jumps *j)
{
   const struct nv_program *p = j->l->p;
   bool *leader = UTIL_ARRAY(j->l->ctx, bool, (size_t)p->num_instrs + 2);
   uint32_t entry = p->subs[p->entry_sub].first;

   leader[0] = leader[entry] = true;
   for (uint32_t i = 0; i < p->num_instrs; i++) {
      const struct nv_instr *in = &p->instrs[i];

      if (ends_block(in))
         leader[i + 1] = true;
      if (in->op == NV_OP_BRA || in->op == NV_OP_CAL)
         leader[in->other] = true;
      j->stack |= in->op == NV_OP_CAL || in->op == NV_OP_PUSHA || in->op == NV_OP_POPA;
   }
   j->block = UTIL_ARRAY(j->l->ctx, uint32_t, (size_t)p->num_instrs + 1);
   j->start = UTIL_ARRAY(j->l->ctx, uint32_t, (size_t)p->num_instrs + 2);
   for (uint32_t i = 0; i < p->num_instrs; i++) {
      j->block[i] = j->num;
      if (leader[i])
         j->start[j->num++] = i;
   }
   /* A target behind the last instruction is the end. */
   j->block[p->num_instrs] = j->num;
   j->start[j->num] = p->num_instrs;
}

/* Blocks first .. last are passed over by somebody. */
static void pass_over(struct jumps *j, uint32_t first, uint32_t last)
{
   if (first > last)
      return;
   j->guard[first]++;
   j->guard[last + 1]--;
}

/* The instruction that leaves block k, or NULL. */
static const struct nv_instr *leaving(const struct jumps *j, uint32_t k)
{
   const struct nv_instr *in = &j->l->p->instrs[j->start[k + 1] - 1];

   return ends_block(in) ? in : NULL;
}

/* The block that a BRA at the end of a block leads to; without a stack a RET ends the program. */
static uint32_t target(const struct jumps *j, const struct nv_instr *in)
{
   return in->op == NV_OP_RET ? j->num : j->block[in->other];
}

/* Loops from jumps backwards: nested or disjoint, the rest merged. loop_end[b] comes in as the last block that jumps to b. */
static void nest_loops(struct jumps *j)
{
   uint32_t stack[MAX_NESTING], depth = 0;

   for (uint32_t b = 0; b < j->num; b++) {
      uint32_t first = b, last = j->loop_end[b];

      if (last == NV_NONE)
         continue;
      while (depth > 0 && j->loop_end[stack[depth - 1]] < b)
         depth--;
      while (depth > 0 && j->loop_end[stack[depth - 1]] < last) {
         j->loop_end[first] = NV_NONE;
         first = stack[--depth];
         j->loop_end[first] = last;
      }
      if (depth == MAX_NESTING)
         j->loop_end[first] = NV_NONE; /* within the innermost open one already */
      else
         stack[depth++] = first;
   }
}

static void find_loops(struct jumps *j)
{
   const struct nv_program *p = j->l->p;

   j->guard = UTIL_ARRAY(j->l->ctx, int32_t, (size_t)j->num + 2);
   j->loop_end = UTIL_ARRAY(j->l->ctx, uint32_t, (size_t)j->num + 1);
   for (uint32_t k = 0; k <= j->num; k++)
      j->loop_end[k] = NV_NONE;
   if (j->stack) {
      j->loop_end[0] = j->num - 1;
      pass_over(j, 0, j->num - 1);
      j->guard[j->num] = 0;
   } else {
      uint32_t entry = j->block[p->subs[p->entry_sub].first];

      if (entry)
         pass_over(j, 0, entry - 1);
      for (uint32_t k = 0; k < j->num; k++) {
         const struct nv_instr *in = leaving(j, k);

         if (in && !never(&in->cond) && target(j, in) <= k)
            j->loop_end[target(j, in)] = k;
      }
      nest_loops(j);
   }

   /* Now that the loops are known: what each edge passes over. */
   struct {
      uint32_t first, last;
   } open[MAX_NESTING];
   uint32_t depth = 0;

   for (uint32_t k = 0; k < j->num && !j->stack; k++) {
      const struct nv_instr *in = leaving(j, k);

      while (depth > 0 && open[depth - 1].last < k)
         depth--;
      if (j->loop_end[k] != NV_NONE) {
         open[depth].first = k;
         open[depth++].last = j->loop_end[k];
      }
      if (!in || never(&in->cond))
         continue;
      uint32_t t = target(j, in), d = depth;

      if (t > k) {
         pass_over(j, k + 1, t - 1);
         continue;
      }
      /* Backwards: to the end of the innermost loop that holds both, and there from its start. */
      while (d > 0 && open[d - 1].first > t)
         d--;
      UTIL_CHECK(j->l->ctx, d > 0);
      pass_over(j, k + 1, open[d - 1].last);
      if (t > open[d - 1].first)
         pass_over(j, open[d - 1].first, t - 1);
   }
   for (uint32_t k = 1; k < j->num; k++)
      j->guard[k] += j->guard[k - 1];
}

/* ---- code */

static struct ir_src imm(struct jumps *j, uint32_t v)
{
   return nv_f(j->l, v);
}

static struct ir_src op2(struct jumps *j, enum ir_op op, struct ir_src a, struct ir_src b)
{
   return ir_use(ir_op2(&j->l->b, op, a, b));
}

static struct ir_src sel(struct jumps *j, struct ir_src t, struct ir_src a, struct ir_src b)
{
   return ir_use(ir_op3(&j->l->b, IR_sel, t, a, b));
}

static struct ir_src load(struct jumps *j, uint32_t array, const struct ir_src *index) { return nv_array_get(j->l, array, index); }

static void store(struct jumps *j, uint32_t array, const struct ir_src *index, struct ir_src v)
{
   nv_array_set(j->l, array, index, v);
}

static void go_to(struct jumps *j, uint32_t state)
{
   store(j, j->state, NULL, imm(j, state));
}

static void choose(struct jumps *j, struct ir_src test, uint32_t yes, uint32_t no)
{
   struct ir_src a = imm(j, yes), b = imm(j, no);

   store(j, j->state, NULL, sel(j, test, a, b));
}

/* A slot on top of the stack for what `value` says, and then to state `next`; on a full stack the end. */
static void push(struct jumps *j, struct ir_src value, uint32_t next)
{
   struct ir_src depth = load(j, j->depth, NULL), more;
   struct ir_block *merge;

   go_to(j, j->num);
   merge = nv_begin_if(j->l, op2(j, IR_ult, depth, imm(j, j->l->p->call_depth)));
   store(j, j->entry, &depth, value);
   for (unsigned c = 0; c < 4 && j->l->in->op == NV_OP_PUSHA; c++)
      store(j, j->address[c], &depth, nv_load(j->l, 0, c));
   more = op2(j, IR_iadd, depth, imm(j, 1));
   store(j, j->depth, NULL, more);
   go_to(j, next);
   nv_end_if(j->l, merge);
}

/* Whether the top entry is of the right kind; takes it away then. *top is its index. */
static struct ir_src pop(struct jumps *j, bool address, struct ir_src *top, struct ir_src *entry)
{
   struct ir_src depth = load(j, j->depth, NULL), ok, kind;

   *top = op2(j, IR_isub, depth, imm(j, 1));
   *entry = load(j, j->entry, top);
   ok = op2(j, IR_ine, depth, imm(j, 0));
   kind = op2(j, address ? IR_ieq : IR_ine, *entry, imm(j, STACK_ADDRESS));
   ok = op2(j, IR_iand, ok, kind);
   store(j, j->depth, NULL, sel(j, ok, *top, depth));
   return ok;
}

static void leave_block(struct jumps *j, const struct nv_instr *in, uint32_t k)
{
   struct ir_block *taken = NULL, *merge;
   struct ir_src ok, top, entry, v[4];

   j->l->in = in;
   j->l->b.span = in->span;
   memset(j->l->cache, 0, sizeof j->l->cache);
   if (in->op == NV_OP_BRA || (in->op == NV_OP_RET && !j->stack)) {
      if (never(&in->cond))
         go_to(j, k + 1);
      else if (always(&in->cond))
         go_to(j, target(j, in));
      else
         choose(j, nv_test_any(j->l, &in->cond), target(j, in), k + 1);
      return;
   }
   go_to(j, k + 1);
   if (never(&in->cond))
      return;
   if (!always(&in->cond))
      taken = nv_begin_if(j->l, nv_test_any(j->l, &in->cond));
   switch (in->op) {
   case NV_OP_CAL: push(j, imm(j, k + 1), target(j, in)); break;
   case NV_OP_PUSHA: push(j, imm(j, STACK_ADDRESS), k + 1); break;
   case NV_OP_RET:
      ok = pop(j, false, &top, &entry);
      store(j, j->state, NULL, sel(j, ok, entry, imm(j, j->num)));
      break;
   case NV_OP_POPA:
      ok = pop(j, true, &top, &entry);
      go_to(j, j->num);
      merge = nv_begin_if(j->l, ok);
      for (unsigned c = 0; c < 4; c++)
         v[c] = load(j, j->address[c], &top);
      nv_store(j->l, v, NV_TYPE_S, NULL, NULL);
      go_to(j, k + 1);
      nv_end_if(j->l, merge);
      break;
   }
   if (taken)
      nv_end_if(j->l, taken);
}

static void close_loops(struct jumps *j, uint32_t k)
{
   while (j->num_open > 0 && j->open[j->num_open - 1].last == k) {
      struct region r = j->open[--j->num_open];
      struct ir_src state = load(j, j->state, NULL);
      struct ir_block *out;

      if (r.first)
         state = op2(j, IR_isub, state, imm(j, r.first));
      out = nv_begin_if(j->l, op2(j, IR_ult, state, imm(j, r.last - r.first + 1)));
      nv_block_close(j->l, IR_TERM_CONTINUE, r.header);
      nv_block_start(j->l, out, true);
      nv_block_close(j->l, IR_TERM_BREAK, r.exit);
      nv_block_start(j->l, r.exit, true);
   }
}

/* A loop whose last block decides by one test whether it goes on, and is passed over by nobody. */
static bool simple_end(struct jumps *j, uint32_t k)
{
   const struct nv_instr *in = leaving(j, k);
   struct region *r = j->num_open ? &j->open[j->num_open - 1] : NULL;
   struct ir_block *out;

   if (!r || r->last != k || j->guard[k] || !in || in->op != NV_OP_BRA || always(&in->cond) || never(&in->cond) ||
       target(j, in) != r->first)
      return false;
   j->l->in = in;
   j->l->b.span = in->span;
   go_to(j, k + 1);
   out = nv_begin_if(j->l, nv_test_any(j->l, &in->cond));
   go_to(j, r->first);
   nv_block_close(j->l, IR_TERM_CONTINUE, r->header);
   nv_block_start(j->l, out, true);
   nv_block_close(j->l, IR_TERM_BREAK, r->exit);
   nv_block_start(j->l, r->exit, true);
   j->num_open--;
   return true;
}

static void emit_block(struct jumps *j, uint32_t k)
{
   struct nv_lower *l = j->l;
   const struct nv_instr *last = leaving(j, k);
   struct ir_block *guard = NULL;

   if (j->loop_end[k] != NV_NONE) {
      struct region *r = &j->open[j->num_open++];

      r->first = k;
      r->last = j->loop_end[k];
      r->exit = ir_block_new(l->s);
      r->header = nv_open_loop(l, r->exit);
   }
   if (j->guard[k]) {
      struct ir_src state = load(j, j->state, NULL);

      guard = nv_begin_if(j->l, op2(j, IR_ieq, state, imm(j, k)));
   }
   for (uint32_t i = j->start[k]; i < j->start[k + 1] - (last != NULL); i++) {
      uint32_t pc = i;

      nv_lower_statement(l, &l->p->instrs[i], &pc);
   }
   if (!simple_end(j, k)) {
      if (last)
         leave_block(j, last, k);
      else
         go_to(j, k + 1);
   }
   if (guard)
      nv_end_if(j->l, guard);
   close_loops(j, k);
}

void nv_lower_jumps(struct nv_lower *l)
{
   static const char *const names[4] = {"stack.x", "stack.y", "stack.z", "stack.w"};
   struct jumps *j = UTIL_NEW(l->ctx, struct jumps);
   const struct nv_program *p = l->p;

   j->l = l;
   if (p->num_instrs == 0)
      return;
   find_blocks(j);
   find_loops(j);
   j->state = ir_array_new(l->s, 1, 32, "state");
   go_to(j, j->block[p->subs[p->entry_sub].first]);
   if (j->stack) {
      j->depth = ir_array_new(l->s, 1, 32, "depth");
      j->entry = ir_array_new(l->s, p->call_depth, 32, "stack");
      for (unsigned c = 0; c < 4; c++)
         j->address[c] = ir_array_new(l->s, p->call_depth, 32, names[c]);
   }
   for (uint32_t k = 0; k < j->num; k++)
      emit_block(j, k);
}

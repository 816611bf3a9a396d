/* SPDX-License-Identifier: MIT */
/*
 * Lowering of programs with BRA, PUSHA or POPA (NV_vertex_program2_option, NV_vertex_program3). Their jumps may form any graph,
 * but the IR is structured. So a state variable holds the number of the basic block that an invocation executes next. Blocks
 * stay in source order; a block that some jump skips is guarded by "state = its number". The text between a backward jump and
 * its target becomes a loop that continues while the state is inside it; overlapping loops are merged.
 *
 *   a: x;                        loop { a: x; state = cond ? a : a + 1;
 *   BRA a (cond);         ->            if (state in a..a) continue; break }
 *
 * Calls return to the place that the stack names, so a program with a stack is a loop around all its blocks, which are all
 * guarded. The stack is an IR array of states. An entry that PUSHA pushes holds STACK_ADDRESS, and its value is in four arrays
 * beside the stack.
 *
 * Complexity: linear in the program.
 */
#include "frontend/nv/lower/nv_lower.h"

#define STACK_ADDRESS UINT32_MAX
/* Loops that are nested more deeply are merged with the loop around them. */
#define MAX_NESTING 32

struct region {
   uint32_t first, last;
   struct ir_block *header, *exit;
};

struct jumps {
   struct nv_lower *l;
   uint32_t num_blocks; /* also the state of an ended invocation */
   uint32_t *start;     /* by block: its first instruction; start[num_blocks] is the number of instructions */
   uint32_t *block;     /* by instruction that begins a block: number of the block */
   int32_t *guard;      /* by block: not 0 if some jump skips it; while jumps are counted, the difference to the block before */
   uint32_t *loop_end;  /* by block: last block of the loop that begins with it, or FE_NONE */
   bool stack;          /* the program has a stack */
   uint32_t state, depth, entry, address[4]; /* IR arrays */
   struct region open[MAX_NESTING + 1];
   uint32_t num_open;
};

/* ---- blocks and edges */

static bool ends_block(const struct nv_instr *in)
{
   return in->op == NV_OP_BRA || in->op == NV_OP_CAL || in->op == NV_OP_RET || in->op == NV_OP_PUSHA || in->op == NV_OP_POPA;
}

static void find_blocks(struct jumps *j)
{
   const struct nv_program *p = j->l->p;
   struct util_ctx *ctx = j->l->fe.ctx;
   bool *leader = UTIL_ARRAY(ctx, bool, (size_t)p->num_instrs + 2);
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
   j->block = UTIL_ARRAY(ctx, uint32_t, (size_t)p->num_instrs + 1);
   j->start = UTIL_ARRAY(ctx, uint32_t, (size_t)p->num_instrs + 2);
   for (uint32_t i = 0; i < p->num_instrs; i++) {
      j->block[i] = j->num_blocks;
      if (leader[i])
         j->start[j->num_blocks++] = i;
   }
   /* A target after the last instruction is the end. */
   j->block[p->num_instrs] = j->num_blocks;
   j->start[j->num_blocks] = p->num_instrs;
}

/* Records that a jump skips the blocks first .. last. */
static void skip(struct jumps *j, uint32_t first, uint32_t last)
{
   if (first > last)
      return;
   j->guard[first]++;
   j->guard[last + 1]--;
}

/* The instruction that leaves block k, or NULL. */
static const struct nv_instr *leaving_instr(const struct jumps *j, uint32_t k)
{
   const struct nv_instr *in = &j->l->p->instrs[j->start[k + 1] - 1];

   return ends_block(in) ? in : NULL;
}

/* The target of a BRA at the end of a block. Without a stack a RET ends the program. */
static uint32_t target_block(const struct jumps *j, const struct nv_instr *in)
{
   return in->op == NV_OP_RET ? j->num_blocks : j->block[in->other];
}

/*
 * Makes loops of the backward jumps. Loops must be nested or disjoint, so overlapping ones are merged. Initially loop_end[b] is
 * the last block that jumps back to b.
 */
static void nest_loops(struct jumps *j)
{
   uint32_t stack[MAX_NESTING], depth = 0;

   for (uint32_t b = 0; b < j->num_blocks; b++) {
      uint32_t first = b, last = j->loop_end[b];

      if (last == FE_NONE)
         continue;
      while (depth > 0 && j->loop_end[stack[depth - 1]] < b)
         depth--;
      while (depth > 0 && j->loop_end[stack[depth - 1]] < last) {
         j->loop_end[first] = FE_NONE;
         first = stack[--depth];
         j->loop_end[first] = last;
      }
      if (depth == MAX_NESTING)
         j->loop_end[first] = FE_NONE; /* merged into the innermost open loop */
      else
         stack[depth++] = first;
   }
}

static void find_loops(struct jumps *j)
{
   const struct nv_program *p = j->l->p;

   for (uint32_t k = 0; k <= j->num_blocks; k++)
      j->loop_end[k] = FE_NONE;
   if (j->stack) {
      j->loop_end[0] = j->num_blocks - 1;
      skip(j, 0, j->num_blocks - 1);
      j->guard[j->num_blocks] = 0;
      return;
   }
   uint32_t entry = j->block[p->subs[p->entry_sub].first];

   if (entry)
      skip(j, 0, entry - 1);
   for (uint32_t k = 0; k < j->num_blocks; k++) {
      const struct nv_instr *in = leaving_instr(j, k);

      if (in && !nv_test_never(&in->cond) && target_block(j, in) <= k)
         j->loop_end[target_block(j, in)] = k;
   }
   nest_loops(j);
}

/* Counts for each jump the blocks that it skips, once the loops are known. */
static void find_guards(struct jumps *j)
{
   struct {
      uint32_t first, last;
   } open[MAX_NESTING];
   uint32_t depth = 0;

   for (uint32_t k = 0; k < j->num_blocks && !j->stack; k++) {
      const struct nv_instr *in = leaving_instr(j, k);

      while (depth > 0 && open[depth - 1].last < k)
         depth--;
      if (j->loop_end[k] != FE_NONE) {
         open[depth].first = k;
         open[depth++].last = j->loop_end[k];
      }
      if (!in || nv_test_never(&in->cond))
         continue;
      uint32_t t = target_block(j, in), d = depth;

      if (t > k) {
         skip(j, k + 1, t - 1);
         continue;
      }
      /* Backwards: to the end of the innermost loop that holds both blocks, and from its start to the target. */
      while (d > 0 && open[d - 1].first > t)
         d--;
      UTIL_CHECK(j->l->fe.ctx, d > 0);
      skip(j, k + 1, open[d - 1].last);
      if (t > open[d - 1].first)
         skip(j, open[d - 1].first, t - 1);
   }
   for (uint32_t k = 1; k < j->num_blocks; k++)
      j->guard[k] += j->guard[k - 1];
}

/* ---- code */

static struct ir_src imm(struct jumps *j, uint32_t v) { return fe_imm(&j->l->fe, v); }

static struct ir_src op2(struct jumps *j, enum ir_op op, struct ir_src a, struct ir_src b)
{
   return fe_op2(&j->l->fe, op, a, b);
}

static struct ir_src sel(struct jumps *j, struct ir_src t, struct ir_src a, struct ir_src b)
{
   return fe_sel(&j->l->fe, t, a, b);
}

static struct ir_src load(struct jumps *j, uint32_t array, const struct ir_src *index)
{
   return fe_array_get(&j->l->fe, array, index);
}

static void store(struct jumps *j, uint32_t array, const struct ir_src *index, struct ir_src v)
{
   fe_array_set(&j->l->fe, array, index, v);
}

static void go_to(struct jumps *j, uint32_t state) { store(j, j->state, NULL, imm(j, state)); }

static void choose(struct jumps *j, struct ir_src test, uint32_t yes, uint32_t no)
{
   struct ir_src a = imm(j, yes), b = imm(j, no);

   store(j, j->state, NULL, sel(j, test, a, b));
}

/* Pushes an entry with `value` and continues in state `next`. With a full stack the program ends. */
static void push(struct jumps *j, struct ir_src value, uint32_t next)
{
   struct ir_src depth = load(j, j->depth, NULL), more;
   struct ir_block *merge;

   go_to(j, j->num_blocks);
   merge = fe_guard_begin(&j->l->fe, op2(j, IR_ult, depth, imm(j, j->l->p->call_depth)));
   store(j, j->entry, &depth, value);
   for (unsigned c = 0; c < 4 && j->l->cur.in->op == NV_OP_PUSHA; c++)
      store(j, j->address[c], &depth, nv_load(j->l, 0, c));
   more = op2(j, IR_iadd, depth, imm(j, 1));
   store(j, j->depth, NULL, more);
   go_to(j, next);
   fe_guard_end(&j->l->fe, merge);
}

/* Pops the top entry and returns true, if it is of the expected kind. *top is its index, *entry its value. */
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

/* POPA. With an entry of the wrong kind the program ends. */
static void pop_address(struct jumps *j, uint32_t next)
{
   struct ir_src top, entry, v[4], ok = pop(j, true, &top, &entry);
   struct ir_block *merge;

   go_to(j, j->num_blocks);
   merge = fe_guard_begin(&j->l->fe, ok);
   for (unsigned c = 0; c < 4; c++)
      v[c] = load(j, j->address[c], &top);
   nv_store(j->l, v, NV_TYPE_S, NULL, NULL);
   go_to(j, next);
   fe_guard_end(&j->l->fe, merge);
}

/* The instruction that ends block k selects the next state. */
static void leave_block(struct jumps *j, const struct nv_instr *in, uint32_t k)
{
   struct ir_block *taken = NULL;
   struct ir_src ok, top, entry;

   memset(&j->l->cur, 0, sizeof j->l->cur);
   j->l->cur.in = in;
   j->l->fe.b.span = in->span;
   if (in->op == NV_OP_BRA || (in->op == NV_OP_RET && !j->stack)) {
      if (nv_test_never(&in->cond))
         go_to(j, k + 1);
      else if (nv_test_always(&in->cond))
         go_to(j, target_block(j, in));
      else
         choose(j, nv_test_any(j->l, &in->cond), target_block(j, in), k + 1);
      return;
   }
   go_to(j, k + 1);
   if (nv_test_never(&in->cond))
      return;
   if (!nv_test_always(&in->cond))
      taken = fe_guard_begin(&j->l->fe, nv_test_any(j->l, &in->cond));
   switch (in->op) {
   case NV_OP_CAL: push(j, imm(j, k + 1), target_block(j, in)); break;
   case NV_OP_PUSHA: push(j, imm(j, STACK_ADDRESS), k + 1); break;
   case NV_OP_RET:
      ok = pop(j, false, &top, &entry);
      store(j, j->state, NULL, sel(j, ok, entry, imm(j, j->num_blocks)));
      break;
   case NV_OP_POPA: pop_address(j, k + 1); break;
   }
   if (taken)
      fe_guard_end(&j->l->fe, taken);
}

/* Continues the loop here, and leaves it where `out` begins. */
static void end_region(struct jumps *j, const struct region *r, struct ir_block *out)
{
   struct fe_lower *f = &j->l->fe;

   fe_block_close(f, IR_TERM_CONTINUE, r->header);
   fe_block_start(f, out, true);
   fe_block_close(f, IR_TERM_BREAK, r->exit);
   fe_block_start(f, r->exit, true);
}

/* Ends the loops whose last block is k. A loop continues while the state is inside it. */
static void close_loops(struct jumps *j, uint32_t k)
{
   while (j->num_open > 0 && j->open[j->num_open - 1].last == k) {
      struct region r = j->open[--j->num_open];
      struct ir_src state = load(j, j->state, NULL);

      if (r.first)
         state = op2(j, IR_isub, state, imm(j, r.first));
      end_region(j, &r, fe_guard_begin(&j->l->fe, op2(j, IR_ult, state, imm(j, r.last - r.first + 1))));
   }
}

/*
 * Ends a loop whose last block continues it or leaves it by a single test, and which no jump skips. Returns false for other
 * loops.
 */
static bool close_simple_loop(struct jumps *j, uint32_t k)
{
   const struct nv_instr *in = leaving_instr(j, k);
   struct region *r = j->num_open ? &j->open[j->num_open - 1] : NULL;
   struct ir_block *out;

   if (!r || r->last != k || j->guard[k] || !in || in->op != NV_OP_BRA || nv_test_always(&in->cond) ||
       nv_test_never(&in->cond) || target_block(j, in) != r->first)
      return false;
   j->l->cur.in = in;
   j->l->fe.b.span = in->span;
   go_to(j, k + 1);
   out = fe_guard_begin(&j->l->fe, nv_test_any(j->l, &in->cond));
   go_to(j, r->first);
   end_region(j, r, out);
   j->num_open--;
   return true;
}

static void emit_block(struct jumps *j, uint32_t k)
{
   struct nv_lower *l = j->l;
   const struct nv_instr *last = leaving_instr(j, k);
   struct ir_block *guard = NULL;

   if (j->loop_end[k] != FE_NONE) {
      struct region *r = &j->open[j->num_open++];

      r->first = k;
      r->last = j->loop_end[k];
      r->exit = ir_block_new(l->fe.s);
      r->header = fe_loop_start(&l->fe, r->exit);
   }
   if (j->guard[k]) {
      struct ir_src state = load(j, j->state, NULL);

      guard = fe_guard_begin(&l->fe, op2(j, IR_ieq, state, imm(j, k)));
   }
   for (uint32_t i = j->start[k]; i < j->start[k + 1] - (last != NULL); i++)
      nv_lower_statement(l, &l->p->instrs[i]);
   if (!close_simple_loop(j, k)) {
      if (last)
         leave_block(j, last, k);
      else
         go_to(j, k + 1);
   }
   if (guard)
      fe_guard_end(&l->fe, guard);
   close_loops(j, k);
}

void nv_lower_jumps(struct nv_lower *l)
{
   static const char *const names[4] = {"stack.x", "stack.y", "stack.z", "stack.w"};
   struct jumps *j = UTIL_NEW(l->fe.ctx, struct jumps);
   const struct nv_program *p = l->p;
   struct ir_shader *s = l->fe.s;

   j->l = l;
   if (p->num_instrs == 0)
      return;
   find_blocks(j);
   j->guard = UTIL_ARRAY(l->fe.ctx, int32_t, (size_t)j->num_blocks + 2);
   j->loop_end = UTIL_ARRAY(l->fe.ctx, uint32_t, (size_t)j->num_blocks + 1);
   find_loops(j);
   find_guards(j);
   j->state = ir_array_new(s, 1, 32, "state");
   go_to(j, j->block[p->subs[p->entry_sub].first]);
   if (j->stack) {
      j->depth = ir_array_new(s, 1, 32, "depth");
      j->entry = ir_array_new(s, p->call_depth, 32, "stack");
      for (unsigned c = 0; c < 4; c++)
         j->address[c] = ir_array_new(s, p->call_depth, 32, names[c]);
   }
   for (uint32_t k = 0; k < j->num_blocks; k++)
      emit_block(j, k);
}

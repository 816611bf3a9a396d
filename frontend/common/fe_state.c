/* SPDX-License-Identifier: MIT */
/* Lowering of any language: code that is split into basic blocks (fe_state.h). */
#include "frontend/common/fe_state.h"

/* Emits the constant after the operand. */
static struct ir_src op_imm(struct fe_states *r, enum ir_op op, struct ir_src a, uint32_t b)
{
   return fe_op2(r->f, op, a, fe_imm(r->f, b));
}

void fe_states_init(struct fe_states *r, struct fe_lower *f, uint32_t call_depth)
{
   r->f = f;
   r->call_depth = call_depth;
   r->state = ir_array_new(f->s, 1, 32, "state");
   r->depth = ir_array_new(f->s, 1, 32, "depth");
   r->stack = ir_array_new(f->s, call_depth, 32, "stack");
}

void fe_states_begin(struct fe_states *r, uint32_t first, uint32_t num_blocks, uint32_t max_depth)
{
   r->num_blocks = num_blocks;
   r->max_depth = max_depth;
   r->exit = ir_block_new(r->f->s);
   fe_state_go(r, first);
   fe_array_set(r->f, r->depth, NULL, fe_imm(r->f, 0));
   r->header = fe_loop_start(r->f, r->exit);
}

/* The state "return": returns to the caller, or leaves the loop. */
static void emit_return(struct fe_states *r)
{
   struct fe_lower *f = r->f;
   struct ir_src depth, state;
   struct ir_block *merge = fe_state_guard(r, r->num_blocks), *inner;

   fe_state_go(r, r->num_blocks + 1);
   depth = fe_array_get(f, r->depth, NULL);
   inner = fe_guard_begin(f, op_imm(r, IR_ine, depth, 0));
   depth = op_imm(r, IR_isub, depth, 1);
   fe_array_set(f, r->depth, NULL, depth);
   state = fe_array_get(f, r->stack, &depth);
   fe_array_set(f, r->state, NULL, state);
   fe_guard_end(f, inner);
   fe_guard_end(f, merge);
}

void fe_states_end(struct fe_states *r)
{
   struct fe_lower *f = r->f;
   struct ir_block *merge;

   emit_return(r);
   merge = fe_state_guard(r, r->num_blocks + 1);
   fe_block_close(f, IR_TERM_BREAK, r->exit);
   fe_block_start(f, merge, true);
   fe_block_close(f, IR_TERM_CONTINUE, r->header);
   fe_block_start(f, r->exit, true);
}

struct ir_block *fe_state_guard(struct fe_states *r, uint32_t n)
{
   struct ir_src state = fe_array_get(r->f, r->state, NULL);

   return fe_guard_begin(r->f, op_imm(r, IR_ieq, state, n));
}

void fe_state_go(struct fe_states *r, uint32_t state) { fe_array_set(r->f, r->state, NULL, fe_imm(r->f, state)); }

void fe_state_choose(struct fe_states *r, struct ir_src test, uint32_t yes, uint32_t no)
{
   struct ir_src a = fe_imm(r->f, yes), b = fe_imm(r->f, no);

   fe_array_set(r->f, r->state, NULL, fe_sel(r->f, test, a, b));
}

struct ir_src fe_state_may_call(struct fe_states *r)
{
   struct ir_src depth = fe_array_get(r->f, r->depth, NULL);

   return op_imm(r, IR_ult, depth, r->max_depth);
}

void fe_state_call(struct fe_states *r, struct ir_src test, uint32_t next, uint32_t to)
{
   struct fe_lower *f = r->f;
   struct ir_block *merge = fe_guard_begin(f, test);
   struct ir_src depth = fe_array_get(f, r->depth, NULL);

   fe_array_set(f, r->stack, &depth, fe_imm(f, next));
   fe_array_set(f, r->depth, NULL, op_imm(r, IR_iadd, depth, 1));
   fe_state_go(r, to);
   fe_guard_end(f, merge);
}

void fe_state_count(struct fe_states *r, uint32_t *counter, bool recursive, struct ir_src n, uint32_t body, uint32_t behind)
{
   struct fe_lower *f = r->f;
   struct ir_src depth = {0}, *index = NULL;

   if (*counter == FE_NONE)
      *counter = ir_array_new(f->s, recursive ? r->call_depth + 1 : 1, 32, util_printf(f->ctx, "count%u", f->s->num_arrays));
   if (recursive) {
      depth = fe_array_get(f, r->depth, NULL);
      index = &depth;
   }
   if (!n.val) {
      n = fe_array_get(f, *counter, index);
      n = op_imm(r, IR_isub, n, 1);
   }
   fe_array_set(f, *counter, index, n);
   fe_state_choose(r, op_imm(r, IR_ieq, n, 0), behind, body);
}

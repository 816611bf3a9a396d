/* SPDX-License-Identifier: MIT */
/*
 * Lowering of the atomic operations FADD, INC and DEC to a loop of compare-and-exchange, for machines that have no instructions
 * for them:
 *
 *    old = mem_load a
 *    loop: new = op(old, x); r = mem_atomic a, old, new cas; if (r == old) break; old = r
 *
 * In each iteration, one of the invocations that change the same word succeeds, in the order of their numbers. This is the
 * order of the instruction itself, so sums of floats are the same. Outside of the object, both operations return 0 and the loop
 * ends. A helper changes nothing and leaves the loop, too: its operation returns the contents (or, on some machines, always the
 * same word), and once the other invocations are done, it returns the same word twice. Linear.
 */
#include "ir/cfg.h"
#include "semantics/memory/memory.h"
#include "passes/pass.h"

#include <string.h>

static bool is_lowered(const struct ir_instr *i)
{
   return i->op == IR_mem_atomic && (i->attr[2] == MEM_FADD || i->attr[2] == MEM_INC || i->attr[2] == MEM_DEC);
}

/* As semantics/memory/memory.h defines it. */
static struct ir_src value_of(struct ir_builder *b, uint32_t op, struct ir_src old, struct ir_src x)
{
   if (op == MEM_FADD)
      return ir_expr2(b, IR_fadd, old, x);
   if (op == MEM_INC) {
      const struct ir_src more = ir_expr_imm(b, IR_iadd, old, 1), wraps = ir_expr2(b, IR_uge, old, x);
      return ir_expr3(b, IR_sel, wraps, ir_imm(b, 0), more);
   }
   const struct ir_src zero = ir_expr_imm(b, IR_ieq, old, 0), above = ir_expr2(b, IR_ult, x, old);
   const struct ir_src less = ir_expr_imm(b, IR_iadd, old, UINT32_MAX);
   return ir_expr3(b, IR_sel, ir_expr2(b, IR_ior, zero, above), x, less);
}

/* `rest` holds the instructions after i. */
static void lower(struct ir_shader *s, struct ir_instr *i, struct ir_block *rest)
{
   struct ir_block *before = i->block, *turn = ir_block_new(s), *leave = ir_block_new(s), *again = ir_block_new(s);
   const uint32_t op = i->attr[2];
   struct ir_builder b;

   ir_remove(i);
   b = ir_at_end(s, before);
   b.span = i->span;
   const uint32_t attr[3] = {i->attr[0], i->attr[1], MEM_BYPASS};
   struct ir_instr *first = ir_emit(&b, IR_mem_load, 32, 1, &i->src[0], attr);
   b = ir_at_end(s, turn);
   b.span = i->span;
   struct ir_instr *old = ir_emit_phi(&b, 32, 2);
   const struct ir_src x = i->src[1], now = ir_use(old->dst[0]), new = value_of(&b, op, now, x);
   i->attr[2] = MEM_CAS;
   i->src[1] = now;
   ir_add_src(s, i, new);
   ir_insert(&b, i);
   old->src[0] = ir_use(first->dst[0]);
   old->src[1] = ir_use(i->dst[0]);
   const struct ir_src done = ir_expr2(&b, IR_ieq, ir_use(i->dst[0]), now);

   before->term = IR_TERM_LOOP;
   before->succ[0] = turn;
   before->merge = rest;
   turn->term = IR_TERM_IF;
   turn->cond = done;
   turn->succ[0] = leave;
   turn->succ[1] = turn->merge = again;
   leave->term = IR_TERM_BREAK;
   leave->succ[0] = rest;
   again->term = IR_TERM_CONTINUE;
   again->succ[0] = turn;
   turn->span = leave->span = again->span = i->span;
   ir_block_append(s, turn);
   ir_block_append(s, leave);
   ir_block_append(s, again);
   ir_block_append(s, rest);
}

/* The instructions of a block to lower, the last one first. */
struct splits {
   struct split {
      struct ir_instr *instr;
      struct ir_block *rest; /* the instructions after it */
   } *at;
   uint32_t num, cap;
};

/* Appends the loops to the program; pass_lower_atomics() moves them to their places after the block. */
static void lower_block(struct ir_shader *s, struct ir_block *b, struct splits *splits)
{
   for (struct ir_instr *i = b->last, *before; i; i = before) {
      before = i->prev;
      if (is_lowered(i))
         UTIL_PUSH(s->ctx, splits->at, splits->num, splits->cap, (struct split){i, ir_split_after(s, i)});
   }
   while (splits->num) {
      const struct split *p = &splits->at[--splits->num];
      lower(s, p->instr, p->rest);
   }
}

bool pass_lower_atomics(struct ir_shader *s)
{
   if (!ir_may_have(s, IR_mem_atomic))
      return false;
   const uint32_t num = s->num_blocks;
   struct splits splits = {0};
   uint32_t *end = IR_SCRATCH(s, 0, uint32_t, (size_t)num + 1); /* by block: the end of the blocks that it was split into */

   for (uint32_t k = 0; k < num; k++) {
      lower_block(s, s->blocks[k], &splits);
      end[k] = s->num_blocks;
   }
   if (s->num_blocks == num)
      return false;
   struct ir_block **order = IR_SCRATCH(s, 1, struct ir_block *, s->num_blocks);
   for (uint32_t k = 0, n = 0, made = num; k < num; k++) {
      order[n++] = s->blocks[k];
      while (made < end[k])
         order[n++] = s->blocks[made++];
   }
   memcpy(s->blocks, order, s->num_blocks * sizeof *order);
   ir_cfg_update(s);
   return true;
}

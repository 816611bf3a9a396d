/* SPDX-License-Identifier: MIT */
/* Lowering of any language: control flow. See fe_flow.h. */
#include "frontend/common/fe_flow.h"

/* limits on instructions after inlining of calls, and on IR values */
#define MAX_VISITS 1000000u
#define MAX_VALUES (1u << 24)

bool fe_visit(struct fe_lower *f, struct util_span span)
{
   if (++f->visits > MAX_VISITS || f->s->num_values > MAX_VALUES) {
      util_diag(f->ctx, DIAG_ID_program_too_big, span, "the program is too big with all calls expanded");
      f->failed = true;
   }
   f->b.span = span;
   return !f->failed;
}

/* ---- blocks */

void fe_block_start(struct fe_lower *f, struct ir_block *b, bool reachable)
{
   struct util_span span = f->b.span;

   fe_cache_write(f);
   ir_block_append(f->s, b);
   f->b = ir_at_end(f->s, b);
   f->b.span = span;
   f->flow.reachable = reachable;
}

bool fe_block_close(struct fe_lower *f, enum ir_term term, struct ir_block *to)
{
   struct ir_block *b = f->b.block;
   bool taken = f->flow.reachable;

   f->flow.reachable = false;
   if (b->term != IR_TERM_NONE)
      return false;
   b->term = (uint8_t)term;
   b->succ[0] = to;
   b->span = f->b.span;
   return taken;
}

/* Ends the block with an IF; the then arm becomes current. */
static void open_if(struct fe_lower *f, struct ir_src cond, struct ir_block *else_or_merge, struct ir_block *merge)
{
   struct ir_block *b = f->b.block, *then = ir_block_new(f->s);

   b->term = IR_TERM_IF;
   b->cond = cond;
   b->succ[0] = then;
   b->succ[1] = else_or_merge;
   b->merge = merge;
   b->span = f->b.span;
   fe_block_start(f, then, true);
}

struct ir_block *fe_loop_start(struct fe_lower *f, struct ir_block *exit)
{
   struct ir_block *b = f->b.block, *header = ir_block_new(f->s);

   b->term = IR_TERM_LOOP;
   b->succ[0] = header;
   b->merge = exit;
   b->span = f->b.span;
   fe_block_start(f, header, true);
   return header;
}

bool fe_jump(struct fe_lower *f, struct ir_src cond, enum ir_term term, struct ir_block *to)
{
   struct ir_block *merge;

   if (!cond.val)
      return fe_block_close(f, term, to);
   merge = ir_block_new(f->s);
   open_if(f, cond, merge, merge);
   fe_block_close(f, term, to);
   fe_block_start(f, merge, true);
   return true;
}

struct ir_block *fe_guard_begin(struct fe_lower *f, struct ir_src cond)
{
   struct ir_block *merge = ir_block_new(f->s);

   open_if(f, cond, merge, merge);
   return merge;
}

void fe_guard_end(struct fe_lower *f, struct ir_block *merge)
{
   fe_block_close(f, IR_TERM_JUMP, merge);
   fe_block_start(f, merge, true);
}

/* ---- if, loop and switch of the source */

static struct fe_frame *push(struct fe_lower *f, struct fe_frame frame)
{
   UTIL_PUSH(f->ctx, f->flow.frames, f->flow.num_frames, f->flow.cap_frames, frame);
   return &f->flow.frames[f->flow.num_frames - 1];
}

void fe_if(struct fe_lower *f, struct ir_src cond, bool has_else)
{
   struct fe_frame frame = {.kind = FE_FRAME_IF, .merge = ir_block_new(f->s), .merge_reached = !has_else};

   if (has_else)
      frame.other = ir_block_new(f->s);
   open_if(f, cond, has_else ? frame.other : frame.merge, frame.merge);
   push(f, frame);
}

void fe_else(struct fe_lower *f)
{
   struct fe_frame *frame = &f->flow.frames[f->flow.num_frames - 1];

   frame->merge_reached |= fe_block_close(f, IR_TERM_JUMP, frame->merge);
   fe_block_start(f, frame->other, true);
}

void fe_endif(struct fe_lower *f)
{
   struct fe_frame frame = f->flow.frames[--f->flow.num_frames];

   frame.merge_reached |= fe_block_close(f, IR_TERM_JUMP, frame.merge);
   fe_block_start(f, frame.merge, frame.merge_reached);
}

uint32_t fe_counter_new(struct fe_lower *f, struct ir_src n)
{
   uint32_t counter = ir_array_new(f->s, 1, 32, util_printf(f->ctx, "count%u", f->s->num_arrays));

   fe_array_set(f, counter, NULL, n);
   return counter;
}

void fe_loop(struct fe_lower *f, uint32_t counter)
{
   struct fe_frame frame = {.kind = FE_FRAME_LOOP, .merge = ir_block_new(f->s), .outer = f->flow.loop};

   frame.other = fe_loop_start(f, frame.merge);
   if (counter != FE_NONE) {
      struct ir_block *go = ir_block_new(f->s);
      struct ir_src n = fe_array_get(f, counter, NULL);

      open_if(f, fe_op2(f, IR_ieq, n, fe_imm(f, 0)), go, go);
      fe_block_close(f, IR_TERM_BREAK, frame.merge);
      fe_block_start(f, go, true);
      n = fe_op2(f, IR_isub, n, fe_imm(f, 1));
      fe_array_set(f, counter, NULL, n);
      frame.merge_reached = true;
   }
   f->flow.loop = f->flow.num_frames;
   push(f, frame);
}

void fe_endloop(struct fe_lower *f)
{
   struct fe_frame frame = f->flow.frames[--f->flow.num_frames];

   fe_block_close(f, IR_TERM_CONTINUE, frame.other);
   f->flow.loop = frame.outer;
   fe_block_start(f, frame.merge, frame.merge_reached);
}

void fe_switch(struct fe_lower *f)
{
   struct fe_frame frame = {.kind = FE_FRAME_SWITCH, .merge = ir_block_new(f->s), .outer = f->flow.loop};

   fe_loop_start(f, frame.merge);
   f->flow.reachable = false;
   f->flow.loop = f->flow.num_frames;
   push(f, frame);
}

/* Ends the open section; true if control falls out of it. */
static bool end_section(struct fe_lower *f, const struct fe_frame *frame)
{
   if (!frame->other)
      return false;
   const bool falls = fe_block_close(f, IR_TERM_JUMP, frame->other);

   fe_block_start(f, frame->other, true);
   return falls;
}

/* If control does not fall out of the previous section, invocations that executed it have left the switch, so its test does
   not matter any more. */
void fe_case(struct fe_lower *f, struct ir_src test)
{
   struct fe_frame *frame = &f->flow.frames[f->flow.num_frames - 1];

   if (end_section(f, frame))
      test = fe_op2(f, IR_ior, frame->run, test);
   frame->run = test;
   frame->other = fe_guard_begin(f, test);
}

void fe_endswitch(struct fe_lower *f)
{
   struct fe_frame frame = f->flow.frames[--f->flow.num_frames];

   end_section(f, &frame);
   f->flow.reachable = true;
   fe_block_close(f, IR_TERM_BREAK, frame.merge);
   f->flow.loop = frame.outer;
   fe_block_start(f, frame.merge, true);
}

void fe_break(struct fe_lower *f, struct ir_src cond)
{
   struct fe_frame *frame = &f->flow.frames[f->flow.loop];

   frame->merge_reached |= fe_jump(f, cond, IR_TERM_BREAK, frame->merge);
}

void fe_continue(struct fe_lower *f, struct ir_src cond)
{
   const struct fe_frame *frame = &f->flow.frames[f->flow.loop];

   while (frame->kind == FE_FRAME_SWITCH)
      frame = &f->flow.frames[frame->outer];
   fe_jump(f, cond, IR_TERM_CONTINUE, frame->other);
}

/* ---- calls */

void fe_sub_begin(struct fe_lower *f, uint32_t sub, uint32_t return_to, bool early_return, struct ir_block *test_merge)
{
   struct fe_frame frame = {.kind = FE_FRAME_SUB, .call_test = test_merge, .sub = sub, .return_to = return_to};

   if (early_return) {
      frame.merge = ir_block_new(f->s);
      fe_loop_start(f, frame.merge);
   }
   frame.outer = f->flow.sub;
   f->flow.sub = f->flow.num_frames;
   push(f, frame);
   f->flow.depth++;
}

uint32_t fe_sub_end(struct fe_lower *f)
{
   struct fe_frame frame = f->flow.frames[--f->flow.num_frames];

   if (frame.merge) {
      bool end = fe_block_close(f, IR_TERM_BREAK, frame.merge);

      fe_block_start(f, frame.merge, end || frame.merge_reached);
   }
   if (frame.call_test)
      fe_guard_end(f, frame.call_test);
   f->flow.sub = frame.outer;
   f->flow.depth--;
   return frame.return_to;
}

void fe_return(struct fe_lower *f, struct ir_src cond)
{
   struct fe_frame *frame = &f->flow.frames[f->flow.sub];

   frame->merge_reached |= fe_jump(f, cond, IR_TERM_BREAK, frame->merge);
}

void fe_exit(struct fe_lower *f, struct ir_src cond)
{
   struct fe_frame *frame = &f->flow.frames[0];

   frame->merge_reached |= fe_jump(f, cond, IR_TERM_BREAK, frame->merge);
}

/* SPDX-License-Identifier: MIT */
/* Selection of control flow: masks, branches, copies of phis (docs/abi-usc.md, control flow). */
#include "backend-usc/select/usc_flow.h"

#include "backend-usc/select/operand/usc_operand.h"
#include "backend-usc/select/usc_cond.h"
#include "codegen/copies.h"
#include "ir/cfg.h"
#include "ir/divergence.h"

/* An if or a loop around the current block. */
struct usc_construct {
   bool loop, has_continue, early_continue;
   const struct ir_block *merge, *header, *other; /* other: else arm, or NULL */
   bool skipped;                                  /* an if whose arm is only a break: needs no mask of its own */
   bool uniform;                                  /* all running lanes go the same way: needs no mask (ir/divergence.h) */
   enum usc_pcnd repeats;                         /* loop that ends in a test: the lanes that run the next iteration */
   /* Sums over this construct and those around it. */
   uint32_t count;        /* subtracted from the mask counter when they end */
   uint32_t masks, jumps; /* constructs with a mask; uniform constructs */
   uint32_t hidden[2];    /* loops: previous values of flow.loop_at for its merge and its header */
};

static struct usc_construct *innermost(const struct usc_selection *c)
{
   return c->flow.num_open ? &c->flow.open[c->flow.num_open - 1] : NULL;
}

static void push_construct(struct usc_selection *c, struct usc_construct k)
{
   const struct usc_construct *around = innermost(c);
   const bool mask = !k.skipped && !k.uniform;
   k.count = (around ? around->count : 0) + (!mask ? 0 : k.loop ? 2 : 1);
   k.masks = (around ? around->masks : 0) + mask;
   k.jumps = (around ? around->jumps : 0) + k.uniform;
   if (k.loop) {
      uint32_t *const at[2] = {&c->flow.loop_at[0][k.merge->index], &c->flow.loop_at[1][k.header->index]};
      for (unsigned n = 0; n < 2; n++) {
         k.hidden[n] = *at[n];
         *at[n] = c->flow.num_open + 1;
      }
   }
   UTIL_PUSH(c->ctx, c->flow.open, c->flow.num_open, c->flow.cap_open, k);
}

static void pop_construct(struct usc_selection *c)
{
   const struct usc_construct *k = &c->flow.open[--c->flow.num_open];
   if (k->loop) {
      c->flow.loop_at[0][k->merge->index] = k->hidden[0];
      c->flow.loop_at[1][k->header->index] = k->hidden[1];
   }
}

/* ---- pieces -------------------------------------------------------------------------------------------------------------- */

static uint32_t phi_source(void *user, const struct ir_value *v)
{
   struct usc_selection *c = user;
   const struct usc_opd o = usc_value(c, v);
   return usc_copy_src(c->m, usc_opd_is_far(o) ? usc_to_temp(c, o) : o);
}

static uint32_t phi_result(void *user, const struct ir_value *v)
{
   const struct usc_selection *c = user;
   return c->uses[v->id] ? c->val[v->id].index : CG_NONE;
}

/* Emits the copies along an edge that lanes take under the condition. Moves of their sources to temporaries are under it too,
   because lanes that do not take the edge have values of their own there. */
static void emit_phi_copies(struct usc_selection *c, const struct ir_block *b, const struct ir_block *to, enum usc_cc cc)
{
   static const struct cg_phi_operands operands = {phi_source, phi_result};
   if (!to->first || to->first->op != IR_phi)
      return;
   const struct cg_list *body = &c->m->p.blocks[b->index].body;
   const uint32_t before = body->n;
   struct usc_instr *i = usc_instr_new(c->m, NULL);
   i->g = usc_g(USC_MAIN);
   i->g.cc = (uint8_t)cc;
   if (cg_edge_copies(&c->m->p, b, to, &operands, c, &i->base))
      cg_push(&c->m->p, &c->m->p.blocks[b->index].tail, &i->base);
   for (uint32_t k = before; cc != USC_CC_PE && k < body->n; k++) {
      struct usc_instr *move = usc_instr_at(body, k);
      move->fresh = move->g.dst[0].bank == USC_VIRTUAL;
      if (move->fresh)
         move->g.cc = (uint8_t)cc;
   }
}

static void emit_branch(struct usc_selection *c, struct cg_list *l, enum usc_cc cc, enum usc_bpred pred, uint32_t label)
{
   struct usc_group g = usc_g_br(cc, pred, 0);
   struct usc_instr *i = usc_instr_new(c->m, &g);
   i->base.kind = CG_BRANCH;
   i->base.label = label;
   cg_push(&c->m->p, l, &i->base);
}

/* An operation of the mask counter whose count is an immediate. */
static void emit_mask_op(struct usc_selection *c, struct cg_list *l, enum usc_op op, enum usc_pcnd when, unsigned count)
{
   usc_push(c->m, l, usc_g_cnd(op, when, USC_EMC, USC_EMC, count));
}

/*
 * Starts a mask. The first mask operation of a program starts from 0 instead of the counter, since all lanes run. So does each
 * operation outside of all masks if a branch may have jumped over the first.
 */
static void start_mask(struct usc_selection *c, struct cg_list *l, enum usc_pcnd when, unsigned count)
{
   const struct usc_flow *f = &c->flow;
   struct usc_group g = usc_g_cnd(USC_OP_CNDST, when, USC_EMC, USC_EMC, count);
   const struct usc_construct *around = innermost(c);
   const bool masks = around && around->masks, jumps = around && around->jumps;
   if (!masks && (jumps || !f->mask_started))
      g.src[0] = usc_c(0);
   c->flow.mask_started |= !jumps;
   usc_push(c->m, l, g);
}

/* Is a branch around the blocks [from, to) worth its cost, for waves in which no invocation runs them? */
static bool is_worth_skipping(const struct usc_selection *c, uint32_t from, uint32_t to)
{
   unsigned n = 0;
   if (to - from > 64)
      return true;
   for (uint32_t b = from; b < to; b++) {
      const struct ir_block *blk = c->s->blocks[b];
      if (blk->term == IR_TERM_LOOP)
         return true;
      ir_foreach_instr (blk, i) {
         if (i->op == IR_tex || i->op == IR_load_buffer || ir_op_info[i->op].flags & IR_F_MEMORY)
            return true;
         if (i->op != IR_const && i->op != IR_load_param && i->op != IR_phi && ++n > 8)
            return true;
      }
   }
   return false;
}

/* ---- where ifs and loops begin ------------------------------------------------------------------------------------------- */

static void begin_loop(struct usc_selection *c, const struct ir_block *b)
{
   struct usc_construct k = {.loop = true, .merge = b->merge, .header = b->succ[0], .uniform = c->flow.uniform[b->index]};
   for (uint32_t p = 0; p < k.header->num_preds; p++) {
      const struct ir_block *q = k.header->preds[p];
      if (q->term != IR_TERM_CONTINUE)
         continue;
      k.has_continue = true;
      if (q->index + 1 != k.merge->index)
         k.early_continue = true;
   }
   emit_phi_copies(c, b, b->succ[0], USC_CC_PE);
   if (!k.uniform)
      start_mask(c, &c->m->p.blocks[b->index].tail, USC_PCND_ALWAYS, 2);
   push_construct(c, k);
}

/* Is the instruction just a test into P0? */
static bool is_only_test(const struct usc_instr *i)
{
   const struct usc_group *g = &i->g;
   return i->base.kind == CG_OPERATION && g->op[USC_TST] && g->cc == USC_CC_PE && !g->dst[0].bank && !g->dst[1].bank;
}

/*
 * Joins two breaks of a loop if only the second test, which is the last group selected, is between them.
 *
 *    p0 = x; cndsm if p0; p0 = y; cndsm if p0      p0 = x; if (!p0) p0 = y; cndsm if p0
 *
 * Lanes that leave by the first break go on to the second. The values that they read after the loop are still live there, since
 * no phi after the loop depends on which break was taken.
 */
static void join_breaks(struct usc_selection *c, const struct ir_block *b, const struct ir_block *arm)
{
   const struct ir_block *first = b->index ? c->s->blocks[b->index - 1] : NULL;
   struct cg_block *to = &c->m->p.blocks[b->index];
   if (!first || first->term != IR_TERM_BREAK || arm->term != IR_TERM_BREAK || first->succ[0] != arm->succ[0] ||
       b->num_preds != 1 || first->num_preds != 1 || first->preds[0] != b->preds[0] || c->opt->sched == USC_SCHED_NONE)
      return;
   if (!c->flow.arm[first->index].pred_skip || c->flow.arm[first->index].inverted || to->head.n || to->body.n ||
       to->tail.n != 1)
      return;
   struct usc_instr *test = usc_instr_of(to->tail.i[0]);
   if (!is_only_test(test))
      return;
   ir_foreach_phi (arm->succ[0], phi)
      if (c->uses[phi->dst[0]->id])
         return;
   test->g.cc = USC_CC_NOTP0;
   c->m->p.blocks[first->index].tail.n = 0;
   c->m->p.blocks[first->index].succ[0] = b->index;
}

static void begin_if(struct usc_selection *c, const struct ir_block *b)
{
   struct cg_list *t = &c->m->p.blocks[b->index].tail;
   struct usc_construct k = {.merge = b->merge, .other = b->succ[1] != b->merge ? b->succ[1] : NULL};
   const struct ir_block *arm = b->succ[0];
   const bool inverted = usc_cond_to_tail(c, &b->cond);
   if (!k.other)
      emit_phi_copies(c, b, b->succ[1], USC_CC_PE);
   if (!k.other && ir_only_exits(arm) && arm->index + 1 == k.merge->index) {
      k.skipped = true;
      if (!inverted)
         join_breaks(c, b, arm);
      c->flow.arm[arm->index].pred_skip = true;
      c->flow.arm[arm->index].inverted = inverted;
   } else if (c->flow.uniform[b->index]) {
      k.uniform = true;
      emit_branch(c, t, inverted ? USC_CC_P0 : USC_CC_NOTP0, USC_BPRED_CC,
                  k.other ? cg_label(CG_AT_BODY, k.other->index) : cg_label(CG_AT_HEAD, k.merge->index));
   } else {
      const uint32_t next = (k.other ? k.other : k.merge)->index;
      start_mask(c, t, inverted ? USC_PCND_NOTP0 : USC_PCND_P0, 1);
      if (is_worth_skipping(c, arm->index, next))
         emit_branch(c, t, USC_CC_PE, USC_BPRED_ALLINST, cg_label(CG_AT_HEAD, next));
   }
   push_construct(c, k);
}

/* ---- breaks and continues ------------------------------------------------------------------------------------------------ */

/* The loop that lanes leave by an exit to `to`. */
static const struct usc_construct *target_of(const struct usc_flow *f, const struct ir_block *to, bool is_break)
{
   const uint32_t at = f->loop_at[is_break ? 0 : 1][to->index];
   return at ? &f->open[at - 1] : NULL;
}

/* Mask count of a lane that leaves to `to`: the sum that constructs in between subtract, plus 2 (break) or 1 (continue). */
static uint32_t mask_count(const struct usc_selection *c, const struct ir_block *to, bool is_break)
{
   const struct usc_construct *loop = target_of(&c->flow, to, is_break);
   return (is_break ? 2 : 1) + (innermost(c) ? innermost(c)->count : 0) - (loop ? loop->count : 0);
}

/*
 * If block b is a conditional break directly before the natural end of the loop around the innermost if: that loop, whose end
 * can test the condition itself, because P0 does not change before it. Else NULL.
 */
static struct usc_construct *loop_ending_in_test(const struct usc_selection *c, const struct ir_block *b)
{
   const uint32_t n = c->flow.num_open;
   struct usc_construct *loop = n >= 2 ? &c->flow.open[n - 2] : NULL;
   const struct ir_block *end = b->index + 1 < c->s->num_blocks ? c->s->blocks[b->index + 1] : NULL;
   if (!loop || !loop->loop || loop->early_continue || loop->merge != b->succ[0] || b->term != IR_TERM_BREAK)
      return NULL;
   if (end != innermost(c)->merge || end->term != IR_TERM_CONTINUE || end->succ[0] != loop->header ||
       end->index + 1 != loop->merge->index)
      return NULL;
   return ir_only_exits(end) ? loop : NULL;
}

/* Condition of the lanes that run the next iteration, at the end of the body. */
static enum usc_cc continue_cc(const struct usc_construct *loop)
{
   return loop->repeats == USC_PCND_P0 ? USC_CC_P0 : loop->repeats == USC_PCND_NOTP0 ? USC_CC_NOTP0 : USC_CC_PE;
}

static void leave_loop(struct usc_selection *c, const struct ir_block *b)
{
   struct cg_list *t = &c->m->p.blocks[b->index].tail;
   const struct ir_block *to = b->succ[0];
   const struct usc_arm *arm = &c->flow.arm[b->index];
   const bool pred = arm->pred_skip, is_break = b->term == IR_TERM_BREAK;
   const enum usc_cc taken = !pred ? USC_CC_PE : arm->inverted ? USC_CC_NOTP0 : USC_CC_P0;
   const struct usc_construct *top = innermost(c);
   const bool goes_back = !is_break && top && top->loop && top->header == to;
   const enum usc_cc leaves = goes_back ? continue_cc(top) : taken;
   emit_phi_copies(c, b, to, leaves);
   c->m->p.blocks[b->index].condition = leaves == USC_CC_IGNOREPE ? USC_CC_PE : (uint8_t)leaves;
   if (goes_back && b->index + 1 == top->merge->index)
      return; /* the natural end of the body */
   struct usc_construct *loop = pred ? loop_ending_in_test(c, b) : NULL;
   if (loop && (loop->uniform || c->opt->features & USC_HAS_CNDLT)) {
      loop->repeats = arm->inverted ? USC_PCND_P0 : USC_PCND_NOTP0;
      return;
   }
   const struct usc_construct *from = target_of(&c->flow, to, is_break);
   if (from && from->uniform) { /* all running lanes leave */
      emit_branch(c, t, taken, USC_BPRED_CC, cg_label(CG_AT_BODY, to->index));
      return;
   }
   const uint32_t value = mask_count(c, to, is_break);
   const struct usc_opd v = value <= 31 ? usc_c(value) : usc_const(c->m, value);
   usc_push(c->m, t, usc_g_cndsm(!pred ? USC_PCND_ALWAYS : arm->inverted ? USC_PCND_NOTP0 : USC_PCND_P0, USC_EMC, USC_EMC, v));
}

/* ---- where ifs and loops end --------------------------------------------------------------------------------------------- */

static void end_loop(struct usc_selection *c, struct cg_list *l, const struct usc_construct *k)
{
   if (!k->has_continue) { /* the body runs once, and all lanes left by a break */
      emit_mask_op(c, l, USC_OP_CNDEND, USC_PCND_ALWAYS, 2);
      return;
   }
   if (k->early_continue) { /* lanes that continued (count 1) run again, lanes that left stay at 2 */
      emit_mask_op(c, l, USC_OP_CNDEND, USC_PCND_ALWAYS, 1);
      emit_mask_op(c, l, USC_OP_CNDST, USC_PCND_ALWAYS, 1);
   }
   emit_mask_op(c, l, USC_OP_CNDLT, k->repeats, 2);
   emit_branch(c, l, USC_CC_P0, USC_BPRED_CC, cg_label(CG_AT_HEAD, k->header->index));
}

static void end_construct(struct usc_selection *c, struct cg_list *l, const struct usc_construct *k)
{
   if (k->uniform) {
      if (k->has_continue)
         emit_branch(c, l, continue_cc(k), USC_BPRED_CC, cg_label(CG_AT_HEAD, k->header->index));
   } else if (k->loop) {
      end_loop(c, l, k);
   } else if (!k->skipped) {
      emit_mask_op(c, l, USC_OP_CNDEND, USC_PCND_ALWAYS, 1);
   }
}

/* Switches from the first arm of an if to the second, which block b begins. */
static void begin_other_arm(struct usc_selection *c, struct cg_list *l, const struct usc_construct *k, uint32_t b)
{
   const uint32_t merge = cg_label(CG_AT_HEAD, k->merge->index);
   if (k->uniform) {
      emit_branch(c, l, USC_CC_PE, USC_BPRED_CC, merge);
      return;
   }
   emit_mask_op(c, l, USC_OP_CNDEF, USC_PCND_ALWAYS, 1);
   if (is_worth_skipping(c, b, k->merge->index))
      emit_branch(c, l, USC_CC_PE, USC_BPRED_ALLINST, merge);
}

/* ---- blocks -------------------------------------------------------------------------------------------------------------- */

void usc_flow_init(struct usc_selection *c)
{
   const struct ir_shader *s = c->s;
   uint32_t *depth;
   ir_loops(c->s, &depth);
   c->flow.arm = UTIL_ARRAY(c->ctx, struct usc_arm, (size_t)s->num_blocks + 1);
   for (unsigned n = 0; n < 2; n++)
      c->flow.loop_at[n] = UTIL_ARRAY(c->ctx, uint32_t, (size_t)s->num_blocks + 1);
   /* A wave without running lanes takes no branch, so a uniform loop ends there too. The simulator stops if lanes disagree
      about such a branch. */
   c->flow.uniform =
       c->opt->sched == USC_SCHED_NONE ? UTIL_ARRAY(c->ctx, uint8_t, (size_t)s->num_blocks + 1) : ir_uniform_branches(c->s);
   for (uint32_t b = 0; b < s->num_blocks; b++) {
      const struct ir_block *blk = s->blocks[b];
      c->m->p.blocks[b].depth = depth[b];
      for (unsigned e = 0; e < ir_num_succs(blk); e++)
         c->m->p.blocks[b].succ[e] = blk->succ[e]->index;
      c->r->uses_flow |= blk->term == IR_TERM_IF || blk->term == IR_TERM_LOOP;
      ir_foreach_phi (blk, i)
         c->val[i->dst[0]->id] = usc_temp(c);
   }
}

void usc_begin_block(struct usc_selection *c, const struct ir_block *b)
{
   struct cg_list *head = &c->m->p.blocks[b->index].head;
   struct usc_flow *f = &c->flow;
   for (; f->num_open && innermost(c)->merge == b; pop_construct(c))
      end_construct(c, head, innermost(c));
   if (f->num_open && innermost(c)->other == b)
      begin_other_arm(c, head, innermost(c), b->index);
}

void usc_end_block(struct usc_selection *c, const struct ir_block *b)
{
   switch (b->term) {
   case IR_TERM_JUMP: emit_phi_copies(c, b, b->succ[0], USC_CC_PE); break;
   case IR_TERM_LOOP: begin_loop(c, b); break;
   case IR_TERM_IF: begin_if(c, b); break;
   case IR_TERM_BREAK:
   case IR_TERM_CONTINUE: leave_loop(c, b); break;
   default: break;
   }
}

/* SPDX-License-Identifier: MIT */
/* Selection of control flow (masks, branches, phi copies) and the walk over the program. See docs/abi-usc.md, control flow. */
#include "backend-usc/schedule/usc_sched.h"
#include "codegen/copies.h"

#include "ir/cfg.h"
#include "ir/divergence.h"

/* ---- control flow -------------------------------------------------------------------------------------------------------- */

struct construct {
   bool loop, has_continue, early_continue;
   const struct ir_block *merge, *header, *other; /* other: else arm, NULL = none */
   bool skipped;                                  /* if whose arm is only a break: no mask of its own */
   bool uniform;                                  /* all running lanes go the same way: no mask at all (ir/divergence.h) */
   enum usc_pcnd again;                           /* loop that ends in a test: who runs the next iteration */
};

static uint32_t phi_source(void *user, const struct ir_value *v)
{
   struct usc_selection *c = user;
   return usc_copy_src(c->m, usc_value(c, v));
}

static uint32_t phi_result(void *user, const struct ir_value *v)
{
   const struct usc_selection *c = user;
   return c->uses[v->id] ? c->val[v->id].index : CG_NONE;
}

static uint32_t phi_hint(void *user, uint32_t unit)
{
   return usc_coalesced_unit(user, unit);
}

static void phi_copies(struct usc_selection *c, const struct ir_block *b, const struct ir_block *to, enum usc_cc cc)
{
   static const struct cg_phi_operands operands = {phi_source, phi_result, phi_hint};
   if (!to->first || to->first->op != IR_phi)
      return;
   struct usc_instr *i = usc_instr_new(c->m, NULL);
   i->g = usc_g(USC_MAIN);
   i->g.cc = (uint8_t)cc;
   if (cg_edge_copies(&c->m->p, b, to, &operands, c, &i->base))
      cg_push(&c->m->p, &c->m->p.blocks[b->index].tail, &i->base);
}

static void branch(struct usc_selection *c, struct cg_list *l, enum usc_cc cc, enum usc_bpred pred, uint32_t label)
{
   struct usc_group g = usc_g_br(cc, pred, 0);
   struct usc_instr *i = usc_instr_new(c->m, &g);
   i->base.kind = CG_BRANCH;
   i->base.label = label;
   cg_push(&c->m->p, l, &i->base);
}

/* The first mask operation of a program finds all lanes running: it starts from 0 instead of the counter. So does each that no mask is
   around, which what branches jump over makes use of. */
static void start_mask(struct usc_selection *c, struct cg_list *l, const struct construct *st, uint32_t n, enum usc_pcnd when, unsigned count)
{
   struct usc_group g = usc_g_cnd(USC_OP_CNDST, when, USC_EMC, USC_EMC, count);
   bool masks = false, jumps = false;
   for (uint32_t k = 0; k < n; k++) {
      masks |= !st[k].skipped && !st[k].uniform;
      jumps |= st[k].uniform;
   }
   if (!masks && (jumps || !c->mask_started))
      g.src[0] = usc_c(0);
   c->mask_started |= !jumps;
   usc_push(c->m, l, g);
}

/* Is it worth a branch around the blocks [from, to) when no instance runs them? */
static bool worth_skipping(const struct usc_selection *c, uint32_t from, uint32_t to)
{
   unsigned n = 0;
   for (uint32_t b = from; b < to; b++) {
      const struct ir_block *blk = c->s->blocks[b];
      if (blk->term == IR_TERM_LOOP)
         return true;
      ir_foreach_instr (blk, i) {
         if (i->op == IR_tex || i->op == IR_load_buffer)
            return true;
         if (i->op != IR_const && i->op != IR_load_param && i->op != IR_phi && ++n > 8)
            return true;
      }
   }
   return false;
}

static enum usc_cc continue_cc(const struct construct *loop)
{
   return loop->again == USC_PCND_P0 ? USC_CC_P0 : loop->again == USC_PCND_NOTP0 ? USC_CC_NOTP0 : USC_CC_PE;
}

static void leave(struct usc_selection *c, struct cg_list *l, const struct construct *k)
{
   if (k->uniform) {
      if (k->has_continue)
         branch(c, l, continue_cc(k), USC_BPRED_CC, cg_label(CG_AT_HEAD, k->header->index));
      return;
   }
   if (!k->loop) {
      if (!k->skipped)
         usc_push(c->m, l, usc_g_cnd(USC_OP_CNDEND, USC_PCND_ALWAYS, USC_EMC, USC_EMC, 1));
      return;
   }
   if (!k->has_continue) { /* runs once: everybody has left by a break */
      usc_push(c->m, l, usc_g_cnd(USC_OP_CNDEND, USC_PCND_ALWAYS, USC_EMC, USC_EMC, 2));
      return;
   }
   if (k->early_continue) { /* those who continued (count 1) run again, those who left stay at 2 */
      usc_push(c->m, l, usc_g_cnd(USC_OP_CNDEND, USC_PCND_ALWAYS, USC_EMC, USC_EMC, 1));
      usc_push(c->m, l, usc_g_cnd(USC_OP_CNDST, USC_PCND_ALWAYS, USC_EMC, USC_EMC, 1));
   }
   usc_push(c->m, l, usc_g_cnd(USC_OP_CNDLT, k->again, USC_EMC, USC_EMC, 2));
   branch(c, l, USC_CC_P0, USC_BPRED_CC, cg_label(CG_AT_HEAD, k->header->index));
}

/* The loop that lanes leave to `to`. */
static const struct construct *target_of(const struct construct *st, uint32_t n, const struct ir_block *to, bool is_break)
{
   for (uint32_t k = n; k-- > 0;)
      if (st[k].loop && (is_break ? st[k].merge : st[k].header) == to)
         return &st[k];
   return NULL;
}

/* Mask count of a lane that leaves to `to`: what the constructs in between will take off again, plus 2 (break) or 1 (continue). */
static uint32_t mask_count(const struct construct *st, uint32_t n, const struct ir_block *to, bool is_break)
{
   uint32_t sum = is_break ? 2 : 1;
   for (uint32_t k = n; k-- > 0;) {
      if (st[k].loop && (is_break ? st[k].merge : st[k].header) == to)
         return sum;
      sum += st[k].skipped || st[k].uniform ? 0 : st[k].loop ? 2 : 1;
   }
   return sum;
}

/*
 * A break under a condition, st[n - 1], in front of the natural end of the loop st[n - 2]: the end of the loop takes the
 * condition. P0 stays as it is up to there.
 */
static struct construct *ends_in_test(const struct usc_selection *c, struct construct *st, uint32_t n, const struct ir_block *b)
{
   struct construct *loop = n >= 2 ? &st[n - 2] : NULL;
   const struct ir_block *end = b->index + 1 < c->s->num_blocks ? c->s->blocks[b->index + 1] : NULL;
   if (!loop || !loop->loop || loop->early_continue || loop->merge != b->succ[0] || b->term != IR_TERM_BREAK)
      return NULL;
   if (end != st[n - 1].merge || end->term != IR_TERM_CONTINUE || end->succ[0] != loop->header || end->index + 1 != loop->merge->index)
      return NULL;
   for (const struct ir_instr *i = end->first; i; i = i->next)
      if (i->op != IR_const && i->op != IR_undef)
         return NULL;
   return loop;
}

/*
 * Two breaks of a loop with nothing but the second test, the last group selected, between them: one break.
 *
 *    p0 = x; cndsm if p0; p0 = y; cndsm if p0      p0 = x; if (!p0) p0 = y; cndsm if p0
 *
 * Lanes that leave by the first go along up to the second. What they read behind the loop is live on that way, too, for no phi
 * there tells the ways apart.
 */
static void join_breaks(struct usc_selection *c, const struct ir_block *b, const struct ir_block *arm)
{
   const struct ir_block *first = b->index ? c->s->blocks[b->index - 1] : NULL;
   struct cg_block *to = &c->m->p.blocks[b->index];
   if (!first || first->term != IR_TERM_BREAK || arm->term != IR_TERM_BREAK || first->succ[0] != arm->succ[0] || b->num_preds != 1 ||
       first->num_preds != 1 || first->preds[0] != b->preds[0] || c->opt->sched == USC_SCHED_NONE)
      return;
   if (!c->arm[first->index].pred_skip || c->arm[first->index].inverted || to->head.n || to->body.n || to->tail.n != 1)
      return;
   struct usc_group *g = &usc_instr_of(to->tail.i[0])->g;
   if (usc_instr_of(to->tail.i[0])->base.kind != CG_OPERATION || !g->op[USC_TST] || g->cc != USC_CC_PE || g->dst[0].bank || g->dst[1].bank)
      return;
   for (const struct ir_instr *phi = arm->succ[0]->first; phi && phi->op == IR_phi; phi = phi->next)
      if (c->uses[phi->dst[0]->id])
         return;
   g->cc = USC_CC_NOTP0;
   c->m->p.blocks[first->index].tail.n = 0;
}

static void terminator(struct usc_selection *c, const struct ir_block *b, struct construct **st, uint32_t *n, uint32_t *cap)
{
   struct cg_list *t = &c->m->p.blocks[b->index].tail;
   switch (b->term) {
   case IR_TERM_JUMP: phi_copies(c, b, b->succ[0], USC_CC_PE); break;
   case IR_TERM_LOOP: {
      struct construct k = {.loop = true, .merge = b->merge, .header = b->succ[0], .uniform = c->uniform[b->index]};
      for (uint32_t p = 0; p < k.header->num_preds; p++) {
         const struct ir_block *q = k.header->preds[p];
         if (q->term != IR_TERM_CONTINUE)
            continue;
         k.has_continue = true;
         if (q->index + 1 != k.merge->index)
            k.early_continue = true;
      }
      phi_copies(c, b, b->succ[0], USC_CC_PE);
      if (!k.uniform)
         start_mask(c, t, *st, *n, USC_PCND_ALWAYS, 2);
      UTIL_PUSH(c->ctx, *st, *n, *cap, k);
      break;
   }
   case IR_TERM_IF: {
      struct construct k = {.merge = b->merge, .other = b->succ[1] != b->merge ? b->succ[1] : NULL};
      const struct ir_block *arm = b->succ[0];
      bool inverted = usc_cond_to_tail(c, &b->cond);
      enum usc_pcnd yes = inverted ? USC_PCND_NOTP0 : USC_PCND_P0;
      if (!k.other)
         phi_copies(c, b, b->succ[1], USC_CC_PE);
      if (!k.other && ir_only_leaves(arm) && arm->index + 1 == k.merge->index) {
         k.skipped = true;
         if (!inverted)
            join_breaks(c, b, arm);
         c->arm[arm->index].pred_skip = true;
         c->arm[arm->index].inverted = inverted;
      } else if (c->uniform[b->index]) {
         k.uniform = true;
         branch(c, t, inverted ? USC_CC_P0 : USC_CC_NOTP0, USC_BPRED_CC,
                k.other ? cg_label(CG_AT_BODY, k.other->index) : cg_label(CG_AT_HEAD, k.merge->index));
      } else {
         start_mask(c, t, *st, *n, yes, 1);
         if (worth_skipping(c, arm->index, (k.other ? k.other : k.merge)->index))
            branch(c, t, USC_CC_PE, USC_BPRED_ALLINST, cg_label(CG_AT_HEAD, (k.other ? k.other : k.merge)->index));
      }
      UTIL_PUSH(c->ctx, *st, *n, *cap, k);
      break;
   }
   case IR_TERM_BREAK:
   case IR_TERM_CONTINUE: {
      bool pred = c->arm[b->index].pred_skip, inverted = pred && c->arm[b->index].inverted;
      const enum usc_cc taken = !pred ? USC_CC_PE : inverted ? USC_CC_NOTP0 : USC_CC_P0;
      enum usc_cc cc = taken;
      if (b->term == IR_TERM_CONTINUE && *n && (*st)[*n - 1].loop && (*st)[*n - 1].header == b->succ[0])
         cc = continue_cc(&(*st)[*n - 1]);
      phi_copies(c, b, b->succ[0], cc);
      bool is_break = b->term == IR_TERM_BREAK;
      const struct construct *top = *n ? &(*st)[*n - 1] : NULL;
      if (!is_break && top && top->loop && top->header == b->succ[0] && b->index + 1 == top->merge->index)
         break; /* the natural end of the body */
      struct construct *loop = pred ? ends_in_test(c, *st, *n, b) : NULL;
      if (loop) {
         loop->again = inverted ? USC_PCND_P0 : USC_PCND_NOTP0;
         break;
      }
      const struct construct *from = target_of(*st, *n, b->succ[0], is_break);
      if (from && from->uniform) { /* everybody leaves */
         branch(c, t, taken, USC_BPRED_CC, cg_label(CG_AT_BODY, b->succ[0]->index));
         break;
      }
      uint32_t value = mask_count(*st, *n, b->succ[0], is_break);
      struct usc_opd v = value <= 31 ? usc_c(value) : usc_const(c->m, value);
      usc_push(c->m, t, usc_g_cndsm(!pred ? USC_PCND_ALWAYS : inverted ? USC_PCND_NOTP0 : USC_PCND_P0, USC_EMC, USC_EMC, v));
      break;
   }
   default: break;
   }
}

/* Operands named before their value moved into a block of registers. */
static void move_home(struct usc_selection *c, struct cg_block *b)
{
   const struct cg_list *const lists[] = {&b->head, &b->body, &b->tail};
   for (unsigned l = 0; l < 3; l++)
      for (uint32_t k = 0; k < lists[l]->n; k++) {
         struct usc_instr *i = usc_instr_of(lists[l]->i[k]);
         for (unsigned q = 0; q < 6; q++)
            if (i->g.src[q].bank == USC_VIRTUAL)
               i->g.src[q].index = usc_coalesced_unit(c, i->g.src[q].index);
         for (unsigned q = 0; q < 2; q++)
            if (i->g.dst[q].bank == USC_VIRTUAL)
               i->g.dst[q].index = usc_coalesced_unit(c, i->g.dst[q].index);
         for (uint32_t q = 0; i->base.kind == CG_COPIES && q < i->base.num_copies; q++)
            if (i->base.copies[q].src < CG_EXTERNAL)
               i->base.copies[q].src = usc_coalesced_unit(c, i->base.copies[q].src);
      }
}

/* ---- the program --------------------------------------------------------------------------------------------------------- */

void usc_select(struct usc_selection *c, struct usc_code *m)
{
   struct ir_shader *s = m->s;
   struct usc_inputs *in = UTIL_NEW(m->p.ctx, struct usc_inputs);
   uint32_t *depth;

   *c = (struct usc_selection){.m = m, .ctx = m->p.ctx, .s = s, .opt = m->opt, .r = m->r, .in = in};
   c->arm = UTIL_ARRAY(c->ctx, struct usc_arm, (size_t)s->num_blocks + 1);
   c->val = UTIL_ARRAY(c->ctx, struct usc_opd, (size_t)s->num_values + 1);
   c->uses = UTIL_ARRAY(c->ctx, uint32_t, (size_t)s->num_values + 1);
   c->folded = UTIL_ARRAY(c->ctx, uint8_t, (size_t)s->num_values + 1);
   c->combined = UTIL_ARRAY(c->ctx, uint8_t, (size_t)s->num_values + 1);
   c->m->scratch_sh = c->alive = USC_NO_REG;
   usc_scan(c, in);
   usc_bytes_scan(c, in);
   usc_combine_scan(c);
   usc_fold_comparisons(c);
   /* In a task without running lanes no branch is taken, so that a uniform loop ends there, too. The simulator stops where lanes
      disagree about such a branch. */
   c->uniform = c->opt->sched == USC_SCHED_NONE ? UTIL_ARRAY(c->ctx, uint8_t, (size_t)s->num_blocks + 1) : ir_uniform_branches(s);
   usc_assign_inputs(c, in);
   usc_assign_outputs(c, in);
   usc_assign_arrays(c);
   /* Indexed parameters first: contiguous runs of whole entries. */
   uint32_t indexed = 0;
   for (uint32_t e = 0; e < s->num_params; e++)
      indexed += in->relative[e] ? 4 : 0;
   usc_shared_room(c->m, indexed);
   for (uint32_t e = 0; e < s->num_params; e++)
      for (unsigned k = 0; in->relative[e] && k < 4; k++) {
         bool is_const_entry = s->params[e].cls == PARAM_CONST;
         uint32_t r = is_const_entry ? usc_shared(c->m, USC_SH_CONST, s->params[e].value[k], 0) : usc_shared(c->m, USC_SH_PARAM, e, k);
         if (is_const_entry)
            c->m->out->stats.const_uploads++;
         in->param_sh[4 * (size_t)e + k] = r + 1;
      }
   ir_loops(s, &depth);
   for (uint32_t b = 0; b < s->num_blocks; b++) {
      c->m->p.blocks[b].depth = depth[b];
      for (unsigned e = 0; e < ir_num_succs(s->blocks[b]); e++)
         c->m->p.blocks[b].succ[e] = s->blocks[b]->succ[e]->index;
      c->r->uses_flow |= s->blocks[b]->term == IR_TERM_IF || s->blocks[b]->term == IR_TERM_LOOP;
      for (const struct ir_instr *i = s->blocks[b]->first; i && i->op == IR_phi; i = i->next)
         c->val[i->dst[0]->id] = usc_temp(c);
   }
   c->cur = 0;
   usc_init_outputs(c, in);
   usc_init_arrays(c);

   struct construct *st = NULL;
   uint32_t n = 0, cap = 0;
   bool one_kill = in->kills == 1;
   if (one_kill) { /* executed by every lane? */
      uint32_t nest = 0, at = in->kill->block->index;
      const struct ir_block **open = NULL;
      uint32_t cap_open = 0;
      for (uint32_t b = 0; b <= at; b++) {
         while (nest && open[nest - 1] == s->blocks[b])
            nest--;
         if (b < at && s->blocks[b]->merge && (s->blocks[b]->term == IR_TERM_IF || s->blocks[b]->term == IR_TERM_LOOP))
            UTIL_PUSH(c->ctx, open, nest, cap_open, s->blocks[b]->merge);
      }
      one_kill = nest == 0;
   }
   if (in->kills && !one_kill) {
      c->alive = cg_reg_new(&c->m->p, 1);
      usc_emit(c, usc_g_mov(usc_v(c->alive), usc_c(USC_C_ALL)));
   }
   /* What several blocks read is iterated at the start. */
   if (s->stage == IR_STAGE_FRAGMENT)
      for (unsigned k = 0; k < SLOT_COUNT * INTERP_COUNT; k++) {
         struct usc_slot_use *u = &in->in[k / INTERP_COUNT][k % INTERP_COUNT];
         if (u->mask && !u->alone && u->block == USC_NO_REG && u->unit == USC_NO_REG && k % INTERP_COUNT != INTERP_FLAT)
            usc_iterate(c, in, k / INTERP_COUNT, k % INTERP_COUNT);
      }
   for (uint32_t b = 0; b < s->num_blocks && !c->m->failed; b++) {
      const struct ir_block *blk = s->blocks[b];
      c->cur = b;
      c->block_regs = c->m->p.num_regs;
      while (n && st[n - 1].merge == blk)
         leave(c, &c->m->p.blocks[b].head, &st[--n]);
      if (n && st[n - 1].other == blk) {
         if (st[n - 1].uniform)
            branch(c, &c->m->p.blocks[b].head, USC_CC_PE, USC_BPRED_CC, cg_label(CG_AT_HEAD, st[n - 1].merge->index));
         else
            usc_push(c->m, &c->m->p.blocks[b].head, usc_g_cnd(USC_OP_CNDEF, USC_PCND_ALWAYS, USC_EMC, USC_EMC, 1));
         if (!st[n - 1].uniform && worth_skipping(c, b, st[n - 1].merge->index))
            branch(c, &c->m->p.blocks[b].head, USC_CC_PE, USC_BPRED_ALLINST, cg_label(CG_AT_HEAD, st[n - 1].merge->index));
      }
      ir_foreach_instr (blk, i) {
         c->m->span = i->span;
         usc_select_instr(c, in, i);
      }
      if (blk->term == IR_TERM_RETURN || b + 1 == s->num_blocks)
         usc_finish(c, in);
      else
         terminator(c, blk, &st, &n, &cap);
   }
   for (uint32_t b = 0; b < s->num_blocks && c->coalesced.cap; b++)
      move_home(c, &c->m->p.blocks[b]);
   if (c->r->num_sh > 2047)
      usc_unsupported(c->m, UTIL_NO_SPAN, "more than 2047 shared registers of parameters and constants");
}

void usc_select_finish(struct usc_selection *c)
{
   const size_t values = (size_t)c->s->num_values + 1;

   util_discard(c->ctx, c->in, sizeof *c->in);
   util_discard(c->ctx, c->val, values * sizeof *c->val);
   util_discard(c->ctx, c->uses, values * sizeof *c->uses);
   util_discard(c->ctx, c->folded, values * sizeof *c->folded);
   util_discard(c->ctx, c->combined, values * sizeof *c->combined);
}

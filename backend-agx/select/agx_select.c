/* SPDX-License-Identifier: MIT */
/*
 * The steps of instruction selection. It marks the instructions that results depend on. It collects inputs, outputs and
 * parameters, because their places depend on the whole set. Then it selects the blocks in order.
 */
#include "backend-agx/select/agx_select.h"
#include "backend-agx/select/operand/agx_cond.h"
#include "backend-agx/select/agx_flow.h"
#include "backend-agx/select/operand/agx_fold.h"
#include "backend-agx/select/agx_io.h"
#include "backend-agx/select/agx_memory.h"
#include "backend-agx/select/agx_operation.h"
#include "backend-agx/select/agx_storage.h"
#include "backend-agx/select/operand/agx_vector.h"
#include "backend-agx/select/agx_int64.h"
#include "ir/build.h"
#include "ir/cfg.h"

struct marking {
   struct util_ctx *ctx;
   struct ir_instr **work; /* needed instructions that the walk has already passed */
   uint32_t n, cap;
   uint32_t at; /* the index of the current block */
};

/* `passed`: the walk may have passed the instruction. */
static void mark_instr(struct marking *m, struct ir_instr *i, uint32_t how, bool passed)
{
   if (passed && !(i->tmp & AGX_NEEDED) && i->block->index >= m->at)
      UTIL_PUSH(m->ctx, m->work, m->n, m->cap, i);
   i->tmp |= how;
}

/* Is source k of i a condition that becomes part of i, or part of what i becomes part of? */
static bool takes_condition(const struct ir_instr *i, unsigned k)
{
   return k == (i->op == IR_first) &&
          (i->op == IR_sel || i->op == IR_kill || i->op == IR_first || (i->op == IR_inot && i->dst[0]->width == 1));
}

/* Also clears the marks. */
static void count_uses(struct agx_selection *c)
{
   ir_foreach_block (c->s, b) {
      ir_foreach_instr (b, i) {
         i->tmp = 0;
         for (unsigned k = 0; k < i->nsrc; k++)
            c->use[i->src[k].val->id].count++;
      }
      if (b->term == IR_TERM_IF)
         c->use[b->cond.val->id].count++;
   }
}

/* `passed`: the walk has passed the instruction. If not, only phis read instructions that it has passed. */
static void mark_sources(struct agx_selection *c, struct marking *m, const struct ir_instr *i, bool passed)
{
   for (unsigned k = 0; k < i->nsrc; k++) {
      struct ir_instr *def = i->src[k].val->def;
      const struct ir_instr *absorbed = agx_absorbed(c, i, k);
      if (absorbed) {
         mark_sources(c, m, absorbed, passed);
         continue;
      }
      c->use[i->src[k].val->id].needed = true;
      c->use[i->src[k].val->id].all_bits |= !agx_takes_half(i, k);
      mark_instr(m, def, AGX_NEEDED | (takes_condition(i, k) && agx_is_condition(def) ? 0 : AGX_AS_VALUE),
                 passed || i->op == IR_phi);
   }
}

/* Walks from the end to the start and marks instructions that reach an output or have another effect, and conditions that
   are needed as numbers. */
static void mark_needed(struct agx_selection *c)
{
   struct marking m = {.ctx = c->ctx};

   for (m.at = c->s->num_blocks; m.at-- > 0;) {
      const struct ir_block *b = c->s->blocks[m.at];
      if (b->term == IR_TERM_IF) {
         c->use[b->cond.val->id].needed = true;
         mark_instr(&m, b->cond.val->def, AGX_NEEDED | (agx_is_condition(b->cond.val->def) ? 0 : AGX_AS_VALUE), false);
      }
      for (struct ir_instr *i = b->last; i; i = ir_prev(i)) {
         if (ir_op_info[i->op].flags & (IR_F_OUTPUT | IR_F_WRITE))
            i->tmp |= AGX_NEEDED;
         if (i->tmp & AGX_NEEDED)
            mark_sources(c, &m, i, false);
         while (m.n)
            mark_sources(c, &m, m.work[--m.n], true);
      }
   }
   util_discard(c->ctx, m.work, m.cap * sizeof *m.work);
}

#define MOST_HOISTED 16 /* the most inputs kept in registers around loops; more would cost threads */
struct hoisting {
   const uint32_t *loop; /* by block: the header of the loop around it */
   unsigned num;
};

/* An input is loaded once, all components together, in the block that dominates all its readers, and before loops rather
   than in them. */
static void collect_input(struct agx_selection *c, const struct ir_dom *dom, const struct ir_instr *i, struct hoisting *h)
{
   struct agx_input *in = agx_collect_input(c, i);
   const uint32_t block = i->block->index;

   if (!in)
      return;
   if (in->home == CG_NONE)
      in->home = block;
   while (!ir_dominates(dom, in->home, block))
      in->home = dom->idom[in->home];
   for (uint32_t b = in->home; h->loop[b] != UINT32_MAX && h->num < MOST_HOISTED; b = dom->idom[h->loop[b]])
      if (c->s->blocks[h->loop[b]]->num_preds > 1) { /* otherwise the loop has no back edge */
         in->home = dom->idom[h->loop[b]];
         h->num++;
      }
}

static void collect_io(struct agx_selection *c)
{
   struct ir_dom dom = ir_dom_tree(c->s);
   struct hoisting hoisting = {.loop = ir_loops(c->s, NULL)};

   for (uint32_t b = c->s->num_blocks; b-- > 0;)
      for (const struct ir_instr *i = c->s->blocks[b]->last; i; i = ir_prev(i))
         if (i->op == IR_store_output)
            agx_collect_output(c, i);
   ir_foreach_block (c->s, b)
      ir_foreach_instr (b, i)
         if (i->op == IR_load_input && i->tmp & AGX_NEEDED)
            collect_input(c, &dom, i, &hoisting);
   ir_dom_free(c->s, &dom);
}

/* Creates a block of the machine program for each block of the IR. */
static void make_blocks(struct agx_selection *c)
{
   struct ir_shader *s = c->s;
   uint32_t *depth;

   ir_cfg_update(s);
   agx_mir_init(c->mir, c->ctx, s->num_blocks);
   ir_loops(s, &depth);
   c->mir->idom = ir_dominators(s);
   for (uint32_t b = 0; b < s->num_blocks; b++) {
      struct cg_block *blk = &c->mir->p.blocks[b];
      blk->depth = depth[b];
      for (unsigned k = 0; k < ir_num_succs(s->blocks[b]); k++)
         blk->succ[k] = s->blocks[b]->succ[k]->index;
   }
}

static void select_block(struct agx_selection *c, const struct ir_block *b)
{
   c->block = b->index;
   c->span = b->span;
   c->in_block = (struct agx_in_block){.first_reg = c->mir->p.num_regs};
   agx_begin_block(c, b);
   agx_int64_begin_block(c, b);
   ir_foreach_instr (b, i) {
      c->span = i->span;
      if (i->tmp & AGX_NEEDED && i->op != IR_phi)
         agx_select_instr(c, i);
   }
   c->span = UTIL_NO_SPAN;
   agx_load_inputs_at_home(c);
   if (b->term == IR_TERM_RETURN) {
      agx_finish_outputs(c);
      agx_mir_finish(c->mir, b->index);
   } else {
      agx_end_block(c, b);
   }
}

#define MOST_SAMPLES 4 /* of a pixel (observed: agx_tilebuffer.c) */
#define MOST_THREADS 1024 /* of a workgroup (observed: agx_pipe.c, max_threads_per_block) */

static bool is_supported(struct util_ctx *ctx, const struct ir_shader *s, const struct agx_options *opt)
{
   if (s->stage == IR_STAGE_FRAGMENT && opt->samples > MOST_SAMPLES) {
      util_diag(ctx, DIAG_ID_unsupported_target, UTIL_NO_SPAN, "%u samples per pixel: AGX supports at most %u", opt->samples,
                MOST_SAMPLES);
      return false;
   }
   if (s->stage == IR_STAGE_COMPUTE && (uint64_t)s->block[0] * s->block[1] * s->block[2] > MOST_THREADS) {
      util_diag(ctx, DIAG_ID_unsupported_target, UTIL_NO_SPAN,
                "workgroups of %u x %u x %u: AGX supports at most %u invocations", s->block[0], s->block[1], s->block[2],
                MOST_THREADS);
      return false;
   }
   if (s->stage == IR_STAGE_VERTEX || s->stage == IR_STAGE_FRAGMENT || s->stage == IR_STAGE_COMPUTE)
      return true;
   agx_unsupported(&(struct agx_selection){.ctx = ctx}, UTIL_NO_SPAN, util_printf(ctx, "%s programs", ir_stage_name[s->stage]));
   return false;
}

/* Creates the state of the selection of one program and marks its needed instructions. */
static struct agx_selection *new_selection(struct util_ctx *ctx, struct ir_shader *s, const struct agx_options *opt,
                                           struct agx_mir *mir, struct agx_program *out)
{
   struct agx_selection *c = UTIL_NEW(ctx, struct agx_selection);

   c->ctx = ctx;
   c->s = s;
   c->opt = opt;
   c->mir = mir;
   c->out = out;
   c->span = UTIL_NO_SPAN;
   make_blocks(c);
   c->val = UTIL_ARRAY(ctx, struct agx_value, (size_t)s->num_values + 1);
   c->use = UTIL_ARRAY(ctx, struct agx_use, (size_t)s->num_values + 1);
   count_uses(c);
   mark_needed(c);
   return c;
}

/* Frees what is known of IR values. */
static void end_selection(struct agx_selection *c)
{
   const size_t n = (size_t)c->s->num_values + 1;

   util_discard(c->ctx, c->val, n * sizeof *c->val);
   util_discard(c->ctx, c->use, n * sizeof *c->use);
}

/* Selects all blocks. All inputs, outputs and parameters must have their places. */
static void select_blocks(struct agx_selection *c)
{
   agx_flow_init(c);
   agx_init_outputs(c);
   agx_init_arrays(c);
   ir_foreach_block (c->s, b)
      select_block(c, b);
   agx_finish_vectors(c);
}

/* Moves each store after the instruction that computes its word, so that few words are live at a time. */
static void sink_stores(struct ir_shader *pre)
{
   ir_foreach_instr_safe (pre->blocks[0], i) {
      if (i->op != IR_store_word)
         continue;
      ir_remove(i);
      struct ir_builder b = ir_after(pre, i->src[0].val->def);
      ir_insert(&b, i);
   }
}

static void describe(const struct agx_selection *c, struct agx_program *out)
{
   out->textures = c->textures->list;
   out->num_textures = c->textures->num;
   out->uniforms = c->uniforms->list;
   out->num_uniforms = c->uniforms->num;
   out->stats.uniforms = 2 * (c->uniforms->num - c->uniforms->num_fixed);
}

void agx_select(struct util_ctx *ctx, struct ir_shader *s, const struct agx_options *opt, bool spills,
                struct agx_selected *main, struct agx_selected *preamble)
{
   struct agx_selection *c;

   if (!is_supported(ctx, s, opt))
      return;
   main->out->stage = s->stage == IR_STAGE_VERTEX    ? AGX_STAGE_VERTEX
                      : s->stage == IR_STAGE_COMPUTE ? AGX_STAGE_COMPUTE
                                                     : AGX_STAGE_FRAGMENT;
   c = new_selection(ctx, s, opt, &main->mir, main->out);
   main->mir.spills = spills;
   c->uniforms = UTIL_NEW(ctx, struct agx_uniforms);
   c->results = UTIL_NEW(ctx, struct agx_results);
   c->textures = UTIL_NEW(ctx, struct agx_textures);
   util_map_init(&c->uniforms->constants, ctx);
   util_map_init(&c->uniforms->params, ctx);
   if (s->pre.shader) {
      sink_stores(s->pre.shader);
      preamble->out->stage = main->out->stage;
      c->preamble = new_selection(ctx, s->pre.shader, opt, &preamble->mir, preamble->out);
      preamble->mir.stops = true;
      c->preamble->uniforms = c->uniforms;
      c->preamble->results = c->results;
      c->preamble->textures = c->textures;
   }
   main->mir.stops = s->stage != IR_STAGE_FRAGMENT;
   if (s->stage == IR_STAGE_COMPUTE) /* a workgroup of unknown size may have the maximum */
      main->mir.threads = s->block[0] && s->block[1] && s->block[2] ? s->block[0] * s->block[1] * s->block[2] : MOST_THREADS;
   if (s->stage == IR_STAGE_FRAGMENT && opt->per_sample) {
      main->out->shaded_samples = (uint8_t)(opt->samples ? opt->samples : 1);
      main->out->mask_half = main->mir.mask_half = opt->mask_r1l ? 2 : 1;
   }
   collect_io(c);
   agx_note_storage(c);
   if (ctx->status == UTIL_OK)
      agx_place_io(c);
   if (ctx->status != UTIL_OK)
      return;
   select_blocks(c);
   if (c->preamble && ctx->status == UTIL_OK) {
      c->results->word = UTIL_ARRAY(ctx, struct agx_ref, (size_t)c->results->num + 1);
      select_blocks(c->preamble);
   }
   describe(c, main->out);
   end_selection(c);
   if (c->preamble)
      end_selection(c->preamble);
}

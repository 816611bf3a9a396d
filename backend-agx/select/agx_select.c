/* SPDX-License-Identifier: MIT */
/*
 * The steps of instruction selection: what the results depend on is marked; inputs, outputs and parameters are collected,
 * because their places follow from the whole set; then the blocks are selected in order. This version takes programs of one
 * block.
 */
#include "backend-agx/select/agx_select.h"
#include "backend-agx/select/agx_io.h"
#include "backend-agx/select/agx_operation.h"
#include "ir/cfg.h"

/* Is the comparison that i reads as source k made part of i? */
static bool compares_itself(const struct ir_instr *i, unsigned k)
{
   return k == 0 && (i->op == IR_sel || i->op == IR_kill);
}

/* Marks what reaches an output or has another effect, and which comparisons are wanted as numbers. */
static void mark_needed(struct agx_selection *c)
{
   struct ir_instr **work = NULL;
   uint32_t n = 0, cap = 0;

   ir_foreach_block (c->s, b)
      ir_foreach_instr (b, i) {
         i->tmp = 0;
         if (!(ir_op_info[i->op].flags & (IR_F_OUTPUT | IR_F_WRITE)))
            continue;
         i->tmp = AGX_NEEDED;
         UTIL_PUSH(c->ctx, work, n, cap, i);
      }
   while (n) {
      const struct ir_instr *i = work[--n];
      for (unsigned k = 0; k < i->nsrc; k++) {
         struct ir_instr *def = i->src[k].val->def;
         if (!(def->tmp & AGX_NEEDED))
            UTIL_PUSH(c->ctx, work, n, cap, def);
         def->tmp |= AGX_NEEDED | (compares_itself(i, k) ? 0 : AGX_AS_VALUE);
      }
   }
   util_discard(c->ctx, work, cap * sizeof *work);
}

static void collect_io(struct agx_selection *c)
{
   for (uint32_t b = c->s->num_blocks; b-- > 0;)
      for (const struct ir_instr *i = c->s->blocks[b]->last; i; i = i->prev)
         if (i->op == IR_store_output)
            agx_collect_output(c, i);
   ir_foreach_block (c->s, b)
      ir_foreach_instr (b, i)
         if (i->op == IR_load_input && i->tmp & AGX_NEEDED)
            agx_collect_input(c, i);
}

/* The blocks of the machine program are those of the IR. */
static void make_blocks(struct agx_selection *c)
{
   struct ir_shader *s = c->s;
   uint32_t *depth;

   ir_cfg_update(s);
   agx_code_init(c->code, c->ctx, s->num_blocks);
   ir_loops(s, &depth);
   for (uint32_t b = 0; b < s->num_blocks; b++) {
      struct cg_block *blk = &c->code->p.blocks[b];
      blk->depth = depth[b];
      for (unsigned k = 0; k < ir_num_succs(s->blocks[b]); k++)
         blk->succ[k] = s->blocks[b]->succ[k]->index;
   }
}

static void select_block(struct agx_selection *c, const struct ir_block *b)
{
   c->block = b->index;
   ir_foreach_instr (b, i) {
      c->span = i->span;
      if (i->tmp & AGX_NEEDED)
         agx_select_instr(c, i);
   }
   c->span = UTIL_NO_SPAN;
   if (b->term == IR_TERM_RETURN) {
      agx_finish_outputs(c);
      agx_code_finish(c->code, b->index);
   }
}

static bool is_supported(struct agx_selection *c)
{
   const struct ir_shader *s = c->s;

   if (s->stage != IR_STAGE_VERTEX && s->stage != IR_STAGE_FRAGMENT) {
      agx_unsupported(c, UTIL_NO_SPAN, "programs of this stage");
      return false;
   }
   ir_foreach_block (s, b)
      if (b->term != IR_TERM_RETURN || s->num_blocks > 1) {
         agx_unsupported(c, b->span, "control flow");
         return false;
      }
   return true;
}

void agx_select(struct util_ctx *ctx, struct ir_shader *s, const struct agx_options *opt, struct agx_code *code,
                struct agx_program *out)
{
   struct agx_selection *c = UTIL_NEW(ctx, struct agx_selection);

   *c = (struct agx_selection){.ctx = ctx, .s = s, .opt = opt, .code = code, .out = out, .span = UTIL_NO_SPAN};
   if (!is_supported(c))
      return;
   out->stage = s->stage == IR_STAGE_VERTEX ? AGX_STAGE_VERTEX : AGX_STAGE_FRAGMENT;
   make_blocks(c);
   c->val = UTIL_ARRAY(ctx, struct agx_value, s->num_values);
   util_map_init(&c->uniforms.constants, ctx);
   util_map_init(&c->uniforms.params, ctx);
   mark_needed(c);
   collect_io(c);
   if (ctx->status == UTIL_OK)
      agx_place_io(c);
   if (ctx->status != UTIL_OK)
      return;
   ir_foreach_block (s, b)
      select_block(c, b);
   out->uniforms = c->uniforms.list;
   out->num_uniforms = c->uniforms.num;
   out->stats.uniforms = 2 * c->uniforms.num;
}

/* SPDX-License-Identifier: MIT */
/* See verify_pass.h. */
#include <string.h>

#include "nvp4c/verify/verify_key.h"
#include "nvp4c/verify/verify_pass.h"

enum { TASKS = 4 };

struct verify_pass {
   struct nvp4c_result *r;
   struct ir_shader *old;
   struct verify_task base[TASKS];
   uint32_t (*taint[TASKS])[4]; /* of the outputs; NULL: nothing is undefined */
   bool skip[TASKS];            /* no verdict of the evaluator */
   uint8_t mask[SLOT_COUNT];
};

static void stored(const struct ir_shader *s, uint8_t mask[SLOT_COUNT])
{
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i)
         if (i->op == IR_store_output)
            mask[i->attr[0]] |= (uint8_t)(1u << i->attr[1]);
}

/* Are there derivatives in blocks that not all instances may run? */
static bool divergent_derivatives(const struct ir_shader *s)
{
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i)
         if (b->index && (i->op == IR_ddx || i->op == IR_ddy || (i->op == IR_tex && i->attr[0] <= TEX_BIAS)))
            return true;
   return false;
}

struct verify_pass *verify_pass_new(struct nvp4c_result *r, const struct nv_program *ast, const struct ir_shader *s)
{
   struct util_ctx *ctx = &r->ctx;
   struct verify_pass *v = UTIL_NEW(ctx, struct verify_pass);
   const uint64_t budget = 20000 + 20 * (uint64_t)(ast ? ast->num_instrs : 100);
   struct pass_key key;

   v->r = r;
   stored(s, v->mask);
   key_for_passes(&r->opt.key, &key);
   for (unsigned k = 0; k < TASKS; k++) {
      struct verify_task src;
      struct verify_key watch;
      uint8_t mask[SLOT_COUNT];
      verify_fill(ctx, &v->base[k], s->num, s->params, s->num_params, s->stage == IR_STAGE_GEOMETRY ? EXEC_MAX_VERTICES : 1,
                  r->opt.verify.seed + k, budget);
      v->base[k].mask = v->mask;
      if (!ast) {
         v->skip[k] = divergent_derivatives(s);
         v->base[k].t.budget *= 64;
         continue;
      }
      nv_written_outputs(ast, mask);
      verify_key_init(&watch, &key, s, mask);
      verify_reset(ctx, &src, &v->base[k]);
      verify_key_before(ctx, &watch, &src);
      v->skip[k] = nv_eval_run(ctx, ast, &src.t, r->opt.fshort) != EXEC_DONE;
      verify_key_after(ctx, &watch, &src);
      v->taint[k] = src.t.out_taint;
      v->base[k].t.budget *= 64;
   }
   return v;
}

void verify_pass_before(struct verify_pass *v, const struct ir_shader *s)
{
   struct util_buf text;

   util_buf_init(&text, &v->r->ctx);
   ir_print(&text, s);
   v->old = ir_parse(&v->r->ctx, text.data, text.len, s->num);
   UTIL_CHECK(&v->r->ctx, v->old);
}

const char *verify_pass_after(struct verify_pass *v, struct ir_shader *s)
{
   struct util_ctx *ctx = &v->r->ctx;

   for (unsigned k = 0; k < TASKS; k++) {
      struct verify_task a, b;
      struct verify_count count = {0, 0};
      const char *why = NULL;
      if (v->skip[k])
         continue;
      verify_reset(ctx, &a, &v->base[k]);
      verify_reset(ctx, &b, &v->base[k]);
      const enum exec_status before = ir_interp_run(ctx, v->old, &a.t), after = ir_interp_run(ctx, s, &b.t);
      if (before == EXEC_BUDGET || after == EXEC_BUDGET)
         continue;
      if (before != after)
         return "one of them faults";
      if (v->taint[k])
         memcpy(a.t.out_taint, v->taint[k], sizeof(uint32_t[SLOT_COUNT][4]));
      if (!verify_equal(ctx, &a, &b, v->mask, &count, &why))
         return util_printf(ctx, "-verify-sim=1,seed=%llu: %s", (unsigned long long)(v->r->opt.verify.seed + k), why);
   }
   return NULL;
}

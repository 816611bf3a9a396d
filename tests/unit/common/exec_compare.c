/* SPDX-License-Identifier: MIT */
/* Comparison of the evaluator with the interpreter: see exec_compare.h. */
#include "ir/interp.h"
#include "tests/unit/common/exec_compare.h"
#include "tests/unit/common/file.h"

#include "tests/unit/common/suite.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "ir/text.h"
#include "passes/pipeline/pipeline.h"

static void complain(struct exec_compare *c, struct util_ctx *ctx, const char *what, const char *more)
{
   size_t n = (size_t)snprintf(c->why, sizeof c->why, "%s%s%s", what, more ? ": " : "", more ? more : "");

   for (struct util_diag *d = ctx->diags; d && n < sizeof c->why; d = d->next)
      n += (size_t)snprintf(c->why + n, sizeof c->why - n, "\n%u:%u: %s [%s]", d->line, d->column, d->message,
                            diag_info[d->id].name);
}

static uint64_t budget_of(const struct exec_compare *c)
{
   return c->budget ? c->budget : 20000;
}

/* Compares the interpreter on one form of the IR with the outputs of the evaluator in `src`. */
static bool compare_ir(struct exec_compare *c, struct util_ctx *ctx, const char *name, struct ir_shader *s,
                       const struct verify_wave *src, const uint8_t mask[SLOT_COUNT])
{
   struct verify_wave ir;
   struct verify_count count = {0, 0};
   enum exec_status st;
   const char *why = NULL;

   verify_reset(ctx, &ir, src);
   ir.t.budget = budget_of(c) * 256;
   st = ir_interp_run(ctx, s, &ir.t);
   if (st != EXEC_DONE) {
      complain(c, ctx, name, st == EXEC_FAULT ? ir.t.fault : "the interpreter ran out of budget");
      return false;
   }
   if (!verify_equal(ctx, src, &ir, mask, &count, &why)) {
      struct util_buf b;

      util_buf_init(&b, ctx);
      ir_print(&b, s);
      complain(c, ctx, name, why);
      if (getenv("EXEC_COMPARE_DUMP"))
         fprintf(stderr, "%s\n", b.data);
      return false;
   }
   c->compared += count.compared;
   c->tainted += count.tainted;
   return true;
}

static bool run(struct exec_compare *c, struct util_ctx *ctx, const char *text, size_t len)
{
   static const num_m models[] = {&num_model_usc_rtz, &num_model_usc_rne, &num_model_agx, &num_model_ieee};
   const struct nv_program *p;
   uint8_t mask[SLOT_COUNT], loose[SLOT_COUNT];

   ctx->text = text;
   ctx->text_len = len;
   p = nv_parse(ctx, text, len, &nv_default_limits);
   if (!p) {
      complain(c, ctx, "not accepted", NULL);
      return false;
   }
   c->programs++;
   nv_written_outputs(p, mask);
   memcpy(loose, mask, sizeof loose); /* passes may change NaNs and flushed denormals */
   for (unsigned s = 0; s < SLOT_COUNT; s++)
      mask[s] |= (uint8_t)(mask[s] << 4); /* bit for bit */

   for (unsigned m = 0; m < sizeof models / sizeof models[0]; m++)
      for (unsigned fshort = 32; fshort >= (c->fshort16 ? 16 : 32); fshort -= 16) {
         struct ir_shader *s = nv_lower(ctx, p, models[m], fshort), *ssa, *opt = NULL;
         struct verify_reads reads = {0};
         const char *err;

         if (!s) {
            complain(c, ctx, "not lowered", NULL);
            return false;
         }
         if ((err = ir_validate(s))) {
            complain(c, ctx, "invalid IR", err);
            return false;
         }
         verify_note_reads(&reads, s);
         ssa = nv_lower(ctx, p, models[m], fshort);
         pass_ssa(ssa);
         if ((err = ir_validate(ssa))) {
            complain(c, ctx, "invalid IR after ssa", err);
            return false;
         }
         if (c->passes) {
            const struct pass_options options = {.opt_level = 2, .exact_only = true};

            opt = nv_lower(ctx, p, models[m], fshort);
            pass_run_pipeline(opt, &options);
            if ((err = ir_validate(opt))) {
               complain(c, ctx, "invalid IR after the exact passes", err);
               return false;
            }
         }
         for (unsigned i = 0; i < c->seeds; i++) {
            struct util_arena mark = ctx->arena;
            struct verify_wave src;
            enum exec_status st;
            char name[64];

            verify_fill(ctx, &src, s, &reads, c->first_seed + i, budget_of(c));
            st = nv_eval_run(ctx, p, &src.t, fshort);
            c->waves++;
            if (st == EXEC_FAULT) {
               complain(c, ctx, "the evaluator faults", src.t.fault);
               return false;
            }
            c->budgets += st == EXEC_BUDGET;
            snprintf(name, sizeof name, "%s, -fshort=%u, seed %llu", models[m]->name, fshort,
                     (unsigned long long)(c->first_seed + i));
            if (st == EXEC_DONE && (!compare_ir(c, ctx, name, s, &src, mask) ||
                                    !compare_ir(c, ctx, util_printf(ctx, "ssa, %s", name), ssa, &src, mask) ||
                                    (opt && !compare_ir(c, ctx, util_printf(ctx, "passes, %s", name), opt, &src, loose))))
               return false;
            util_arena_release(ctx, &mark);
         }
      }
   return true;
}

bool exec_compare_text(struct exec_compare *c, const char *text, size_t len)
{
   struct util_ctx ctx;
   volatile bool ok = false;

   util_ctx_init(&ctx, NULL, 0);
   if (setjmp(ctx.unwind)) {
      complain(c, &ctx, "left", NULL);
   } else {
      ctx.unwind_set = true;
      ok = run(c, &ctx, text, len);
   }
   util_ctx_finish(&ctx);
   return ok;
}

bool exec_compare_file(struct exec_compare *c, const char *path)
{
   size_t len;
   char *text = file_read(path, &len);
   bool ok;

   if (!text) {
      snprintf(c->why, sizeof c->why, "%s: cannot be read", path);
      return false;
   }
   ok = exec_compare_text(c, text, len);
   free(text);
   return ok;
}

void text_add(struct text *t, const char *fmt, ...)
{
   va_list ap;

   va_start(ap, fmt);
   t->n += (size_t)vsnprintf(t->s + t->n, sizeof t->s - t->n, fmt, ap);
   va_end(ap);
   ck_assert(t->n < sizeof t->s);
}

/* SPDX-License-Identifier: MIT */
/*
 * Each pass alone and the pipelines, on random programs: valid before and after, and bit for bit the same outputs. The model without
 * fused multiply-add makes the inexact contraction exact, so that it is tested in the same way.
 */
#include "passes/pass.h"
#include "tests/unit/irgen.h"

#include <check.h>

static struct util_ctx ctx;

static void setup(void)
{
   util_ctx_init(&ctx, NULL, 0);
   if (setjmp(ctx.unwind))
      ck_abort_msg("left the compile: %s", ctx.diags ? ctx.diags->message : "no diagnostic");
}

static void teardown(void)
{
   util_ctx_finish(&ctx);
}

static const struct num_model unfused = {.name = "unfused", .f2i_saturate = true, .shift = NUM_SHIFT_MASK};
static const struct num_model *const models[] = {&num_model_usc, &num_model_agx, &num_model_ieee, &unfused};

static void check_valid(struct ir_shader *s, const char *what, uint64_t seed)
{
   const char *err = ir_validate(s);

   if (err)
      ck_abort_msg("%s, seed %llu: %s", what, (unsigned long long)seed, err);
}

static struct exec_task *execute(struct ir_shader *s, uint64_t seed)
{
   struct exec_task *t = gen_task(&ctx, seed, s->num);

   ck_assert_int_eq(ir_interp_run(&ctx, s, t), EXEC_DONE);
   return t;
}

static struct pass_lower all_lower = {.idiv = true, .fround = true};

/* after_pass callback: the pass that broke the program is named. */
struct watch {
   struct exec_task *want;
   uint64_t seed;
};

static void after(void *user, const struct pass_info *p, struct ir_shader *s, bool progress)
{
   struct watch *w = user;

   (void)progress;
   check_valid(s, p->name, w->seed);
   if (!gen_same(w->want, execute(s, w->seed))) {
#ifdef SHOW
      struct util_buf b;
      util_buf_init(&b, &ctx);
      ir_print(&b, s);
      puts(b.data);
#endif
      ck_abort_msg("%s changed the outputs, seed %llu, model %s", p->name, (unsigned long long)w->seed, s->num->name);
   }
}

/* Each pass on the program as it is and on its SSA form. */
START_TEST(test_each)
{
   for (uint64_t seed = 0; seed < 150; seed++) {
      num_m m = models[seed % 4];
      struct ir_shader *s = gen_shader(&ctx, seed, m, 200);
      struct watch w = {NULL, seed};
      check_valid(s, "generator", seed);
      w.want = execute(s, seed);
      struct pass_options opt = {.ffp = PASS_FFP_GL, .after = after, .user = &w};
      for (unsigned id = 0; id < PASS_COUNT; id++) {
         if (id == PASS_ID_contract && m->mad_fused)
            continue;
         for (int ssa = 0; ssa < 2; ssa++) {
            s = gen_shader(&ctx, seed, m, 200);
            if (ssa)
               pass_ssa(s);
            pass_run(s, &opt, (enum pass_id)id);
         }
      }
      util_ctx_finish(&ctx);
      setup();
   }
}
END_TEST

START_TEST(test_pipeline)
{
   for (uint64_t seed = 1000; seed < 1400; seed++) {
      num_m m = models[seed % 4];
      struct ir_shader *s = gen_shader(&ctx, seed, m, 200);
      struct watch w = {NULL, seed};
      check_valid(s, "generator", seed);
      w.want = execute(s, seed);
      struct pass_options opt = {.opt_level = (int)(seed / 4 % 4), .ffp = PASS_FFP_GL, .after = after, .user = &w,
                                 .lower = seed & 16 ? &all_lower : NULL, .exact_only = m->mad_fused};
      pass_run_pipeline(s, &opt);
      util_ctx_finish(&ctx);
      setup();
   }
}
END_TEST

int main(void)
{
   Suite *suite = suite_create("passes");
   TCase *tc = tcase_create("random");
   SRunner *sr;

   tcase_add_checked_fixture(tc, setup, teardown);
   tcase_set_timeout(tc, 200);
   tcase_add_test(tc, test_each);
   tcase_add_test(tc, test_pipeline);
   suite_add_tcase(suite, tc);
   sr = srunner_create(suite);
   srunner_run_all(sr, CK_ENV);
   int failed = srunner_ntests_failed(sr);
   srunner_free(sr);
   return failed != 0;
}

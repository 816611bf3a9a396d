/* SPDX-License-Identifier: MIT */
/* Tests 64-bit integers and doubles as 32-bit IR. Every operation of frontend/int64 runs on all pairs of special operands and
   on random ones, as IR before and after the passes and as USC code. The reference is the arithmetic of the host. */
#include "backend-usc/sim/usc_harness.h"
#include "backend-usc/usc_compile.h"
#include "ir/interp.h"
#include "passes/pipeline/pipeline.h"
#include "tests/unit/common/suite.h"
#include "tests/unit/common/wide_ops.h"

#include <float.h>
#include <stdio.h>

#define RANDOM 10000

static struct util_ctx ctx;

static void setup(void)
{
   util_ctx_init(&ctx, NULL, 0);
   if (setjmp(ctx.unwind))
      ck_abort_msg("left the compile: %s", ctx.diags ? ctx.diags->message : "no diagnostic");
   ctx.unwind_set = true;
}

static void teardown(void)
{
   util_ctx_finish(&ctx);
}

static struct ir_shader *passed(struct ir_shader *s, int level)
{
   const struct pass_options po = {.opt_level = level};
   const char *error = ir_validate(s);

   ck_assert_msg(!error, "%s", error);
   pass_run_pipeline(s, &po);
   return s;
}

START_TEST(on_the_interpreter)
{
   static const num_m models[] = {&num_model_usc_rtz, &num_model_ieee};
   const struct wide_op *op = &wide_ops[_i];
   struct util_rng r;

   util_rng_init(&r, (uint64_t)_i);
   for (int level = 0; level <= 2; level += 2) {
      struct ir_shader *s = passed(wide_shader(&ctx, op, models[level / 2]), level);
      const char *wrong = wide_run(&ctx, op, s, &r, RANDOM);

      if (level && !wrong)
         wrong = wide_run(&ctx, op, s, &r, 0);
      ck_assert_msg(!wrong, "-O%d: %s", level, wrong);
   }
}
END_TEST

static struct usc_program *compile(struct ir_shader *s)
{
   struct usc_options opt = usc_default_options();
   struct usc_program *p = UTIL_NEW(&ctx, struct usc_program);

   opt.verify = true;
   ck_assert_msg(usc_compile(&ctx, s, &opt, p), "%s", ctx.diags ? ctx.diags->message : "?");
   return p;
}

START_TEST(on_the_simulator)
{
   const struct wide_op *op = &wide_ops[_i];
   struct ir_shader *s = passed(wide_shader(&ctx, op, &num_model_usc_rtz), 2);
   struct usc_program *p = compile(s);
   struct exec_wave *want = UTIL_NEW(&ctx, struct exec_wave), *got = UTIL_NEW(&ctx, struct exec_wave);
   struct util_rng r;

   util_rng_init(&r, 1000 + (uint64_t)_i);
   if (getenv("WIDE_COUNTS"))
      printf("%-14s %4u ops %4u groups\n", op->name, wide_count(s), p->prog.n);
   for (unsigned n = 0; n < 4; n++) {
      struct wide_operands x[EXEC_LANES];
      struct usc_harness harness;
      struct usc_wave *t = UTIL_NEW(&ctx, struct usc_wave);
      const char *wrong;

      for (unsigned l = 0; l < EXEC_LANES; l++)
         x[l] = wide_random(&r, op);
      for (struct exec_wave **e = (struct exec_wave *[]){want, got, NULL}; *e; e++) {
         **e = (struct exec_wave){.num = &num_model_usc_rtz, .valid = UINT32_MAX, .budget = 100000};
         (*e)->in = util_alloc_array(&ctx, EXEC_MAX_VERTICES, sizeof *(*e)->in);
         (*e)->out = util_alloc_array(&ctx, SLOT_COUNT, sizeof *(*e)->out);
         wide_fill(*e, x, EXEC_LANES);
      }
      ck_assert_int_eq(ir_interp_run(&ctx, s, want), EXEC_DONE);
      wrong = wide_compare(&ctx, op, want, x, EXEC_LANES);
      ck_assert_msg(!wrong, "%s", wrong);
      usc_wave_setup(&ctx, &harness, t, p, got);
      usc_sim_run(usc_sim_decode_groups(&ctx, &p->prog), t);
      wrong = usc_wave_compare(&ctx, t, p, want);
      ck_assert_msg(!wrong, "%s: %s", op->name, wrong);
   }
}
END_TEST

/* With a constant operand the passes fold everything that depends on it alone. */
START_TEST(constants)
{
   static const struct {
      const char *op;
      unsigned operand;
      uint64_t value;
   } row[] = {
      {"u64_mul", 1, 10}, {"u64_div", 1, 10}, {"u64_shl", 1, 5}, {"f64_mul", 1, 0x3fb999999999999a},
      {"f64_div", 1, 0x4008000000000000}, {"f64_fma", 2, 0x3ff0000000000000}, {"f64_lt", 1, 0}, {"f64_max", 1, 0},
   };

   for (unsigned k = 0; k < sizeof row / sizeof *row; k++) {
      const struct wide_op *op = wide_find(row[k].op);
      unsigned all = wide_count(passed(wide_shader(&ctx, op, &num_model_usc_rtz), 2));
      unsigned some = wide_count(passed(wide_shader_constant(&ctx, op, &num_model_usc_rtz, row[k].operand, row[k].value), 2));

      if (getenv("WIDE_COUNTS"))
         printf("%-14s %4u ops, with a constant %4u\n", op->name, all, some);
      ck_assert_msg(some * 100 <= all * 95, "%s: %u operations with a constant, %u without", op->name, some, all);
   }
}
END_TEST

/* ---- that the random operands hit every kind of rounding */

#ifdef __SIZEOF_FLOAT128__
typedef __float128 quad;
#else
typedef long double quad;
#endif

enum rounding { EXACT, DOWN, TIE_DOWN, TIE_UP, UP, ROUNDINGS };
static const char *const rounding_name[ROUNDINGS] = {"exact", "down", "down from the half", "up from the half", "up"};

static double as_double(uint64_t u)
{
   double d;
   memcpy(&d, &u, 8);
   return d;
}

/* How the exact result was rounded to the result of the host, by magnitude. */
static enum rounding rounding_of(quad exact, uint64_t result)
{
   quad r = as_double(result & INT64_MAX), half;

   exact = exact < 0 ? -exact : exact;
   if (r == exact)
      return EXACT;
   half = r < exact ? ((quad)as_double((result & INT64_MAX) + 1) - r) / 2 : (r - (quad)as_double((result & INT64_MAX) - 1)) / 2;
   if (r < exact)
      return exact - r == half ? TIE_DOWN : DOWN;
   return r - exact == half ? TIE_UP : UP;
}

START_TEST(roundings)
{
   static const struct {
      const char *op;
      unsigned never[2]; /* impossible roundings of normal and of denormal results: bits of 1 << enum rounding */
   } row[] = {
       /* A sum that is a denormal is exact. A sum of doubles may be halfway between two normal numbers, and so may a product; a
          quotient may not. */
       {"f64_add", {0, 1 << DOWN | 1 << TIE_DOWN | 1 << TIE_UP | 1 << UP}},
       {"f64_mul", {0, 0}},
       {"f64_div", {1 << TIE_DOWN | 1 << TIE_UP, 0}},
       {"f64_fma", {0, 0}},
   };

   if (sizeof(quad) == sizeof(long double) && LDBL_MANT_DIG < 113)
      return;
   for (unsigned k = 0; k < sizeof row / sizeof *row; k++) {
      const struct wide_op *op = wide_find(row[k].op);
      unsigned count[2][ROUNDINGS] = {{0}};
      struct util_rng r;

      util_rng_init(&r, k);
      for (unsigned n = 0; n < 30000; n++) {
         struct wide_operands o = wide_random(&r, op);
         quad a = as_double(o.x[0]), b = as_double(o.x[1]), c = as_double(o.x[2]), e;
         uint64_t result[2];

         op->host(o.x, result);
         if ((result[0] & INT64_MAX) >= 0x7ff0000000000000 || !(result[0] & INT64_MAX))
            continue;
         e = k == 0 ? a + b : k == 1 ? a * b : k == 2 ? a / b : a * b + c;
         /* The exact result has more bits than a quad. */
         if ((k == 0 && (e - a != b || e - b != a)) || (k == 3 && (e - c != a * b || e - a * b != c)))
            continue;
         count[(result[0] & INT64_MAX) < 0x0010000000000000][rounding_of(e, result[0])]++;
      }
      for (unsigned denormal = 0; denormal < 2; denormal++)
         for (unsigned w = 0; w < ROUNDINGS; w++)
            ck_assert_msg((count[denormal][w] > 0) != (row[k].never[denormal] >> w & 1),
                          "%s: %u results that are %s, rounded %s", op->name, count[denormal][w],
                          denormal ? "denormals" : "normal", rounding_name[w]);
   }
}
END_TEST

int main(void)
{
   Suite *s = suite_create("64 bits");
   TCase *t = tcase_create("64 bits");

   tcase_add_checked_fixture(t, setup, teardown);
   tcase_set_timeout(t, 300);
   tcase_add_loop_test(t, on_the_interpreter, 0, (int)wide_num_ops);
   tcase_add_loop_test(t, on_the_simulator, 0, (int)wide_num_ops);
   tcase_add_test(t, constants);
   tcase_add_test(t, roundings);
   suite_add_tcase(s, t);
   return suite_run_nofork(s);
}

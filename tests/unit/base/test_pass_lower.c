/* SPDX-License-Identifier: MIT */
/* Tests the lowering of divisions and roundings on chosen operands under each number model. */
#include "ir/build.h"
#include "ir/cfg.h"
#include "ir/interp.h"
#include "passes/pipeline/pipeline.h"
#include "tests/unit/common/irgen.h"
#include "tests/unit/common/irtext.h"
#include "tests/unit/common/suite.h"

/* A number of 32 bits, or of up to n - 1 bits fewer. */
static uint32_t random_size(struct util_rng *r, uint32_t n)
{
   uint32_t v = util_rng_u32(r);

   return v >> util_rng_below(r, n);
}

/* The number for a pair of powers of two, or of integers next to them. There are POWERS * POWERS of them. */
#define POWERS 96
static uint32_t near_power(unsigned n) { return (1u << n % POWERS / 3) + n % 3 - 1; }

/* Tests both lowerings on chosen operands: all pairs of the special values, all pairs near powers of two, then random ones,
   under each model, with noise. */
static void lowering(bool (*pass)(struct ir_shader *), const enum ir_op *ops, unsigned num_ops, const struct num_model *m,
                     uint64_t seed)
{
   struct ir_shader *s[2];
   struct util_rng r;

   for (int k = 0; k < 2; k++) {
      s[k] = ir_shader_new(&ctx, IR_STAGE_FRAGMENT, m);
      struct ir_block *b = ir_block_new(s[k]);
      ir_block_append(s[k], b);
      struct ir_builder c = ir_at_end(s[k], b);
      uint32_t attr[4] = {SLOT_FOG, 0, 0, 0};
      struct ir_src src[2];
      src[0] = ir_use(ir_emit(&c, IR_load_input, 32, 0, NULL, attr)->dst[0]);
      attr[1] = 1;
      src[1] = ir_use(ir_emit(&c, IR_load_input, 32, 0, NULL, attr)->dst[0]);
      for (unsigned n = 0; n < num_ops; n++) {
         for (unsigned v = 0; v < 4; v++) {
            struct ir_src a[2] = {src[0], src[1]};
            if (ir_src_float(ops[n], 0)) {
               a[0].neg = v & 1;
               a[0].abs = v >> 1;
            }
            struct ir_src d = ir_use(ir_emit(&c, ops[n], 32, ir_op_info[ops[n]].min_src, a, NULL)->dst[0]);
            uint32_t out[4] = {SLOT_FRAG_COLOR + n, v, 0, 0};
            ir_emit(&c, IR_store_output, 0, 1, &d, out);
         }
      }
      b->term = IR_TERM_RETURN;
      ir_cfg_update(s[k]);
   }
   ck_assert(pass(s[1]));
   check_valid(s[1], "lowered", seed);
   ir_foreach_instr (s[1]->blocks[0], i)
      for (unsigned n = 0; n < num_ops; n++)
         ck_assert(i->op != ops[n]);
   /* Draws the magnitude of the dividend (component 0) before that of the divisor, so every C compiler uses the same order. All
      divisions share the magnitude of the divisor. */
   unsigned magnitudes = 0;
   ir_foreach_instr (s[1]->blocks[0], i)
      if (i->op == IR_iabs)
         ck_assert_uint_eq(i->src[0].val->def->attr[1], magnitudes++ == 1);
   util_rng_init(&r, seed);
   const unsigned specials = GEN_NUM_SPECIAL * GEN_NUM_SPECIAL;
   for (unsigned round = 0; round < (specials + POWERS * POWERS) / EXEC_LANES + 200; round++) {
      struct exec_wave *t[2];
      for (int k = 0; k < 2; k++) {
         t[k] = gen_wave(&ctx, 0, m);
         t[k]->valid = UINT32_MAX;
         t[k]->helper = 0;
      }
      for (unsigned l = 0; l < EXEC_LANES; l++) {
         unsigned pair = round * EXEC_LANES + l;
         uint32_t a = gen_special[pair % GEN_NUM_SPECIAL], b = gen_special[pair / GEN_NUM_SPECIAL % GEN_NUM_SPECIAL];
         if (pair >= specials && pair < specials + POWERS * POWERS) {
            a = near_power(pair - specials);
            b = near_power((pair - specials) / POWERS);
         } else if (pair >= specials) {
            a = random_size(&r, 32);
            b = random_size(&r, 32);
            /* Operands near multiples and powers of two, where the estimate is inexact. */
            if (util_rng_chance(&r, 1, 3)) {
               a = b * util_rng_below(&r, b ? UINT32_MAX / b : 1);
               a -= util_rng_below(&r, 2);
            }
            if (util_rng_chance(&r, 1, 8)) {
               b = 1u << util_rng_below(&r, 32);
               b += util_rng_below(&r, 3) - 1;
            }
         }
         for (int k = 0; k < 2; k++) {
            t[k]->in[0][SLOT_FOG][0][l] = a;
            t[k]->in[0][SLOT_FOG][1][l] = b;
         }
      }
      for (int k = 0; k < 2; k++)
         ck_assert_int_eq(ir_interp_run(&ctx, s[k], t[k]), EXEC_DONE);
      for (unsigned n = 0; n < num_ops * 4; n++)
         for (unsigned l = 0; l < EXEC_LANES; l++)
            if (t[0]->out[SLOT_FRAG_COLOR + n / 4][n % 4][l] != t[1]->out[SLOT_FRAG_COLOR + n / 4][n % 4][l])
               ck_abort_msg("%s %08x %08x: %08x, want %08x (%s, variant %u)", ir_op_info[ops[n / 4]].name,
                            t[0]->in[0][SLOT_FOG][0][l], t[0]->in[0][SLOT_FOG][1][l],
                            t[1]->out[SLOT_FRAG_COLOR + n / 4][n % 4][l], t[0]->out[SLOT_FRAG_COLOR + n / 4][n % 4][l], m->name,
                            n % 4);
   }
}

START_TEST(test_lower_idiv)
{
   static const enum ir_op ops[] = {IR_udiv, IR_umod, IR_idiv, IR_imod};

   for (unsigned k = 0; k < TEST_MODELS; k++) {
      lowering(pass_lower_idiv, ops, 4, test_model(k), k);
      struct num_model noisy = *test_model(k);
      noisy.noise_seed = 77 + k;
      lowering(pass_lower_idiv, ops, 4, &noisy, k + 10);
      util_ctx_finish(&ctx);
      setup();
   }
}
END_TEST

/* Tests the bound that the head of pass_lower_idiv.c claims for any reciprocal within 2^-19. It uses the two ends of that
   range, and the same arithmetic in C. */
START_TEST(test_idiv_bound)
{
   struct util_rng r;

   util_rng_init(&r, 5);
   for (uint32_t n = 0; n < 3000000; n++) {
      uint32_t y = random_size(&r, 32), x = random_size(&r, 4);
      if (n % 3 == 0) {
         y = UINT32_MAX / (1 + util_rng_below(&r, 40)) - 3;
         y += util_rng_below(&r, 6);
      }
      if (!y)
         continue;
      if (n % 2 == 0)
         x -= (x % y) + (n >> 1 & 1);
      num_m m = test_model(n / 10 % 2); /* either rounding */
      uint32_t rcp = num_frcp(m, num_u2f(m, y)) + (n % 5 < 2 ? 15u : n % 5 < 4 ? -15u : 0);
      uint32_t z = num_f2u(m, num_fmul(m, rcp, 0x4f7fffc0));
      z += (uint32_t)((uint64_t)z * (0 - y * z) >> 32);
      const bool shared = n / 20 % 2; /* one more step, but one correction less */
      if (shared && 0 - y * z > y)
         z++;
      uint32_t q = (uint32_t)((uint64_t)x * z >> 32), rem = x - q * y;
      for (int k = shared; k < 2; k++)
         if (rem >= y) {
            q++;
            rem -= y;
         }
      ck_assert_msg(q == x / y && rem == x % y, "%u / %u: %u", x, y, q);
   }
}
END_TEST

/* Constant divisors: all small ones, those near powers of two, and random ones. The dividends are near multiples, at the ends
   of the range, and random. */
START_TEST(test_idiv_constants)
{
   static const enum ir_op ops[] = {IR_udiv, IR_umod, IR_idiv, IR_imod};
   static uint32_t (*const want[])(num_m, uint32_t, uint32_t) = {num_udiv, num_umod, num_idiv, num_imod};
   struct util_rng r;

   util_rng_init(&r, 9);
   for (unsigned n = 0; n < 1200; n++) {
      uint32_t y = n < 600          ? n / 2
                   : n < 600 + 6 * 32 ? (1u << ((n - 600) / 6)) + (n - 600) % 3 - 1
                   : n < 900        ? UINT32_MAX / (n - 791) + n % 2
                                    : random_size(&r, 32);
      if (n & 1)
         y = 0 - y;
      struct ir_shader *s = ir_shader_new(&ctx, IR_STAGE_FRAGMENT, &num_model_usc_rtz);
      struct ir_block *blk = ir_block_new(s);
      ir_block_append(s, blk);
      struct ir_builder b = ir_at_end(s, blk);
      uint32_t attr[4] = {SLOT_FOG, 0, 0, 0};
      struct ir_src x = ir_use(ir_emit(&b, IR_load_input, 32, 0, NULL, attr)->dst[0]);
      for (unsigned k = 0; k < 4; k++) {
         struct ir_src q = ir_use(ir_op2(&b, ops[k], x, ir_imm(&b, y)));
         uint32_t out[4] = {SLOT_FRAG_COLOR + k, 0, 0, 0};
         ir_emit(&b, IR_store_output, 0, 1, &q, out);
      }
      blk->term = IR_TERM_RETURN;
      ir_cfg_update(s);
      ck_assert(pass_lower_idiv(s));
      check_valid(s, "lowered", n);
      ir_foreach_instr (blk, i)
         ck_assert(i->op != IR_udiv && i->op != IR_umod && i->op != IR_idiv && i->op != IR_imod && i->op != IR_frcp);
      for (unsigned round = 0; round < 12; round++) {
         struct exec_wave *t = gen_wave(&ctx, 0, &num_model_usc_rtz);
         t->valid = UINT32_MAX;
         t->helper = 0;
         for (unsigned l = 0; l < EXEC_LANES; l++) {
            const uint32_t m = round < 4 ? l / 3 : random_size(&r, 32), base = l & 1 ? 0x80000000u : 0;
            const uint32_t last = y ? UINT32_MAX / y : 0, near = (last - (uint32_t)(m % (last + 1ull))) * y + l % 3 - 1;
            t->in[0][SLOT_FOG][0][l] = round % 4 == 0   ? m * y + l % 3 - 1
                                       : round % 4 == 1 ? near
                                       : round % 4 == 2 ? base - m
                                                        : 0 - near;
         }
         ck_assert_int_eq(ir_interp_run(&ctx, s, t), EXEC_DONE);
         for (unsigned k = 0; k < 4; k++)
            for (unsigned l = 0; l < EXEC_LANES; l++) {
               const uint32_t a = t->in[0][SLOT_FOG][0][l], v = want[k](&num_model_usc_rtz, a, y);
               ck_assert_msg(t->out[SLOT_FRAG_COLOR + k][0][l] == v, "%s %08x %08x: %08x, want %08x", ir_op_info[ops[k]].name,
                             a, y, t->out[SLOT_FRAG_COLOR + k][0][l], v);
            }
      }
      util_ctx_finish(&ctx);
      setup();
   }
}
END_TEST

START_TEST(test_lower_fround)
{
   static const enum ir_op ops[] = {IR_ftrunc, IR_fceil, IR_fround};

   for (unsigned k = 0; k < TEST_MODELS; k++) {
      lowering(pass_lower_fround, ops, 3, test_model(k), k);
      util_ctx_finish(&ctx);
      setup();
   }
}
END_TEST

int main(void)
{
   const struct {
      const char *name;
      const TTest *test;
   } cases[] = {{"bound", test_idiv_bound},
                {"fround", test_lower_fround},
                {"idiv", test_lower_idiv},
                {"constants", test_idiv_constants}};
   Suite *s = suite_create("lowering");

   for (unsigned k = 0; k < sizeof cases / sizeof *cases; k++) {
      TCase *t = tcase_create(cases[k].name);
      tcase_set_timeout(t, 200);
      tcase_add_checked_fixture(t, setup, teardown);
      tcase_add_test(t, cases[k].test);
      suite_add_tcase(s, t);
   }
   return suite_run(s);
}

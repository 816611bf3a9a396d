/* SPDX-License-Identifier: MIT */
/* Runs each pass alone, and the pipelines, on random programs. The IR is valid before and after, and the outputs are the same
   bit for bit. Under the model without fused multiply-add the inexact contraction is exact, so it is tested in the same way. */
#include "ir/build.h"
#include "ir/cfg.h"
#include "ir/interp.h"
#include "passes/pipeline/pipeline.h"
#include "passes/rules/length.h"
#include "tests/unit/common/irgen.h"
#include "tests/unit/common/irtext.h"
#include "tests/unit/common/suite.h"

static struct exec_wave *execute(struct ir_shader *s, uint64_t seed)
{
   struct exec_wave *t = gen_wave(&ctx, seed, s->num);

   ck_assert_int_eq(ir_interp_run(&ctx, s, t), EXEC_DONE);
   return t;
}

static unsigned all_lower = PASS_LOWER_idiv | PASS_LOWER_fround | PASS_LOWER_fetch;

/* A callback after each pass, which names the pass that broke the program. */
struct watch {
   struct exec_wave *want;
   uint64_t seed;
};

/* Rules that change NaN or zeros have their own test (test_rules.c). */
static bool before(void *user, const struct pass_info *p, struct ir_shader *s)
{
   (void)user;
   (void)s;
   return p != &pass_info[PASS_ID_gl_rules];
}

static void after(void *user, const struct pass_info *p, struct ir_shader *s, bool progress)
{
   struct watch *w = user;

   (void)progress;
   check_valid(s, p->name, w->seed);
   if (!gen_same(w->want, execute(s, w->seed)))
      ck_abort_msg("%s changed the outputs, seed %llu, model %s", p->name, (unsigned long long)w->seed, s->num->name);
}

/* Runs each pass on the program as it is and on its SSA form. */
START_TEST(test_each)
{
   for (uint64_t seed = 0; seed < 150; seed++) {
      num_m m = test_model(seed % TEST_MODELS);
      struct ir_shader *s = gen_shader(&ctx, seed, m, 200);
      struct watch w = {NULL, seed};
      check_valid(s, "generator", seed);
      w.want = execute(s, seed);
      struct pass_options opt = {.ffp = PASS_FFP_GL, .before = before, .after = after, .user = &w};
      for (unsigned id = 0; id < PASS_COUNT; id++) {
         if ((id == PASS_ID_contract && m->mad_fused) || id == PASS_ID_lower_cube_grad || id == PASS_ID_lower_point_size ||
             pass_info[id].flags & PASS_FAST)
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
      num_m m = test_model(seed % TEST_MODELS);
      struct ir_shader *s = gen_shader(&ctx, seed, m, 200);
      struct watch w = {NULL, seed};
      check_valid(s, "generator", seed);
      w.want = execute(s, seed);
      struct pass_options opt = {.opt_level = (int)(seed / 4 % 4),
                                 .ffp = PASS_FFP_GL,
                                 .before = before,
                                 .after = after,
                                 .user = &w,
                                 .lower = seed & 16 ? all_lower : 0,
                                 .exact_only = m->mad_fused};
      pass_run_pipeline(s, &opt);
      util_ctx_finish(&ctx);
      setup();
   }
}
END_TEST

/* The program starts with so many dead values that dead code elimination compacts it (COMPACT_MIN in pass_dce.c). */
START_TEST(test_pipeline_compacts)
{
   for (uint64_t seed = 0; seed < 60; seed++) {
      num_m m = test_model(seed % TEST_MODELS);
      struct ir_shader *s = gen_shader(&ctx, seed, m, 200);
      struct ir_builder b = ir_at_end(s, s->blocks[0]);
      struct watch w = {execute(s, seed), seed};
      struct pass_options opt = {.opt_level = 1 + (int)(seed / 4 % 2),
                                 .ffp = PASS_FFP_GL,
                                 .before = before,
                                 .after = after,
                                 .user = &w,
                                 .exact_only = m->mad_fused};
      for (uint32_t k = 0; k < 5000; k++)
         ir_imm(&b, k);
      pass_run_pipeline(s, &opt);
      ck_assert_uint_lt(s->num_values, 4096); /* only compacting reduces the number */
      util_ctx_finish(&ctx);
      setup();
   }
}
END_TEST

/* ---- directed: text before, a pass, text after (the block's instructions) */

#define HEAD "nvp4c-ir 1\nstage fragment\nsource_ops 0\n"
#define BODY                                                                                                                   \
   "\nblock 0:\n   %0:32 = load_input slot=fog comp=0 interp=smooth\n   %1:32 = load_input slot=fog comp=1 interp=smooth\n"
#define OUT(v) "   store_output %" v " slot=color0 comp=0\n   return\n"

static void expect(enum pass_id id, const char *before, const char *after_)
{
   const struct pass_options fast = {.ffp = PASS_FFP_FAST};
   struct ir_shader *s = must_parse(before);

   pass_run(s, &fast, id);
   check_valid(s, "after", 0);
   pass_dce(s);
   ck_assert_str_eq(print(s), after_);
}

START_TEST(test_ssa_text)
{
   /* A variable that one arm writes becomes a phi with the value of the other path, which is 0. The long array has constant
      indices (7 clamps to 3), so its elements become values too. */
   expect(
       PASS_ID_ssa,
       HEAD
       "array 0 length=1 width=32\narray 1 length=4 width=32\n" BODY
       "   %2:1 = flt %0, %1\n   %3:32 = const value=0x7\n   array_store %1, %3 array=1 index=0\n   if %2 b1 b2 merge=b2\n"
       "block 1:\n   array_store %0 array=0 index=0\n   jump b2\n"
       "block 2:\n   %4:32 = array_load array=0 index=0\n   %5:32 = array_load array=1 index=3\n   %6:32 = fadd %4, %5\n" OUT(
           "6"),
       HEAD "\nblock 0:\n   %8:32 = const value=0x0\n   %0:32 = load_input slot=fog comp=0 interp=smooth\n"
            "   %1:32 = load_input slot=fog comp=1 interp=smooth\n   %2:1 = flt %0, %1\n   if %2 b1 b2 merge=b2\n"
            "block 1:\n   jump b2\nblock 2:\n   %7:32 = phi %8, %0\n   %6:32 = fadd %7, %1\n" OUT("6"));
   /* A loop counter. */
   expect(
       PASS_ID_ssa,
       HEAD
       "array 0 length=1 width=32\n" BODY "   loop b1 merge=b4\n"
       "block 1:\n   %2:32 = array_load array=0 index=0\n   %3:1 = uge %2, %0\n   if %3 b2 b3 merge=b3\nblock 2:\n   break b4\n"
       "block 3:\n   %4:32 = iadd %2, %1\n   array_store %4 array=0 index=0\n   continue b1\nblock 4:\n" OUT("2"),
       HEAD "\nblock 0:\n   %6:32 = const value=0x0\n   %0:32 = load_input slot=fog comp=0 interp=smooth\n"
            "   %1:32 = load_input slot=fog comp=1 interp=smooth\n   loop b1 merge=b4\n"
            "block 1:\n   %5:32 = phi %6, %4\n   %3:1 = uge %5, %0\n   if %3 b2 b3 merge=b3\nblock 2:\n   break b4\n"
            "block 3:\n   %4:32 = iadd %5, %1\n   continue b1\nblock 4:\n" OUT("5"));
   /* The array stays, because a relative index is not constant. */
   struct ir_shader *s = must_parse(HEAD "array 0 length=2 width=32\n" BODY
                                    "   array_store %0 array=0 index=1\n   %2:32 = array_load %1 array=0 index=0\n" OUT("2"));
   ck_assert(!pass_ssa(s));
   ck_assert_uint_eq(s->num_arrays, 1);
}
END_TEST

/*
 * A loop has many exits. Before each of them one of many variables changes, and all variables are read after the loop: as
 * values they would have phis with exits x variables operands. The pass never creates more than a fixed number of operands in
 * addition to those that the accesses pay for. The other variables stay arrays. The decision is made once, so the pass does not
 * change the program again.
 */
static struct ir_shader *product(uint32_t variables, uint32_t exits)
{
   struct util_buf t;
   uint32_t value = 2;

   util_buf_init(&t, &ctx);
   util_buf_printf(&t, "%s", HEAD);
   for (uint32_t v = 0; v < variables; v++)
      util_buf_printf(&t, "array %u length=1 width=32\n", (unsigned)v);
   util_buf_printf(&t, "%s", BODY);
   for (uint32_t v = 0; v < variables; v++)
      util_buf_printf(&t, "   array_store %%%u array=%u index=0\n", (unsigned)(v % 2), (unsigned)v);
   util_buf_printf(&t, "   loop b1 merge=b%u\n", (unsigned)(2 * exits + 2));
   for (uint32_t e = 0; e < exits; e++, value += 3)
      util_buf_printf(&t,
                      "block %u:\n   %%%u:32 = array_load array=%u index=0\n   %%%u:32 = fadd %%%u, %%1\n   array_store %%%u "
                      "array=%u index=0\n"
                      "   %%%u:1 = flt %%%u, %%0\n   if %%%u b%u b%u merge=b%u\nblock %u:\n   break b%u\n",
                      (unsigned)(2 * e + 1), (unsigned)value, (unsigned)(e % variables), (unsigned)(value + 1), (unsigned)value,
                      (unsigned)(value + 1), (unsigned)(e % variables), (unsigned)(value + 2), (unsigned)(value + 1),
                      (unsigned)(value + 2), (unsigned)(2 * e + 2), (unsigned)(2 * e + 3), (unsigned)(2 * e + 3),
                      (unsigned)(2 * e + 2), (unsigned)(2 * exits + 2));
   util_buf_printf(&t, "block %u:\n   break b%u\nblock %u:\n   %%%u:32 = fadd %%0, %%1\n", (unsigned)(2 * exits + 1),
                   (unsigned)(2 * exits + 2), (unsigned)(2 * exits + 2), (unsigned)value);
   for (uint32_t v = 0; v < variables; v++, value += 2)
      util_buf_printf(&t, "   %%%u:32 = array_load array=%u index=0\n   %%%u:32 = fadd %%%u, %%%u\n", (unsigned)(value + 1),
                      (unsigned)v, (unsigned)(value + 2), (unsigned)value, (unsigned)(value + 1));
   util_buf_printf(&t, "   store_output %%%u slot=color0 comp=0\n   return\n", (unsigned)value);
   return must_parse(t.data);
}

START_TEST(test_ssa_product)
{
   static const uint32_t sizes[][2] = {{100, 100}, {300, 300}, {600, 600}, {1200, 1200}};

   for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
      const uint32_t variables = sizes[k][0], exits = sizes[k][1];
      struct ir_shader *s = product(variables, exits);
      const uint32_t accesses = 2 * variables + 2 * exits;
      uint64_t operands = 0;
      struct exec_wave *want = execute(s, k);
      ck_assert(pass_ssa(s));
      check_valid(s, "product", k);
      ir_foreach_block (s, b)
         ir_foreach_phi (b, i)
            operands += i->nsrc;
      ck_assert_uint_le(operands, 49152 + 2 * accesses);
      ck_assert_msg(s->num_arrays ? operands > 40000 : variables * exits < 49152, "%u arrays stay, %u operands",
                    (unsigned)s->num_arrays, (unsigned)operands);
      for (uint32_t a = 0; a < s->num_arrays; a++)
         ck_assert(s->arrays[a].stays);
      ck_assert(gen_same(want, execute(s, k)));
      ck_assert(!pass_ssa(s));
   }
}
END_TEST

START_TEST(test_fold_text)
{
#define FOLD(before, after_) expect(PASS_ID_const_fold, HEAD BODY before, HEAD "\nblock 0:\n" after_)
#define IN0 "   %0:32 = load_input slot=fog comp=0 interp=smooth\n"
#define IN1 "   %1:32 = load_input slot=fog comp=1 interp=smooth\n"
#define ROTATED                                                                                                                \
   "   %2:32 = const value=0x8\n   %3:32 = shl %0, %2\n   %4:32 = const value=0x18\n   %5:32 = ushr %0, %4\n   %6:32 = ior "   \
   "%3, %5\n"
#define TRUTHS                                                                                                                 \
   "   %2:1 = flt %0, %1\n   %12:1 = feq %0, %1\n   %3:32 = const value=0x3f800000\n   %4:32 = const value=0x0\n"              \
   "   %5:32 = sel %2, %3, %4\n   %6:32 = sel %12, %4, %3\n"
#define TRUTHS_LEFT                                                                                                            \
   IN0 IN1 "   %2:1 = flt %0, %1\n   %12:1 = feq %0, %1\n   %3:32 = const value=0x3f800000\n   %4:32 = const value=0x0\n"      \
           "   %6:32 = sel %12, %4, %3\n"
   /* x + 0 for integers is x; x * 2^k a shift. */
   FOLD("   %2:32 = const value=0x0\n   %3:32 = iadd %2, %0\n" OUT("3"), IN0 OUT("0"));
   /* (c ? -1 : 0) != 0 is c. */
   FOLD("   %2:1 = flt %0, %0\n   %3:32 = const value=0xffffffff\n   %4:32 = const value=0x0\n   %5:32 = sel %2, %3, %4\n   "
        "%6:1 = ine %5, %4\n"
        "   %7:32 = sel %6, %0, %1\n" OUT("7"),
        "   %1:32 = load_input slot=fog comp=1 interp=smooth\n" OUT("1")); /* x < x never holds */
   /* GE is !SF: not (r < 0 or NaN) is r >= 0. */
   FOLD("   %2:32 = const value=0x0\n   %3:1 = flt %0, %2\n   %4:1 = fne %0, %0\n   %5:1 = ior %3, %4\n   %6:1 = inot %5\n   "
        "%7:32 = sel %6, %0, %2\n" OUT("7"),
        IN0 "   %2:32 = const value=0x0\n   %8:1 = fge %0, %2\n   %7:32 = sel %8, %0, %2\n" OUT("7"));
   /* Not (a < b) is not the same as >=, since it is true for a NaN. */
   FOLD("   %3:1 = flt %0, %1\n   %6:1 = inot %3\n   %7:32 = sel %6, %0, %1\n" OUT("7"),
        IN0 "   %1:32 = load_input slot=fog comp=1 interp=smooth\n   %3:1 = flt %0, %1\n   %7:32 = sel %3, %1, %0\n" OUT("7"));
   /* Adding +0 is not the identity of floats: -0 + 0 is +0. */
   FOLD("   %2:32 = const value=0x0\n   %3:32 = fadd %0, %2\n" OUT("3"),
        IN0 "   %2:32 = const value=0x0\n   %3:32 = fadd %0, %2\n" OUT("3"));
   /* Constants: 1.5 + 2.5 = 4. */
   FOLD("   %2:32 = const value=0x3fc00000\n   %3:32 = const value=0x40200000\n   %4:32 = fadd %2, %3\n" OUT("4"),
        "   %4:32 = const value=0x40800000\n" OUT("4"));
   /* (c ? -1 : 0) & x is c ? x : 0, and (c ? 0 : -1) | x is c ? x : -1. */
   FOLD("   %2:1 = flt %0, %1\n   %3:32 = const value=0xffffffff\n   %4:32 = const value=0x0\n   %5:32 = sel %2, %3, %4\n"
        "   %6:32 = iand %0, %5\n" OUT("6"),
        IN0 IN1 "   %2:1 = flt %0, %1\n   %7:32 = const value=0x0\n   %6:32 = sel %2, %0, %7\n" OUT("6"));
   FOLD("   %2:1 = flt %0, %1\n   %3:32 = const value=0xffffffff\n   %4:32 = const value=0x0\n   %5:32 = sel %2, %4, %3\n"
        "   %6:32 = ior %5, %1\n" OUT("6"),
        IN0 IN1 "   %2:1 = flt %0, %1\n   %7:32 = const value=0xffffffff\n   %6:32 = sel %2, %1, %7\n" OUT("6"));
   /* min(max(x, 0), 1) saturates. With the operands of the maximum exchanged, -0 would stay; max(min(x, 1), 0) turns NaN into
      1. */
   FOLD("   %2:32 = const value=0x0\n   %3:32 = const value=0x3f800000\n   %4:32 = fmax %0, %2\n   %5:32 = fmin %4, %3\n" OUT(
            "5"),
        IN0 "   %5:32 = fcanon.sat %0\n" OUT("5"));
   FOLD("   %2:32 = const value=0x0\n   %3:32 = const value=0x3f800000\n   %4:32 = fmax %2, %0\n   %5:32 = fmin %4, %3\n" OUT(
            "5"),
        IN0
        "   %2:32 = const value=0x0\n   %3:32 = const value=0x3f800000\n   %4:32 = fmax %2, %0\n   %5:32 = fmin %4, %3\n" OUT(
            "5"));
   FOLD("   %2:32 = const value=0x0\n   %3:32 = const value=0x3f800000\n   %4:32 = fmin %0, %3\n   %5:32 = fmax %4, %2\n" OUT(
            "5"),
        IN0
        "   %2:32 = const value=0x0\n   %3:32 = const value=0x3f800000\n   %4:32 = fmin %0, %3\n   %5:32 = fmax %4, %2\n" OUT(
            "5"));
   /* In x rotated by 8, byte 2 is byte 1 of x, and byte 0 is byte 3, which needs no mask. */
   FOLD(ROTATED
        "   %7:32 = const value=0x10\n   %8:32 = const value=0xff\n   %9:32 = ushr %6, %7\n   %10:32 = iand %9, %8\n" OUT("10"),
        IN0
        "   %8:32 = const value=0xff\n   %11:32 = const value=0x8\n   %12:32 = ushr %0, %11\n   %10:32 = iand %12, %8\n" OUT(
            "10"));
   FOLD(ROTATED "   %7:32 = const value=0xff\n   %8:32 = iand %6, %7\n" OUT("8"),
        IN0 "   %4:32 = const value=0x18\n   %5:32 = ushr %0, %4\n" OUT("5"));
   /* In x rotated by 9 bits, no byte is one byte of x. */
   FOLD("   %2:32 = const value=0x9\n   %3:32 = shl %0, %2\n   %4:32 = const value=0x17\n   %5:32 = ushr %0, %4\n   %6:32 = "
        "ior %3, %5\n"
        "   %7:32 = const value=0x10\n   %8:32 = const value=0xff\n   %9:32 = ushr %6, %7\n   %10:32 = iand %9, %8\n" OUT("10"),
        IN0 "   %2:32 = const value=0x9\n   %3:32 = shl %0, %2\n   %4:32 = const value=0x17\n   %5:32 = ushr %0, %4\n   %6:32 "
            "= ior %3, %5\n"
            "   %7:32 = const value=0x10\n   %8:32 = const value=0xff\n   %9:32 = ushr %6, %7\n   %10:32 = iand %9, %8\n" OUT(
                "10"));
   /* The mask clears no bit that could be set. */
   FOLD("   %2:32 = const value=0x14\n   %3:32 = ushr %0, %2\n   %4:32 = const value=0xfff\n   %5:32 = iand %3, %4\n" OUT("5"),
        IN0 "   %2:32 = const value=0x14\n   %3:32 = ushr %0, %2\n" OUT("3"));
   /* The product of two truth values selects one of them. The product of a truth value and an arbitrary x does not: 0 * -1 is
      -0. */
   FOLD(TRUTHS "   %7:32 = fmul %5, %6\n" OUT("7"),
        TRUTHS_LEFT "   %13:32 = const value=0x0\n   %7:32 = sel %2, %6, %13\n" OUT("7"));
   FOLD(TRUTHS "   %7:32 = fadd.sat %5, %6\n" OUT("7"),
        TRUTHS_LEFT "   %13:32 = const value=0x3f800000\n   %7:32 = sel %2, %13, %6\n" OUT("7"));
   FOLD("   %2:1 = flt %0, %1\n   %3:32 = const value=0x3f800000\n   %4:32 = const value=0x0\n   %5:32 = sel %2, %3, %4\n"
        "   %6:32 = fmul %5, %1\n" OUT("6"),
        IN0 IN1
        "   %2:1 = flt %0, %1\n   %3:32 = const value=0x3f800000\n   %4:32 = const value=0x0\n   %5:32 = sel %2, %3, %4\n"
        "   %6:32 = fmul %5, %1\n" OUT("6"));
   /* Conversions do the rounding. */
   FOLD("   %2:32 = ftrunc -%0\n   %3:32 = f2i |%2|\n   %4:32 = f2i -%2\n   %5:32 = iadd %3, %4\n" OUT("5"),
        IN0 "   %3:32 = f2i |%0|\n   %4:32 = f2i %0\n   %5:32 = iadd %3, %4\n" OUT("5"));
   FOLD("   %2:32 = fround %0\n   %3:32 = f2u -%2\n" OUT("3"), IN0 "   %3:32 = f2u_near -%0\n" OUT("3"));
   FOLD("   %2:32 = ffloor %0\n   %3:32 = f2i %2\n" OUT("3"), IN0 "   %2:32 = ffloor %0\n   %3:32 = f2i %2\n" OUT("3"));
   /* The saturation of a move is merged into the sum that it reads. */
   FOLD("   %2:32 = fadd %0, %0\n   %3:32 = fcanon.sat %2\n" OUT("3"), IN0 "   %2:32 = fadd.sat %0, %0\n" OUT("2"));
}
END_TEST

/* Every test of Table X.16 (without OF) from the flags of a float, with its value for less, equal, greater and unordered. */
START_TEST(test_cc)
{
   static const struct {
      const char *expr; /* of %5 = SF, %6 = ZF, %7 = !SF, %8 = !ZF */
      const char *op;   /* the expected op */
      unsigned want[4];
   } t[] = {
       {"iand %7, %6", "feq %0, %2", {0, 1, 0, 0}}, /* EQ: !SF && ZF */
       {"inot %5", "fge %0, %2", {0, 1, 1, 0}},     /* GE: !SF */
       {"iand %7, %8", "flt %2, %0", {0, 0, 1, 0}}, /* GT: !SF && !ZF */
       {"ixor %5, %6", "fge %2, %0", {1, 1, 0, 0}}, /* LE: SF ^ ZF */
       {"iand %5, %8", "flt %0, %2", {1, 0, 0, 0}}, /* LT: SF && !ZF */
       {"ior %5, %8", "fne %0, %2", {1, 0, 1, 1}},  /* NE: SF || !ZF */
       {"iand %5, %6", "fne %0, %0", {0, 0, 0, 1}}, /* NAN */
       {"ior %7, %8", "feq %0, %0", {1, 1, 1, 0}},  /* LEG */
   };
   static const uint32_t value[4] = {0xbf800000, 0x80000000, 0x3f800000, 0x7fc00000};

   for (unsigned k = 0; k < sizeof t / sizeof t[0]; k++) {
      struct ir_shader *s = must_parse(
          util_printf(&ctx, "%s%s%s   %%9:1 = %s\n%s", HEAD BODY "   %2:32 = const value=0x0\n   %3:1 = fne %0, %0\n",
                      "   %4:1 = flt %0, %2\n   %5:1 = ior %4, %3\n   %14:1 = feq %0, %2\n   %6:1 = ior %14, %3\n",
                      "   %7:1 = inot %5\n   %8:1 = inot %6\n", t[k].expr,
                      "   %10:32 = const value=0x1\n   %11:32 = sel %9, %10, %2\n" OUT("11")));
      struct pass_options opt = {.opt_level = 2};
      pass_run_pipeline(s, &opt);
      ck_assert_msg(strstr(print(s), util_printf(&ctx, " = %s\n", t[k].op)) != NULL, "%s:\n%s", t[k].expr, print(s));
      unsigned n = 0;
      ir_foreach_instr (s->blocks[0], i)
         n += i->ndst && i->dst[0]->width == 1;
      ck_assert_uint_eq(n, 1);
      struct exec_wave *wave = gen_wave(&ctx, 1, s->num);
      wave->valid = UINT32_MAX;
      wave->helper = 0;
      for (unsigned l = 0; l < EXEC_LANES; l++)
         wave->in[0][SLOT_FOG][0][l] = value[l & 3];
      ck_assert_int_eq(ir_interp_run(&ctx, s, wave), EXEC_DONE);
      for (unsigned l = 0; l < EXEC_LANES; l++)
         ck_assert_msg(wave->out[SLOT_FRAG_COLOR][0][l] == t[k].want[l & 3], "%s lane %u", t[k].expr, l);
   }
}
END_TEST

/* Two comparisons of the same values, in all kinds and orders, and what logic makes of them: passes may join comparisons of one
   kind only, and those of integers without a sign with either kind. */
START_TEST(test_relations)
{
   static const char *const ops[] = {"flt %0, %1", "fge %0, %1", "feq %0, %1", "fne %0, %1", "ilt %0, %1", "ige %0, %1",
                                     "ult %0, %1", "uge %0, %1", "ieq %0, %1", "ine %0, %1", "flt %1, %0", "fge %1, %0",
                                     "ilt %1, %0", "ige %1, %0", "ult %1, %0", "uge %1, %0", "fne %0, %0", "feq %1, %1"};
   static const char *const logic[] = {"iand %2, %3", "ior %2, %3",     "ixor %2, %3",   "iand %4, %3",
                                       "ior %2, %5",  "sel %2, %3, %5", "sel %3, %4, %2"};
   static const uint32_t value[8] = {0, 0x80000000, 0x3f800000, 0xbf800000, 0x7fc00000, 0xff800000, 0xffffffff, 5};
   enum { OPS = sizeof ops / sizeof *ops, LOGIC = sizeof logic / sizeof *logic };

   for (unsigned k = 0; k < OPS * OPS * 2; k++) {
      struct util_buf t;
      util_buf_init(&t, &ctx);
      util_buf_printf(&t, "%s", HEAD "\nblock 0:\n   %0:32 = load_input slot=fog comp=0 interp=smooth\n");
      if (k & 1)
         util_buf_printf(&t, "   %%1:32 = const value=0x%x\n", value[k / 2 % 8]);
      else
         util_buf_printf(&t, "%s", "   %1:32 = load_input slot=fog comp=1 interp=smooth\n");
      util_buf_printf(&t, "   %%2:1 = %s\n   %%3:1 = %s\n   %%4:1 = inot %%2\n   %%5:1 = inot %%3\n", ops[k / 2 % OPS],
                      ops[k / 2 / OPS]);
      util_buf_printf(&t, "%s", "   %6:32 = const value=0x1\n   %7:32 = const value=0x0\n");
      for (unsigned n = 0; n < LOGIC; n++)
         util_buf_printf(&t, "   %%%u:1 = %s\n   %%%u:32 = sel %%%u, %%6, %%7\n   store_output %%%u slot=color%u comp=%u\n",
                         8 + 2 * n, logic[n], 9 + 2 * n, 8 + 2 * n, 9 + 2 * n, n / 4, n % 4);
      util_buf_printf(&t, "%s", "   return\n");
      struct ir_shader *s = must_parse(t.data);
      struct exec_wave *wave[2][2]; /* with and without passes; x and y take each value with each other */
      for (unsigned optimised = 0; optimised < 2; optimised++) {
         struct pass_options opt = {.opt_level = 2};
         if (optimised)
            pass_run_pipeline(s, &opt);
         for (unsigned half = 0; half < 2; half++) {
            struct exec_wave *w = wave[optimised][half] = gen_wave(&ctx, 1, s->num);
            w->valid = UINT32_MAX;
            w->helper = 0;
            for (unsigned l = 0; l < EXEC_LANES; l++) {
               w->in[0][SLOT_FOG][0][l] = value[l % 8];
               w->in[0][SLOT_FOG][1][l] = value[4 * half + l / 8];
            }
            ck_assert_int_eq(ir_interp_run(&ctx, s, w), EXEC_DONE);
         }
      }
      for (unsigned half = 0; half < 2; half++)
         ck_assert_msg(gen_same(wave[0][half], wave[1][half]), "%s and %s:\n%s", ops[k / 2 % OPS], ops[k / 2 / OPS], print(s));
   }
}
END_TEST

START_TEST(test_contract_text)
{
#define CONTRACT(before, after_) expect(PASS_ID_contract, HEAD BODY before, HEAD BODY after_)
   CONTRACT("   %2:32 = fmul %0, %1\n   %3:32 = fadd %0, -%2\n" OUT("3"), "   %3:32 = fmad -%0, %1, %0\n" OUT("3"));
   /* Two additions read the product, also after a test. Of two products with two readers, one remains. */
   CONTRACT("   %2:32 = fmul %0, %0\n   %3:32 = fmul %1, %1\n   %4:32 = fadd %2, %3\n   %5:1 = flt %4, %0\n   if %5 b1 b2 "
            "merge=b2\nblock 1:\n"
            "   jump b2\nblock 2:\n   %6:32 = phi %0, %4\n   %7:32 = fadd %2, -%3\n   %8:32 = iadd %6, %7\n" OUT("8"),
            "   %3:32 = fmul %1, %1\n   %4:32 = fmad %0, %0, %3\n   %5:1 = flt %4, %0\n   if %5 b1 b2 merge=b2\nblock 1:\n"
            "   jump b2\nblock 2:\n   %6:32 = phi %0, %4\n   %7:32 = fmad %0, %0, -%3\n   %8:32 = iadd %6, %7\n" OUT("8"));
   /* Some products are not contracted: those with another reader, invariant ones, and saturated ones. */
   CONTRACT("   %2:32 = fmul %0, %1\n   %3:32 = fadd %0, %2\n   %4:32 = fmax %2, %3\n" OUT("4"),
            "   %2:32 = fmul %0, %1\n   %3:32 = fadd %0, %2\n   %4:32 = fmax %2, %3\n" OUT("4"));
   CONTRACT("   %2:32 = fmul %0, %1\n   %3:32 = fadd %2, %2\n" OUT("3"),
            "   %2:32 = fmul %0, %1\n   %3:32 = fadd %2, %2\n" OUT("3"));
   CONTRACT("   %2:32 = fmul %0, %1\n   %3:32 = fadd.inv %0, %2\n" OUT("3"),
            "   %2:32 = fmul %0, %1\n   %3:32 = fadd.inv %0, %2\n" OUT("3"));
   CONTRACT("   %2:32 = fmul.sat %0, %1\n   %3:32 = fadd %0, %2\n" OUT("3"),
            "   %2:32 = fmul.sat %0, %1\n   %3:32 = fadd %0, %2\n" OUT("3"));
}
END_TEST

START_TEST(test_reassociate_text)
{
#define REASSOCIATE(before, after_) expect(PASS_ID_reassociate, HEAD BODY before, HEAD BODY after_)
#define DOT(neg, sat)                                                                                                          \
   "   %2:32 = fmul %0, %1\n   %3:32 = fmul " neg "%1, %1\n   %4:32 = fmul %2, %0\n   %5:32 = fmad" sat " %1, %3, %4\n" OUT("5")
   /* A common factor may be on either side; the saturation stays with the last instruction. */
   REASSOCIATE(DOT("", ".sat"), "   %4:32 = fmul %0, %0\n   %6:32 = fmad %1, %1, %4\n   %5:32 = fmul.sat %6, %1\n" OUT("5"));
   /* -%1 * %1: the other source is the factor. */
   REASSOCIATE(DOT("-", ""), "   %4:32 = fmul %0, %0\n   %6:32 = fmad %1, -%1, %4\n   %5:32 = fmul %6, %1\n" OUT("5"));
   /* A product with another reader stays whole. */
   REASSOCIATE("   %2:32 = fmul %0, %1\n   %3:32 = fmul %1, %1\n   %4:32 = fmul %2, %3\n   %5:32 = fmad %2, %3, %4\n" OUT("5"),
               "   %2:32 = fmul %0, %1\n   %3:32 = fmul %1, %1\n   %4:32 = fmul %2, %3\n   %5:32 = fmad %2, %3, %4\n" OUT("5"));
}
END_TEST

/* Expressions that -ffp=gl takes apart, too: the factor that scales a vector to length 1, and powers of two. */
START_TEST(test_reassociate_gl)
{
   struct pass_context context = {0};
#define RESCALE(pass, factor, constant)                                                                                        \
   expect(pass,                                                                                                                \
          HEAD BODY "   %2:32 = const value=" constant "\n   %3:32 = " factor                                                  \
                    "\n   %4:32 = fmul %0, %3\n   %5:32 = fmul -%1, %3\n"                                                      \
                    "   %6:32 = fmad %4, %2, %1\n   %7:32 = fmad -%5, %2, %6\n" OUT("7"),                                      \
          HEAD BODY "   %3:32 = " factor "\n   %8:32 = const value=" constant                                                  \
                    "\n   %9:32 = fmul %3, %8\n   %6:32 = fmad %0, %9, %1\n"                                                   \
                    "   %7:32 = fmad %1, %9, %6\n" OUT("7"))
#define UNIT(sum, root) BODY "   %2:32 = fmul %1, %1\n   %3:32 = " sum "\n   %4:32 = " root "\n"
#define SCALED "   %5:32 = fmul %0, %4\n   %6:32 = fmul %1, %4\n   %7:32 = fmul %5, %1\n   %8:32 = fmad %6, %0, %7\n" OUT("8")
#define DOTTED "   %7:32 = fmul %0, %1\n   %9:32 = fmad %1, %0, %7\n   %8:32 = fmul %9, %4\n" OUT("8")
   static const char *const other[] = {
      HEAD UNIT("fmad %0, %0, %2", "frcp %3") SCALED,      /* the square of the length: 1 / 2^60 may be a factor of 2^30 */
      HEAD UNIT("fmad %0, %1, %2", "frsq %3") SCALED,      /* a dot product with another vector */
      HEAD UNIT("fmad.sat %0, %0, %2", "frsq %3") SCALED,  /* nothing is known about an element above 1 then */
      HEAD UNIT("fadd %0, %2", "frsq %3") SCALED,          /* not a sum of squares */
   };

   /* Two products by 2.0 have a common factor, so one doubling of it is enough. Products by other constants round. */
   RESCALE(PASS_ID_rescale, "frsq %0", "0x40000000");
   RESCALE(PASS_ID_rescale_any, "frsq %0", "0x40400000");
   expect(PASS_ID_unit_dot, HEAD UNIT("fmad %0, %0, %2", "frsq %3") SCALED, HEAD UNIT("fmad %0, %0, %2", "frsq %3") DOTTED);
   expect(PASS_ID_unit_dot, HEAD UNIT("fmad %0, %0, %2", "frsq |%3|") SCALED, HEAD UNIT("fmad %0, %0, %2", "frsq |%3|") DOTTED);
   for (unsigned k = 0; k < sizeof other / sizeof *other; k++) {
      ck_assert_msg(!pass_unit_dot(must_parse(other[k]), &context), "row %u", k);
      ck_assert_msg(pass_reassociate(must_parse(other[k]), &context), "row %u", k);
   }
   /* A square has its factor twice, and is one product. */
   ck_assert(!pass_rescale(
       must_parse(HEAD BODY "   %2:32 = const value=0x40000000\n   %3:32 = fmul %0, %0\n   %4:32 = fmul %3, %2\n" OUT("4")),
       &context));
   ck_assert(
       !pass_rescale(must_parse(HEAD BODY "   %2:32 = const value=0x40400000\n   %4:32 = fmul %0, %1\n   %5:32 = fmul %1, %1\n"
                                          "   %6:32 = fmad %4, %2, %1\n   %7:32 = fmad %5, %2, %6\n" OUT("7")),
                     &context));
}
END_TEST

/* The pass with -ffp=fast only. */
START_TEST(test_fast_only)
{
   const char *text = HEAD BODY DOT("", "");
   struct pass_options o = {.opt_level = 2, .ffp = PASS_FFP_GL};
   struct ir_shader *s = must_parse(text);

   pass_run_pipeline(s, &o);
   ck_assert(strstr(print(s), "fmad %1, %3, %4"));
   o.ffp = PASS_FFP_FAST;
   pass_run_pipeline(s, &o);
   ck_assert(!strstr(print(s), "fmad %1, %3, %4"));
}
END_TEST

/*
 * Squares of vectors of length 1: n = (%0, %1) and l = (%1, %0 + %1), both normalised, and the reflection 2 (n . l) n - l. A
 * row has the dot product %20, twice that, %21, and the components of the reflection.
 */
START_TEST(test_unit_square)
{
#define DOT_NL "   %19:32 = fmul %6, %12\n   %20:32 = fmad %7, %13, %19\n"
#define TWICE "   %21:32 = fmul %20, %18\n"
#define REFLECT "   %22:32 = fmad %6, %21, -%12\n   %23:32 = fmad %7, %21, -%13\n"
#define SQUARE "   %24:32 = fmul %22, %22\n   %25:32 = fmad %23, %23, %24\n"
   static const char vectors[] = HEAD BODY "   %2:32 = fmul %0, %0\n   %3:32 = fmad %1, %1, %2\n   %4:32 = frsq %3\n"
                                           "   %6:32 = fmul %0, %4\n   %7:32 = fmul %1, %4\n   %8:32 = fadd %0, %1\n"
                                           "   %9:32 = fmul %1, %1\n   %10:32 = fmad %8, %8, %9\n   %11:32 = frsq %10\n"
                                           "   %12:32 = fmul %1, %11\n   %13:32 = fmul %8, %11\n"
                                           "   %18:32 = const value=0x40000000\n";
   static const struct {
      const char *dot, *twice, *reflect, *square;
      bool is_unit;
   } rows[] = {
       {DOT_NL, TWICE, REFLECT, SQUARE, true},
       {"", "", "", "   %24:32 = fmul %6, %6\n   %25:32 = fmad %7, %7, %24\n", true}, /* n itself */
       {"   %19:32 = fmul %13, %7\n   %20:32 = fmad %12, %6, %19\n", TWICE, REFLECT, SQUARE, true},
       {DOT_NL, "   %21:32 = fadd %20, %20\n", REFLECT, SQUARE, true},
       {DOT_NL, "   %21:32 = fmul %18, %20\n", REFLECT, SQUARE, true},
       {DOT_NL, TWICE, "   %22:32 = fmad %21, %6, -%12\n   %23:32 = fmad %21, %7, -%13\n", SQUARE, true},
       {DOT_NL, TWICE, "   %22:32 = fmad -%6, %21, %12\n   %23:32 = fmad -%7, %21, %13\n", SQUARE, true}, /* l - 2 (n . l) n */
       /* not the dot product: of three terms, of one, with a sign or a magnitude, of n with itself, saturated */
       {"   %17:32 = fmul %0, %1\n   %19:32 = fmad %6, %12, %17\n   %20:32 = fmad %7, %13, %19\n", TWICE, REFLECT, SQUARE,
        false},
       {"   %20:32 = fmul %7, %13\n", TWICE, REFLECT, SQUARE, false},
       {"   %19:32 = fmul %6, %12\n   %20:32 = fmad %6, %12, %19\n", TWICE, REFLECT, SQUARE, false},
       {"   %19:32 = fmul %6, %12\n   %20:32 = fmad -%7, %13, %19\n", TWICE, REFLECT, SQUARE, false},
       {"   %19:32 = fmul %6, %12\n   %20:32 = fmad %7, -%13, %19\n", TWICE, REFLECT, SQUARE, false},
       {"   %19:32 = fmul |%6|, %12\n   %20:32 = fmad %7, %13, %19\n", TWICE, REFLECT, SQUARE, false},
       {"   %19:32 = fmul %6, |%12|\n   %20:32 = fmad %7, %13, %19\n", TWICE, REFLECT, SQUARE, false},
       {"   %19:32 = fmul %6, %12\n   %20:32 = fmad %7, %13, -%19\n", TWICE, REFLECT, SQUARE, false},
       {"   %19:32 = fmul %6, %6\n   %20:32 = fmad %7, %7, %19\n", TWICE, REFLECT, SQUARE, false},
       {"   %19:32 = fmul %6, %12\n   %20:32 = fmad.sat %7, %13, %19\n", TWICE, REFLECT, SQUARE, false},
       /* not twice of it */
       {DOT_NL, "   %21:32 = fmul %20, %20\n", REFLECT, SQUARE, false},
       {DOT_NL, "   %21:32 = fadd %20, %18\n", REFLECT, SQUARE, false},
       {DOT_NL, "   %21:32 = fadd %20, -%20\n", REFLECT, SQUARE, false},
       {DOT_NL, "   %21:32 = fmul -%20, %18\n", REFLECT, SQUARE, false},
       {DOT_NL, "   %21:32 = fmul %20, -%18\n", REFLECT, SQUARE, false},
       {DOT_NL, "   %21:32 = fmul.sat %20, %18\n", REFLECT, SQUARE, false},
       /* not the reflection: other signs, one sign, a magnitude, another vector, n that is not normalised */
       {DOT_NL, TWICE, "   %22:32 = fmad %6, %21, %12\n   %23:32 = fmad %7, %21, %13\n", SQUARE, false},
       {DOT_NL, TWICE, "   %22:32 = fmad %6, %21, -%12\n   %23:32 = fmad %7, %21, %13\n", SQUARE, false},
       {DOT_NL, TWICE, "   %22:32 = fmad %6, %21, -%12\n   %23:32 = fmad -%7, %21, %13\n", SQUARE, false},
       {DOT_NL, TWICE, "   %22:32 = fmad |%6|, %21, -%12\n   %23:32 = fmad |%7|, %21, -%13\n", SQUARE, false},
       {DOT_NL, TWICE, "   %22:32 = fmad %6, %21, -|%12|\n   %23:32 = fmad %7, %21, -|%13|\n", SQUARE, false},
       {DOT_NL, TWICE, "   %22:32 = fmad %6, %21, -%12\n   %23:32 = fmad %7, %21, -%12\n", SQUARE, false},
       {DOT_NL, TWICE, "   %22:32 = fmad %6, %21, -%12\n   %23:32 = fmad %7, %20, -%13\n", SQUARE, false},
       {"   %19:32 = fmul %0, %12\n   %20:32 = fmad %1, %13, %19\n", TWICE,
        "   %22:32 = fmad %0, %21, -%12\n   %23:32 = fmad %1, %21, -%13\n", SQUARE, false},
       {"   %19:32 = fmul %6, %1\n   %20:32 = fmad %7, %8, %19\n", TWICE,
        "   %22:32 = fmad %6, %21, -%1\n   %23:32 = fmad %7, %21, -%8\n", SQUARE, false},
       /* not a sum of squares of all components */
       {DOT_NL, TWICE, REFLECT, "   %25:32 = fmul %22, %22\n", false},
       {DOT_NL, TWICE, REFLECT, "   %24:32 = fmul %22, %23\n   %25:32 = fmad %23, %22, %24\n", false},
       {DOT_NL, TWICE, REFLECT, "   %24:32 = fmul %22, -%22\n   %25:32 = fmad %23, %23, %24\n", false},
       {DOT_NL, TWICE, REFLECT, "   %24:32 = fmul %22, %22\n   %25:32 = fmad %22, %22, %24\n", false},
       {"", "", "", "   %24:32 = fmul %6, %6\n   %25:32 = fmad %12, %12, %24\n", false},
       {"", "", "", "   %24:32 = fmul %6, %6\n   %25:32 = fmad %6, %6, %24\n", false},
   };

   for (unsigned k = 0; k < sizeof rows / sizeof *rows; k++) {
      struct util_buf t;
      util_buf_init(&t, &ctx);
      util_buf_printf(&t, "%s%s%s%s%s%s", vectors, rows[k].dot, rows[k].twice, rows[k].reflect, rows[k].square, OUT("25"));
      const struct ir_shader *s = must_parse(t.data);
      const struct ir_instr *square = NULL;
      ir_foreach_instr (s->blocks[0], i)
         if (i->op == IR_store_output && !square)
            square = i->src[0].val->def;
      ck_assert_msg(pass_is_unit_square(square) == rows[k].is_unit, "row %u", k);
   }
}
END_TEST

START_TEST(test_if_convert_text)
{
   expect(PASS_ID_if_convert,
          HEAD BODY "   %2:1 = flt %0, %1\n   if %2 b1 b2 merge=b2\nblock 1:\n   %3:32 = fadd %0, %1\n   jump b2\nblock 2:\n"
                    "   %4:32 = phi %1, %3\n" OUT("4"),
          HEAD BODY "   %2:1 = flt %0, %1\n   %3:32 = fadd %0, %1\n   %5:32 = sel %2, %3, %1\n" OUT("5"));
   /* Both arms have instructions; the then arm is the first predecessor. */
   expect(PASS_ID_if_convert,
          HEAD BODY "   %2:1 = flt %0, %1\n   if %2 b1 b2 merge=b3\nblock 1:\n   jump b3\nblock 2:\n   jump b3\nblock 3:\n"
                    "   %4:32 = phi %1, %0\n" OUT("4"),
          HEAD BODY "   %2:1 = flt %0, %1\n   %5:32 = sel %2, %1, %0\n" OUT("5"));
   /* An implicit derivative depends on the lanes that run, so it stays under its condition. */
   struct ir_shader *s =
       must_parse(HEAD BODY "   %2:1 = flt %0, %1\n   if %2 b1 b2 merge=b2\nblock 1:\n   %3:32 = ddx %0\n   jump b2\nblock 2:\n"
                       "   %4:32 = phi %1, %3\n" OUT("4"));
   ck_assert(!pass_if_convert(s));
}
END_TEST

/* An if on a comparison of a and b, with arms of n and m sums; there is no else arm if m is 0. Phis after it read that many of
   the sums. */
static struct ir_shader *two_arms(const char *a, const char *b, unsigned n, unsigned m, unsigned phis)
{
   struct util_buf text;
   unsigned v = 3;

   util_buf_init(&text, &ctx);
   const unsigned merge = m ? 3 : 2;
   util_buf_printf(&text, "%sparam 0 local 0\n\nblock 0:\n   %%0:32 = %s\n   %%1:32 = %s\n   %%2:1 = flt %%0, %%1\n", HEAD, a,
                   b);
   util_buf_printf(&text, "   if %%2 b1 b2 merge=b%u\n", merge);
   for (unsigned arm = 0; arm < (m ? 2 : 1); arm++) {
      util_buf_printf(&text, "block %u:\n", arm + 1);
      for (unsigned k = 0; k < (arm ? m : n); k++, v++)
         util_buf_printf(&text, "   %%%u:32 = fadd %%%u, %%1\n", v, k ? v - 1 : 0);
      util_buf_printf(&text, "   jump b%u\n", merge);
   }
   util_buf_printf(&text, "block %u:\n", merge);
   for (unsigned k = 0; k < phis; k++)
      util_buf_printf(&text, "   %%%u:32 = phi %%%u, %%%u\n", v + k, m ? n + 2 : 1, m ? v - 1 : n + 2);
   for (unsigned k = 0; k < phis; k++)
      util_buf_printf(&text, "   store_output %%%u slot=color%u comp=%u\n", v + k, k / 4, k % 4);
   util_buf_printf(&text, "   return\n");
   return must_parse(text.data);
}

/*
 * An arm of 8 instructions is too short for a branch around it, so it runs for all lanes. It keeps its branch if the other arm
 * is longer, or if all lanes agree. It also does if 8 selects are combined with 8 of 16 operations: 8 groups, with 4 for the
 * other operations, are not fewer than 8 for all operations and 4 for control.
 */
START_TEST(test_if_convert_cost)
{
   static const struct {
      const char *a, *b;
      unsigned n, m;
      bool want;
   } t[] = {
#define FOG(c) "load_input slot=fog comp=" c " interp=smooth"
#define LOCAL "load_param entry=0 comp=0 first=0 count=1"
      {FOG("0"), FOG("1"), 8, 8, true},  {FOG("0"), FOG("1"), 9, 8, false}, {FOG("0"), FOG("1"), 8, 9, false},
      {FOG("0"), FOG("1"), 8, 0, true},  {FOG("0"), FOG("1"), 9, 0, true},  {FOG("0"), FOG("1"), 10, 0, false},
      {FOG("0"), LOCAL, 8, 8, true},     {LOCAL, LOCAL, 8, 8, false},       {LOCAL, "const value=0x0", 8, 8, false},
      {LOCAL, "const value=0x0", 5, 4, true}, {LOCAL, "const value=0x0", 9, 0, true},
   };

   for (unsigned k = 0; k < sizeof t / sizeof *t; k++)
      ck_assert_msg(pass_if_convert(two_arms(t[k].a, t[k].b, t[k].n, t[k].m, 1)) == t[k].want, "row %u", k);
   ck_assert(pass_if_convert(two_arms(FOG("0"), FOG("1"), 8, 8, 7)));
   ck_assert(!pass_if_convert(two_arms(FOG("0"), FOG("1"), 8, 8, 8)));
   /* 200 of them in a row would be one block of 3,600 instructions; they become blocks of up to 1,000. */
   struct util_buf text;
   unsigned v = 2;
   util_buf_init(&text, &ctx);
   util_buf_printf(&text, "%s\nblock 0:\n   %%0:32 = %s\n   %%1:1 = flt %%0, -%%0\n", HEAD, FOG("0"));
   for (unsigned k = 0; k < 200; k++, v++) {
      util_buf_printf(&text, "   if %%1 b%u b%u merge=b%u\n", 3 * k + 1, 3 * k + 2, 3 * k + 3);
      for (unsigned arm = 1; arm < 3; arm++) {
         util_buf_printf(&text, "block %u:\n", 3 * k + arm);
         for (unsigned n = 0; n < 8; n++, v++)
            util_buf_printf(&text, "   %%%u:32 = fadd %%0, %%0\n", v);
         util_buf_printf(&text, "   jump b%u\n", 3 * k + 3);
      }
      util_buf_printf(&text, "block %u:\n   %%%u:32 = phi %%%u, %%%u\n", 3 * k + 3, v, v - 9, v - 1);
      util_buf_printf(&text, "   store_output %%%u slot=color0 comp=0\n", v);
   }
   util_buf_printf(&text, "   return\n");
   struct ir_shader *s = must_parse(text.data);
   ck_assert(pass_if_convert(s));
   ck_assert_uint_gt(s->num_blocks, 3);
   ck_assert_uint_lt(s->num_blocks, 20);
   ir_foreach_block (s, block) {
      unsigned size = 0;
      ir_foreach_instr (block, i)
         size++;
      ck_assert_uint_le(size, 1000);
   }
}
END_TEST

START_TEST(test_loop_rotate_text)
{
#define LOOP(start, body, end)                                                                                                 \
   HEAD BODY                                                                                                                   \
       "   %2:32 = const value=" start "\n   loop b1 merge=b4\nblock 1:\n   %3:32 = phi %2, %8\n   %4:32 = const value=0x0\n"  \
       "   %5:1 = ieq %3, %4\n   if %5 b2 b3 merge=b3\nblock 2:\n   break b4\nblock 3:\n   %7:32 = const value=0x1\n" body     \
       "   %8:32 = isub %3, %7\n   continue b1\nblock 4:\n" end
   /* The loop counts from 8. The test moves after the subtraction, and the result of that is read after the loop. */
   expect(PASS_ID_loop_rotate, LOOP("0x8", "", OUT("3")),
          HEAD "\nblock 0:\n   %2:32 = const value=0x8\n   loop b1 merge=b5\nblock 1:\n   %3:32 = phi %2, %8\n"
               "   %4:32 = const value=0x0\n   jump b2\nblock 2:\n   %7:32 = const value=0x1\n   %8:32 = isub %3, %7\n"
               "   %9:1 = ieq %8, %4\n   if %9 b3 b4 merge=b4\nblock 3:\n   break b5\nblock 4:\n   continue b1\nblock 5:\n" OUT(
                   "8"));
   /* A loop stays as it is if it may run no iteration. */
   ck_assert(!pass_loop_rotate(must_parse(LOOP("0x0", "", OUT("3")))));
   /* The loop has a second exit, and a phi selects the value of one of the two exits. */
   expect(PASS_ID_loop_rotate,
          HEAD BODY
          "   %2:32 = const value=0x8\n   loop b1 merge=b6\nblock 1:\n   %3:32 = phi %2, %8\n   %4:32 = const value=0x0\n"
          "   %5:1 = ieq %3, %4\n   if %5 b2 b3 merge=b3\nblock 2:\n   break b6\nblock 3:\n   %6:1 = ieq %3, %0\n"
          "   if %6 b4 b5 merge=b5\nblock 4:\n   break b6\nblock 5:\n   %7:32 = const value=0x1\n   %8:32 = isub %3, %7\n"
          "   continue b1\nblock 6:\n" OUT("3"),
          HEAD
          "\nblock 0:\n   %0:32 = load_input slot=fog comp=0 interp=smooth\n   %2:32 = const value=0x8\n   loop b1 merge=b7\n"
          "block 1:\n   %3:32 = phi %2, %8\n   %4:32 = const value=0x0\n   jump b2\nblock 2:\n   %6:1 = ieq %3, %0\n"
          "   if %6 b3 b4 merge=b4\nblock 3:\n   break b7\nblock 4:\n   %7:32 = const value=0x1\n   %8:32 = isub %3, %7\n"
          "   %9:1 = ieq %8, %4\n   if %9 b5 b6 merge=b6\nblock 5:\n   break b7\nblock 6:\n   continue b1\nblock 7:\n"
          "   %10:32 = phi %3, %8\n" OUT("10"));
#undef LOOP
}
END_TEST

START_TEST(test_flow_text)
{
   /* The condition is known to be true: the else arm and its phi source are removed. */
   expect(PASS_ID_simplify_cfg,
          HEAD BODY "   %2:1 = const value=0x1\n   if %2 b1 b2 merge=b3\nblock 1:\n   %3:32 = ddx %0\n   jump b3\nblock 2:\n"
                    "   %4:32 = ddy %0\n   jump b3\nblock 3:\n   %5:32 = phi %3, %4\n" OUT("5"),
          HEAD "\nblock 0:\n   %0:32 = load_input slot=fog comp=0 interp=smooth\n   %3:32 = ddx %0\n" OUT("3"));
   /* The only break of the loop is never taken: the exit is unreachable and empty. */
   expect(PASS_ID_simplify_cfg,
          HEAD BODY
          "   %2:1 = const value=0x0\n   loop b1 merge=b4\nblock 1:\n   if %2 b2 b3 merge=b3\nblock 2:\n   break b4\nblock 3:\n"
          "   continue b1\nblock 4:\n" OUT("0"),
          HEAD "\nblock 0:\n   loop b1 merge=b2\nblock 1:\n   continue b1\nblock 2:\n   return\n");
   /* The break is always taken. Its if stays, because the break has no other place. */
   struct ir_shader *s = must_parse(
       HEAD BODY "   %2:1 = const value=0x1\n   loop b1 merge=b4\nblock 1:\n   if %2 b2 b3 merge=b3\nblock 2:\n   break b4\n"
                 "block 3:\n   continue b1\nblock 4:\n" OUT("0"));
   ck_assert(!pass_simplify_cfg(s));
}
END_TEST

START_TEST(test_pass_control)
{
   struct pass_options strict = {.opt_level = 2, .ffp = PASS_FFP_STRICT},
                       exact = {.opt_level = 2, .ffp = PASS_FFP_GL, .exact_only = true};
   const char *text = HEAD BODY "   %2:32 = fmul %0, %1\n   %3:32 = fadd %0, %2\n" OUT("3");
   struct ir_shader *s = must_parse(text), *t = must_parse(text);

   pass_run_pipeline(s, &strict);
   pass_run_pipeline(t, &exact);
   ck_assert_str_eq(print(s), text);
   ck_assert_str_eq(print(t), text);
   exact.exact_only = false;
   pass_run_pipeline(t, &exact);
   ck_assert(strstr(print(t), "fmad"));
   ck_assert_ptr_eq(pass_find("const-fold", 10), &pass_info[PASS_ID_const_fold]);
   ck_assert_ptr_null(pass_find("const", 5));
}
END_TEST

int main(void)
{
   const TTest *const random_tests[] = {test_each, test_pipeline, test_pipeline_compacts, NULL};
   const TTest *const text_tests[] = {test_ssa_text,        test_ssa_product,      test_fold_text,        test_cc,
                                      test_contract_text,   test_reassociate_text, test_fast_only,        test_reassociate_gl,
                                      test_if_convert_text, test_flow_text,        test_loop_rotate_text, test_if_convert_cost,
                                      test_relations,       test_unit_square,      test_pass_control,     NULL};
   Suite *s = suite_create("passes");

   for (unsigned k = 0; k < 2; k++) {
      TCase *t = tcase_create(k ? "text" : "random");
      tcase_set_timeout(t, 200);
      tcase_add_checked_fixture(t, setup, teardown);
      for (const TTest *const *test = k ? text_tests : random_tests; *test; test++)
         tcase_add_test(t, *test);
      suite_add_tcase(s, t);
   }
   return suite_run(s);
}

/* SPDX-License-Identifier: MIT */
/*
 * Machine code for read-write memory. Mutants of compute programs lack a wait, a fence or a lock, or have a store swapped with
 * a barrier. They break a rule between groups (usc_check_prog()), or compute something else in some order of the waves. Other
 * tests show that the simulator hides the stores of a wave from other waves up to the fence.
 */
#include "backend-usc/check/usc_check_program.h"
#include "backend-usc/isa/usc_build.h"
#include "backend-usc/sim/usc_harness.h"
#include "backend-usc/usc_compile.h"
#include "ir/interp.h"
#include "ir/text.h"
#include "nvp4c/verify/verify_workgroup.h"
#include "passes/pipeline/pipeline.h"
#include "tests/unit/common/suite.h"

static struct util_ctx ctx;

static void setup(void) { util_ctx_init(&ctx, NULL, 0); }
static void teardown(void) { util_ctx_finish(&ctx); }

#define HEAD(x)                                                                                                                \
   "nvp4c-ir 1\nstage compute\ncompute x=" x " y=1 z=1\nblock 0:\n"                                                            \
   "   %0:32 = load_input slot=threadid comp=0 interp=flat\n"                                                                  \
   "   %1:32 = const value=0x2\n"                                                                                              \
   "   %2:32 = shl %0, %1\n"
#define LOAD "   %3:32 = mem_load %2 space=buffer unit=0\n"
#define SHARE "   mem_store %2, %3 space=shared unit=0\n"
/* Word 99 - n of the block, and the same again, which would become the address if the load did not wait. */
#define TAKE                                                                                                                   \
   "   %4:32 = const value=0x63\n"                                                                                             \
   "   %5:32 = isub %4, %0\n"                                                                                                  \
   "   %6:32 = shl %5, %1\n"                                                                                                   \
   "   %7:32 = mem_load %6 space=shared unit=0\n"                                                                              \
   "   mem_store %2, %7 space=buffer unit=1\n"
static const char passing[] = HEAD("100") LOAD SHARE "   barrier\n" TAKE "   return\n";
static const char held[] = HEAD("100") LOAD
    "   mem_store %2, %0 space=shared unit=0\n   barrier\n"
    "   %4:32 = mem_load %2 space=shared unit=0\n   %5:32 = iadd %3, %4\n   mem_store %2, %5 space=buffer unit=1\n   return\n";
static const char early_take[] = HEAD("100") LOAD SHARE TAKE "   barrier\n   return\n";
static const char late_share[] = HEAD("100") LOAD "   barrier\n" SHARE TAKE "   return\n";
/* The barrier of two waves as it was: the last one wakes the other without reading the generation back. */
static const char passing_two[] = HEAD("64") LOAD SHARE "   barrier\n" TAKE "   return\n";
static const char hasty[] = HEAD("64") LOAD SHARE
    "   mutex mutex=lock lock=1\n   %20:32 = const value=0x0\n   %21:32 = mem_load %20 space=shared unit=1\n"
    "   %22:32 = const value=0x1\n   %23:32 = iadd %21, %22\n   %25:32 = const value=0x4\n   %24:1 = uge %23, %1\n"
    "   if %24 b1 b2 merge=b7\n"
    "block 1:\n   %26:32 = mem_load %25 space=shared unit=1\n   %27:32 = iadd %26, %22\n"
    "   mem_store %20, %20 space=shared unit=1\n   mem_store %25, %27 space=shared unit=1\n   jump b7\n"
    "block 2:\n   mem_store %20, %23 space=shared unit=1\n   %29:32 = mem_load %25 space=shared unit=1\n   loop b3 merge=b6\n"
    "block 3:\n   mutex mutex=sleep lock=1\n   mutex mutex=lock lock=1\n   %30:32 = mem_load %25 space=shared unit=1\n"
    "   %31:1 = ine %30, %29\n   if %31 b4 b5 merge=b5\n"
    "block 4:\n   break b6\nblock 5:\n   continue b3\nblock 6:\n   jump b7\n"
    "block 7:\n   mutex mutex=wakeup lock=1\n" TAKE "   return\n";
static const char emulated[] = HEAD("64") LOAD "   %4:32 = const value=0x1c\n   %5:32 = iand %2, %4\n"
                               "   %6:32 = mem_atomic %5, %3, %0 space=buffer unit=1 atomic=cas\n"
                               "   %7:32 = mem_atomic %5, %0 space=buffer unit=2 atomic=add\n"
                               "   %8:32 = iadd %6, %7\n   mem_store %2, %8 space=buffer unit=3\n   return\n";

static struct ir_shader *parse(const char *text)
{
   static const unsigned lower = PASS_LOWER_workgroups | PASS_LOWER_idiv;
   const struct pass_options o = {.opt_level = 2, .ffp = PASS_FFP_GL, .lower = lower};
   ctx.text = text;
   ctx.text_len = strlen(text);
   struct ir_shader *s = ir_parse(&ctx, text, strlen(text), &num_model_usc_rtz);
   ck_assert_msg(s && !ctx.diags, "%s", ctx.diags ? ctx.diags->message : "");
   pass_run_pipeline(s, &o);
   return s;
}

static struct usc_program *compile(struct ir_shader *s)
{
   struct usc_program *p = UTIL_NEW(&ctx, struct usc_program);
   struct usc_options opt = usc_default_options();
   opt.verify = true;
   ck_assert(usc_compile(&ctx, s, &opt, p));
   return p;
}

struct run {
   const struct usc_program *program;
   const struct usc_sim_code *code;
};

static enum exec_status run_wave(void *user, struct exec_wave *t)
{
   const struct run *r = user;
   struct usc_wave *wave;
   return usc_wave_run(&ctx, r->program, r->code, t, &wave);
}

/* Number of orders of waves and contents of memory, among `seeds`, for which the code disagrees with the IR. */
static unsigned differs(const struct usc_program *p, struct ir_shader *s, unsigned seeds)
{
   const struct run r = {p, usc_sim_decode_groups(&ctx, &p->prog)};
   struct verify_reads reads = {0};
   unsigned n = 0;
   verify_note_reads(&reads, s);
   for (unsigned seed = 1; seed <= seeds; seed++) {
      struct verify_wave base, ir, code;
      struct verify_count count = {0};
      verify_fill(&ctx, &base, s, &reads, seed, 100000);
      verify_reset(&ctx, &ir, &base);
      verify_reset(&ctx, &code, &base);
      ir.t.budget = code.t.budget = 100000;
      ck_assert_int_eq(verify_interpret(&ctx, s, &ir, seed), EXEC_DONE);
      code.t.param = ir_parameters(&ctx, s, &code.t);
      n += verify_run_workgroup(&code, seed, run_wave, (void *)&r) != EXEC_DONE ||
           !verify_equal_memory(&ctx, &ir, &code, &count, NULL);
   }
   return n;
}

static bool is_control(const struct usc_group *g, enum usc_op op) { return g->kind == USC_CONTROL && g->op[USC_CTRL] == op; }
static bool is_idf(const struct usc_group *g) { return g->kind == USC_MAIN && g->op[USC_BE] == USC_OP_IDF; }

/* The program with one group replaced by one without effect. */
static const struct usc_program *without(const struct usc_program *p, uint32_t group)
{
   struct usc_program *q = UTIL_NEW(&ctx, struct usc_program);
   *q = *p;
   q->prog.g = UTIL_ARRAY(&ctx, struct usc_group, p->prog.n);
   memcpy(q->prog.g, p->prog.g, p->prog.n * sizeof *q->prog.g);
   q->prog.g[group] = usc_g_nop(false);
   return q;
}

static bool is_found(const struct usc_program *q, struct ir_shader *s)
{
   uint32_t bad;
   return usc_check_prog(&ctx, &q->prog, q->offsets, usc_core_limits(USC_CORE_GX6250), &bad) != USC_V_OK || differs(q, s, 40);
}

/* Removes one of the groups that `wanted` selects. Returns the number of mutants; *missed counts those that were not
   detected. */
static unsigned mutate(const char *text, bool (*wanted)(const struct usc_group *g), unsigned *missed)
{
   struct ir_shader *s = parse(text);
   const struct usc_program *p = compile(s);
   unsigned n = 0;
   *missed = 0;
   ck_assert_uint_eq(differs(p, s, 40), 0);
   for (uint32_t k = 0; k < p->prog.n; k++)
      if (wanted(&p->prog.g[k])) {
         n++;
         *missed += !is_found(without(p, k), s);
      }
   return n;
}

static bool is_wait(const struct usc_group *g) { return is_control(g, USC_OP_WDF); }
static bool is_lock(const struct usc_group *g) { return is_control(g, USC_OP_MUTEX); }

START_TEST(waits)
{
   unsigned missed;
   ck_assert_uint_ge(mutate(passing, is_wait, &missed), 4);
   ck_assert_uint_eq(missed, 0);
   /* Nothing reads the load before the lock, so the wait there is for the lock. The wait between the load and the store to
      another object only orders memory, which does not matter here. */
   ck_assert_uint_eq(mutate(held, is_wait, &missed), 4);
   ck_assert_uint_eq(missed, 1);
   ck_assert_uint_ge(mutate(emulated, is_wait, &missed), 4);
   ck_assert_uint_eq(missed, 0);
}
END_TEST

/* lock, sleep and the lock after it, wakeup; lock and release */
START_TEST(locks)
{
   unsigned missed;
   ck_assert_uint_eq(mutate(passing, is_lock, &missed), 4);
   ck_assert_uint_eq(missed, 0);
   ck_assert_uint_eq(mutate(emulated, is_lock, &missed), 2);
   ck_assert_uint_eq(missed, 0);
}
END_TEST

/* The fence after the word that other waves load. The contents of the buffer are visible at the end of the wave in any case. */
START_TEST(fences)
{
   struct ir_shader *s = parse(passing);
   const struct usc_program *p = compile(s);
   uint32_t n = 0, group[2] = {0};
   for (uint32_t k = 0; k < p->prog.n; k++)
      if (is_idf(&p->prog.g[k]) && n++ < 2)
         group[n - 1] = k;
   ck_assert_uint_eq(n, 2);
   ck_assert_uint_ge(differs(without(p, group[0]), s, 40), 20);
   ck_assert_uint_eq(differs(without(p, group[1]), s, 40), 0);
}
END_TEST

/* An access moved from one side of the barrier to the other. */
START_TEST(moved)
{
   struct ir_shader *s = parse(passing);
   ck_assert_uint_ge(differs(compile(parse(early_take)), s, 40), 1);
   ck_assert_uint_ge(differs(compile(parse(late_share)), s, 40), 1);
}
END_TEST

/* A wave that is woken before the generation has landed sleeps for ever. That happens in the orders in which it runs before the
   one that woke it, about half of them. */
START_TEST(landing)
{
   struct ir_shader *s = parse(passing_two);
   ck_assert_uint_eq(differs(compile(s), s, 40), 0);
   ck_assert_uint_ge(differs(compile(parse(hasty)), s, 40), 10);
}
END_TEST

SUITE_MAIN("usc_storage", 120, setup, teardown, waits, locks, fences, moved, landing)

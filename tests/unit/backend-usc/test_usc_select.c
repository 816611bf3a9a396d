/* SPDX-License-Identifier: MIT */
/*
 * Tests the USC code generator. For random IR programs, the simulated machine code must agree with the interpreter of the IR,
 * bit for bit (floats by num_equal_float: a NaN is a NaN), at every setting of the scheduler and under register stress.
 *
 * usage: test_usc_select [first seed [count [mode]]]   mode: one of modes[], prints the program when it fails
 */
#include <stdio.h>

#include "backend-usc/schedule/usc_stall.h"
#include "backend-usc/sim/usc_harness.h"
#include "backend-usc/text/usc_text.h"
#include "backend-usc/usc_compile.h"
#include "ir/build.h"
#include "ir/interp.h"
#include "ir/text.h"
#include "tests/unit/common/irgen.h"
#include "passes/pipeline/pipeline.h"
#include "tests/unit/common/suite.h"

struct mode {
   const char *name;
   bool vertex;
   int opt_level;
   enum usc_sched_mode sched;
   unsigned max_temps;
   bool spill_all;
   uint32_t random_seed;
   enum usc_frt frt;
   int budget;
   uint32_t features;
   uint8_t samples;
   bool variables; /* arrays without variable indices stay registers that are written more than once */
};
static const struct mode modes[] = {
   {"plain-vs", true, 0, USC_SCHED_NONE, 0, false, 0, USC_FRT_F32, 40, 0, 1, false},
   {"plain-fs", false, 0, USC_SCHED_NONE, 0, false, 0, USC_FRT_F32, 40, 0, 1, false},
   {"fast-vs", true, 2, USC_SCHED_FAST, 0, false, 0, USC_FRT_F32, 60, 0, 1, false},
   {"fast-fs", false, 2, USC_SCHED_FAST, 0, false, 0, USC_FRT_F32, 60, 0, 1, false},
   {"fast-rgba8", false, 2, USC_SCHED_FAST, 0, false, 0, USC_FRT_RGBA8, 40, 0, 1, false},
   {"fast-f16", false, 2, USC_SCHED_FAST, 0, false, 0, USC_FRT_F16, 40, 0, 1, false},
   {"exact-vs", true, 2, USC_SCHED_EXACT, 0, false, 0, USC_FRT_F32, 60, 0, 1, false},
   {"exact-fs", false, 2, USC_SCHED_BOTH, 0, false, 0, USC_FRT_F32, 60, 0, 1, false},
   {"exact-temps24", false, 2, USC_SCHED_EXACT, 24, false, 0, USC_FRT_RGBA8, 60, 0, 1, false},
   {"random", false, 2, USC_SCHED_FAST, 0, false, 77, USC_FRT_F32, 60, 0, 1, false},
   {"temps24", false, 2, USC_SCHED_FAST, 24, false, 0, USC_FRT_F32, 60, 0, 1, false},
   {"temps24-vs", true, 2, USC_SCHED_FAST, 24, false, 0, USC_FRT_F32, 60, 0, 1, false},
   {"temps10", true, 2, USC_SCHED_FAST, 10, false, 0, USC_FRT_F32, 40, 0, 1, false},
   {"ditr", false, 2, USC_SCHED_FAST, 0, false, 0, USC_FRT_F32, 60, USC_HAS_DITR | USC_HAS_RNE, 1, false},
   {"itrsmp", false, 2, USC_SCHED_EXACT, 0, false, 0, USC_FRT_F32, 60, USC_HAS_ITRSMP, 1, false},
   {"itrsmp-temps24", false, 2, USC_SCHED_FAST, 24, false, 5, USC_FRT_RGBA8, 60, USC_HAS_ITRSMP | USC_HAS_DITR, 1, false},
   {"samples", false, 2, USC_SCHED_FAST, 0, false, 0, USC_FRT_F32, 60, 0, 4, false},
   {"tex", false, 2, USC_SCHED_FAST, 0, false, 0, USC_FRT_F32, 60, USC_HAS_ARRAYTEX | USC_HAS_INTLOOKUP, 1, false},
   {"tex-vs", true, 0, USC_SCHED_NONE, 0, false, 0, USC_FRT_F32, 60, USC_HAS_ARRAYTEX | USC_HAS_INTLOOKUP, 1, false},
   {"spill-all", false, 1, USC_SCHED_FAST, 0, true, 0, USC_FRT_F32, 40, USC_HAS_RNE, 1, false},
   {"variables", false, 2, USC_SCHED_FAST, 0, false, 0, USC_FRT_F32, 60, 0, 1, true},
   {"variables-vs", true, 0, USC_SCHED_NONE, 0, false, 0, USC_FRT_F32, 60, 0, 1, true},
   {"variables-temps24", false, 2, USC_SCHED_EXACT, 24, false, 0, USC_FRT_F32, 60, 0, 1, true},
   {"variables-all", true, 2, USC_SCHED_FAST, 0, true, 0, USC_FRT_F32, 40, 0, 1, true},
};
#define NUM_MODES (sizeof modes / sizeof *modes)

/* The random programs store to every output; restricts them to the outputs of the stage. */
static void fit_stage(struct ir_shader *s, bool vertex)
{
   if (vertex)
      s->stage = IR_STAGE_VERTEX;
   ir_foreach_block (s, b)
      ir_foreach_instr_safe (b, i) {
         if (i->op == IR_kill && vertex)
            ir_remove(i);
         else if (i->op == IR_store_output && !vertex && i->attr[0] % 8 == 7)
            i->attr[0] = SLOT_FRAG_DEPTH, i->attr[1] = 2;
         else if (i->op == IR_store_output && !vertex) /* the last two of f32 are in tile buffers */
            i->attr[0] = SLOT_FRAG_COLOR + i->attr[0] % 4;
         else if (i->op == IR_store_output && (i->attr[0] < SLOT_POSITION || i->attr[0] >= SLOT_FACING))
            i->attr[0] = SLOT_POSITION + i->attr[0] % 8;
      }
}

static void keep_variables(struct ir_shader *s)
{
   for (uint32_t a = 0; a < s->num_arrays; a++)
      s->arrays[a].stays = s->arrays[a].width == 32;
}

static const unsigned lower = PASS_LOWER_idiv | PASS_LOWER_fetch | PASS_LOWER_cube_grad;

/*
 * Checks that exactly the empty units have a stall reason, that the blocks add up, and that no block is below its bound. (With
 * spills one may be: a value that is rematerialised at its use, instead of being spilled, leaves its block.)
 */
static const char *check_facts(struct util_ctx *ctx, const struct usc_program *p, bool spills)
{
   uint32_t groups = 0;
   for (uint32_t k = 0; k < p->num_stalls; k++) {
      const struct usc_group *g = &p->prog.g[k];
      for (unsigned u = 0; u < USC_GROUP_UNITS; u++)
         if (g->kind != USC_CONTROL && !g->op[u] != (p->stalls[k][u] != 0))
            return util_printf(ctx, "group %u unit %u: stall reason %s", k, u, usc_stall_name(p->stalls[k][u]));
   }
   if (p->num_stalls > p->prog.n || p->num_stalls + 1 < p->prog.n) /* the layout may add a nop */
      return util_printf(ctx, "stall reasons for %u of %u groups", p->num_stalls, p->prog.n);
   for (uint32_t k = 0; k < p->prog.n; k++)
      if (p->features & USC_HAS_DITR && p->prog.g[k].kind == USC_MAIN &&
          (p->prog.g[k].op[USC_BE] == USC_OP_FITR || p->prog.g[k].op[USC_BE] == USC_OP_FITRP))
         return util_printf(ctx, "group %u: fitr on a core with ditr", k);
   for (uint32_t b = 0; b < p->stats.blocks; b++) {
      const struct usc_block *q = &p->blocks[b];
      groups += q->groups;
      if ((!spills && q->bound > q->groups) || q->body_bound > q->body_groups || q->body_fast < q->body_groups)
         return util_printf(ctx, "block %u: %u groups, bound %u; body %u, list %u, bound %u", b, q->groups, q->bound,
                            q->body_groups, q->body_fast, q->body_bound);
   }
   if (groups + (p->blocks[0].first) != p->prog.n && groups + p->blocks[0].first + 1 != p->prog.n)
      return util_printf(ctx, "blocks have %u of %u groups", groups, p->prog.n);
   return NULL;
}

static const char *run_one(struct util_ctx *ctx, uint64_t seed, const struct mode *m, bool verbose)
{
   struct ir_shader *s = gen_shader(ctx, seed, m->features & USC_HAS_RNE ? &num_model_usc_rne : &num_model_usc_rtz, m->budget);
   struct pass_options po = {.opt_level = m->opt_level, .ffp = PASS_FFP_STRICT, .lower = lower};
   fit_stage(s, m->vertex);
   if (m->variables)
      keep_variables(s);
   pass_run_pipeline(s, &po);
   if (verbose) {
      struct util_buf t;
      util_buf_init(&t, ctx);
      ir_print(&t, s);
      printf("%s\n", t.data);
   }
   struct usc_options opt = usc_default_options();
   opt.sched = m->sched;
   opt.bound = opt.stalls = true;
   opt.max_temps = m->max_temps;
   opt.features = m->features;
   opt.samples = m->samples;
   opt.spill_all = m->spill_all;
   opt.random_seed = m->random_seed;
   opt.verify = true;
   for (int k = 0; k < 8; k++)
      opt.frt[k] = m->frt;
   struct usc_program *prog = UTIL_NEW(ctx, struct usc_program);
   if (!usc_compile(ctx, s, &opt, prog)) {
      /* Ten registers cannot hold the data and the results of every texture access. */
      if (m->max_temps == 10 && ctx->diags && strstr(ctx->diags->message, "temporaries, there are"))
         return NULL;
      return util_printf(ctx, "not compiled: %s", ctx->diags ? ctx->diags->message : "?");
   }
   if (verbose) {
      struct util_buf t;
      util_buf_init(&t, ctx);
      usc_print_prog(ctx, &t, &prog->prog);
      usc_print_stats(&t, &prog->stats);
      printf("%s\n", t.data);
   }
   const char *facts = check_facts(ctx, prog, m->max_temps || m->spill_all);
   if (facts)
      return facts;
   if (prog->stats.lower_bound > prog->stats.groups)
      return util_printf(ctx, "%u groups, below the bound %u", prog->stats.groups, prog->stats.lower_bound);
   struct exec_wave *a = gen_wave(ctx, seed, s->num), *b = gen_wave(ctx, seed, s->num);
   struct usc_wave *t = UTIL_NEW(ctx, struct usc_wave);
   struct usc_harness harness;
   if (ir_interp_run(ctx, s, a) != EXEC_DONE)
      return NULL; /* over budget */
   usc_wave_setup(ctx, &harness, t, prog, b);
   t->budget = 100000000;
   enum exec_status st = usc_sim_run(usc_harness_code(ctx, prog), t);
   if (st != EXEC_DONE && !t->fault)
      return util_printf(ctx, "simulation ends with %d", st);
   return usc_wave_compare(ctx, t, prog, a);
}

static bool run(uint64_t seed, const struct mode *m, bool verbose)
{
   static struct util_ctx ctx;
   util_ctx_init(&ctx, NULL, 0);
   const char *err = NULL;
   if (setjmp(ctx.unwind)) {
      err = ctx.diags ? ctx.diags->message : "left";
   } else {
      ctx.unwind_set = true;
      err = run_one(&ctx, seed, m, verbose);
   }
   (void)gen_same;
   if (err)
      printf("%s seed %u: %s\n", m->name, (unsigned)seed, err);
   util_ctx_finish(&ctx);
   return !err;
}

/* No random schedule has fewer groups than a block that was proved optimal. */
static const char *beaten_by_random(struct util_ctx *ctx, uint64_t seed)
{
   struct ir_shader *s = gen_shader(ctx, seed, &num_model_usc_rtz, 60);
   struct pass_options po = {.opt_level = 2, .ffp = PASS_FFP_STRICT, .lower = lower};
   struct usc_options opt = usc_default_options();
   struct usc_program exact, random;
   fit_stage(s, false);
   pass_run_pipeline(s, &po);
   opt.bound = opt.verify = true;
   opt.sched = USC_SCHED_EXACT;
   if (!usc_compile(ctx, s, &opt, &exact))
      return "not compiled";
   opt.sched = USC_SCHED_FAST;
   for (uint32_t n = 1; n <= 12; n++) {
      opt.random_seed = n;
      if (!usc_compile(ctx, s, &opt, &random))
         return "not compiled";
      for (uint32_t b = 0; b < exact.stats.blocks; b++)
         if (random.blocks[b].body_groups < exact.blocks[b].body_bound ||
             (exact.blocks[b].optimal && random.blocks[b].body_groups < exact.blocks[b].body_groups))
            return util_printf(ctx, "block %u: %u groups by random schedule %u, proved were %u, bound %u", b,
                               random.blocks[b].body_groups, n, exact.blocks[b].body_groups, exact.blocks[b].body_bound);
   }
   return NULL;
}

static void prove(uint64_t seed)
{
   static struct util_ctx ctx;
   util_ctx_init(&ctx, NULL, 0);
   const char *err = NULL;
   if (setjmp(ctx.unwind)) {
      err = ctx.diags ? ctx.diags->message : "left";
   } else {
      ctx.unwind_set = true;
      err = beaten_by_random(&ctx, seed);
   }
   ck_assert_msg(!err, "%s", err);
   util_ctx_finish(&ctx);
}

START_TEST(proofs)
{
   for (uint64_t seed = 1; seed <= 60; seed++)
      prove(seed);
}
END_TEST

#define LENGTH 24

static bool stays_a_variable(void *user, const struct pass_info *pass, struct ir_shader *s)
{
   (void)user, (void)s;
   return strcmp(pass->name, "forward-arrays") != 0;
}

/*
 * Two variables are each computed from both, repeatedly. A load whose readers all precede the next store needs no code. With
 * `late`, both are loaded before either is stored, so that the first store must not change the value for readers of the second
 * load.
 */
static uint32_t groups_of(struct util_ctx *ctx, bool variables, bool late)
{
   struct util_buf t;
   util_buf_init(&t, ctx);
   util_buf_printf(
       &t, "nvp4c-ir 1\nstage vertex\nsource_ops 0\narray 0 length=1 width=32\narray 1 length=1 width=32\n\nblock 0:\n"
           "   %%0:32 = load_input slot=vattr0 comp=0 interp=smooth\n   %%1:32 = load_input slot=vattr0 comp=1 interp=smooth\n"
           "   array_store %%0 array=0 index=0\n   array_store %%1 array=1 index=0\n");
   unsigned v = 2;
   for (unsigned k = 0; k < LENGTH; k++, v += 3) {
      const unsigned x = k % 2;
      util_buf_printf(&t, "   %%%u:32 = array_load array=%u index=0\n   %%%u:32 = array_load array=%u index=0\n", v, x, v + 1,
                      !x);
      util_buf_printf(&t, "   %%%u:32 = fmad %%%u, %%%u, %%%u\n   array_store %%%u array=%u index=0\n", v + 2, v, v + 1, v,
                      v + 2, x);
      if (late) /* the other one gets the old value of this one */
         util_buf_printf(&t, "   array_store %%%u array=%u index=0\n", v, !x);
   }
   util_buf_printf(&t,
                   "   %%%u:32 = array_load array=0 index=0\n   %%%u:32 = array_load array=1 index=0\n"
                   "   store_output %%%u slot=position comp=0\n   store_output %%%u slot=position comp=1\n   return\n",
                   v, v + 1, v, v + 1);
   struct ir_shader *s = ir_parse(ctx, t.data, t.len, &num_model_usc_rtz);
   ck_assert_msg(s != NULL, "%s", ctx->diags ? ctx->diags->message : "");
   if (variables)
      keep_variables(s);
   struct pass_options po = {
       .opt_level = 2, .ffp = PASS_FFP_STRICT, .lower = lower, .before = variables ? stays_a_variable : NULL};
   pass_run_pipeline(s, &po);
   ck_assert_uint_eq(s->num_arrays, variables ? 2 : 0);
   struct usc_options opt = usc_default_options();
   struct usc_program prog;
   opt.verify = true;
   ck_assert(usc_compile(ctx, s, &opt, &prog));
   struct exec_wave *a = gen_wave(ctx, 1, s->num), *b = gen_wave(ctx, 1, s->num);
   struct usc_wave *wave = UTIL_NEW(ctx, struct usc_wave);
   struct usc_harness harness;
   ck_assert_int_eq(ir_interp_run(ctx, s, a), EXEC_DONE);
   usc_wave_setup(ctx, &harness, wave, &prog, b);
   wave->budget = 100000;
   ck_assert_int_eq(usc_sim_run(usc_harness_code(ctx, &prog), wave), EXEC_DONE);
   const char *differs = usc_wave_compare(ctx, wave, &prog, a);
   ck_assert_msg(!differs, "%s", differs);
   return prog.stats.groups;
}

START_TEST(reading_in_place)
{
   static struct util_ctx ctx;
   util_ctx_init(&ctx, NULL, 0);
   if (setjmp(ctx.unwind))
      ck_abort_msg("%s", ctx.diags ? ctx.diags->message : "left");
   ctx.unwind_set = true;
   ck_assert_uint_le(groups_of(&ctx, true, false), groups_of(&ctx, false, false) + 2); /* inputs that become variables */
   ck_assert_uint_le(groups_of(&ctx, true, true), groups_of(&ctx, false, true) + 2 * LENGTH);
   util_ctx_finish(&ctx);
}
END_TEST

START_TEST(random_programs)
{
   const struct mode *m = &modes[_i];
   unsigned bad = 0;
   for (uint64_t seed = 1; seed <= 60 && bad < 3; seed++)
      bad += !run(seed, m, false);
   ck_assert_uint_eq(bad, 0);
}
END_TEST

int main(int argc, char **argv)
{
   if (argc > 1) {
      uint64_t first = strtoull(argv[1], NULL, 0), n = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
      unsigned bad = 0;
      for (unsigned k = 0; k < NUM_MODES; k++)
         for (uint64_t s = first; s < first + n && bad < 20; s++)
            if (argc <= 3 || !strcmp(argv[3], modes[k].name))
               bad += !run(s, &modes[k], n == 1 && argc > 3);
      return bad != 0;
   }
   Suite *s = suite_create("usc_select");
   TCase *t = tcase_create("selected"), *random = tcase_create("random");
   tcase_set_timeout(t, 120);
   tcase_add_test(t, proofs);
   tcase_add_test(t, reading_in_place);
   tcase_set_timeout(random, 120);
   tcase_add_loop_test(random, random_programs, 0, NUM_MODES);
   suite_add_tcase(s, t);
   suite_add_tcase(s, random);
   return suite_run(s);
}

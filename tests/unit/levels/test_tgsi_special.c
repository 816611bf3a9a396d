/* SPDX-License-Identifier: MIT */
/*
 * Runs the tables in tests/special/tgsi. They test every instruction of TGSI with special operands, and their results were
 * worked out from the documents. The head of float.tsv describes the columns.
 *
 * Each row runs in the reference evaluator, as lowered IR and after the exact passes under the number models, and as machine
 * code of the USC at -O0 and -O2 on its simulator. At all levels the operands are inputs (up to 32 cases in the invocations of
 * one wave). The levels above machine code also use parameters, and immediates that constant folding sees.
 *
 * The suite fails if a supported instruction of tgsi_ops.def has no row, or if the USC has code for none of its rows.
 *
 * Run in the root of the tree. usage: test_tgsi_special [only this file:line]
 */
#include "backend-usc/sim/usc_harness.h"
#include "backend-usc/usc_compile.h"
#include "ir/interp.h"
#include "ir/ir.h"
#include "semantics/fpenv.h"
#include "semantics/sampler.h"
#include "passes/pipeline/pipeline.h"
#include "tests/unit/common/suite.h"
#include "tests/unit/common/tgsi_table.h"

#include <stdio.h>
#include <string.h>

static const num_m models[NUM_MODELS] = {&num_model_ieee, &num_model_usc_rne, &num_model_agx, &num_model_usc_rtz};

static unsigned long long compared[3],
    left_out; /* by evaluator, IR, machine code; programs that the lowering or the USC does not support */
static unsigned bad;
static const char *only;

static bool has_code[TGSI_OP_COUNT]; /* some row of the instruction ran as machine code */
static bool all_ran;

static uint32_t in_values[1][SLOT_COUNT][4][EXEC_LANES], out_values[SLOT_COUNT][4][EXEC_LANES], param_values[4][4];
static const struct exec_sampler sampler = {.seed = 1};

/* Puts cases first .. first+n-1 of a row into the invocations and repeats the last one. */
struct job {
   const struct tgsi_row *row;
   enum tgsi_file file;
   unsigned first, n;
};

static const struct tgsi_case *case_of(const struct job *j, unsigned lane)
{
   return &j->row->cases[j->first + (lane < j->n ? lane : j->n - 1)];
}

static void fill(const struct job *j)
{
   const unsigned slot = j->row->stage == TGSI_STAGE_VERT ? SLOT_VATTR : SLOT_ATTR;

   memset(in_values, 0, sizeof in_values);
   for (unsigned l = 0; l < EXEC_LANES; l++)
      in_values[0][SLOT_SUBGROUP_LANE][0][l] = l;
   for (unsigned o = 0; o < 4; o++)
      for (unsigned c = 0; c < 4; c++) {
         param_values[o][c] = case_of(j, 0)->in[o][c];
         for (unsigned l = 0; l < EXEC_LANES; l++)
            in_values[0][slot + o][c][l] = case_of(j, l)->in[o][c];
      }
}

static bool matches(const struct value *v, uint32_t got, num_m m, bool loose)
{
   if (v->any || got == v->bits)
      return true;
   if (v->nan)
      return num_isnan(got);
   if (v->approx == 1 && !num_isnan(got)) {
      const int64_t a = v->bits >> 31 ? -(int64_t)(v->bits & 0x7fffffff) : (int64_t)v->bits;
      const int64_t b = got >> 31 ? -(int64_t)(got & 0x7fffffff) : (int64_t)got;
      return a - b <= 1 && b - a <= 1;
   }
   if (v->approx == 2)
      return num_f(got) - num_f(v->bits) <= 0x1p-20f && num_f(v->bits) - num_f(got) <= 0x1p-20f;
   return loose && v->is_float && num_equal_float(m, v->bits, got);
}

static void report(const struct job *j, const char *level, const struct tgsi_case *c, unsigned comp, uint32_t got,
                   uint32_t want)
{
   static const struct tgsi_row *last;
   static unsigned times;

   times = j->row == last ? times + 1 : 0;
   last = j->row;
   if (bad++ >= 1000 || times >= 4)
      return;
   fprintf(stderr, "%s:%u: %s: %s (%s, operands in %s) %c of %08x %08x %08x %08x: 0x%08x (%g), expected 0x%08x (%g)\n",
           j->row->file, j->row->line, tgsi_stage_name[j->row->stage], j->row->text, level, tgsi_file_info[j->file].name,
           "xyzw"[comp], c -> in[0][comp], c -> in[1][comp], c -> in[2][comp], c -> in[3][comp], got, (double)num_f(got), want,
           (double)num_f(want));
}

/* With `loose`, for passes and machine code, floats compare as in the verification. */
static void check_outputs(const struct job *j, const char *level, unsigned model, uint32_t killed, bool loose, unsigned which)
{
   const unsigned slot = j->row->stage == TGSI_STAGE_FRAG ? SLOT_FRAG_COLOR : SLOT_ATTR;

   for (unsigned l = 0; l < j->n; l++) {
      const struct tgsi_case *c = case_of(j, l);

      for (unsigned k = 0; k < (j->row->kills ? 1u : 4u); k++) {
         const struct value *v = &c->want[k].m[model];
         const uint32_t got = j->row->kills ? killed >> l & 1 : out_values[slot][k][l];

         if (v->any)
            continue;
         compared[which]++;
         if (!matches(v, got, models[model], loose))
            report(j, level, c, k, got, v->bits);
      }
   }
}

static struct exec_wave new_wave(num_m m)
{
   memset(out_values, 0, sizeof out_values);
   return (struct exec_wave){.num = m,
                             .valid = ~0u,
                             .budget = 100000,
                             .in = in_values,
                             .param = (const uint32_t(*)[4])param_values,
                             .num_params = 4,
                             .out = out_values,
                             .tex = exec_sampler_fn,
                             .tex_user = (void *)(uintptr_t)&sampler};
}

static void finished(const char *level, enum exec_status st, const struct exec_wave *t, const char *text)
{
   ck_assert_msg(st == EXEC_DONE, "%s: status %d: %s\n%s", level, (int)st, t->fault ? t->fault : "", text);
}

/* Returns NULL if the program is not supported. */
static struct ir_shader *lowered(struct util_ctx *ctx, const struct tgsi_program *p, num_m m, const char *text)
{
   struct ir_shader *s = tgsi_lower(ctx, p, m);

   if (!s) {
      ck_assert_msg(ctx->status == UTIL_UNSUPPORTED, "lowering: %s\n%s", ctx->diags ? ctx->diags->message : "?", text);
      left_out++;
   }
   return s;
}

static void interpret(struct util_ctx *ctx, const struct job *j, const struct tgsi_program *p, unsigned model, bool optimised,
                      const char *text)
{
   static const struct pass_options passes = {.opt_level = 2, .exact_only = true};
   struct ir_shader *s = lowered(ctx, p, models[model], text);
   struct exec_wave t = new_wave(models[model]);
   char level[64];

   if (!s)
      return;
   if (optimised)
      pass_run_pipeline(s, &passes);
   snprintf(level, sizeof level, "IR%s, %s", optimised ? " -O2" : "", models[model]->name);
   finished(level, ir_interp_run(ctx, s, &t), &t, text);
   check_outputs(j, level, model, t.killed, optimised, 1);
}

static void on_usc(struct util_ctx *ctx, const struct job *j, const struct tgsi_program *p, unsigned model, int opt_level,
                   const char *text)
{
   static const unsigned lower = PASS_LOWER_idiv | PASS_LOWER_fround | PASS_LOWER_fetch;
   const struct pass_options passes = {.opt_level = opt_level, .exact_only = true, .lower = lower};
   struct ir_shader *s = lowered(ctx, p, models[model], text);
   struct usc_options opt = usc_default_options();
   struct exec_wave t = new_wave(models[model]);
   struct usc_wave *machine = UTIL_NEW(ctx, struct usc_wave);
   struct usc_program code;
   struct usc_harness harness;
   char level[32];

   if (!s)
      return;
   pass_run_pipeline(s, &passes);
   opt.features = model == M_USC ? opt.features | USC_HAS_RNE : opt.features & ~(uint32_t)USC_HAS_RNE;
   opt.sched = opt_level ? USC_SCHED_FAST : USC_SCHED_NONE;
   if (!usc_compile(ctx, s, &opt, &code)) {
      ck_assert_msg(ctx->status == UTIL_UNSUPPORTED, "usc: %s\n%s", ctx->diags ? ctx->diags->message : "?", text);
      left_out++;
      return;
   }
   usc_wave_setup(ctx, &harness, machine, &code, &t);
   const enum exec_status st = usc_sim_run(usc_harness_code(ctx, &code), machine);
   t.fault = machine->fault;
   finished("usc", st, &t, text);
   usc_wave_results(machine, &code, &t);
   for (uint32_t i = 0; i < p->num_instrs; i++)
      has_code[p->instrs[i].op] = true;
   snprintf(level, sizeof level, "%s -O%d", models[model]->name, opt_level);
   check_outputs(j, level, model, t.killed, true, 2);
}

static void execute(struct util_ctx *ctx, const struct job *j, const char *text)
{
   const struct tgsi_program *p = tgsi_parse(ctx, text, strlen(text), NULL);
   const bool inputs = j->file == TGSI_FILE_IN;

   ck_assert_msg(p, "%s (line %u)\n%s", ctx->diags ? ctx->diags->message : "no tree", ctx->diags ? ctx->diags->line : 0, text);
   for (unsigned m = 0; m < NUM_MODELS; m++) {
      struct exec_wave t = new_wave(models[m]);
      char level[64];

      snprintf(level, sizeof level, "evaluator, %s", models[m]->name);
      finished(level, tgsi_eval_run(ctx, p, &t), &t, text);
      check_outputs(j, level, m, t.killed, false, 0);
      if (inputs)
         interpret(ctx, j, p, m, false, text);
      if (inputs || (j->file == TGSI_FILE_IMM && m == M_USC))
         interpret(ctx, j, p, m, true, text);
      for (int level_of = 0; inputs && (m == M_USC || m == M_USC_RTZ) && level_of <= 2; level_of += 2)
         on_usc(ctx, j, p, m, level_of, text);
   }
}

static void run(const struct job *j)
{
   static char text[1 << 16];
   struct util_ctx ctx;

   tgsi_row_program(text, sizeof text, j->row, j->file, case_of(j, 0));
   util_ctx_init(&ctx, NULL, 0);
   ctx.text = text;
   ctx.text_len = strlen(text);
   if (setjmp(ctx.unwind))
      ck_abort_msg("left: %s\n%s", ctx.diags ? ctx.diags->message : "?", text);
   ctx.unwind_set = true;
   ctx.no_warnings = true;
   fill(j);
   execute(&ctx, j, text);
   util_ctx_finish(&ctx);
}

static bool chosen(const struct tgsi_row *row)
{
   char where[64];

   snprintf(where, sizeof where, "%s:%u", strrchr(row->file, '/') + 1, row->line);
   return !only || !strcmp(only, where);
}

START_TEST(all_rows)
{
   num_fpenv env;

   num_fpenv_enter(&env);
   for (unsigned i = 0; i < tgsi_table_rows; i++) {
      const struct tgsi_row *row = &tgsi_table[i];

      if (!chosen(row))
         continue;
      for (unsigned at = 0; at < row->n; at += row->same ? 1 : EXEC_LANES)
         run(&(struct job){row, TGSI_FILE_IN, at, row->same ? 1 : row->n - at < EXEC_LANES ? row->n - at : EXEC_LANES});
      if (row->crowd || strstr(row->text, "INTERP"))
         continue;
      for (unsigned at = 0; at < row->n; at++) {
         run(&(struct job){row, TGSI_FILE_CONST, at, 1});
         run(&(struct job){row, TGSI_FILE_IMM, at, 1});
      }
   }
   num_fpenv_leave(&env);
   all_ran = !only;
   ck_assert_msg(bad == 0, "%u values are wrong", bad);
}
END_TEST

/* The instructions on memory are tested in tests/unit/memory/test_tgsi_memory.c; no machine has them yet. FBFETCH has no
   operand with a value: tests/unit/levels/test_tgsi_lower.c, tests/agx/fetch.tgsi. */
static bool needs_row(unsigned op)
{
   return !(tgsi_op_info[op].flags & TGSI_LATER) && tgsi_op_info[op].kind != TGSI_MEMORY && op != TGSI_OP_FBFETCH;
}

/* Every supported instruction has a row. */
START_TEST(complete)
{
   unsigned missing = 0;

   for (unsigned op = 0; op < TGSI_OP_COUNT; op++)
      if (needs_row(op) && !tgsi_covered[op]) {
         fprintf(stderr, "no row: %s\n", tgsi_op_info[op].name);
         missing++;
      }
   ck_assert_msg(missing == 0, "%u instructions without a row", missing);
}
END_TEST

/* Every supported instruction has machine code for the USC. Runs after all_rows. */
START_TEST(complete_on_usc)
{
   unsigned wrong = 0;

   for (unsigned op = 0; op < TGSI_OP_COUNT && all_ran; op++)
      if (needs_row(op) && !has_code[op]) {
         fprintf(stderr, "%s has no machine code\n", tgsi_op_info[op].name);
         wrong++;
      }
   ck_assert_msg(wrong == 0, "%u instructions", wrong);
}
END_TEST

int main(int argc, char **argv)
{
   Suite *s = suite_create("tgsi-special");
   TCase *c = tcase_create("rows");

   only = argc > 1 ? argv[1] : NULL;
   tcase_set_timeout(c, 120);
   tcase_add_unchecked_fixture(c, tgsi_table_load, NULL);
   tcase_add_test(c, all_rows);
   tcase_add_test(c, complete);
   tcase_add_test(c, complete_on_usc);
   suite_add_tcase(s, c);
   const int failed = suite_run_nofork(s);
   printf("tgsi-special: %u rows, %llu values; compared: evaluator %llu, IR %llu, machine code %llu; %llu programs not "
          "supported\n",
          tgsi_table_rows, tgsi_table_values, compared[0], compared[1], compared[2], left_out);
   return failed;
}

/* SPDX-License-Identifier: MIT */
/*
 * Executes the older languages: compares lowering with the reference evaluator, bit for bit, under every number model and with
 * both settings of -fshort (exec_compare.h).
 *
 *   programs   tests/arb/
 *   matrix     every instruction of every dialect with every suffix that it takes there (the last columns of nv_ops.def)
 *   jumps      random graphs of BRA, CAL, RET, PUSHA and POPA
 *   blocks     random IF, LOOP, REP, BRK, CAL and RET of NV_fragment_program2
 *   invariant  ARB_position_invariant: the same bits for any other code of the program and any optimisation
 *   linear     time to lower a program of many jumps
 *
 * usage: test_arb_lower [FILE...]
 */
#include "tests/unit/common/exec_compare.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "ir/interp.h"
#include "passes/pipeline/pipeline.h"
#include "tests/unit/common/suite.h"
#include "util/rng.h"

static char **files;
static int num_files;
static struct exec_compare totals;

static void compare(const struct text *t, unsigned seeds, uint64_t first)
{
   struct exec_compare c = {.seeds = seeds, .first_seed = first, .fshort16 = true, .passes = true, .budget = 5000};

   if (!exec_compare_text(&c, t->s, t->n))
      ck_abort_msg("%s\n%s", c.why, t->s);
   totals.programs += c.programs;
   totals.compared += c.compared;
   totals.waves += c.waves;
   totals.budgets += c.budgets;
}

START_TEST(file)
{
   struct exec_compare c = {.seeds = 8, .first_seed = 1, .fshort16 = true, .passes = true};

   if (!exec_compare_file(&c, files[_i]))
      ck_abort_msg("%s: %s", files[_i], c.why);
   ck_assert_uint_gt(c.compared, 0);
   totals.compared += c.compared;
}
END_TEST

/* ---- every instruction of every dialect */

static const struct dialect {
   const char *head;
   unsigned bits;
} dialects[] = {
    {"!!ARBvp1.0\n", NV_D_VP},
    {"!!ARBvp1.0\nOPTION NV_vertex_program2;\n", NV_D_VP | NV_D_VP2},
    {"!!ARBvp1.0\nOPTION NV_vertex_program3;\n", NV_D_VP | NV_D_VP2 | NV_D_VP3},
    {"!!ARBfp1.0\n", NV_D_FP},
    {"!!ARBfp1.0\nOPTION NV_fragment_program;\n", NV_D_FP | NV_D_FPO},
    {"!!ARBfp1.0\nOPTION NV_fragment_program2;\n", NV_D_FP | NV_D_FPO | NV_D_FP2},
};

static const char lanes[] = "xyzw";

static void operand(struct text *t, struct util_rng *r, const struct dialect *d, unsigned n, unsigned format, bool plain)
{
   const char *name = d->bits & NV_D_VP ? "vertex.attrib" : "fragment.texcoord";
   bool bars = !plain && (d->bits & (NV_D_VP2 | NV_D_FPO)) && util_rng_below(r, 3) == 0;

   text_add(t, ", %s%s%s[%u]", !plain && util_rng_below(r, 3) == 0 ? "-" : "", bars ? "|" : "", name, n);
   if (format == NV_FMT_S)
      text_add(t, ".%c", lanes[util_rng_below(r, 4)]);
   else if (!plain && util_rng_below(r, 2))
      text_add(t, ".%c%c%c%c", lanes[util_rng_below(r, 4)], lanes[util_rng_below(r, 4)], lanes[util_rng_below(r, 4)],
          lanes[util_rng_below(r, 4)]);
   text_add(t, "%s", bars ? "|" : "");
}

/* One program sets condition codes from an input, executes the instruction under test on a register that has a value, and
   writes all registers to results. */
static bool instruction(struct text *t, struct util_rng *r, const struct dialect *d, unsigned op, const char *suffix)
{
   static const char *const masks[] = {"", ".x", ".yw", ".xyz", ".z", ".xzw", "", "."}, *const rules[] = {"GT", "LE", "NE",
                                                                                                          "EQ", "GE", "LT"};
   static const char *const targets[] = {"1D", "2D", "3D", "CUBE", "RECT"};
   const struct nv_op_info *info = &nv_op_info[op];
   bool vertex = d->bits & NV_D_VP, conditions = d->bits & (NV_D_VP2 | NV_D_FPO), address = info->suffixes == NV_SFX_ADDR;
   bool plain_arl = address && !(d->bits & NV_D_VP2), tex = info->shape == NV_SHAPE_TEX || info->shape == NV_SHAPE_TXD;

   t->n = 0;
   text_add(t, "%s%s", d->head,
       vertex ? "ADDRESS a;\nPARAM p[4] = { {1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {-1, -2, -3, -4} };\n" : "");
   text_add(t, "TEMP r, s;\nMOV r, %s;\n", vertex ? "vertex.attrib[3]" : "fragment.texcoord[3]");
   if (vertex)
      text_add(t, d->bits & NV_D_VP2 ? "ARL a, vertex.attrib[4];\n" : "ARL a.x, vertex.attrib[4].x;\n");
   if (conditions)
      text_add(t, "MOVC s, %s;\n", vertex ? "vertex.attrib[4]" : "fragment.texcoord[4]");
   if (op == NV_OP_KIL) {
      text_add(t, "KIL %s;\n", util_rng_below(r, 2) && conditions ? "LT.y" : "fragment.texcoord[0]");
   } else {
      const char *mask = plain_arl ? ".x" : op == NV_OP_RFL ? ".xyz" : masks[util_rng_below(r, 7)];

      text_add(t, "%s%s %s%s", info->name, suffix, address ? "a" : "r", mask);
      if (conditions && util_rng_below(r, 2))
         text_add(t, " (%s%s.%c)", rules[util_rng_below(r, 6)], d->bits & NV_D_VP3 && util_rng_below(r, 2) ? "1" : "",
             lanes[util_rng_below(r, 4)]);
      if (op == NV_OP_ARA)
         text_add(t, ", a");
      for (unsigned i = 0; i < info->num_in && op != NV_OP_ARA; i++)
         operand(t, r, d, i, plain_arl ? NV_FMT_S : info->in[i], info->shape == NV_SHAPE_SWZ);
      if (info->shape == NV_SHAPE_SWZ)
         text_add(t, ", x, -%c, 1, -0", lanes[util_rng_below(r, 4)]);
      if (tex)
         text_add(t, ", texture[%u], %s", util_rng_below(r, 4), targets[util_rng_below(r, 5)]);
      text_add(t, ";\n");
   }
   if (vertex) {
      text_add(t, "MOV result.position, r;\nMOV result.color, p[a.x];\n");
      if (d->bits & NV_D_VP2)
         text_add(t, "ADD result.color.secondary, p[a.y + 1], p[a.z - 1];\nMOV result.texcoord[0], p[a.w];\n");
      if (conditions)
         text_add(t, "MOV result.texcoord[1] (LT), 1;\nMOV result.texcoord[2] (EQ), 1;\nMOV result.texcoord[3] (NE), 1;\n");
      if (d->bits & NV_D_VP3)
         text_add(t, "MOV result.texcoord[4] (LT1), 1;\nMOV result.texcoord[5] (EQ1), 1;\n");
   } else {
      text_add(t, "MOV s, r;\n");
      if (conditions)
         text_add(t, "ADD s (LT), s, 100;\nADD s (EQ), s, 1000;\n");
      text_add(t, "MOV result.color, s;\n");
   }
   text_add(t, "END\n");
   return true;
}

/* Generates all combinations of suffixes in their order. The parser decides which of them the dialect has. */
static const char *const suffixes[] = {"",      "R",      "H",      "X",      "C",     "RC",     "HC",
                                       "XC",    "C0",     "C1",     "_SAT",   "R_SAT", "H_SAT",  "X_SAT",
                                       "C_SAT", "HC_SAT", "XC_SAT", "C1_SAT", "_SSAT", "H_SSAT", "XC_SSAT"};

static bool accepted(const struct text *t)
{
   struct util_ctx ctx;
   volatile bool ok = false;

   util_ctx_init(&ctx, NULL, 0);
   ctx.text = t->s;
   ctx.text_len = t->n;
   ctx.unwind_set = true;
   if (setjmp(ctx.unwind) == 0)
      ok = nv_parse(&ctx, t->s, t->n, &nv_default_limits) != NULL;
   util_ctx_finish(&ctx);
   return ok;
}

START_TEST(matrix)
{
   const struct nv_op_info *info = &nv_op_info[_i];
   struct text *t = malloc(sizeof *t);
   struct util_rng r;
   unsigned made = 0;

   for (unsigned d = 0; d < sizeof dialects / sizeof dialects[0]; d++) {
      if (!(info->dialects & dialects[d].bits) || (info->out == NV_FMT_NONE && _i != NV_OP_KIL) || _i == NV_OP_POPA)
         continue;
      for (unsigned s = 0; s < sizeof suffixes / sizeof suffixes[0]; s++) {
         util_rng_init(&r, (uint64_t)_i * 1000 + d * 100 + s);
         instruction(t, &r, &dialects[d], (unsigned)_i, suffixes[s]);
         if (s && !accepted(t))
            continue;
         compare(t, 1, (uint64_t)_i * 10 + s);
         made++;
      }
   }
   /* None of these programs has flow control, PUSHA or POPA; those have tests of their own. */
   ck_assert(made > 0 || !info->dialects || info->out == NV_FMT_NONE || _i == NV_OP_POPA);
   free(t);
}
END_TEST

/* ---- jumps */

static void alu(struct text *t, struct util_rng *r)
{
   static const char *const forms[] = {
       "ADD r, r, vertex.attrib[1];\n",
       "MAD r, r, 0.5, vertex.attrib[2].yzwx;\n",
       "MOVC c, r;\n",
       "SLTC c, r.wzyx, vertex.attrib[0];\n",
       "MOV r.x (GT.y), 1;\n",
       "ADDC r.y, r, -1;\n",
       "ARL a, vertex.attrib[3];\n",
       "ADD r, r, p[a.x + 1];\n",
       "ARR a.yz (LE.x), r;\n",
       "SUB r.zw, c, r;\n",
   };

   for (unsigned n = util_rng_below(r, 4); n > 0; n--)
      text_add(t, "%s", forms[util_rng_below(r, sizeof forms / sizeof forms[0])]);
}

/* Every block takes one unit from a budget, so all programs end. */
START_TEST(jumps)
{
   static const char *const tests[] = {"", " (GT.x)", " (LE.y)", " (NE.z)", " (EQ.w)", " (LT)", " (TR)", " (FL)"};
   struct text *t = malloc(sizeof *t);
   struct util_rng r;

   util_rng_init(&r, 7000 + (uint64_t)_i);
   unsigned blocks = 2 + util_rng_below(&r, 10), stack = util_rng_below(&r, 3); /* 0: BRA only */

   t->n = 0;
   text_add(t, "!!ARBvp1.0\nOPTION NV_vertex_program3;\nADDRESS a;\nTEMP r, c, fuel;\nPARAM p[4] = { program.local[0..3] };\n");
   if (util_rng_below(&r, 4) == 0)
      text_add(t, "MOV r, 3;\nmain:\n");
   text_add(t, "MOV fuel, 25;\nMOV r, vertex.attrib[0];\n");
   for (unsigned b = 0; b < blocks; b++) {
      text_add(t, "L%u:\nADDC1 fuel.x, fuel, -1;\nBRA end (LE1.x);\n", b);
      alu(t, &r);
      for (unsigned n = util_rng_below(&r, 3); n > 0; n--) {
         unsigned k = util_rng_below(&r, stack ? 8 : 3), to = util_rng_below(&r, blocks + 1);
         const char *test = tests[util_rng_below(&r, 8)];

         if (k >= 5 && stack == 2)
            text_add(t, k == 5 ? "PUSHA a;\n" : k == 6 ? "POPA a;\n" : "PUSHA a;\nMOV r.z, 2;\nPOPA a (TR);\n");
         else if (k >= 3 && k < 5 && stack)
            text_add(t, k == 3 ? "RET%s;\n" : "CAL L%2$u%1$s;\n", test, to < blocks ? to : 0);
         else if (k == 0)
            text_add(t, "RET%s;\n", test);
         else if (to == blocks)
            text_add(t, "BRA end%s;\n", test);
         else
            text_add(t, "BRA L%u%s;\n", to, test);
         alu(t, &r);
      }
   }
   text_add(t, "end:\nMOV result.position, r;\nMOV result.color, c;\nMOV result.texcoord[0], fuel;\nMOV result.texcoord[1], "
          "p[a.y];\nEND\n");
   compare(t, 2, (uint64_t)_i);
   free(t);
}
END_TEST

/* ---- blocks */

static void blocks(struct text *t, struct util_rng *r, unsigned depth, unsigned loops, bool indexed, unsigned callable)
{
   static const char *const forms[] = {
       "ADDR r, r, fragment.texcoord[1];\n",
       "MADH r, r, 0.5, fragment.texcoord[2].yzwx;\n",
       "MOVRC c, r;\n",
       "SLTXC c, r.wzyx, fragment.texcoord[0];\n",
       "MOV r.x(GT.y), 1;\n",
       "ADDC r.y, r, -1;\n",
   };
   static const char *const tests[] = {"GT.x", "LE.y", "NE.z", "EQ.w", "LT", "TR", "FL"};

   for (unsigned n = 1 + util_rng_below(r, 4); n > 0; n--) {
      unsigned k = util_rng_below(r, 14);

      if (t->n > sizeof t->s - 4096 || (k >= 6 && k < 10 && depth == 0))
         k = 0;
      if (k < 6) {
         text_add(t, "%s", forms[k]);
      } else if (k < 8) {
         text_add(t, "IF %s;\n", tests[util_rng_below(r, 7)]);
         blocks(t, r, depth - 1, loops, indexed, callable);
         if (util_rng_below(r, 2)) {
            text_add(t, "ELSE;\n");
            blocks(t, r, depth - 1, loops, indexed, callable);
         }
         text_add(t, "ENDIF;\n");
      } else if (k < 10) {
         bool loop = k == 8;
         unsigned count = util_rng_below(r, loops ? 3 : 5);

         if (loop)
            text_add(t, "LOOP {%u.5, %d, %d};\n", count, (int)util_rng_below(r, 6) - 2, (int)util_rng_below(r, 5) - 2);
         else
            text_add(t, "REP %u;\n", count);
         blocks(t, r, depth - 1, loops + 1, indexed || loop, callable);
         text_add(t, loop ? "ENDLOOP;\n" : "ENDREP;\n");
      } else if (k == 10 && loops) {
         text_add(t, "BRK (%s);\n", tests[util_rng_below(r, 7)]);
      } else if (k == 11 && indexed) {
         text_add(t, "ADD r, r, fragment.texcoord[A0.x + %u];\n", util_rng_below(r, 10));
      } else if (k == 12 && callable && loops < 2) {
         text_add(t, "CAL f%u (%s);\n", util_rng_below(r, callable), tests[util_rng_below(r, 7)]);
      } else if (k == 13 && util_rng_below(r, 3) == 0) {
         text_add(t, "RET (%s);\n", tests[util_rng_below(r, 7)]);
      }
   }
}

static void main_routine(struct text *t, struct util_rng *r, unsigned subs)
{
   text_add(t, "main:\nMOV r, fragment.texcoord[0];\n");
   blocks(t, r, 3, 0, false, subs);
   text_add(t, "MOV result.color, r;\n");
   blocks(t, r, 3, 0, false, subs);
   text_add(t, "MOV result.color, r;\nMOV result.depth.z, c.y;\n");
}

/* Subroutines without a return continue in the next one. Those before main do not continue in main, which calls them; those
   after main may also continue in END. */
START_TEST(structured)
{
   struct text *t = malloc(sizeof *t);
   struct util_rng r;

   util_rng_init(&r, 9000 + (uint64_t)_i);
   unsigned subs = util_rng_below(&r, 4);
   bool behind = util_rng_below(&r, 2);

   t->n = 0;
   text_add(t, "!!ARBfp1.0\nOPTION NV_fragment_program2;\nTEMP r, c;\n");
   if (behind) {
      main_routine(t, &r, subs);
      text_add(t, "RET;\n");
   }
   for (unsigned f = 0, callable = 0; f < subs; f++) {
      text_add(t, "f%u:\n", f);
      blocks(t, &r, 2, 0, false, callable);
      if (behind ? util_rng_below(&r, 2) : f + 1 == subs || util_rng_below(&r, 3)) {
         text_add(t, "RET;\n");
         callable = f + 1; /* the others continue in the next one, which would call itself */
      }
   }
   if (behind)
      text_add(t, "MOV result.color, r;\n");
   else
      main_routine(t, &r, subs);
   text_add(t, "END\n");
   compare(t, 2, (uint64_t)_i);
   free(t);
}
END_TEST

/* ---- speed */

/* ---- the invariant position (ARB_vertex_program 2.14.4.5.1) */

#define INVARIANT "OPTION ARB_position_invariant;\n"

/* Code that shares operations with the transform, or nearly does: products that passes may merge with those of the option, and
   sums that they may contract. */
static const char *const around[] = {
    "!!ARBvp1.0\n" INVARIANT "MOV result.color, vertex.color;\nEND\n",
    "!!ARBvp1.0\n" INVARIANT "PARAM m[4] = { state.matrix.mvp }; TEMP r;\n"
    "DP4 r.x, m[0], vertex.position; DP4 r.y, m[1], vertex.position; DP4 r.z, m[2], vertex.position; DP4 r.w, vertex.position, "
    "m[3];\n"
    "MOV result.color, r; RCP r.w, r.w; MUL result.texcoord[0], r, r.w;\nEND\n",
    "!!ARBvp1.0\n" INVARIANT "PARAM m[4] = { state.matrix.mvp }; TEMP r, s;\n"
    "MUL r, m[0], vertex.position; ADD s.x, r.y, r.x; ADD s.x, r.z, s.x; ADD result.color.x, r.w, s.x;\n"
    "MUL r, m[1], vertex.position; ADD s.y, r.x, r.y; ADD s.y, s.y, r.z; ADD result.color.y, s.y, r.w;\n"
    "MUL r, m[2].x, vertex.position.x; MAD r, m[2].y, vertex.position.y, r; ADD result.texcoord[1], r, m[2].z;\nEND\n",
    "!!ARBvp1.0\n" INVARIANT "PARAM m[4] = { state.matrix.mvp }; TEMP r; ADDRESS a; ARL a.x, vertex.attrib[1].x;\n"
    "DPH r, m[a.x], vertex.position; DP3 r.x, m[1], vertex.attrib[6]; SUB r, r, -m[a.x + 2]; MOV result.texcoord[2], r;\nEND\n",
    "!!ARBvp1.0\nOPTION NV_vertex_program3;\n" INVARIANT "PARAM m[4] = { state.matrix.mvp }; TEMP r, c;\n"
    "MOVC c, vertex.position; BRA skip (LT.x); MUL r.x, m[0].x, vertex.position.x; CAL f (GE.y); skip: MOV result.color, r; "
    "RET;\n"
    "f: MAD_SAT r.y, m[0].y, vertex.position.y, r.x; MAD r.z, m[0].y, vertex.position.y, r.x; RET;\nEND\n",
    "!!NVvp4.0\n" INVARIANT "PARAM m[4] = { state.matrix.mvp }; TEMP r, s;\n"
    "REP 3; MUL r, m[1], vertex.position; ADD.CC s, r.xxyy, s; ENDREP; MOV result.color (NE), s; MUL.SAT r, m[3], "
    "vertex.position;\n"
    "MAD result.texcoord[0], m[3].y, vertex.position.y, r.x;\nEND\n",
};

/* Returns the position of program `k`, computed by the interpreter on its optimised IR or, if `source`, by the evaluator. */
static void position_of(unsigned k, num_m model, const struct pass_options *how, uint64_t seed, bool source,
                        uint32_t out[4][EXEC_LANES])
{
   struct util_ctx ctx;
   struct verify_wave t;
   struct verify_reads reads = {0};
   struct util_rng r;
   const size_t len = strlen(around[k]);

   util_ctx_init(&ctx, NULL, 0);
   if (setjmp(ctx.unwind))
      ck_abort_msg("left: %s", ctx.diags ? ctx.diags->message : "?");
   ctx.unwind_set = true;
   ctx.text = around[k];
   ctx.text_len = len;
   const struct nv_program *p = nv_parse(&ctx, around[k], len, &nv_default_limits);
   ck_assert_msg(p != NULL, "%s\n%s", ctx.diags ? ctx.diags->message : "?", around[k]);
   struct ir_shader *s = nv_lower(&ctx, p, model, 32);
   ck_assert_ptr_nonnull(s);
   if (!source)
      pass_run_pipeline(s, how);
   verify_note_reads(&reads, s);
   verify_fill(&ctx, &t, s, &reads, seed, 100000);
   /* The sums of these numbers depend on order and rounding, so a difference in either is seen. */
   util_rng_init(&r, seed * 77 + 5);
   uint32_t rows[4][4];
   for (unsigned i = 0; i < 4; i++)
      for (unsigned c = 0; c < 4; c++)
         rows[i][c] = num_u(util_rng_float(&r) * 6 - 3);
   for (unsigned i = 0; i < s->num_params; i++)
      if (s->params[i].cls == PARAM_STATE && !strncmp(s->params[i].state, "state.matrix.mvp.row[", 21))
         memcpy(t.param[i], rows[s->params[i].state[21] - '0'], 16);
   for (unsigned c = 0; c < 4; c++)
      for (unsigned l = 0; l < EXEC_LANES; l++)
         t.t.in[0][SLOT_VATTR][c][l] = num_u(util_rng_float(&r) * 18 - 9);
   t.t.valid = ~0u;
   enum exec_status st = source ? nv_eval_run(&ctx, p, &t.t, 32) : ir_interp_run(&ctx, s, &t.t);
   ck_assert_int_eq(st, EXEC_DONE);
   memcpy(out, t.t.out[SLOT_POSITION], 4 * EXEC_LANES * 4);
   util_ctx_finish(&ctx);
}

START_TEST(invariant)
{
   static const num_m models[] = {&num_model_ieee, &num_model_usc_rtz, &num_model_usc_rne, &num_model_agx};
   static const enum pass_ffp ffp[] = {PASS_FFP_STRICT, PASS_FFP_GL, PASS_FFP_FAST};

   for (unsigned m = 0; m < sizeof models / sizeof models[0]; m++)
      for (uint64_t seed = 1; seed <= 4; seed++) {
         uint32_t want[4][EXEC_LANES], got[4][EXEC_LANES];

         position_of(0, models[m], NULL, seed, true, want);
         for (unsigned k = 0; k < sizeof around / sizeof around[0]; k++)
            for (int level = 0; level <= 2; level++)
               for (unsigned f = 0; f < 3; f++) {
                  const struct pass_options how = {.opt_level = level, .ffp = ffp[f]};

                  position_of(k, models[m], &how, seed, false, got);
                  ck_assert_msg(!memcmp(want, got, sizeof want), "model %s, -O%d, -ffp %u, seed %u:\n%s", models[m]->name,
                                level, f, (unsigned)seed, around[k]);
               }
      }
}
END_TEST

/* Loops nested up to a depth and side by side, with forward branches over parts of them. */
static double seconds_for(unsigned n)
{
   struct util_ctx ctx;
   char *s = malloc((size_t)n * 64 + 256), *p = s;
   double t;

   p += sprintf(p, "!!ARBvp1.0\nOPTION NV_vertex_program2;\nTEMP r, c;\n");
   for (unsigned i = 0; i < n / 2; i++) {
      p += sprintf(p, "L%u: ADDC r, r, 1;\n", i);
      p += i % 3 ? sprintf(p, "BRA L%u (GT.x);\n", i - i % 40) : sprintf(p, "BRA L%u (LT.y);\n", i + 100 < n / 2 ? i + 100 : i);
   }
   sprintf(p, "MOV result.position, r;\nEND\n");
   util_ctx_init(&ctx, NULL, 0);
   if (setjmp(ctx.unwind))
      ck_abort_msg("left: %s", ctx.diags ? ctx.diags->message : "?");
   ctx.unwind_set = true;
   ctx.text = s;
   ctx.text_len = strlen(s);
   struct nv_limits limits = nv_default_limits;
   limits.instructions = 1000000;
   const struct nv_program *prog = nv_parse(&ctx, s, ctx.text_len, &limits);
   ck_assert_msg(prog != NULL, "%s", ctx.diags ? ctx.diags->message : "?");
   clock_t t0 = clock();
   struct ir_shader *ir = nv_lower(&ctx, prog, &num_model_ieee, 32);
   t = (double)(clock() - t0) / CLOCKS_PER_SEC;
   ck_assert_ptr_nonnull(ir);
   ck_assert_ptr_null(ir_validate(ir));
   util_ctx_finish(&ctx);
   free(s);
   return t;
}

START_TEST(linear)
{
   double small = seconds_for(10000), big = seconds_for(100000);

   ck_assert_msg(big < 30 * small + 0.5, "10,000 instructions: %.3f s, 100,000: %.3f s", small, big);
}
END_TEST

int main(int argc, char **argv)
{
   Suite *s = suite_create("arb_lower");
   TCase *programs = tcase_create("programs"), *random = tcase_create("random");
   glob_t g;

   files = argv + 1;
   num_files = argc - 1;
   if (!num_files && glob("tests/arb/*.[vf]p", 0, NULL, &g) == 0) {
      files = g.gl_pathv;
      num_files = (int)g.gl_pathc;
   }
   tcase_set_timeout(programs, 120);
   tcase_add_loop_test(programs, file, 0, num_files);
   tcase_set_timeout(random, 300);
   tcase_add_loop_test(random, matrix, 0, NV_OP_COUNT);
   tcase_add_loop_test(random, jumps, 0, 200);
   tcase_add_loop_test(random, structured, 0, 100);
   tcase_add_test(random, invariant);
   tcase_add_test(random, linear);
   suite_add_tcase(s, programs);
   if (argc == 1)
      suite_add_tcase(s, random);
   int failed = suite_run_nofork(s);
   printf("arb_lower: %d programs of tests/arb, %llu made, %llu waves, %llu without a verdict, %llu components compared\n",
          num_files, (unsigned long long)totals.programs, (unsigned long long)totals.waves, (unsigned long long)totals.budgets,
          (unsigned long long)totals.compared);
   return failed;
}

/* SPDX-License-Identifier: MIT */
/* Tests the lowering of NV programs. The reference evaluator and the IR interpreter execute the programs of tests/nv and random
   ones; other tests check properties of the IR that execution does not show. usage: test_nv_lower [FILE...] */
#include "tests/unit/common/exec_compare.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "ir/ir.h"
#include "passes/pipeline/pipeline.h"
#include "tests/gen/gen.h"
#include "tests/unit/common/suite.h"
#include "util/rng.h"

static char **files;
static int num_files;

START_TEST(file)
{
   struct exec_compare c = {.seeds = 8, .first_seed = 1, .fshort16 = true, .passes = true};

   ck_assert_msg(exec_compare_file(&c, files[_i]), "%s: %s", files[_i], c.why);
   ck_assert_msg(c.budgets * 2 <= c.waves, "%s: mostly out of budget", files[_i]);
   ck_assert_msg(c.tainted * 4 <= c.compared, "%s: mostly undefined", files[_i]);
}
END_TEST

/* ---- random programs: all of flow control, arrays, masks and condition codes; only the arithmetic that they need */

struct gen {
   struct util_rng r;
   char s[1 << 16];
   size_t n;
   unsigned budget, depth, loops, subs, sub;
   bool recur, main, fragment; /* subroutines may call any other; so may the main program; derivatives are allowed */
};

static void put(struct gen *g, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void put(struct gen *g, const char *fmt, ...)
{
   va_list ap;

   va_start(ap, fmt);
   g->n += (size_t)vsnprintf(g->s + g->n, sizeof g->s - g->n, fmt, ap);
   va_end(ap);
   ck_assert(g->n < sizeof g->s);
}

static unsigned roll(struct gen *g, unsigned n) { return util_rng_below(&g->r, n); }

static const char *test_text(struct gen *g, char buf[16])
{
   static const char *const rules[] = {"EQ",  "GE", "GT",  "LE", "LT",  "NE", "FL",  "TR", "NAN",
                                       "LEG", "CF", "NCF", "OF", "NOF", "AB", "BLE", "SF", "NSF"};
   static const char *const swz[] = {"", ".x", ".y", ".w", ".wzyx", ".xxyy", ".zzzz"};

   unsigned rule = roll(g, 18), reg = roll(g, 2);

   snprintf(buf, 16, "%s%u%s", rules[rule], reg, swz[roll(g, 7)]);
   return buf;
}

static void random_dst(struct gen *g)
{
   static const char *const dst[] = {"t0",         "t1",           "t2",   "a[1]",       "a[i.x]",
                                     "a[i.y + 2]", "result.color", "o[2]", "o[i.x + 1]", "o[0]"};
   static const char *const mask[] = {"", "", ".x", ".yz", ".w", ".xyz", ".xw"};
   char buf[16];

   put(g, " %s", dst[roll(g, 10)]);
   put(g, "%s", mask[roll(g, 7)]);
   if (roll(g, 3) == 0)
      put(g, " (%s)", test_text(g, buf));
}

static void random_src(struct gen *g)
{
   static const char *const src[] = {"t0",   "t1", "t2",      "a[0]",  "a[i.x]", "a[i.z + 1]", "i",   "p[i.y]",
                                     "p[3]", "v1", "in[i.x]", "in[1]", "b[i.w]", "half",       "some"};
   static const char *const swz[] = {"", "", ".x", ".wzyx", ".yyxz", ".z"};
   unsigned k = roll(g, 15), bars = roll(g, 5) == 0, minus = roll(g, 4) == 0;

   put(g, ", %s%s%s%s%s", minus ? "-" : "", bars ? "|" : "", src[k], swz[roll(g, 6)], bars ? "|" : "");
}

static void random_block(struct gen *g);

static void random_statement(struct gen *g)
{
   static const char *const ops[] = {"MOV", "ADD", "SUB", "MAD", "MUL", "SLT", "MIN", "CMP", "ADD", "SUB", "ABS", "SGE"};
   static const uint8_t nsrc[] = {1, 2, 2, 3, 2, 2, 2, 3, 2, 2, 1, 2};
   static const char *const type[] = {"", ".F", ".S", ".U", ".S"};
   static const char *const cc[] = {"", "", ".CC0", ".CC1"};
   char buf[16];
   unsigned k = roll(g, 12), what = g->recur && roll(g, 3) == 0 ? 15 + roll(g, 9) : roll(g, 24);

   if (what < 14) {
      put(g, "%s%s", ops[k], type[roll(g, 5)]);
      put(g, "%s", cc[roll(g, 4)]);
      random_dst(g);
      for (unsigned i = 0; i < nsrc[k]; i++)
         random_src(g);
      put(g, ";\n");
   } else if (what < 15) {
      put(g, "AND.S i, t%u, 7;\n", roll(g, 3));
   } else if (what < 18 && g->depth < 5) {
      put(g, "IF %s;\n", test_text(g, buf));
      random_block(g);
      if (roll(g, 2)) {
         put(g, "ELSE;\n");
         random_block(g);
      }
      put(g, "ENDIF;\n");
   } else if (what < 20 && g->loops < 2 && g->depth < 5) {
      unsigned form = roll(g, 4);

      if (form == 0)
         put(g, "REP;\n");
      else if (form == 1)
         put(g, "REP %u;\n", roll(g, 4));
      else
         put(g, "AND.S n.x, t%u, 3;\nREP.%s n.x;\n", roll(g, 3), form == 2 ? "S" : "U");
      g->loops++;
      random_block(g);
      if (form == 0) /* the loop must end */
         put(g, "BRK%s;\n", roll(g, 2) ? "" : " (TR)");
      g->loops--;
      put(g, "ENDREP;\n");
   } else if (what < 22 && g->loops) {
      const char *op = roll(g, 2) ? "BRK" : "CONT";

      if (roll(g, 4) == 0)
         put(g, "%s;\n", op);
      else
         put(g, "%s (%s);\n", op, test_text(g, buf));
   } else if ((what == 22 || (g->recur && what > 20)) &&
              (g->sub || g->recur)) { /* with recur, a counter in each subroutine ends the program */
      unsigned to = roll(g, g->recur ? g->subs + g->main : g->sub);

      put(g, g->recur && to == g->subs ? "CAL main" : "CAL s%u", to);
      if (roll(g, 2))
         put(g, " (%s)", test_text(g, buf));
      put(g, ";\n");
   } else if (what == 23 && roll(g, 2)) {
      if (roll(g, 4) == 0)
         put(g, "RET;\n");
      else
         put(g, "RET (%s);\n", test_text(g, buf));
   } else if (g->fragment) {
      put(g, roll(g, 2) ? "DDX t%u, t%u;\n" : "DDY.CC t%u.xy, t%u;\n", roll(g, 3), roll(g, 3));
   }
}

static void random_block(struct gen *g)
{
   unsigned n = 1 + roll(g, 5);

   g->depth++;
   while (n-- && g->budget) {
      g->budget--;
      random_statement(g);
   }
   g->depth--;
}

static struct exec_compare totals = {.seeds = 2, .fshort16 = true, .passes = true, .budget = 3000};

START_TEST(random_programs)
{
   static struct gen g;

   for (unsigned k = 0; k < 4; k++) {
      memset(&g, 0, sizeof g);
      util_rng_init(&g.r, (uint64_t)_i * 4 + k);
      put(&g,
          "!!NVvp4.0\nTEMP t0, t1, t2, a[4], n, i;\nATTRIB v1 = vertex.attrib[1];\nATTRIB in[3] = { vertex.attrib[4..6] };\n"
          "PARAM half = 0.5;\nPARAM some = { 1, -2, 3, 0.25 };\nPARAM p[5] = { program.env[0..2], 3, { 1, 2 } };\nBUFFER4 b[3] "
          "= { program.buffer[0][1..3] };\n"
          "OUTPUT o[4] = { result.texcoord[0..3] };\n");
      g.subs = roll(&g, 4);
      for (g.sub = 0; g.sub < g.subs; g.sub++) {
         g.budget = 12;
         put(&g, "s%u:\n", g.sub);
         while (g.budget && roll(&g, 8))
            random_block(&g);
         if (roll(&g, 2))
            put(&g, "RET;\n");
      }
      put(&g, "main:\nMOV t0, vertex.attrib[0];\nMOV t1, vertex.attrib[2];\nAND.S i, vertex.attrib[3], 3;\n");
      g.budget = 40;
      while (g.budget && roll(&g, 20))
         random_block(&g);
      put(&g, "MOV result.texcoord[4], t0;\nMOV result.texcoord[5], a[2];\nMOV result.texcoord[6] (GE), t1;\nEND\n");
      totals.first_seed = (uint64_t)_i * 8 + k;
      if (!exec_compare_text(&totals, g.s, g.n)) {
         fprintf(stderr, "%s\n", g.s);
         ck_abort_msg("program %u: %s", (unsigned)_i * 4 + k, totals.why);
      }
   }
}
END_TEST

static struct exec_compare recursive = {.seeds = 2, .fshort16 = true, .passes = true, .budget = 6000};

/* Any subroutine may call any other, and the main program. A counter that all of them share ends the program: the calls double
   with every level, so the depth of the stack alone would not. In fragment programs derivatives occur anywhere. */
START_TEST(random_recursion)
{
   static struct gen g;

   for (unsigned k = 0; k < 4; k++) {
      memset(&g, 0, sizeof g);
      util_rng_init(&g.r, 1000000 + (uint64_t)_i * 4 + k);
      g.recur = true;
      g.fragment = k & 1;
      g.main = k & 2;
      put(&g, "!!NV%cp4.0\nTEMP t0, t1, t2, a[4], n, i;\nINT TEMP fuel;\n", g.fragment ? 'f' : 'v');
      put(&g, "ATTRIB v1 = %s.attrib[1];\n", g.fragment ? "fragment" : "vertex");
      put(&g, "ATTRIB in[3] = { %s.attrib[4..6] };\n", g.fragment ? "fragment" : "vertex");
      put(&g, "PARAM half = 0.5;\nPARAM some = { 1, -2, 3, 0.25 };\nPARAM p[5] = { program.env[0..2], 3, { 1, 2 } };\n"
              "BUFFER4 b[3] = { program.buffer[0][1..3] };\n");
      put(&g, g.fragment ? "TEMP o[4];\n" : "OUTPUT o[4] = { result.texcoord[0..3] };\n");
      g.subs = 1 + roll(&g, 3);
      for (g.sub = 0; g.sub <= g.subs; g.sub++) {
         g.budget = 12;
         if (g.sub < g.subs)
            put(&g, "s%u:\n", g.sub);
         else
            put(&g, "main:\n");
         put(&g, "ADD.S fuel.x, fuel.x, 1;\nSUB.S.CC1 fuel.y, fuel.x, 9;\nRET (GE1.y);\n");
         if (g.sub == g.subs || roll(&g, 3) == 0)
            put(&g, "MOV t0, in[0];\nMOV t1, in[1];\nAND.S i, in[2], 3;\n");
         while (g.budget && roll(&g, 8))
            random_block(&g);
         if (roll(&g, 2))
            put(&g, "CAL s%u;\n", roll(&g, g.subs));
      }
      if (g.fragment)
         put(&g, "XOR.S t0, t0, a[2];\nXOR.S t0 (GE), t0, o[2];\nXOR.S result.color, t0, t1;\nEND\n");
      else
         put(&g, "MOV result.texcoord[4], t0;\nMOV o[2], a[2];\nMOV o[3] (GE), t1;\nEND\n");
      recursive.first_seed = (uint64_t)_i * 8 + k;
      if (!exec_compare_text(&recursive, g.s, g.n)) {
         fprintf(stderr, "%s\n", g.s);
         ck_abort_msg("recursive program %u: %s", (unsigned)_i * 4 + k, recursive.why);
      }
   }
}
END_TEST

/* The common generator emits arithmetic and texture accesses as well. */
START_TEST(generated_programs)
{
   struct gen_text t = {0};

   gen_program((uint64_t)_i, 20 + (unsigned)_i % 100, &t);
   ck_assert_ptr_nonnull(t.data);
   totals.first_seed = (uint64_t)_i;
   if (!exec_compare_text(&totals, t.data, t.len)) {
      fprintf(stderr, "%s\n", t.data);
      ck_abort_msg("generated program %d: %s", _i, totals.why);
   }
   gen_free(&t);
}
END_TEST

START_TEST(random_totals)
{
   ck_assert_msg(totals.budgets * 4 <= totals.waves, "%llu of %llu random waves ran out of budget",
                 (unsigned long long)totals.budgets, (unsigned long long)totals.waves);
   ck_assert_msg(recursive.budgets * 4 <= recursive.waves, "%llu of %llu recursive waves ran out of budget",
                 (unsigned long long)recursive.budgets, (unsigned long long)recursive.waves);
   /* Half of the programs have derivatives anywhere, with divergent control flow around them. */
   ck_assert_msg(recursive.tainted * 4 <= recursive.compared, "%llu of %llu components are undefined",
                 (unsigned long long)recursive.tainted, (unsigned long long)recursive.compared);
}
END_TEST

/* ---- properties */

static struct util_ctx ctx;

static void setup(void) { util_ctx_init(&ctx, NULL, 0); }
static void teardown(void) { util_ctx_finish(&ctx); }

static struct ir_shader *lower(const char *text)
{
   const struct nv_program *p;

   ctx.text = text;
   ctx.text_len = strlen(text);
   if (setjmp(ctx.unwind))
      ck_abort_msg("left");
   ctx.unwind_set = true;
   p = nv_parse(&ctx, text, ctx.text_len, &nv_default_limits);
   ck_assert_msg(p != NULL, "%s", ctx.diags ? ctx.diags->message : "?");
   return nv_lower(&ctx, p, &num_model_ieee, 32);
}

static unsigned count(struct ir_shader *s, enum ir_op op)
{
   unsigned n = 0;

   ir_foreach_block (s, b)
      ir_foreach_instr (b, i)
         n += i->op == op;
   return n;
}

/* Two subroutines that call each other are expanded once for each call from outside, for any depth of the stack. */
START_TEST(recursion)
{
   struct ir_shader *s = lower("!!NVvp4.0\nTEMP t;\nf: ADD.CC t.x, t, 1.0; CAL g (LT); RET;\ng: MUL t.x, t, 0.5; CAL f; RET;\n"
                               "main: MOV t, 1; CAL f; CAL g;\nMOV result.position, t;\nEND\n");

   ck_assert_ptr_nonnull(s);
   ck_assert_uint_eq(count(s, IR_fadd), 2);
   ck_assert_uint_eq(count(s, IR_fmul), 2);
}
END_TEST

/* Invocations of a quad call a subroutine recursively a different number of times. Values that depend on a derivative after the
   inner call are undefined (the first 4 of 8 components), and values after the outer call are defined again. */
START_TEST(recursion_apart)
{
   static const char text[] =
       "!!NVfp4.0\nOPTION ARB_draw_buffers;\nINT TEMP n;\nTEMP t, d;\nmain: ROUND.S n, fragment.attrib[0]; AND.S n.x, n.x, 7;\n"
       "MOV t, fragment.attrib[1];\nCAL f;\nMOV result.color[1], d;\nDDX result.color[0], t; RET;\n"
       "f: SUB.S.CC n.x, n.x, 1; MAD t, t, 0.5, fragment.attrib[1];\nIF GT.x; CAL f; ENDIF; DDX d, t;\nEND\n";
   struct exec_compare c = {.seeds = 16, .passes = true};

   ck_assert_msg(exec_compare_text(&c, text, sizeof text - 1), "%s", c.why);
   ck_assert_uint_gt(c.tainted, 0);
   ck_assert_uint_le(c.tainted, c.compared);
}
END_TEST

/* A recursive subroutine with many calls is lowered once, as is everything that would be too large when expanded. */
START_TEST(recursion_many_calls)
{
   static char text[1 << 20];
   size_t n = (size_t)snprintf(text, sizeof text, "!!NVvp4.0\nTEMP t;\nf: CAL f;\n");

   for (unsigned i = 0; i < 2000; i++)
      n += (size_t)snprintf(text + n, sizeof text - n, "ADD t, t, t; CAL g;\n");
   n += (size_t)snprintf(text + n, sizeof text - n, "RET;\ng: MOV t.x, 1.0; RET;\nmain: MOV t, 1;\n");
   for (unsigned i = 0; i < 2000; i++)
      n += (size_t)snprintf(text + n, sizeof text - n, "CAL f;\n");
   snprintf(text + n, sizeof text - n, "MOV result.position, t;\nEND\n");
   struct ir_shader *s = lower(text);
   ck_assert_ptr_nonnull(s);
   ck_assert_uint_eq(count(s, IR_fadd), 2000 * 4);
}
END_TEST

/* A recursive subroutine that is never called is not lowered. */
START_TEST(recursion_unused)
{
   ck_assert_ptr_nonnull(lower("!!NVvp4.0\nf: CAL f; RET;\nmain: MOV result.position, 1.0;\nEND\n"));
}
END_TEST

/* There would be 2^25 calls if all were expanded, but each instruction of the source is lowered once. */
START_TEST(calls_that_double)
{
   char text[4096];
   size_t n = (size_t)snprintf(text, sizeof text, "!!NVvp4.0\nTEMP t;\nf0: ADD t, t, t; RET;\n");

   for (unsigned i = 1; i <= 24; i++)
      n += (size_t)snprintf(text + n, sizeof text - n, "f%u: CAL f%u; CAL f%u; RET;\n", i, i - 1, i - 1);
   snprintf(text + n, sizeof text - n, "main: CAL f24; CAL f24;\nMOV result.position, t;\nEND\n");
   struct ir_shader *s = lower(text);
   ck_assert_ptr_nonnull(s);
   ck_assert_uint_eq(count(s, IR_fadd), 4);
}
END_TEST

/* Defined behaviour: the 33rd nested call is not taken. In a chain of 40 subroutines, each adds 1 before it calls the next, and
   32 are executed. */
START_TEST(call_depth)
{
   char text[4096];
   size_t n = (size_t)snprintf(text, sizeof text, "!!NVvp4.0\nTEMP t;\n");
   struct exec_compare c = {.seeds = 1};
   struct ir_shader *s;

   for (unsigned i = 0; i < 40; i++)
      n += i ? (size_t)snprintf(text + n, sizeof text - n, "f%u: ADD t, t, 1.0; CAL f%u;\n", i, i - 1)
             : (size_t)snprintf(text + n, sizeof text - n, "f0: ADD t, t, 1.0;\n");
   n += (size_t)snprintf(text + n, sizeof text - n, "main: MOV t, 0.0; CAL f39;\nMOV result.position, t;\nEND\n");
   s = lower(text);
   ck_assert_ptr_nonnull(s);
   ck_assert_uint_eq(count(s, IR_fadd), 32 * 4);
   ck_assert_msg(exec_compare_text(&c, text, n), "%s", c.why);
}
END_TEST

/* Four invariant DP4 follow the program; their rows follow the one parameter of the program. */
START_TEST(position_invariant)
{
   struct ir_shader *s =
       lower("!!NVvp4.0\nOPTION ARB_position_invariant;\nMUL result.color, vertex.color, program.local[3];\nEND\n");
   unsigned invariant = 0, stores = 0;

   ck_assert_uint_eq(s->num_params, 5);
   ck_assert_str_eq(s->params[1].state, "state.matrix.mvp.row[0]");
   ck_assert_str_eq(s->params[4].state, "state.matrix.mvp.row[3]");
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i) {
         invariant += i->invariant && (i->op == IR_fmul || i->op == IR_fmad);
         stores += i->op == IR_store_output && i->attr[0] == SLOT_POSITION && i->invariant;
      }
   ck_assert_uint_eq(invariant, 16);
   ck_assert_uint_eq(stores, 4);
}
END_TEST

/* Literals are constants, not parameters, and only the components in the mask are computed. */
START_TEST(economy)
{
   struct ir_shader *s = lower("!!NVvp4.0\nPARAM k = { 2, 3, 4, 5 };\nMUL result.color.xz, vertex.color, k;\nEND\n");

   ck_assert_uint_eq(count(s, IR_load_param), 0);
   ck_assert_uint_eq(count(s, IR_fmul), 2);
   ck_assert_uint_eq(count(s, IR_store_output), 2);
   ck_assert_uint_eq(count(s, IR_load_input), 2);
}
END_TEST

/* Flags that are never tested are not computed, and neither are OF and CF of a float instruction. */
START_TEST(flags_on_demand)
{
   struct ir_shader *s = lower("!!NVvp4.0\nTEMP t;\nADD.S.CC0 t, vertex.attrib[0], 1;\nMOV result.color, t;\nEND\n");

   ck_assert_uint_eq(count(s, IR_ilt), 0);
   s = lower("!!NVvp4.0\nTEMP t;\nADD.CC0 t, vertex.attrib[0], 1.0;\nMOV result.color.x (GE.y), t;\nEND\n");
   ck_assert_uint_eq(count(s, IR_fge), 1); /* SF = not r >= 0 */
   ck_assert_uint_eq(count(s, IR_feq), 0);
}
END_TEST

/* Spans: each IR instruction refers to the statement that it came from. */
START_TEST(spans)
{
   static const char text[] = "!!NVvp4.0\nTEMP t;\nADD t, vertex.attrib[0], 1.0;\nRCP result.color, t.x;\nEND\n";
   struct ir_shader *s = lower(text);

   ir_foreach_block (s, b)
      ir_foreach_instr (b, i) {
         if (i->op == IR_fadd)
            ck_assert_uint_eq(i->span.off, (uint32_t)(strstr(text, "ADD") - text));
         if (i->op == IR_frcp)
            ck_assert_uint_eq(i->span.off, (uint32_t)(strstr(text, "RCP") - text));
      }
   ck_assert_uint_eq(s->num_source_ops, 2);
}
END_TEST

static double seconds_for(unsigned n)
{
   char *text = malloc((size_t)n * 64 + 256), *p = text;
   clock_t t0;

   p += sprintf(p, "!!NVvp4.0\nTEMP a, b;\n");
   for (unsigned i = 0; i < n; i++)
      p += sprintf(p, i % 10 == 3   ? "IF GT.x;\n"
                      : i % 10 == 7 ? "ENDIF;\n"
                      : i & 1       ? "MAD.CC0 a, a.wzyx, b, 0.5;\n"
                                    : "ADD b (LT), a, b;\n");
   for (unsigned i = n - n % 10; i < n; i++)
      if (n % 10 > 3 && n % 10 <= 7 && i % 10 == 3)
         p += sprintf(p, "ENDIF;\n");
   sprintf(p, "MOV result.position, a;\nEND\n");
   t0 = clock();
   struct nv_limits limits = nv_default_limits;
   limits.instructions = 1000000;
   ctx.text = text;
   ctx.text_len = strlen(text);
   if (setjmp(ctx.unwind))
      ck_abort_msg("left: %s", ctx.diags ? ctx.diags->message : "?");
   ctx.unwind_set = true;
   const struct nv_program *prog = nv_parse(&ctx, text, ctx.text_len, &limits);
   ck_assert_msg(prog != NULL, "%s", ctx.diags ? ctx.diags->message : "?");
   t0 = clock();
   ck_assert_ptr_nonnull(nv_lower(&ctx, prog, &num_model_ieee, 32));
   free(text);
   return (double)(clock() - t0) / CLOCKS_PER_SEC;
}

/* A program that is ten times as long takes at most thirty times as long. */
START_TEST(linear)
{
   double small = seconds_for(10000), big = seconds_for(100000);

   ck_assert_msg(big < 30 * small + 0.5, "10,000 instructions: %.3f s, 100,000: %.3f s", small, big);
}
END_TEST

int main(int argc, char **argv)
{
   Suite *s = suite_create("nv_lower");
   TCase *programs = tcase_create("programs"), *random = tcase_create("random"), *props = tcase_create("properties");
   glob_t g;

   files = argv + 1;
   num_files = argc - 1;
   if (!num_files && glob("tests/nv/1*.[vfg]p", 0, NULL, &g) == 0) {
      files = g.gl_pathv;
      num_files = (int)g.gl_pathc;
   }
   tcase_set_timeout(programs, 120);
   tcase_add_loop_test(programs, file, 0, num_files);
   tcase_set_timeout(random, 300);
   tcase_add_loop_test(random, random_programs, 0, 100);
   tcase_add_loop_test(random, random_recursion, 0, 60);
   tcase_add_loop_test(random, generated_programs, 0, 100);
   tcase_add_test(random, random_totals);
   tcase_set_timeout(props, 60);
   tcase_add_checked_fixture(props, setup, teardown);
   tcase_add_test(props, recursion);
   tcase_add_test(props, recursion_unused);
   tcase_add_test(props, recursion_many_calls);
   tcase_add_test(props, recursion_apart);
   tcase_add_test(props, calls_that_double);
   tcase_add_test(props, call_depth);
   tcase_add_test(props, position_invariant);
   tcase_add_test(props, economy);
   tcase_add_test(props, flags_on_demand);
   tcase_add_test(props, spans);
   tcase_add_test(props, linear);
   suite_add_tcase(s, programs);
   if (argc == 1) {
      suite_add_tcase(s, random);
      suite_add_tcase(s, props);
   }
   int failed = suite_run_nofork(s);
   printf("nv_lower: %d programs of tests/nv, %llu random, %llu recursive, %llu components compared\n", num_files,
          (unsigned long long)totals.programs, (unsigned long long)recursive.programs,
          (unsigned long long)(totals.compared + recursive.compared));
   return failed;
}

/* SPDX-License-Identifier: MIT */
/*
 * The execution matrix tests every instruction of nv_ops.def (Table X.13) with every data type, saturation and condition code
 * update that its row allows, with and without a condition mask, with several write masks and operand modifiers. This file
 * generates each program from the row. The program runs in the reference evaluator, in the IR interpreter and, through the
 * public interface, as simulated machine code of -O0 and -O2.
 *
 * A program computes CC0 from an input and writes a register under a test of CC0. Its outputs are that register and the whole
 * condition code, which it copies with one conditional write for each flag. usage: test_matrix [ONLY-THIS-INSTRUCTION]
 */
#include "tests/unit/common/exec_compare.h"

#include <stdio.h>
#include <stdlib.h>

#include "nvp4c.h"
#include "tests/unit/common/suite.h"
#include "util/rng.h"

static const char *only;

static const char *const type_name[] = {"", ".F", ".S", ".U"};
static const char *const sat_name[] = {"", ".SAT", ".SSAT"};
static const char *const cc_name[] = {"", ".CC0", ".CC1"};

/* Makes an operand with a random swizzle and modifiers; a scalar names one component. One operand in three has no modifiers. */
static void operand(struct text *t, struct util_rng *r, bool fragment, unsigned n, unsigned format, bool plain)
{
   static const char *const names[2][3] = {
      {"vertex.attrib[0]", "vertex.attrib[1]", "vertex.attrib[2]"},
      {"fragment.texcoord[0]", "fragment.texcoord[1]", "fragment.texcoord[2]"},
   };
   static const char comp[] = "xyzw";
   unsigned bars = util_rng_below(r, 3) == 0, minus = util_rng_below(r, 3) == 0, inner = util_rng_below(r, 3) == 0;
   char swz[6] = "";

   if (plain || util_rng_below(r, 3) == 0)
      bars = minus = inner = 0;
   unsigned num = format == NV_FMT_S ? 1 : !plain && util_rng_below(r, 2) ? 4 : 0;
   swz[0] = num ? '.' : 0;
   for (unsigned k = 0; k < num; k++)
      swz[1 + k] = comp[util_rng_below(r, 4)];
   if (bars)
      text_add(t, ", %s|%s%s%s|", minus ? "-" : "", inner ? "-" : "", names[fragment][n], swz);
   else
      text_add(t, ", %s%s%s", minus ? "-" : "", names[fragment][n], swz);
}

static const char *const targets[] = {"1D",           "2D",       "3D",       "CUBE",       "RECT",       "ARRAY1D",
                                      "ARRAY2D",      "SHADOW1D", "SHADOW2D", "SHADOWRECT", "SHADOWCUBE", "SHADOWARRAY1D",
                                      "SHADOWARRAY2D"};

static bool target_allowed(unsigned op, unsigned t)
{
   if (op == NV_OP_TXF)
      return t != 3 && t < 7;
   if (op == NV_OP_TXP || op == NV_OP_TXB || op == NV_OP_TXL)
      return t != 10 && t != 12; /* not enough components */
   return true;
}

struct variant {
   unsigned op, type, sat, cc, half, special, target;
   bool fragment, short_temp, masked;
};

static void build(struct text *t, struct util_rng *r, const struct variant *v)
{
   static const char *const masks[] = {"", ".x", ".yw", ".xyz", ".z", ".xzw", "", ""};
   static const char *const rules[] = {"GT0.xyzw", "LE.wzyx", "NE0.x", "EQ.yyzz", "GE0", "LT.w", "TR", "LEG0.xxyy", "BLE0"};
   static const char *const flags[] = {"SF", "EQ", "NAN", "OF", "CF"};
   const struct nv_op_info *info = &nv_op_info[v->op];
   const char *in = v->fragment ? "fragment.texcoord" : "vertex.attrib",
              *out = v->fragment ? "result.color" : "result.texcoord";

   t->n = 0;
   text_add(t, "%s\n", v->fragment ? "!!NVfp4.0" : "!!NVvp4.0");
   if (v->fragment)
      text_add(t, "OPTION ARB_draw_buffers;\n");
   text_add(t, "%sTEMP r;\nTEMP t;\n", v->short_temp ? "SHORT " : "");
   text_add(t, "MOV r, %s[4];\nADD.S.CC0 t, %s[3], -%s[4];\n", in, in, in);
   if (util_rng_below(r, 2))
      text_add(t, "MOV.CC1 t, %s[3];\n", in);
   text_add(t, "%s%s%s", info->name, v->half ? "H" : "", v->half ? "" : type_name[v->type]);
   text_add(t, "%s%s%s",
            v->special == 1   ? ".HI"
            : v->special == 2 ? ".S24"
            : v->special == 3 ? ".U24"
                              : "",
            sat_name[v->sat], cc_name[v->cc]);
   if (info->out != NV_FMT_NONE) {
      text_add(t, " r%s", masks[util_rng_below(r, 8)]);
      if (v->masked)
         text_add(t, " (%s)", rules[util_rng_below(r, sizeof rules / sizeof rules[0])]);
   }
   if (v->op == NV_OP_KIL && v->special == 4) {
      text_add(t, " %s", rules[util_rng_below(r, sizeof rules / sizeof rules[0])]);
   } else if (info->out == NV_FMT_NONE) { /* KIL has no comma before its operand */
      struct text o = {{0}, 0};

      operand(&o, r, v->fragment, 0, info->in[0], false);
      text_add(t, " %s", o.s + 2);
   } else {
      for (unsigned i = 0; i < info->num_in; i++)
         operand(t, r, v->fragment, i, info->in[i], info->shape == NV_SHAPE_SWZ);
   }
   if (info->shape == NV_SHAPE_SWZ) {
      static const char *const sel[] = {"x", "-y", "z", "-w", "0", "1", "-1", "-0"};

      for (unsigned c = 0; c < 4; c++)
         text_add(t, ", %s", sel[util_rng_below(r, 8)]);
   }
   if (info->shape == NV_SHAPE_TEX || info->shape == NV_SHAPE_TXD) {
      text_add(t, ", texture[%u], %s", util_rng_below(r, 8), targets[v->target]);
      if (v->target != 3 && v->target != 10 && v->op != NV_OP_TXQ && util_rng_below(r, 2))
         text_add(t, ", (%d)", (int)util_rng_below(r, 15) - 8);
   }
   text_add(t, ";\nMOV %s[0], r;\n", out);
   for (unsigned k = 0; k < 2; k++)
      for (unsigned f = 0; f < 5; f++)
         if (v->cc == k + 1 || f < 2)
            text_add(t, "MOV %s[%u].%s, 0;\nMOV %s[%u].%s (%s%u), 1;\n", out, 1 + f % 3 + 3 * k, f < 3 ? "xy" : "zw", out,
                     1 + f % 3 + 3 * k, f < 3 ? "xy" : "zw", flags[f], k);
   text_add(t, "END\n");
}

static unsigned long long machine_tasks;

/* Runs both comparisons of the verification, down to the bytes, at -O0 and -O2. */
static void machine_code(const struct text *t, const struct variant *v, uint64_t seed)
{
   for (int level = 0; level <= 2; level += 2) {
      struct nvp4c_options opt;
      nvp4c_options_init(&opt, sizeof opt);
      opt.opt_level = level;
      opt.verify.waves = 2;
      opt.verify.seed = seed;
      opt.fshort = v->half || v->short_temp ? 16 : 32;
      struct nvp4c_result *r = nvp4c_compile(t->s, t->n, &opt);
      ck_assert_ptr_nonnull(r);
      struct nvp4c_verify n = nvp4c_result_verify(r);
      if (nvp4c_result_status(r) != NVP4C_OK || n.source_comparisons != 2 || n.code_comparisons != 2) {
         fprintf(stderr, "%s", t->s);
         ck_abort_msg("-O%d: status %d: %s", level, (int)nvp4c_result_status(r),
                      nvp4c_result_num_diagnostics(r) ? nvp4c_result_diagnostic(r, 0)->message : "");
      }
      machine_tasks += n.code_comparisons;
      nvp4c_result_free(r);
   }
}

static struct exec_compare total = {.seeds = 1, .first_seed = 1, .fshort16 = true};
static unsigned made;

static void one(const struct variant *v)
{
   struct util_rng r;
   struct text t;

   for (unsigned k = 0; k < 2; k++) { /* with two random choices of swizzles, modifiers and masks */
      util_rng_init(&r, made * 2 + k);
      build(&t, &r, v);
      total.first_seed = made * 4 + k;
      if (!exec_compare_text(&total, t.s, t.n)) {
         fprintf(stderr, "%s\n", t.s);
         ck_abort_msg("%s", total.why);
      }
      if (k == 0)
         machine_code(&t, v, made);
   }
   made++;
}

/* Runs all variants of one row in one stage. */
static void row(unsigned op, bool fragment)
{
   const struct nv_op_info *info = &nv_op_info[op];
   bool tex = info->shape == NV_SHAPE_TEX || info->shape == NV_SHAPE_TXD;
   bool packs = op >= NV_OP_PK2H && op <= NV_OP_PK4UB, unpacks = op >= NV_OP_UP2H && op <= NV_OP_UP4UB;

   for (unsigned type = NV_TYPE_NONE; type <= NV_TYPE_U; type++) {
      unsigned result = info->out == NV_FMT_VF ? NV_TYPE_F : type == NV_TYPE_NONE ? info->default_type : type;

      if ((type == NV_TYPE_F && !(info->types & NV_TYPES_F)) || (type >= NV_TYPE_S && !(info->types & NV_TYPES_I)))
         continue;
      for (unsigned sat = 0; sat < 3; sat++) {
         if (sat && (!info->sat || result != NV_TYPE_F))
            continue;
         for (unsigned cc = 0; cc < 3; cc++)
            for (unsigned masked = 0; masked < 2; masked++) {
               struct variant v = {.op = op, .type = type, .sat = sat, .cc = cc, .fragment = fragment, .masked = masked};

               if (cc && !info->cc)
                  continue;
               if (type == NV_TYPE_NONE && info->types != NV_TYPES_NONE &&
                   (sat + cc + masked) % 2) /* the same as the default type: half of them are enough */
                  continue;
               if (tex) {
                  unsigned n = sizeof targets / sizeof targets[0];

                  for (v.target = 0; v.target < n; v.target++)
                     if (target_allowed(op, v.target) && (v.target + sat + cc + masked + type) % 3 == 0)
                        one(&v);
                  continue;
               }
               one(&v);
               if (op == NV_OP_KIL) {
                  v.special = 4;
                  one(&v);
                  v.special = 0;
               }
               if (op == NV_OP_MUL && type >= NV_TYPE_S) {
                  v.special = 1;
                  one(&v);
                  v.special = type;
                  v.type = 0;
                  one(&v);
                  v = (struct variant){.op = op, .type = type, .sat = sat, .cc = cc, .fragment = fragment, .masked = masked};
               }
               if (info->half && type == NV_TYPE_NONE && info->default_type == NV_TYPE_F) {
                  v.half = 1;
                  one(&v);
                  v.half = 0;
               }
               if (!packs && !unpacks && info->out != NV_FMT_NONE) {
                  v.short_temp = true;
                  one(&v);
               }
            }
      }
   }
}

static bool arithmetic(unsigned op)
{
   const struct nv_op_info *info = &nv_op_info[op];

   return info->stages && (info->out != NV_FMT_NONE || op == NV_OP_KIL);
}

START_TEST(instruction)
{
   unsigned op = (unsigned)_i;

   if (!arithmetic(op) || (only && strcmp(only, nv_op_info[op].name) != 0))
      return;
   made = op * 1000;
   if (nv_op_info[op].stages & 1)
      row(op, false);
   /* Of the instructions in vertex programs, too, only textures differ in fragment programs, where they have derivatives. */
   if (!(nv_op_info[op].stages & 1) || nv_op_info[op].shape == NV_SHAPE_TEX || nv_op_info[op].shape == NV_SHAPE_TXD)
      row(op, true);
}
END_TEST

START_TEST(taint)
{
   ck_assert_msg(total.tainted * 100 <= total.compared, "more than 1%% of the outputs is undefined");
}
END_TEST

int main(int argc, char **argv)
{
   Suite *s = suite_create("matrix");
   TCase *tc = tcase_create("instructions");

   only = argc > 1 ? argv[1] : NULL;
   tcase_set_timeout(tc, 300);
   tcase_add_loop_test(tc, instruction, 0, NV_OP_COUNT);
   tcase_add_test(tc, taint);
   suite_add_tcase(s, tc);
   int failed = suite_run_nofork(s);
   printf("matrix: %llu programs, %llu waves, %llu components compared, %llu undefined; %llu waves as machine code\n",
          (unsigned long long)total.programs, (unsigned long long)total.waves, (unsigned long long)total.compared,
          (unsigned long long)total.tainted, machine_tasks);
   return failed;
}

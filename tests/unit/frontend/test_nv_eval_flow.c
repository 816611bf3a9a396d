/* SPDX-License-Identifier: MIT */
/*
 * Tests the reference evaluator on whole programs: flow control, quads with divergent invocations, texture accesses, geometry.
 * Expected values are worked out from NV_gpu_program4 (2.X.5, 2.X.4.4 and the documents of the stages) and
 * docs/semantics-nv.md.
 */
#include "tests/unit/common/nv_machine.h"
#include "tests/unit/common/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ------------------------------------------------------------------------------------------------------------------------
   flow */

static void expect_lanes(const struct machine *m, unsigned slot, unsigned c, uint32_t (*f)(uint32_t lane))
{
   for (unsigned l = 0; l < EXEC_LANES; l++)
      ck_assert_msg(m->out[slot][c][l] == f(l), "lane %u: %d, want %d", l, (int)m->out[slot][c][l], (int)f(l));
}

static struct machine *run_lanes(const char *text)
{
   struct machine *m = machine_new();
   machine_lane_numbers(m, SLOT_VATTR);
   machine_load(m, text);
   machine_go(m);
   return m;
}

#define LANE_HEAD "!!NVvp4.0\nTEMP n, t, u;\nMOV.S n, vertex.attrib[0];\n"
#define LANE_TAIL "MOV.S result.attrib[0], t;\n"

static uint32_t nested_if(uint32_t l)
{
   return l < 8 ? (l < 3 ? 1 : 2) : l == 9 ? 4 : 3;
}

static uint32_t rep_count(uint32_t l) /* the loop counts to l, skips every third number and ends at 7 */
{
   uint32_t sum = 0;
   for (uint32_t i = 1; i <= l; i++) {
      if (i == 3)
         continue;
      if (i == 7)
         break;
      sum += i;
   }
   return sum;
}

static uint32_t rep_float(uint32_t l) /* floor(l / 4 - 1) iterations */
{
   return l < 8 ? 0 : l / 4 - 1;
}

START_TEST(flow_blocks)
{
   struct machine *m =
       run_lanes(LANE_HEAD "SUB.S.CC u, n.x, {8,3,9,0};\n"
                           "IF LT.x;\n IF LT.y;\n MOV.S t, {1,1,1,1};\n ELSE;\n MOV.S t, {2,2,2,2};\n ENDIF;\n"
                           "ELSE;\n MOV.S t, {3,3,3,3};\n IF EQ.z;\n MOV.S t, {4,4,4,4};\n ENDIF;\nENDIF;\n" LANE_TAIL "END\n");
   expect_lanes(m, SLOT_ATTR, 0, nested_if);
   machine_free(m);

   m = run_lanes(LANE_HEAD "REP.S n.x;\n ADD.S u.x, u.x, 1;\n SUB.S.CC u.yz, u.x, {0,3,7,0};\n CONT (EQ.y);\n BRK (EQ.z);\n"
                           " ADD.S t, t, u.x;\nENDREP;\n" LANE_TAIL "END\n");
   expect_lanes(m, SLOT_ATTR, 0, rep_count);
   machine_free(m);

   m = run_lanes(
       LANE_HEAD
       "MAD u, vertex.attrib[0].y, {0.25,0.25,0.25,0.25}, -{1,1,1,1};\nREP u.x;\n ADD.S t, t, {1,1,1,1};\nENDREP;\n" LANE_TAIL
       "END\n");
   expect_lanes(m, SLOT_ATTR, 0, rep_float);
   machine_free(m);
}
END_TEST

START_TEST(flow_counts)
{
   /* REP.F of a NaN or a negative value is skipped, REP.S of -1 too; REP.U 3 runs three times. */
   struct machine *m = machine_run("!!NVvp4.0\nTEMP t, u;\nRCP u.x, {0,0,0,0}.x;\nMUL u.x, u.x, 0;\n"
                           "REP u.x;\n ADD.S t.x, t.x, 1;\nENDREP;\n"
                           "MOV u.x, -0.5;\nREP u.x;\n ADD.S t.x, t.x, 1;\nENDREP;\n"
                           "MOV.S u.x, -1;\nREP.S u.x;\n ADD.S t.x, t.x, 1;\nENDREP;\n"
                           "MOV.U u.x, 3;\nREP.U u.x;\n ADD.S t.y, t.y, 1;\n MOV.U u.x, 99;\nENDREP;\n"
                           "MOV u.x, 2.75;\nREP u.x;\n ADD.S t.z, t.z, 1;\nENDREP;\n"
                           "MOV.S result.attrib[0], t;\nEND\n");
   ck_assert_uint_eq(m->out[SLOT_ATTR][0][5], 0);
   ck_assert_uint_eq(m->out[SLOT_ATTR][1][5], 3);
   ck_assert_uint_eq(m->out[SLOT_ATTR][2][5], 2);
   machine_free(m);

   /* The budget ends an endless loop. A step is one instruction. */
   m = machine_new();
   machine_load(m, "!!NVvp4.0\nTEMP t;\nREP;\n ADD.S.CC t.x, t.x, 1;\n BRK (LT.x);\nENDREP;\nEND\n");
   m->wave.budget = 30;
   ck_assert_int_eq(nv_eval_step(m->e, 10), EXEC_RUNNING);
   ck_assert_uint_eq(m->wave.budget, 20);
   ck_assert_int_eq(nv_eval_step(m->e, 1000), EXEC_BUDGET);
   ck_assert_uint_eq(m->wave.budget, 0);
   machine_free(m);
}
END_TEST

static uint32_t ret_in_if_in_rep(uint32_t l) /* the callee counts to 5, but returns at l; the caller adds 100 */
{
   return (l < 5 && l > 0 ? l : 5) + 100;
}

static uint32_t conditional_call(uint32_t l)
{
   return l < 4 ? 7 : 0;
}

static uint32_t recursion(uint32_t l) /* the subroutine calls itself while the counter is below l; at most 32 calls are open */
{
   return l < 1 ? 1 : l;
}

START_TEST(flow_subroutines)
{
   struct machine *m = run_lanes(
       "!!NVvp4.0\nTEMP n, t, u;\n"
       "inner:\n REP.S {5,0,0,0};\n  ADD.S t, t, {1,1,1,1};\n  SUB.S.CC u, t, n.x;\n  IF EQ.x;\n   RET;\n  ENDIF;\n ENDREP;\n"
       "outer:\n CAL inner;\n ADD.S t, t, {100,100,100,100};\n RET (TR);\n MOV.S t, {0,0,0,0};\n"
       "main:\n MOV.S n, vertex.attrib[0];\n CAL outer;\n" LANE_TAIL "END\n");
   expect_lanes(m, SLOT_ATTR, 0, ret_in_if_in_rep);
   machine_free(m);

   m = run_lanes("!!NVvp4.0\nTEMP n, t, u;\nmain:\n MOV.S n, vertex.attrib[0];\n SUB.S.CC u, n, {4,4,4,4};\n CAL seven "
                 "(LT.x);\n" LANE_TAIL "seven:\n MOV.S t, {7,7,7,7};\nEND\n");
   expect_lanes(m, SLOT_ATTR, 0, conditional_call);
   machine_free(m);

   m = run_lanes("!!NVvp4.0\nTEMP n, t, u;\nmain:\n MOV.S n, vertex.attrib[0];\n CAL self;\n" LANE_TAIL
                 "self:\n ADD.S t, t, {1,1,1,1};\n SUB.S.CC u, t, n.x;\n CAL self (LT.x);\nEND\n");
   expect_lanes(m, SLOT_ATTR, 0, recursion);
   machine_free(m);

   /* MAX_PROGRAM_CALL_DEPTH is 32: a deeper call is not taken (defined behaviour), so 32 calls happen and 32 return. */
   m = machine_run("!!NVvp4.0\nTEMP t;\nmain:\n CAL self;\n MOV.S result.attrib[0], t;\nself:\n ADD.S t.x, t.x, 1;\n CAL "
                   "self;\n ADD.S t.y, t.y, 1;\nEND\n");
   ck_assert_uint_eq(m->out[SLOT_ATTR][0][0], 32);
   ck_assert_uint_eq(m->out[SLOT_ATTR][1][0], 32);
   machine_free(m);

   /* The limit is an option: with 3, the third callee can make no further call. */
   m = machine_new();
   m->call_depth = 3;
   machine_load(
       m, "!!NVvp4.0\nTEMP t;\nmain:\n CAL self;\n MOV.S result.attrib[0], t;\nself:\n ADD.S t.x, t.x, 1;\n CAL self;\nEND\n");
   machine_go(m);
   ck_assert_uint_eq(m->out[SLOT_ATTR][0][0], 3);
   machine_free(m);

   /* Without "main" execution begins at the first instruction and ends at the next label; RET there ends the invocation. */
   m = run_lanes(LANE_HEAD "MOV.S t, {1,1,1,1};\n" LANE_TAIL
                           "SUB.S.CC u, n, {4,4,4,4};\nRET (LT.x);\nMOV.S result.attrib[0], {2,2,2,2};\n"
                           "sub:\nMOV.S result.attrib[0], {3,3,3,3};\nEND\n");
   for (unsigned l = 0; l < EXEC_LANES; l++)
      ck_assert_uint_eq(m->out[SLOT_ATTR][0][l], l < 4 ? 1 : 2);
   machine_free(m);
}
END_TEST

/* ------------------------------------------------------------------------------------------------------- fragments and
   quads */

static void frag_lanes(struct machine *m)
{
   for (unsigned l = 0; l < EXEC_LANES; l++)
      for (unsigned c = 0; c < 4; c++)
         m->in[0][SLOT_TEXCOORD][c][l] = num_u((float)(l * l + 100 * c));
   machine_lane_numbers(m, SLOT_ATTR);
}

START_TEST(kil)
{
   static const struct {
      const char *text;
      uint32_t killed;
   } cases[] = {
      {"KIL {1,0,-0.0,-1};", ALL},                                                      /* any component below 0; -0 is not */
      {"KIL {1,0,-0.0,1};", 0},
      {"SUB t, fragment.attrib[0].y, {4,0,0,0}.x;\nKIL t;", 0xf},                       /* lanes 0..3 are below 4 */
      {"SUB.S t, fragment.attrib[0].x, {4,0,0,0}.x;\nKIL.S t;", 0xf},
      {"SUB.S t, fragment.attrib[0].x, {4,0,0,0}.x;\nKIL.U t;", 0},                     /* no unsigned value is negative */
      {"SUB.S.CC t, fragment.attrib[0].x, {4,0,0,0}.x;\nKIL EQ.y;", 0x10},
      {"SUB.S.CC t, fragment.attrib[0].x, {4,0,0,0}.x;\nKIL GT;", 0xffffffe0},
   };
   for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
      struct machine *m = machine_new();
      char text[400];
      snprintf(text, sizeof text,
               "!!NVfp4.0\nFLAT INT ATTRIB q = fragment.attrib[0];\nTEMP t;\n%s\nMOV result.color, {1,1,1,1};\nEND\n",
               cases[i].text);
      /* The program reads lane numbers as floats and as integers, so the variable has no type. */
      memmove(strstr(text, "FLAT INT"), strstr(text, "TEMP"), strlen(strstr(text, "TEMP")) + 1);
      frag_lanes(m);
      m->wave.helper = 0x80000000u;
      machine_load(m, text);
      machine_go(m);
      uint32_t killed = cases[i].killed & 0x7fffffffu;
      ck_assert_msg(m->wave.killed == killed, "%s: %08x want %08x", cases[i].text, m->wave.killed, killed);
      ck_assert_uint_eq(m->wave.helper, killed | 0x80000000u);
      for (unsigned l = 0; l < EXEC_LANES; l++)
         ck_assert_uint_eq(m->out[SLOT_FRAG_COLOR][0][l], (killed | 0x80000000u) >> l & 1 ? 0 : NUM_ONE);
      machine_free(m);
   }
}
END_TEST

START_TEST(derivatives)
{
   struct machine *m = machine_new();
   frag_lanes(m);
   m->wave.valid = 0x0fffffffu; /* the last quad does not exist */
   machine_load(m, "!!NVfp4.0\nOUTPUT c0 = result.color;\nTEMP t;\nDDX c0.xy, fragment.texcoord[0];\nDDY c0.zw, "
                   "fragment.texcoord[0];\nEND\n");
   machine_go(m);
   for (unsigned l = 0; l < 28; l++) {
      int q = l & ~3u, row = l >> 1 & 1, col = l & 1;
      int l0 = q + 2 * row, t0 = q + col; /* the left lane of the row, the top lane of the column */
      ck_assert_uint_eq(m->out[SLOT_FRAG_COLOR][0][l], num_u((float)((l0 + 1) * (l0 + 1) - l0 * l0)));
      ck_assert_uint_eq(m->out[SLOT_FRAG_COLOR][2][l], num_u((float)((t0 + 2) * (t0 + 2) - t0 * t0)));
   }
   for (unsigned c = 0; c < 4; c++)
      ck_assert_uint_eq(m->taint[SLOT_FRAG_COLOR][c], 0);
   machine_free(m);

   /* Killed lanes continue as helpers, so the derivatives of their neighbours stay defined. */
   m = machine_new();
   frag_lanes(m);
   machine_load(
       m,
       "!!NVfp4.0\nTEMP t;\nSUB t, fragment.attrib[0].y, {1,0,0,0}.x;\nKIL t;\nDDX result.color, fragment.texcoord[0];\nEND\n");
   machine_go(m);
   ck_assert_uint_eq(m->wave.killed, 1);
   ck_assert_uint_eq(m->out[SLOT_FRAG_COLOR][0][0], 0);
   ck_assert_uint_eq(m->out[SLOT_FRAG_COLOR][0][1], NUM_ONE); /* 1*1 - 0*0 */
   ck_assert_uint_eq(m->taint[SLOT_FRAG_COLOR][0], 0);
   machine_free(m);
}
END_TEST

START_TEST(taint)
{
   /* Lane 1 does not execute, so DDX is undefined in lane 0 and DDY in lane 3. Only values that depend on them are tainted. */
   struct machine *m = machine_new();
   frag_lanes(m);
   machine_load(m, "!!NVfp4.0\nOUTPUT c0 = result.color;\nTEMP t, u, v;\nSUB.S.CC t, fragment.attrib[0].x, {1,0,0,0}.x;\n"
           "MOV v, {1,1,1,1};\n"
           "IF NE.x;\n DDX u.x, fragment.texcoord[0];\n DDY u.y, fragment.texcoord[0];\n ADD v.y, v.y, u.x;\nENDIF;\n"
           "DP3 c0.x, u, v;\nMOV c0.y, v.x;\nMOV c0.z, v.y;\nMAX c0.w, u.y, v.x;\nEND\n");
   machine_go(m);
   ck_assert_uint_eq(m->taint[SLOT_FRAG_COLOR][0], 9);
   ck_assert_uint_eq(m->taint[SLOT_FRAG_COLOR][1], 0);
   ck_assert_uint_eq(m->taint[SLOT_FRAG_COLOR][2], 1);
   ck_assert_uint_eq(m->taint[SLOT_FRAG_COLOR][3], 8);
   machine_free(m);

   /* A masked write with a tainted condition code taints only its target; a branch on it taints the lane; a target that is
      overwritten is no longer tainted. */
   m = machine_new();
   frag_lanes(m);
   machine_load(m, "!!NVfp4.0\nOUTPUT c0 = result.color;\nTEMP t, u;\nSUB.S.CC t, fragment.attrib[0].x, {1,0,0,0}.x;\n"
           "IF NE.x;\n DDX.CC1 u.x, fragment.texcoord[0];\nENDIF;\n"
           "MOV t, {2,2,2,2};\nMOV t.y (GT1.x), {3,3,3,3};\nMOV u.x, 1;\nMOV c0.x, u.x;\nMOV c0.yz, t;\nEND\n");
   machine_go(m);
   ck_assert_uint_eq(m->taint[SLOT_FRAG_COLOR][0], 0);
   ck_assert_uint_eq(m->taint[SLOT_FRAG_COLOR][1], 1);
   ck_assert_uint_eq(m->taint[SLOT_FRAG_COLOR][2], 0);
   machine_free(m);

   m = machine_new();
   frag_lanes(m);
   machine_load(
       m,
       "!!NVfp4.0\nOUTPUT c0 = result.color;\nTEMP t, u;\nSUB.S.CC t, fragment.attrib[0].x, {1,0,0,0}.x;\nMOV c0, {1,1,1,1};\n"
       "IF NE.x;\n DDX.CC1 u.x, fragment.texcoord[0];\nENDIF;\nIF GT1.x;\n MOV t, {3,3,3,3};\nENDIF;\nEND\n");
   machine_go(m);
   ck_assert_uint_eq(m->taint[SLOT_FRAG_COLOR][2], 1);
   machine_free(m);
}
END_TEST

/* ---------------------------------------------------------------------------------------------------------------------
   texture */

static void record(void *user, num_m num, const struct exec_tex *t, exec_lanes out[4])
{
   (void)num;
   *(struct exec_tex *)user = *t;
   for (unsigned c = 0; c < 4; c++)
      for (unsigned l = 0; l < EXEC_LANES; l++)
         out[c][l] = num_u(0.5f * (float)(c + 1) - 1.0f); /* -0.5 0 0.5 1 */
}

/* The operand is (2,3,5,4), so rcp(w) is 0.25; the derivatives are (7,8,9,-) and (-7,-8,-9,-). NAN marks components that must
   not reach the callback. */
struct tex_case {
   const char *ins;
   enum exec_tex_op op, vertex_op;
   float coord[3], layer, ref, lod;
};
#define __ NAN
static const struct tex_case tex_cases[] = {
   /* Table X.17 */
   {"TEX r, a, texture[1], 1D", TEX_SAMPLE, TEX_LOD, {2, __, __}, __, __, 0},
   {"TEX r, a, texture[1], 2D", TEX_SAMPLE, TEX_LOD, {2, 3, __}, __, __, 0},
   {"TEX r, a, texture[1], 3D", TEX_SAMPLE, TEX_LOD, {2, 3, 5}, __, __, 0},
   {"TEX r, a, texture[1], CUBE", TEX_SAMPLE, TEX_LOD, {2, 3, 5}, __, __, 0},
   {"TEX r, a, texture[1], RECT", TEX_SAMPLE, TEX_LOD, {2, 3, __}, __, __, 0},
   {"TEX r, a, texture[1], ARRAY1D", TEX_SAMPLE, TEX_LOD, {2, __, __}, 3, __, 0},
   {"TEX r, a, texture[1], ARRAY2D", TEX_SAMPLE, TEX_LOD, {2, 3, __}, 5, __, 0},
   {"TEX r, a, texture[1], SHADOW1D", TEX_SAMPLE, TEX_LOD, {2, __, __}, __, 5, 0},
   {"TEX r, a, texture[1], SHADOW2D", TEX_SAMPLE, TEX_LOD, {2, 3, __}, __, 5, 0},
   {"TEX r, a, texture[1], SHADOWRECT", TEX_SAMPLE, TEX_LOD, {2, 3, __}, __, 5, 0},
   {"TEX r, a, texture[1], SHADOWCUBE", TEX_SAMPLE, TEX_LOD, {2, 3, 5}, __, 4, 0},
   {"TEX r, a, texture[1], SHADOWARRAY1D", TEX_SAMPLE, TEX_LOD, {2, __, __}, 3, 5, 0},
   {"TEX r, a, texture[1], SHADOWARRAY2D", TEX_SAMPLE, TEX_LOD, {2, 3, __}, 5, 4, 0},
   {"TXB r, a, texture[1], 2D", TEX_BIAS, TEX_LOD, {2, 3, __}, __, __, 4},
   {"TXB r, a, texture[1], SHADOWARRAY1D", TEX_BIAS, TEX_LOD, {2, __, __}, 3, 5, 4},
   {"TXL r, a, texture[1], 3D", TEX_LOD, TEX_LOD, {2, 3, 5}, __, __, 4},
   {"TXL r, a, texture[1], ARRAY2D", TEX_LOD, TEX_LOD, {2, 3, __}, 5, __, 4},
   {"TXP r, a, texture[1], 2D", TEX_SAMPLE, TEX_LOD, {0.5f, 0.75f, __}, __, __, 0},
   {"TXP r, a, texture[1], SHADOW2D", TEX_SAMPLE, TEX_LOD, {0.5f, 0.75f, __}, __, 1.25f, 0},
   {"TXP r, a, texture[1], ARRAY1D", TEX_SAMPLE, TEX_LOD, {0.5f, __, __}, 0.75f, __, 0},
   {"TXD r, a, b, -b, texture[1], 2D", TEX_GRAD, TEX_GRAD, {2, 3, __}, __, __, __},
   {"TXD r, a, b, -b, texture[1], CUBE", TEX_GRAD, TEX_GRAD, {2, 3, 5}, __, __, __},
};
#undef __

static void expect(const char *what, const char *ins, float want, const exec_lanes got)
{
   for (unsigned l = 0; l < EXEC_LANES; l++)
      ck_assert_msg(got[l] == (isnan(want) ? 0 : num_u(want)), "%s: %s is %g, want %g", ins, what, num_f(got[l]), want);
}

START_TEST(texture_coordinates)
{
   for (unsigned i = 0; i < 2 * (sizeof tex_cases / sizeof *tex_cases); i++) {
      const struct tex_case *t = &tex_cases[i / 2];
      bool vertex = i & 1;
      struct exec_tex seen;
      struct machine *m = machine_new();
      char text[400];
      m->wave.tex = record;
      m->wave.tex_user = &seen;
      snprintf(text, sizeof text,
               "!!NV%cp4.0\nTEMP r, a, b;\nMOV a, {2,3,5,4};\nMOV b, {7,8,9,10};\n%s;\nMOV result.%s, r;\nEND\n",
               vertex ? 'v' : 'f', t->ins, vertex ? "attrib[0]" : "color");
      machine_load(m, text);
      machine_go(m);
      ck_assert_int_eq(seen.op, vertex ? t->vertex_op : t->op);
      ck_assert_uint_eq(seen.unit, 1);
      ck_assert_uint_eq(seen.active, ALL);
      ck_assert_uint_eq(seen.quad_valid, ALL);
      for (unsigned c = 0; c < 3; c++) {
         expect("coordinate", t->ins, t->coord[c], seen.coord[c]);
         bool grad = t->op == TEX_GRAD && !isnan(t->coord[c]);
         expect("ddx", t->ins, grad ? 7 + (float)c : NAN, seen.ddx[c]);
         expect("ddy", t->ins, grad ? -7 - (float)c : NAN, seen.ddy[c]);
      }
      expect("layer", t->ins, t->layer, seen.layer);
      expect("reference", t->ins, t->ref, seen.ref);
      expect("level", t->ins, t->lod, seen.lod);
      ck_assert_uint_eq(m->out[vertex ? SLOT_ATTR : SLOT_FRAG_COLOR][0][9], num_u(-0.5f));
      ck_assert_uint_eq(m->out[vertex ? SLOT_ATTR : SLOT_FRAG_COLOR][3][9], num_u(1));
      machine_free(m);
   }
}
END_TEST

/* Gradients by lane for which no document defines the level in a cube map. For other targets the sampler defines it. */
START_TEST(texture_gradients)
{
   static const struct {
      float p[3], ddx, ddy;
      bool undefined;
   } lane[] = {
      {{1, 0.5f, -0.25f}, 0.125f, -2, false},
      {{0, 0, -1}, 0, 0, false},
      {{0x1p-20f, 0, 0}, 0x1p20f, -0x1p20f, false},
      {{0, 0x1p20f, 0}, 0x1p-140f, 0, false},
      {{1, 2, 3}, NAN, 0, true},
      {{1, 2, 3}, 0, -INFINITY, true},
      {{1, 2, 3}, 0x1p21f, 0, true},
      {{1, 2, NAN}, 0, 0, true},
      {{-INFINITY, 2, 3}, 0, 0, true},
      {{0, 0, 0}, 1, 1, true},
      {{0, -0x1p-21f, 0}, 0, 0, true},
   };
   static const struct {
      const char *target;
      bool cube;
   } target[] = {{"CUBE", true}, {"SHADOWCUBE", true}, {"3D", false}, {"2D", false}};
   uint32_t want = 0;

   for (unsigned k = 0; k < sizeof target / sizeof *target; k++) {
      struct machine *m = machine_new();
      struct exec_tex seen;
      char text[200];
      for (unsigned l = 0; l < sizeof lane / sizeof *lane; l++) {
         for (unsigned c = 0; c < 3; c++)
            m->in[0][SLOT_TEXCOORD][c][l] = num_u(lane[l].p[c]);
         m->in[0][SLOT_TEXCOORD + 1][1][l] = num_u(lane[l].ddx);
         m->in[0][SLOT_TEXCOORD + 2][0][l] = num_u(lane[l].ddy);
         want |= (uint32_t)lane[l].undefined << l;
      }
      m->wave.tex = record;
      m->wave.tex_user = &seen;
      m->wave.valid = (1u << sizeof lane / sizeof *lane) - 1;
      snprintf(text, sizeof text,
               "!!NVfp4.0\nTXD result.color, fragment.texcoord[0], fragment.texcoord[1], fragment.texcoord[2], texture[1], "
               "%s;\nEND\n",
               target[k].target);
      machine_load(m, text);
      machine_go(m);
      for (unsigned c = 0; c < 4; c++)
         ck_assert_msg(m->taint[SLOT_FRAG_COLOR][c] == (target[k].cube ? want : 0), "%s: %x want %x", target[k].target,
                       m->taint[SLOT_FRAG_COLOR][c], want);
      machine_free(m);
   }
}
END_TEST

START_TEST(texture_integers)
{
   /* Table X.18: i j k come from x y z, then the layer, and the level comes from w (none for BUFFER); TXQ takes its level from
      x. */
   static const struct {
      const char *ins;
      enum exec_tex_op op;
      uint32_t coord[3], layer, lod;
   } cases[] = {
       {"TXF r, a, texture[0], 1D", TEX_FETCH, {2, 0, 0}, 0, 4},
       {"TXF r, a, texture[0], 2D", TEX_FETCH, {2, 3, 0}, 0, 4},
       {"TXF r, a, texture[0], 3D", TEX_FETCH, {2, 3, 5}, 0, 4},
       {"TXF r, a, texture[0], RECT", TEX_FETCH, {2, 3, 0}, 0, 4},
       {"TXF r, a, texture[0], ARRAY1D", TEX_FETCH, {2, 0, 0}, 3, 4},
       {"TXF r, a, texture[0], ARRAY2D", TEX_FETCH, {2, 3, 0}, 5, 4},
       {"TXF.S r, a, texture[0], BUFFER", TEX_FETCH, {2, 0, 0}, 0, 0},
       {"TXQ r, a, texture[0], ARRAY2D", TEX_SIZE, {0, 0, 0}, 0, 2},
   };
   for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
      struct exec_tex seen;
      struct machine *m = machine_new();
      char text[300];
      m->wave.tex = record;
      m->wave.tex_user = &seen;
      snprintf(text, sizeof text, "!!NVfp4.0\nTEMP r, a;\nMOV.S a, {2,3,5,4};\n%s;\nMOV result.color, r;\nEND\n", cases[i].ins);
      machine_load(m, text);
      machine_go(m);
      ck_assert_int_eq(seen.op, cases[i].op);
      for (unsigned c = 0; c < 3; c++)
         ck_assert_uint_eq(seen.coord[c][7], cases[i].coord[c]);
      ck_assert_uint_eq(seen.layer[7], cases[i].layer);
      ck_assert_uint_eq(seen.ref[7], 0);
      ck_assert_uint_eq(seen.lod[7], cases[i].lod);
      machine_free(m);
   }
}
END_TEST

START_TEST(texture_results)
{
   /* Tests clamping, condition codes and types of the result (-0.5, 0, 0.5, 1), offsets, and the participating lanes under
      divergent control flow. */
   struct exec_tex seen;
   struct machine *m = machine_new();
   m->wave.tex = record;
   m->wave.tex_user = &seen;
   frag_lanes(m);
   machine_load(m, "!!NVfp4.0\nTEMP r, t;\nSUB.S.CC t, fragment.attrib[0].x, {1,0,0,0}.x;\nIF NE.x;\n"
           "TEX.SAT.CC1 r, fragment.texcoord[0], texture[3], 3D, (1,-2,3);\nENDIF;\nMOV result.color, r;\nEND\n");
   machine_go(m);
   ck_assert_int_eq(seen.offset[0], 1);
   ck_assert_int_eq(seen.offset[1], -2);
   ck_assert_int_eq(seen.offset[2], 3);
   ck_assert_uint_eq(seen.active, ~2u);
   ck_assert_uint_eq(m->out[SLOT_FRAG_COLOR][0][8], 0);
   ck_assert_uint_eq(m->out[SLOT_FRAG_COLOR][2][8], num_u(0.5f));
   ck_assert_uint_eq(m->out[SLOT_FRAG_COLOR][3][1], 0);
   ck_assert_uint_eq(machine_cc_bits(&m->e->cc[1], 0, 8), 2);
   ck_assert_uint_eq(m->taint[SLOT_FRAG_COLOR][0], 9); /* the neighbours of lane 1 in its row and its column */
   machine_free(m);

   static const char *const forms[] = {
       "TEX.S.CC r, a, texture[0], 2D",    "TXB.U.CC r, a, texture[0], 2D",   "TXL.S.CC r, a, texture[0], 2D",
       "TXP.U.CC r, a, texture[0], 2D",    "TXF.S.CC r, a, texture[0], 2D",   "TXD.S.CC r, a, a, a, texture[0], 2D",
       "TEX.SSAT.CC r, a, texture[0], 2D", "TXB.CC.SAT r, a, texture[0], 2D", "TXL.CC.SAT r, a, texture[0], 2D",
       "TXP.CC.SAT r, a, texture[0], 2D",  "TXF.CC.SAT r, a, texture[0], 2D", "TXD.CC.SAT r, a, a, a, texture[0], 2D"};
   for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++) {
      char text[300];
      m = machine_new();
      m->wave.tex = record;
      m->wave.tex_user = &seen;
      snprintf(text, sizeof text, "!!NVfp4.0\nTEMP r, a;\n%s;\nMOV result.color, r;\nEND\n", forms[i]);
      machine_load(m, text);
      machine_go(m);
      bool sat = strstr(forms[i], ".SAT") != NULL, is_int = i < 6;
      ck_assert_uint_eq(m->out[SLOT_FRAG_COLOR][0][0], sat ? 0 : num_u(-0.5f));
      ck_assert_uint_eq(machine_cc_bits(&m->e->cc[0], 0, 0), sat ? 2 : 1);
      ck_assert_uint_eq(machine_cc_bits(&m->e->cc[0], 1, 0), 2);
      ck_assert_uint_eq(machine_cc_bits(&m->e->cc[0], 2, 0), 0);
      (void)is_int;
      machine_free(m);
   }
}
END_TEST

/* --------------------------------------------------------------------------------------------------------------------
   geometry */

struct emitted {
   struct machine *m;
   uint32_t lanes[8], value[8], n, ends;
};

static void on_emit(void *user, struct exec_wave *wave, uint32_t lanes, unsigned stream)
{
   struct emitted *e = user;
   ck_assert_uint_eq(stream, 0);
   e->lanes[e->n] = lanes;
   e->value[e->n++] = wave->out[SLOT_POSITION][0][2];
}

static void on_end(void *user, struct exec_wave *wave, uint32_t lanes, unsigned stream)
{
   struct emitted *e = user;
   (void)wave;
   ck_assert_uint_eq(stream, 0);
   e->ends |= lanes;
}

START_TEST(geometry)
{
   struct machine *m = machine_new();
   struct emitted got = {.m = m};
   m->wave.emit = on_emit;
   m->wave.end_primitive = on_end;
   m->wave.emit_user = &got;
   m->wave.valid = 0xff;
   for (unsigned v = 0; v < 3; v++)
      for (unsigned l = 0; l < EXEC_LANES; l++) {
         m->in[v][SLOT_POSITION][0][l] = num_u((float)(10 * v + l));
         m->in[v][SLOT_PRIM_ID][0][l] = l;
      }
   machine_load(m, "!!NVgp4.0\nPRIMITIVE_IN TRIANGLES;\nPRIMITIVE_OUT TRIANGLE_STRIP;\nVERTICES_OUT 4;\nTEMP i;\nATTRIB pos = "
                   "vertex.position;\n"
                   "REP.S {3,0,0,0};\n MOV result.position, pos[i.x];\n EMIT;\n ADD.S i.x, i.x, 1;\nENDREP;\n"
                   "MOV result.position, pos[i.x];\n" /* 3 clamps to 2 */
                   "SUB.S.CC i.y, primitive.id.x, 2;\nIF EQ.y;\n EMIT;\n ENDPRIM;\nENDIF;\nEND\n");
   machine_go(m);
   ck_assert_uint_eq(got.n, 4);
   for (unsigned k = 0; k < 4; k++)
      ck_assert_uint_eq(got.value[k], num_u((float)(10 * (k < 3 ? k : 2) + 2)));
   ck_assert_uint_eq(got.lanes[0], 0xff);
   ck_assert_uint_eq(got.lanes[3], 4);
   ck_assert_uint_eq(got.ends, 4);
   /* A vertex number that belongs to the binding of an operand, of a variable, and of an indexed array. Position x is 10 v +
      lane. */
   static const char *const bound[] = {
      "MOV result.position, vertex[1].position;\n",
      "ATTRIB a = vertex[1].position;\nMOV result.position, a;\n",
      "ATTRIB a[] = { vertex[1].texcoord[0..1] };\nINT TEMP i;\nMOV.S i, 1;\nMOV result.position, a[i.x];\n",
   };
   for (unsigned k = 0; k < 3; k++) {
      for (unsigned v = 0; v < 3; v++)
         for (unsigned l = 0; l < EXEC_LANES; l++)
            m->in[v][SLOT_TEXCOORD + 1][0][l] = m->in[v][SLOT_POSITION][0][l];
      char text[512];
      got.n = got.ends = 0;
      snprintf(text, sizeof text, "!!NVgp4.0\nPRIMITIVE_IN TRIANGLES;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 4;\n%sEMIT;\nEND\n",
               bound[k]);
      machine_load(m, text);
      machine_go(m);
      ck_assert_uint_eq(got.n, 1);
      ck_assert_uint_eq(got.value[0], num_u(12));
   }
   machine_free(m);
}
END_TEST

/* Component c of slot s of vertex v holds 1000 v + 10 s + c, so a number identifies the attribute (Table X.2). */
#define PLACE(v, slot, c) (1000u * (v) + 10u * (unsigned)(slot) + (c))

START_TEST(geometry_attributes)
{
   static const struct {
      const char *operand;
      uint32_t value;
   } table[] = {
      {"vertex[0].position.w", PLACE(0, SLOT_POSITION, 3)},
      {"vertex[5].color.y", PLACE(5, SLOT_COLOR, 1)}, /* without face and type it is front and primary */
      {"vertex[1].color.primary.x", PLACE(1, SLOT_COLOR, 0)},
      {"vertex[1].color.secondary.x", PLACE(1, SLOT_COLOR + 1, 0)},
      {"vertex[1].color.front.x", PLACE(1, SLOT_COLOR, 0)},
      {"vertex[1].color.front.primary.x", PLACE(1, SLOT_COLOR, 0)},
      {"vertex[1].color.front.secondary.x", PLACE(1, SLOT_COLOR + 1, 0)},
      {"vertex[2].color.back.x", PLACE(2, SLOT_BACK_COLOR, 0)},
      {"vertex[2].color.back.primary.z", PLACE(2, SLOT_BACK_COLOR, 2)},
      {"vertex[2].color.back.secondary.a", PLACE(2, SLOT_BACK_COLOR + 1, 3)},
      {"vertex[3].fogcoord.x", PLACE(3, SLOT_FOG, 0)},
      {"vertex[3].pointsize.x", PLACE(3, SLOT_POINT_SIZE, 0)},
      {"vertex[4].texcoord.y", PLACE(4, SLOT_TEXCOORD, 1)}, /* unit 0 */
      {"vertex[4].texcoord[7].y", PLACE(4, SLOT_TEXCOORD + 7, 1)},
      {"vertex[4].attrib[15].z", PLACE(4, SLOT_ATTR + 15, 2)},
      {"vertex[4].clip[6].x", PLACE(4, SLOT_CLIP + 6, 0)},
      {"vertex[5].id.x", PLACE(5, SLOT_VERTEX_ID, 0)},
      {"primitive.id.x", PLACE(0, SLOT_PRIM_ID, 0)},
      {"back[2].x", PLACE(2, SLOT_BACK_COLOR + 1, 0)},
      {"back[i.z].x", PLACE(3, SLOT_BACK_COLOR + 1, 0)},
      {"back[i.z + 2].x", PLACE(5, SLOT_BACK_COLOR + 1, 0)},
      {"back[i.z + 5].x", PLACE(5, SLOT_BACK_COLOR + 1, 0)}, /* 8 is limited to the last vertex */
      {"back[i.w].x", PLACE(0, SLOT_BACK_COLOR + 1, 0)},     /* -2: the first */
      {"two[4][1].x", PLACE(4, SLOT_CLIP + 3, 0)},
      {"two[i.y][2].x", PLACE(2, SLOT_CLIP + 4, 0)},
      {"two[5][i.y].x", PLACE(5, SLOT_CLIP + 4, 0)},
      {"two[i.z][i.x + 1].x", PLACE(3, SLOT_CLIP + 4, 0)},
      {"two[i.z + 5][i.z].x", PLACE(5, SLOT_CLIP + 4, 0)}, /* 8 and 3 are limited to the last vertex and element */
      {"two[i.w][i.w + 1].x", PLACE(0, SLOT_CLIP + 2, 0)}, /* -2 and -1 are limited to the first vertex and element */
      {"one[1].x", PLACE(3, SLOT_ATTR + 2, 0)},
      {"one[i.y].x", PLACE(3, SLOT_ATTR + 3, 0)},
   };
   struct machine *m = machine_new();
   struct emitted got = {.m = m};
   m->wave.emit = on_emit;
   m->wave.end_primitive = on_end;
   m->wave.emit_user = &got;
   for (unsigned v = 0; v < EXEC_MAX_VERTICES; v++)
      for (unsigned s = 0; s < SLOT_COUNT; s++)
         for (unsigned c = 0; c < 4; c++)
            for (unsigned l = 0; l < EXEC_LANES; l++)
               m->in[v][s][c][l] = PLACE(v, s, c);
   for (unsigned k = 0; k < sizeof table / sizeof *table; k++) {
      /* ENDPRIM "has no effect if the geometry program's output primitive type is POINTS" (2.14.6.3). */
      bool points = k % 2;
      char text[640];
      got.n = got.ends = 0;
      snprintf(text, sizeof text,
               "!!NVgp4.0\nPRIMITIVE_OUT %s;\nVERTICES_OUT 4;\nPRIMITIVE_IN TRIANGLES_ADJACENCY;\nINT TEMP i;\n"
               "ATTRIB back = vertex.color.back.secondary;\nATTRIB two[] = { vertex.clip[2..4] };\n"
               "ATTRIB one[3] = { vertex[3].attrib[1], vertex[3].attrib[2..3] };\nMOV.S i, {1, 2, 3, -2};\n"
               "MOV.S result.position.x, %s;\nEMIT;\nENDPRIM;\nEND\n",
               points ? "POINTS" : "LINE_STRIP", table[k].operand);
      machine_load(m, text);
      machine_go(m);
      ck_assert_uint_eq(got.n, 1);
      ck_assert_uint_eq(got.lanes[0], m->wave.valid);
      ck_assert_uint_eq(got.ends, points ? 0 : m->wave.valid);
      ck_assert_msg(got.value[0] == table[k].value, "%s: %u, not %u", table[k].operand, got.value[0], table[k].value);
   }
   machine_free(m);
}
END_TEST

/* Components that a table fills with constants are not read from the input, which holds PLACE there. For the ids this is
   defined behaviour. */
START_TEST(constant_components)
{
#define ARBFP "!!ARBfp1.0\nOPTION NV_fragment_program2;\n"
   static const struct {
      const char *head, *operand;
      uint32_t value[4];
   } table[] = {
       {"!!NVvp4.0\n",
        "vertex.normal",
        {PLACE(0, SLOT_VATTR + 2, 0), PLACE(0, SLOT_VATTR + 2, 1), PLACE(0, SLOT_VATTR + 2, 2), NUM_ONE}},
       {"!!NVvp4.0\n", "vertex.fogcoord", {PLACE(0, SLOT_VATTR + 5, 0), 0, 0, NUM_ONE}},
       {"!!NVvp4.0\n",
        "vertex.attrib[2].wwww",
        {PLACE(0, SLOT_VATTR + 2, 3), PLACE(0, SLOT_VATTR + 2, 3), PLACE(0, SLOT_VATTR + 2, 3), PLACE(0, SLOT_VATTR + 2, 3)}},
       {"!!NVvp4.0\n",
        "vertex.attrib[5].wzyx",
        {PLACE(0, SLOT_VATTR + 5, 3), PLACE(0, SLOT_VATTR + 5, 2), PLACE(0, SLOT_VATTR + 5, 1), PLACE(0, SLOT_VATTR + 5, 0)}},
       {"!!NVvp4.0\n", "vertex.id", {PLACE(0, SLOT_VERTEX_ID, 0), 0, 0, 1}},
       {"!!NVvp4.0\nATTRIB n = vertex.normal;\n",
        "n.wzyx",
        {NUM_ONE, PLACE(0, SLOT_VATTR + 2, 2), PLACE(0, SLOT_VATTR + 2, 1), PLACE(0, SLOT_VATTR + 2, 0)}},
       {"!!ARBvp1.0\n", "vertex.normal.w", {NUM_ONE, NUM_ONE, NUM_ONE, NUM_ONE}},
       {"!!ARBvp1.0\n", "vertex.fogcoord", {PLACE(0, SLOT_VATTR + 5, 0), 0, 0, NUM_ONE}},
       {ARBFP, "fragment.facing", {PLACE(0, SLOT_FACING, 0), 0, 0, NUM_ONE}},
       {ARBFP, "fragment.fogcoord", {PLACE(0, SLOT_FOG, 0), 0, 0, NUM_ONE}},
       {"!!ARBfp1.0\n", "fragment.fogcoord.wxyz", {NUM_ONE, PLACE(0, SLOT_FOG, 0), 0, 0}},
       {"!!NVfp4.0\n", "fragment.facing", {PLACE(0, SLOT_FACING, 0), 0, 0, NUM_ONE}},
       {"!!NVfp4.0\n", "primitive.id", {PLACE(0, SLOT_PRIM_ID, 0), 0, 0, 1}},
   };
   struct machine *m = machine_new();
   for (unsigned s = 0; s < SLOT_COUNT; s++)
      for (unsigned c = 0; c < 4; c++)
         for (unsigned l = 0; l < EXEC_LANES; l++)
            m->in[0][s][c][l] = PLACE(0, s, c);
   for (unsigned k = 0; k < sizeof table / sizeof *table; k++) {
      char text[200];
      snprintf(text, sizeof text, "%sMOV result.color, %s;\nEND\n", table[k].head, table[k].operand);
      machine_load(m, text);
      machine_go(m);
      unsigned slot = strstr(table[k].head, "vp") ? SLOT_COLOR : SLOT_FRAG_COLOR;
      for (unsigned c = 0; c < 4; c++)
         ck_assert_msg(m->out[slot][c][1] == table[k].value[c], "%s of %s", table[k].operand, table[k].head);
   }
   machine_free(m);
}
END_TEST

SUITE_MAIN("nv_eval_flow", 60, NULL, NULL, flow_blocks, flow_counts, flow_subroutines, kil, derivatives, taint,
           texture_coordinates, texture_gradients, texture_integers, texture_results, geometry, geometry_attributes,
           constant_components)

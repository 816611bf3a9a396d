/* SPDX-License-Identifier: MIT */
/*
 * Tests the USC simulator: every class of instruction on values worked out by hand. Programs are text, assembled and laid out,
 * and run from bytes; the decoded form must give the same registers.
 */
#include "backend-usc/isa/usc_build.h"
#include "backend-usc/sim/usc_sim.h"
#include "backend-usc/text/usc_text.h"
#include "tests/unit/common/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct util_ctx ctx;
static struct usc_wave *t;

#define F(x) num_u(x)

static void setup(void)
{
   util_ctx_init(&ctx, NULL, 0);
   t = malloc(sizeof *t);
   usc_wave_init(t, &num_model_usc_rtz, 0xffffffff, 100000);
}
static void teardown(void)
{
   util_ctx_finish(&ctx);
   free(t);
}

static void all(uint32_t reg[EXEC_LANES], uint32_t v)
{
   for (unsigned l = 0; l < EXEC_LANES; l++)
      reg[l] = v;
}

static struct usc_prog assemble(const char *text)
{
   struct usc_prog p = {0};
   ctx.text = text;
   ctx.text_len = strlen(text);
   if (!usc_assemble(&ctx, text, strlen(text), &p))
      ck_abort_msg("line %u: %s", ctx.diags->line, ctx.diags->message);
   return p;
}

static enum exec_status run_prog(struct usc_prog *p)
{
   struct util_buf out;
   uint32_t bad = 0;
   util_buf_init(&out, &ctx);
   const enum usc_violation r = usc_layout(&ctx, p, &out, NULL, &bad);
   ck_assert_msg(r == USC_V_OK, "group %u: %s", bad, usc_violation_text(r));
   t->flow.pc = 0;
   struct usc_wave *copy = malloc(sizeof *copy);
   memcpy(copy, t, sizeof *copy);
   const enum exec_status s = usc_sim_run(usc_sim_decode(&ctx, (const uint8_t *)out.data, out.len), t);
   copy->env.user = t->env.user;
   if (!t->env.sample && !t->env.store && !t->env.emit) { /* no side effects: the decoded form must agree */
      ck_assert_int_eq(usc_sim_run(usc_sim_decode_groups(&ctx, p), copy), s);
      ck_assert(memcmp(copy->reg.r, t->reg.r, sizeof t->reg.r) == 0 && memcmp(copy->reg.o, t->reg.o, sizeof t->reg.o) == 0 &&
                copy->p0 == t->p0 && copy->pe == t->pe && copy->groups == t->groups);
   }
   free(copy);
   return s;
}

static enum exec_status run(const char *text)
{
   struct usc_prog p = assemble(text);
   return run_prog(&p);
}

static void run_ok(const char *text)
{
   const enum exec_status s = run(text);
   ck_assert_msg(s == EXEC_DONE, "status %d: %s", (int)s, t->fault ? t->fault : "");
}

/* One group made by a constructor. */
static void run_group(struct usc_group g)
{
   struct usc_prog p = {0};
   usc_prog_add(&ctx, &p, &g);
   const enum exec_status s = run_prog(&p);
   ck_assert_msg(s == EXEC_DONE, "status %d: %s", (int)s, t->fault ? t->fault : "");
}

#define R(n) t->reg.r[n][5] /* lane 5 stands for all */

START_TEST(float_ops)
{
   all(t->reg.r[0], F(1.5f));
   all(t->reg.r[1], F(2.25f));
   all(t->reg.r[2], F(-1.5f));
   all(t->reg.r[3], 0x3f800001); /* 1 + 2^-23 */
   all(t->reg.r[4], 0xbf800002); /* -(1 + 2^-22) */
   t->reg.sh[4] = F(10.0f);
   run_ok("0 : fadd ft0, r0, r1\n fmul ft1, r0, r1\n mov r10, ft0;\n mov r11, ft1;\n"
          "1 : fadd ft0, r1.neg, r0\n mov r12, ft0;\n"
          "2 : fadd ft0, r2.flr, c0\n mov r13, ft0;\n"
          "3 : fadd ft0, r2.flr.abs.neg, c0\n mov r14, ft0;\n"
          "4 : fmad ft0, r3, r3, r4\n mov r15, ft0;\n"
          "5 : fadd.sat ft0, r0, r1\n mov r16, ft0;\n"
          "6 : frcp r17, r1\n"
          "7 : fmad ft0, sh4, c75, r2.abs\n mov r18, ft0;\n"
          "8 : mbyp ft0, r2.neg\n mov r19, ft0;\n"
          "9 : fexp r20, c64\n"
          "10 : flog r21, c66\n"
          "11 : frsq r22, c66\n");
   ck_assert_uint_eq(R(10), F(3.75f));
   ck_assert_uint_eq(R(11), F(3.375f));
   ck_assert_uint_eq(R(12), F(-0.75f));
   ck_assert_uint_eq(R(13), F(-2.0f));
   ck_assert_uint_eq(R(14), F(-2.0f));   /* floor, then abs, then neg */
   ck_assert_uint_eq(R(15), 0x28800000); /* fused: 2^-46; rounded twice it would be 0 */
   ck_assert_uint_eq(R(16), NUM_ONE);
   ck_assert_uint_eq(R(17), F(0.44444445f)); /* nearest to 4/9 */
   ck_assert_uint_eq(R(18), F(6.5f));
   ck_assert_uint_eq(R(19), F(1.5f));
   ck_assert_uint_eq(R(20), F(2.0f));
   ck_assert_uint_eq(R(21), F(2.0f)); /* log2 4 */
   ck_assert_uint_eq(R(22), F(0.5f));
}
END_TEST

START_TEST(selects)
{
   const struct usc_opd r0 = usc_r(0), r1 = usc_r(1);
   for (unsigned l = 0; l < 32; l++) {
      t->reg.r[0][l] = F(l == 3 ? num_f(NUM_NAN) : (float)l);
      t->reg.r[1][l] = F(4.0f);
   }
   run_group(usc_g_pick(USC_TST_L, USC_T_F32, usc_r(10), r0, r1));       /* min */
   run_group(usc_g_pick(USC_TST_G, USC_T_F32, usc_r(11), r0, r1));       /* max */
   run_group(usc_g_cmp_float(USC_TST_GE, USC_T_F32, usc_r(12), r0, r1)); /* 1.0 / 0.0 */
   run_group(usc_g_cmp_bool(USC_TST_NE, USC_T_F32, usc_r(13), r0, r1));
   run_group(usc_g_sel(USC_TST_Z, USC_T_U32, usc_r(14), r0, usc_c(7), usc_c(9)));
   run_group(usc_g_tst(USC_TST_L, USC_T_S32, r0, r1)); /* positive floats order as integers; NaN 7fc00000 is above */
   run_group(usc_g_sel_p0(usc_r(15), usc_c(1), usc_c(2)));
   for (unsigned l = 0; l < 32; l++) {
      const bool nan = l == 3;
      ck_assert_uint_eq(t->reg.r[10][l], !nan && l < 4 ? F((float)l) : F(4.0f)); /* a < b ? a : b */
      ck_assert_uint_eq(t->reg.r[11][l], !nan && l > 4 ? F((float)l) : F(4.0f));
      ck_assert_uint_eq(t->reg.r[12][l], !nan && l >= 4 ? NUM_ONE : 0);
      ck_assert_uint_eq(t->reg.r[13][l], nan || l != 4 ? 0xffffffff : 0); /* not equal is true with NaN */
      ck_assert_uint_eq(t->reg.r[14][l], l == 0 ? 7u : 9u);
      ck_assert_uint_eq(t->reg.r[15][l], !nan && l < 4 ? 1u : 2u);
   }
}
END_TEST

START_TEST(formats)
{
   all(t->reg.r[0], 0);
   all(t->reg.r[1], F(0.5f));
   all(t->reg.r[2], F(1.0f));
   all(t->reg.r[3], F(2.0f));
   all(t->reg.r[4], F(-2.7f));
   all(t->reg.r[5], F(2.5f));
   all(t->reg.r[6], 0xfffffffe); /* -2 */
   all(t->reg.r[7], 0xc0003c00); /* f16 1.0, -2.0 */
   all(t->reg.r[8], 0x80ff4000);
   run_ok("0 : .rpt4\n pck.u8888.scale ft2, r0\n mov r20, ft2;\n"
          "1 : .rpt2\n pck.f16f16 ft2, r2\n mov r21, ft2;\n"
          "2 : pck.s32.roundzero ft2, r4\n mov r22, ft2;\n"
          "3 : pck.s32 ft2, r5\n mov r23, ft2;\n"
          "4 : unpck.s32 ft0, r6.e0\n mov r24, ft0;\n"
          "5 : unpck.u32 ft0, r6.e0\n mov r25, ft0;\n"
          "6 : unpck.f16f16 ft0, r7.e1\n mov r26, ft0;\n"
          "7 : unpck.u8888.scale ft0, r8.e2\n mov r27, ft0;\n"
          "8 : .rpt4\n unpck.u8888 ft0, r8.e0\n mov r28, ft0;\n"
          "9 : unpck.s8888.scale ft0, r8.e3\n mov r32, ft0;\n"
          "10 : pck.const1 ft2\n mov r33, ft2;\n"
          "11 : .rpt2\n pck.s1616.scale ft2, r1\n mov r34, ft2;\n"
          "12 : pck.cov ft2, r2\n mov r35, ft2;\n");
   ck_assert_uint_eq(R(20), 0xffff8000); /* 127.5 rounds to even 128; 2.0 clamps */
   ck_assert_uint_eq(R(21), 0x40003c00);
   ck_assert_uint_eq(R(22), 0xfffffffe);
   ck_assert_uint_eq(R(23), 2); /* nearest even */
   ck_assert_uint_eq(R(24), F(-2.0f));
   ck_assert_uint_eq(R(25), F(4294967296.0f));
   ck_assert_uint_eq(R(26), F(-2.0f));
   ck_assert_uint_eq(R(27), F(1.0f));
   ck_assert_uint_eq(R(28), 0);
   ck_assert_uint_eq(R(29), F(64.0f));
   ck_assert_uint_eq(R(30), F(255.0f));
   ck_assert_uint_eq(R(31), F(128.0f));
   ck_assert_uint_eq(R(32), F(-1.0f)); /* -128/127 clamps */
   ck_assert_uint_eq(R(33), NUM_ONE);
   ck_assert_uint_eq(R(34), 0x7fff4000); /* 16383.5 to even 16384; 1.0 */
   ck_assert_uint_eq(R(35), 1);          /* one sample */
}
END_TEST

START_TEST(bits)
{
   const struct usc_opd r0 = usc_r(0);
   all(t->reg.r[0], 0x12345678);
   all(t->reg.r[1], 0x0000f000);
   all(t->reg.r[2], 8);
   all(t->reg.r[3], 0x80000010);
   all(t->reg.r[4], 0xffffffff);
   t->reg.sh[0] = 0xff00ff00;
   run_group(usc_g_bfe(false, usc_r(10), r0, usc_c(8), usc_c(8)));
   run_group(usc_g_bfe(true, usc_r(11), usc_r(1), usc_c(12), usc_c(4)));
   run_group(usc_g_bfi(usc_r(12), usc_r(4), usc_c(10), usc_c(4), usc_c(8)));
   run_group(usc_g_shift(USC_OP_LSL2, usc_r(13), r0, usc_r(2)));
   run_group(usc_g_shift(USC_OP_ASR_TWB, usc_r(14), usc_r(3), usc_c(4)));
   run_group(usc_g_shift(USC_OP_SHR, usc_r(15), usc_sh(0), usc_c(4)));
   run_group(usc_g_shift(USC_OP_ROL, usc_r(16), usc_r(3), usc_c(4)));
   run_group(usc_g_rev(usc_r(17), usc_r(2)));
   run_group(usc_g_count(USC_OP_FTB, usc_r(18), r0));
   run_group(usc_g_count(USC_OP_FTB, usc_r(19), usc_c(0)));
   run_group(usc_g_count(USC_OP_CBS, usc_r(20), usc_sh(0)));
   run_group(usc_g_logic(USC_OP_XOR, usc_r(21), r0, usc_sh(0)));
   run_group(usc_g_logic(USC_OP_NAND, usc_r(22), r0, usc_sh(0)));
   run_group(usc_g_movi32(usc_r(23), 0xdeadbeef));
   run_group(usc_g_movi32(usc_r(24), 0xbeef));
   run_ok(
       "0 : shfl ft2, r0, r1\n byp ft3, ft2\n mov r25, ft3;\n"
       "1 : byp ft0, ft1, c0, 0xf0\n byp ft2, r0\n and ft4, ft1, ft2, _, c143\n shr ft5, ft4, c4\n tz p0, ft5\n mov r26, ft5;\n"
       "2 : if (!p0)\n mbyp ft0, c5\n mov r27, ft0;\n");
   ck_assert_uint_eq(R(10), 0x56);
   ck_assert_uint_eq(R(11), 0xffffffff);
   ck_assert_uint_eq(R(12), 0xfffff0af); /* bits 4..11 of all ones become 0x0a */
   ck_assert_uint_eq(R(13), 0x34567800);
   ck_assert_uint_eq(R(14), 0xf8000001);
   ck_assert_uint_eq(R(15), 0x0ff00ff0);
   ck_assert_uint_eq(R(16), 0x00000108);
   ck_assert_uint_eq(R(17), 0x10000000);
   ck_assert_uint_eq(R(18), 28);
   ck_assert_uint_eq(R(19), 0xffffffff);
   ck_assert_uint_eq(R(20), 16);
   ck_assert_uint_eq(R(21), 0xed34a978);
   ck_assert_uint_eq(R(22), 0xedffa9ff); /* ~0x12005600 */
   ck_assert_uint_eq(R(23), 0xdeadbeef);
   ck_assert_uint_eq(R(24), 0xbeef);
   /* low halves: S1 = f000 on the odd bits, S2 = 5678 on the even ones */
   ck_assert_uint_eq(R(25), 0xbb141540);
   ck_assert_uint_eq(R(26), 7);
   ck_assert_uint_eq(R(27), 5);
}
END_TEST

START_TEST(integers)
{
   all(t->reg.r[0], 0xffffffff);
   all(t->reg.r[1], 7);
   all(t->reg.r[2], 5);
   run_group(usc_g_iadd(usc_r(10), usc_r(1), usc_neg(usc_r(2))));
   run_group(usc_g_imul(usc_r(11), usc_r(0), usc_r(1)));
   run_group(usc_g_umadd64(usc_r(12), usc_r(13), usc_r(0), usc_r(0), usc_c(0), usc_c(0)));
   run_group(usc_g_smadd64(usc_r(14), usc_r(15), usc_r(0), usc_r(1), usc_c(3), usc_c(0)));
   run_ok("0 : uadd6432 ft0, r0, c0, r1, _\n mov r16, ft0;\n mov r17, fte;\n"
          "1 : umadd32 ft0, r1, r2, c1, p0\n mov r18, ft0;\n");
   ck_assert_uint_eq(R(10), 2);
   ck_assert_uint_eq(R(11), 0xfffffff9);
   ck_assert_uint_eq(R(12), 1); /* (2^32-1)^2 = fffffffe 00000001 */
   ck_assert_uint_eq(R(13), 0xfffffffe);
   ck_assert_uint_eq(R(14), 0xfffffffc); /* -7 + 3 = -4 */
   ck_assert_uint_eq(R(15), 0xffffffff);
   ck_assert_uint_eq(R(16), 6);
   ck_assert_uint_eq(R(17), 1);
   ck_assert_uint_eq(R(18), 36); /* p0 is 0 */
}
END_TEST

/* if (lane < 10) r1 = 1; else r1 = 2; r2 = 3 */
START_TEST(if_else)
{
   run_ok("0 : (ignorepe)\n cndst 0, i0, c0, 1\n"
          "1 : mov r0.e0.e1.e2.e3, sr51\n"
          "2 : mbyp ft0, r0\n mbyp ft1, c10\n tstl.u32 ftt, p0, ft0, ft1\n"
          "3 : (ignorepe)\n cndst 1, i0, i0, 1\n"
          "4 : br.allinst @6\n"
          "5 : mbyp ft0, c1\n mov r1, ft0;\n"
          "6 : (ignorepe)\n cndef 0, i0, i0, 1\n"
          "7 : br.allinst @9\n"
          "8 : mbyp ft0, c2\n mov r1, ft0;\n"
          "9 : (ignorepe)\n cndend i0, i0, 1\n"
          "10 : mbyp ft0, c3\n mov r2, ft0;\n");
   for (unsigned l = 0; l < 32; l++) {
      ck_assert_uint_eq(t->reg.r[1][l], l < 10 ? 1u : 2u);
      ck_assert_uint_eq(t->reg.r[2][l], 3);
      ck_assert_uint_eq(t->reg.i[0][l], 0);
   }
   ck_assert_uint_eq(t->pe, 0xffffffff);
}
END_TEST

/* r0 = 0; loop { if (r0 >= lane) break; r0++; if (r0 is odd) continue; r3++ } : lane iterations each */
START_TEST(loop)
{
   run_ok("0 : (ignorepe)\n cndst 0, i0, c0, 1\n"
          "1 : mov r1.e0.e1.e2.e3, sr51\n"
          "2 : mbyp ft0, c0\n mov r0, ft0;\n"
          "3 : (ignorepe)\n cndst 0, i0, i0, 2\n"
          "4 : br.allinst @15\n"
          "5 : mbyp ft0, r0\n mbyp ft1, r1\n tstge.u32 ftt, p0, ft0, ft1\n"
          "6 : (ignorepe)\n cndsm 1, i0, i0, c2\n"
          "7 : umadd32 ft0, r0, c1, c1, _\n mov r0, ft0;\n"
          "8 : byp ft2, r0\n and ft4, _, ft2, _, c1\n tnz p0, ft5\n"
          "9 : (ignorepe)\n cndsm 1, i0, i0, c1\n"
          "10 : umadd32 ft0, r3, c1, c1, _\n mov r3, ft0;\n"
          "11 : (ignorepe)\n cndend i0, i0, 1\n"
          "12 : (ignorepe)\n cndst 0, i0, i0, 1\n"
          "13 : (ignorepe)\n cndlt 0, i0, p0, i0, 2\n"
          "14 : if (p0)\n br @5\n"
          "15 : mbyp ft0, c9\n mov r4, ft0;\n");
   for (unsigned l = 0; l < 32; l++) {
      ck_assert_uint_eq(t->reg.r[0][l], l);
      ck_assert_uint_eq(t->reg.r[3][l], l / 2);
      ck_assert_uint_eq(t->reg.r[4][l], 9);
      ck_assert_uint_eq(t->reg.i[0][l], 0);
   }
   ck_assert_uint_eq(t->pe, 0xffffffff);
}
END_TEST

START_TEST(control_faults)
{
   for (unsigned l = 0; l < 32; l++)
      t->reg.r[0][l] = l & 1;
   ck_assert_int_eq(run("0 : mbyp ft0, r0\n tstz.u32 ftt, p0, ft0\n1 : if (p0)\n br @0\n"), EXEC_FAULT);
   ck_assert_ptr_nonnull(strstr(t->fault, "disagree"));
   usc_wave_init(t, &num_model_usc_rtz, 1, 50);
   ck_assert_int_eq(run("0 : br @0\n"), EXEC_BUDGET);
   usc_wave_init(t, &num_model_usc_rtz, 1, 50);
   static const uint8_t wdf[] = {0x02, 0x80, 0x6a, 0xff};
   ck_assert_int_eq(usc_sim_run(usc_sim_decode(&ctx, wdf, sizeof wdf), t), EXEC_FAULT); /* no end */
   usc_wave_init(t, &num_model_usc_rtz, 1, 50);
   static const uint8_t junk[] = {0xff, 0xff, 0xff, 0xff};
   ck_assert_int_eq(usc_sim_run(usc_sim_decode(&ctx, junk, sizeof junk), t), EXEC_FAULT);
}
END_TEST

/* Bytes of a public compiler's fragment program: iterate a vec4, write four pixel outputs. */
START_TEST(fragment)
{
   static const uint8_t code[] = {0x56, 0xa0, 0x00, 0xb0, 0x04, 0xc4, 0x40, 0x10, 0xc0, 0x40, 0x00, 0xff,
                                  0x02, 0x80, 0x6a, 0xff, 0x34, 0x8a, 0x00, 0x87, 0x40, 0x00, 0x00, 0x20,
                                  0x34, 0x8a, 0x00, 0x87, 0x41, 0x00, 0x00, 0x21, 0x34, 0x8a, 0x00, 0x87,
                                  0x42, 0x00, 0x00, 0x22, 0x34, 0x8a, 0x80, 0x87, 0x43, 0x00, 0x00, 0x23};
   /* W plane: constant 2; r = x, g = y, b = 3, a = x + 2y + 1, all divided by w */
   static const float planes[5][3] = {{0, 0, 2}, {1, 0, 0}, {0, 1, 0}, {0, 0, 3}, {1, 2, 1}};
   for (unsigned p = 0; p < 5; p++)
      for (unsigned k = 0; k < 3; k++)
         t->reg.cf[4 * p + k] = F(planes[p][k]);
   for (unsigned l = 0; l < 32; l++) {
      t->reg.x[l] = F((float)(l % 8) + 0.5f);
      t->reg.y[l] = F((float)(l / 8) + 0.5f);
   }
   ck_assert_int_eq(usc_sim_run(usc_sim_decode(&ctx, code, sizeof code), t), EXEC_DONE);
   /* lane 11: x 3.5, y 1.5 */
   ck_assert_uint_eq(t->reg.o[0][11], F(1.75f));
   ck_assert_uint_eq(t->reg.o[1][11], F(0.75f));
   ck_assert_uint_eq(t->reg.o[2][11], F(1.5f));
   ck_assert_uint_eq(t->reg.o[3][11], F(3.75f));
   ck_assert_uint_eq(t->groups, 6);
}
END_TEST

START_TEST(missing_wdf)
{
   ck_assert_int_eq(run("0 : fitr.pixel r0, drc0, cf4, 4;\n1 : mbyp ft0, r3\n mov r8, ft0;\n"), EXEC_FAULT);
   ck_assert_ptr_nonnull(strstr(t->fault, "before the wdf"));
   usc_wave_init(t, &num_model_usc_rtz, 15, 100);
   /* the wdf waits for the other counter */
   ck_assert_int_eq(run("0 : fitr.pixel r0, drc1, cf4, 4;\n1 : wdf drc0\n2 : mbyp ft0, r3\n mov r8, ft0;\n"), EXEC_FAULT);
   usc_wave_init(t, &num_model_usc_rtz, 15, 100);
   ck_assert_int_eq(run("0 : fitr.pixel r0, drc1, cf4, 4;\n1 : mbyp ft0, c0\n mov r3, ft0;\n"), EXEC_FAULT);
   usc_wave_init(t, &num_model_usc_rtz, 15, 100);
   run_ok("0 : fitr.pixel r0, drc1, cf4, 4;\n1 : mbyp ft0, r4\n mov r8, ft0;\n2 : wdf drc1\n3 : mbyp ft0, r3\n mov r8, ft0;\n");
}
END_TEST

static const char *texture(void *user, num_m num, const struct machine_texture *s, uint32_t (*out)[EXEC_LANES])
{
   unsigned *calls = user;
   ++*calls;
   ck_assert_uint_eq(s->image[0], 100);
   ck_assert_uint_eq(s->image[3], 103);
   ck_assert_uint_eq(s->sampler[0], 200);
   ck_assert_uint_eq(s->num_words, 3); /* two coordinates and a bias */
   ck_assert_ptr_eq(s->coordinate[0], s->words[0]);
   ck_assert_ptr_eq(s->coordinate[1], s->words[1]);
   ck_assert_ptr_eq(s->level, s->words[2]);
   ck_assert_uint_eq(s->dimensions, 2);
   ck_assert_uint_eq(s->components, 4);
   ck_assert_uint_eq(s->level_from, MACHINE_LEVEL_BIAS);
   ck_assert_uint_eq(s->lanes, 0xf);
   ck_assert(!s->layer && !s->projector && !s->ddx[0] && !s->address[0]);
   for (unsigned l = 0; l < 4; l++)
      for (unsigned c = 0; c < 4; c++)
         out[c][l] = num_fadd(num, s->coordinate[0][l], num_u((float)c));
   return NULL;
}

START_TEST(textures)
{
   unsigned calls = 0;
   usc_wave_init(t, &num_model_usc_rtz, 0xf, 100);
   t->env.sample = texture;
   t->env.user = &calls;
   for (unsigned k = 0; k < 4; k++) {
      t->reg.sh[4 + k] = 100 + k;
      t->reg.sh[12 + k] = 200 + k;
   }
   for (unsigned l = 0; l < 4; l++)
      t->reg.r[0][l] = F(10.0f * (float)l);
   run_ok("0 : smp2d.fcnorm.bias.pplod drc0, sh4, r0, sh12, _, r0, 4;\n1 : wdf drc0\n2 : fadd ft0, r3, c0\n mov r8, ft0;\n");
   ck_assert_uint_eq(calls, 1);
   ck_assert_uint_eq(t->reg.r[0][2], F(20.0f));
   ck_assert_uint_eq(t->reg.r[8][3], F(33.0f));
}
END_TEST

struct memory {
   uint32_t word[64];
};
static bool load_word(void *user, uint64_t addr, uint32_t *word)
{
   struct memory *m = user;
   if (addr < 0x100000000 || addr >= 0x100000100 || addr & 3)
      return false;
   *word = m->word[(addr & 0xff) / 4];
   return true;
}
static bool store_word(void *user, uint64_t addr, unsigned size, uint32_t value)
{
   struct memory *m = user;
   if (size != 4 || addr < 0x100000000 || addr >= 0x100000100)
      return false;
   m->word[(addr & 0xff) / 4] = value;
   return true;
}
/* The callbacks for all lanes. */
static uint32_t load(void *user, uint32_t lanes, const uint64_t addr[EXEC_LANES], uint32_t value[EXEC_LANES])
{
   return machine_load_words(load_word, user, lanes, addr, value);
}
static uint32_t store(void *user, uint32_t lanes, const uint64_t addr[EXEC_LANES], unsigned bytes,
                      const uint32_t value[EXEC_LANES])
{
   return machine_store_words(store_word, user, lanes, addr, bytes, value);
}

START_TEST(memory)
{
   struct memory m = {{0}};
   usc_wave_init(t, &num_model_usc_rtz, 7, 100);
   t->env.load = load;
   t->env.store = store;
   t->env.user = &m;
   t->helper = 4; /* lane 2 loads and stores (spills), but has no atomics */
   for (unsigned k = 0; k < 64; k++)
      m.word[k] = 1000 + k;
   for (unsigned l = 0; l < 3; l++) {
      t->reg.r[0][l] = 16 * l;
      t->reg.r[1][l] = 1;
   }
   run_ok("0 : ld.slc1 r4, drc0, 3, r0;\n1 : wdf drc0\n2 : umadd32 ft0, r6, c1, c5, _\n mov r6, ft0;\n"
          "3 : st.slc1 r6, 2, drc0, 1, r0, _;\n4 : wdf drc0\n"
          "5 : mbyp ft0, c7\n mov r2, ft0;\n6 : atom.add r8, drc0, r0;\n7 : wdf drc0\n");
   ck_assert_uint_eq(t->reg.r[4][1], 1004);
   ck_assert_uint_eq(t->reg.r[6][2], 1015); /* word 8 + 2 of lane 2, plus 5 */
   ck_assert_uint_eq(t->reg.r[8][0], 1007); /* the stored value: 1002 + 5 */
   ck_assert_uint_eq(m.word[0], 1014);
   ck_assert_uint_eq(m.word[4], 1018); /* 1006 + 5 + 7 */
   ck_assert_uint_eq(m.word[8], 1015); /* r6 of lane 2: no atomic changed it */
   usc_wave_init(t, &num_model_usc_rtz, 1, 100);
   t->env.load = load;
   t->env.user = &m;
   ck_assert_int_eq(run("0 : ld.slc1 r4, drc0, 1, r0;\n1 : wdf drc0\n"), EXEC_FAULT); /* address 0 */
}
END_TEST

START_TEST(tile_buffer)
{
   /* Word 5 of the pixels of four invocations. The third is a helper but its mask does not exclude it, so it stores; the mask
      of the second does not cover sample 0. */
   struct memory m = {{0}};
   usc_wave_init(t, &num_model_usc_rtz, 0xf, 100);
   t->env.load = load;
   t->env.store = store;
   t->env.user = &m;
   t->helper = 4;
   for (unsigned l = 0; l < 4; l++) {
      t->reg.r[1][l] = 1; /* high word of the base */
      t->reg.r[2][l] = 100 + l;
      t->reg.r[3][l] = l == 1 ? 2 : 1;
   }
   run_ok("0 : .olchk\n sadd6432 ft0, sh0, r1, sr124, _\n mov r4, ft0;\n mov r5, fte;\n"
          "1 : .olchk\n st.tiled r2@s0, 2, drc0, 1, r4@s3, r3@s4;\n2 : wdf drc0\n");
   for (unsigned w = 0; w < 64; w++) /* 8 words for each invocation */
      ck_assert_uint_eq(m.word[w], w == 5 ? 100 : w == 2 * 8 + 5 ? 102 : w == 3 * 8 + 5 ? 103 : 0);
   ck_assert_int_eq(run("0 : st.tiled r2@s0, 2, drc0, 1, r4@s3, r3@s4;\n1 : mbyp ft0, c1\n mov r3, ft0;\n"),
                    EXEC_FAULT); /* no wdf */
}
END_TEST

struct emitted {
   unsigned calls;
   uint32_t lanes;
};
static void emit(void *user, uint32_t lanes, unsigned stream)
{
   struct emitted *e = user;
   (void)stream;
   e->calls++;
   e->lanes = lanes;
}

START_TEST(vertex)
{
   /* the vertex tail of the layout tests: r0..3, vi4..7 and a constant */
   static const uint8_t code[] = {0x55, 0xa0, 0x06, 0x08, 0x00, 0xc0, 0x00, 0x00, 0x00, 0x30, 0x57, 0xa0, 0x06, 0x08,
                                  0x04, 0x84, 0x04, 0x00, 0x00, 0x30, 0xf2, 0xff, 0xff, 0xff, 0x58, 0xa0, 0x80, 0x0e,
                                  0x08, 0x80, 0x01, 0x00, 0x00, 0x30, 0xf3, 0xff, 0xff, 0xff, 0xff, 0xff};
   struct emitted e = {0, 0};
   usc_wave_init(t, &num_model_usc_rtz, 0xff, 100);
   t->env.emit = emit;
   t->env.user = &e;
   for (unsigned k = 0; k < 4; k++) {
      all(t->reg.r[k], 10 + k);
      all(t->reg.vi[4 + k], 20 + k);
   }
   ck_assert_int_eq(usc_sim_run(usc_sim_decode(&ctx, code, sizeof code), t), EXEC_DONE);
   for (unsigned k = 0; k < 4; k++) {
      ck_assert_uint_eq(t->out.vo[k][7], 10 + k);
      ck_assert_uint_eq(t->out.vo[4 + k][7], 20 + k);
   }
   ck_assert_uint_eq(t->out.vo[8][0], NUM_ONE);
   ck_assert_uint_eq(t->out.vo[8][8], 0); /* not valid */
   ck_assert_uint_eq(e.calls, 1);
   ck_assert_uint_eq(e.lanes, 0xff);
   ck_assert_uint_eq(t->lane_ops, 9 * 8); /* a write for each repetition and lane */
}
END_TEST

START_TEST(kill)
{
   /* keep lanes below 3; the others continue as helpers */
   usc_wave_init(t, &num_model_usc_rtz, 0xff, 100);
   run_ok("0 : mov r0.e0.e1.e2.e3, sr51\n1 : mbyp ft0, r0\n mbyp ft1, c3\n tstl.u32 ftt, p0, ft0, ft1\n"
          "2 : if (p0) .olchk\n atst _, c0, c0, c7;\n3 : wdf drc0\n4 : mbyp ft0, c8\n mov r1, ft0;\n");
   ck_assert_uint_eq(t->killed, 0xf8);
   ck_assert_uint_eq(t->helper, 0xf8);
   ck_assert_uint_eq(t->reg.r[1][7], 8);
   /* the form without feedback only compares: data 1.0 less than reference 2.0 */
   usc_wave_init(t, &num_model_usc_rtz, 1, 100);
   run_ok("0 : atst.ifb p0, c65, c64, c1;\n1 : if (p0)\n mbyp ft0, c8\n mov r1, ft0;\n");
   ck_assert_uint_eq(t->killed, 0);
   ck_assert_uint_eq(t->reg.r[1][0], 8);
}
END_TEST

START_TEST(gradients)
{
   static const float v[4] = {1, 3, 10, 17}; /* (0,0) (1,0) (0,1) (1,1) */
   for (unsigned l = 0; l < 32; l++)
      t->reg.r[0][l] = F(v[l & 3]);
   run_ok(
       "0 : fdsx ft0, r0\n fdsy ft1, r0\n mov r1, ft0;\n mov r2, ft1;\n1 : fdsxf ft0, r0\n fdsyf ft1, r0.neg\n mov r3, ft0;\n"
       " mov r4, ft1;\n");
   for (unsigned l = 4; l < 8; l++) {
      ck_assert_uint_eq(t->reg.r[1][l], F(2.0f));
      ck_assert_uint_eq(t->reg.r[2][l], F(9.0f));
      ck_assert_uint_eq(t->reg.r[3][l], l & 2 ? F(7.0f) : F(2.0f));
      ck_assert_uint_eq(t->reg.r[4][l], l & 1 ? F(-14.0f) : F(-9.0f));
   }
}
END_TEST

START_TEST(sine)
{
   static const float x[8] = {0.0f, 0.5f, 1.0f, 3.0f, -2.0f, 100.0f, 1.5707964f, 3.1415927f};
   static const double want[8] = {0, 0.479425538604, 0.841470984808, 0.141120008060, -0.909297426826, -0.506365641110,
                                  1, -8.742278e-8};
   for (unsigned l = 0; l < 8; l++)
      t->reg.r[0][l] = F(x[l]);
   run_ok("0 : fred.sin.parta _, r1, _, 0, r0, _\n1 : fred.sin.partb r1, _, _, 0, r0, r1\n2 : fsinc r2, p0, r1\n"
          "3 : umadd32 ft0, c0, c0, c0, p0\n fmul ft1, r2, r1\n tstz.u32 ftt, _, ft0\n movc r3, _, ftt, r2, _, ft1, _\n");
   for (unsigned l = 0; l < 8; l++) {
      const double d = (double)num_f(t->reg.r[3][l]) - want[l];
      ck_assert_msg(d < 1e-6 && d > -1e-6, "sin %g = %g", (double)x[l], (double)num_f(t->reg.r[3][l]));
      ck_assert_uint_eq(t->reg.r[3][l], num_fsin(&num_model_usc_rtz, t->reg.r[0][l]));
   }
}
END_TEST

START_TEST(indexed)
{
   for (unsigned l = 0; l < 32; l++)
      t->reg.r[0][l] = l % 4;
   for (unsigned k = 0; k < 8; k++)
      t->reg.sh[20 + k] = 50 + k;
   run_ok(
       "0 : mbyp ft0, r0\n mov idx0, ft0;\n1 : mbyp ft0, sh[idx0+21]\n mov r1, ft0;\n2 : mbyp ft0, r1\n mov r[idx0+8], ft0;\n"
       "3 : .rpt3\n mbyp ft0, r8\n mov r16, ft0;\n4 : mbyp ft0, r0\n mov r20.e1, ft0, c143@s1\n");
   for (unsigned l = 0; l < 32; l++) {
      ck_assert_uint_eq(t->reg.r[1][l], 51 + l % 4);
      ck_assert_uint_eq(t->reg.r[8 + l % 4][l], 51 + l % 4);
   }
   ck_assert_uint_eq(t->reg.r[18][2], 53);
   ck_assert_uint_eq(t->reg.r[20][3], 0xffff00ff); /* byte 1 from ft0, the rest from the external source */
}
END_TEST

/*
 * Stores to coefficients of the workgroup land late and in order. While the wave that woke others waits, they see neither its
 * store of cf9 nor the one of cf8 before it, unless it has loaded cf9 again; a load of cf8 does not wait for cf9. All have
 * landed when the wave goes on, and at its end.
 */
START_TEST(late_stores)
{
   static const struct {
      const char *reads;
      uint32_t seen[2];
   } forms[] = {{"mbyp ft0, c0\n mov r1, ft0;", {0, 0}},
                {"mbyp ft0, cf8\n mov r1, ft0;", {1, 0}},
                {"mbyp ft0, cf9\n mov r1, ft0;", {1, 2}}};
   for (unsigned k = 0; k < sizeof forms / sizeof *forms; k++) {
      char text[400];
      uint32_t word[2] = {0}, wakeups = 0;

      snprintf(text, sizeof text,
               "0 : mutex.lock 1\n1 : mbyp ft0, c1\n mov cf8, ft0;\n2 : mbyp ft0, c2\n mov cf9, ft0;\n3 : %s\n"
               "4 : mutex.release.wakeup 1\n5 : mbyp ft0, c3\n mov cf8, ft0;\n6 : nop.end\n",
               forms[k].reads);
      struct usc_prog p = assemble(text);
      usc_wave_init(t, &num_model_usc_rtz, UINT32_MAX, 100);
      t->reg.block[0] = (struct usc_shared_cf){8, 2, word};
      t->wakeups = &wakeups;
      const struct usc_sim_code *code = usc_sim_decode_groups(&ctx, &p);
      ck_assert_int_eq(usc_sim_run(code, t), EXEC_BARRIER);
      ck_assert_uint_eq(wakeups, 1);
      ck_assert_uint_eq(word[0], forms[k].seen[0]);
      ck_assert_uint_eq(word[1], forms[k].seen[1]);
      ck_assert_int_eq(usc_sim_run(code, t), EXEC_DONE);
      ck_assert_uint_eq(word[0], 3);
      ck_assert_uint_eq(word[1], 2);
   }
}
END_TEST

SUITE_MAIN("usc-sim", DEFAULT_TIMEOUT, setup, teardown, float_ops, selects, formats, bits, integers, if_else, loop,
           control_faults, fragment, missing_wdf, textures, memory, tile_buffer, vertex, kill, gradients, sine, indexed,
           late_stores)

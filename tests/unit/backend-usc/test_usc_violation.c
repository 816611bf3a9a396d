/* SPDX-License-Identifier: MIT */
/*
 * Tests the reasons why operations do not share a group (violations) and why units stay empty (stall reasons). Expected values
 * are worked out by hand from docs/usc-encoding.md (what can share a group; which slot reads which bank).
 */
#include <stdio.h>

#include "backend-usc/usc_compile.h"
#include "backend-usc/schedule/usc_merge.h"
#include "ir/text.h"
#include "tests/unit/common/suite.h"
#include "semantics/num.h"

static struct usc_group alu(enum usc_op op, uint32_t dst, struct usc_opd a, struct usc_opd b, struct usc_opd c)
{
   return usc_g_alu(op, usc_v(dst), a, b, c);
}

static void expect(const struct usc_group *a, const struct usc_group *b, unsigned stall)
{
   struct usc_group out;
   unsigned ab = usc_merge_stall(a, b), ba = usc_merge_stall(b, a);
   ck_assert_msg(ab == stall, "%s, not %s", usc_stall_name(ab), usc_stall_name(stall));
   ck_assert_msg(!ba == !stall, "the other way round: %s", usc_stall_name(ba));
   ck_assert((usc_merge(a, b, &out) != USC_APART) == !stall);
   ck_assert(usc_stall_text(stall) && usc_stall_text(stall)[0]);
}

START_TEST(pairs)
{
   const struct usc_opd none = usc_none();
   struct usc_group add = alu(USC_OP_FADD, 0, usc_v(1), usc_v(2), none), mul = alu(USC_OP_FMUL, 3, usc_v(1), usc_v(4), none), g,
                    h;

   expect(&add, &mul, 0); /* P0 and P1, W0 and W1 */
   ck_assert(usc_merge(&add, &mul, &g));
   h = alu(USC_OP_FMUL, 9, usc_v(5), usc_v(6), none);
   expect(&g, &h, USC_STALL_W_PORTS); /* both outputs are written */

   /* A uniform is readable in S0, S2, S3, so as third operand in P0 only. */
   g = alu(USC_OP_FMAD, 0, usc_v(1), usc_v(2), usc_sh(3));
   h = alu(USC_OP_FMAD, 4, usc_v(5), usc_v(6), usc_sh(7));
   expect(&g, &h, USC_STALL_OPERAND_SLOTS);
   h = alu(USC_OP_FMAD, 4, usc_sh(5), usc_v(6), usc_v(7));
   expect(&g, &h, 0); /* S3 reads one */

   /* Integers are in P0 only. */
   g = usc_g_iadd(usc_v(0), usc_v(1), usc_v(2));
   h = usc_g_iadd(usc_v(3), usc_v(4), usc_v(5));
   expect(&g, &h, USC_STALL_P0_TAKEN);
   expect(&g, &add, USC_V_SAME_DEST); /* both write unit 0 */
   expect(&g, &mul, 0);

   /* One pack unit. */
   g = usc_g_pck(USC_FMT_S32, false, true, usc_v(0), usc_v(1));
   h = usc_g_pck(USC_FMT_U32, false, true, usc_v(2), usc_v(3));
   expect(&g, &h, USC_STALL_P2_TAKEN);
   expect(&g, &mul, 0);

   /* The external line reads a uniform through S3, which P1 needs; S0 and S2 belong to P0. */
   g = alu(USC_OP_FMAD, 0, usc_v(1), usc_v(2), usc_v(3));
   g.op[USC_TST] = USC_OP_TST;
   g.tst_op = USC_TST_Z;
   g.tst_type = USC_T_U32;
   g.is1 = USC_IS1_FTE;
   g.op[USC_MOV] = USC_OP_MOVC;
   g.mov_w0 = USC_FT0;
   g.is4 = USC_FTE;
   g.src[3] = usc_sh(4);
   g.is0 = 3;
   ck_assert_int_eq(usc_check(&g), USC_V_OK);
   h = alu(USC_OP_FADD, 9, usc_v(5), usc_v(6), none);
   expect(&g, &h, USC_STALL_EXTERNAL);
   g.src[3] = usc_v(4); /* a temporary moves over to S4 or S5: S5 is free */
   expect(&g, &h, 0);

   /* One condition for the whole group. */
   g = mul;
   g.cc = USC_CC_P0;
   expect(&g, &add, USC_STALL_CONDITION);
}
END_TEST

START_TEST(closed)
{
   struct usc_group add = alu(USC_OP_FADD, 0, usc_v(1), usc_v(2), usc_none()), g;

   g = alu(USC_OP_FRCP, 5, usc_v(6), usc_none(), usc_none());
   expect(&g, &add, USC_STALL_COMPLEX);
   g = usc_g_wdf(0);
   expect(&g, &add, USC_STALL_CONTROL);
   g = usc_g_logic(USC_OP_AND, usc_v(5), usc_v(6), usc_v(7));
   expect(&g, &add, USC_STALL_BITWISE);
   g = usc_g_ld(0, usc_v(5), usc_v(6), 1);
   expect(&g, &add, USC_STALL_REQUEST);
   g = usc_g_pck(USC_FMT_U8888, true, false, usc_o(0), usc_v(5));
   g.rpt = 4;
   expect(&g, &add, USC_STALL_REPEATED);
}
END_TEST

/* An operation of P0 only shares a group where P0 is free: with a pack, or an output. */
START_TEST(open)
{
   struct usc_group add = usc_g_iadd(usc_v(0), usc_v(1), usc_v(2)), w = usc_g_uvsw(3, usc_vi(2)),
                    f2i = usc_g_pck(USC_FMT_S32, false, true, usc_v(5), usc_v(6)), out;

   expect(&w, &add, 0);
   ck_assert(usc_merge(&w, &add, &out));
   ck_assert_int_eq(out.op[USC_P0], add.op[USC_P0]);
   ck_assert_int_eq(out.op[USC_MOV], USC_OP_MOV);
   ck_assert(out.mov_w0 == USC_FTE && out.mov_w1 == USC_FT0 && usc_same_reg(out.src[out.is0], usc_vi(2)));
   expect(&f2i, &add, 0);
   ck_assert(usc_merge(&f2i, &add, &out));
   ck_assert(out.is4 == USC_FT2 && out.is5 == USC_FT0 && usc_same_reg(out.dst[1], usc_v(0)));
   /* two of them do not share a group; neither does one with an operation that fills its own group */
   add.dst[0] = usc_v(9);
   struct usc_group other = usc_g_iadd(usc_v(10), usc_v(3), usc_v(4));
   expect(&add, &other, USC_STALL_P0_TAKEN);
   struct usc_group full = usc_g_pick(USC_TST_L, USC_T_F32, usc_v(11), usc_v(3), usc_v(4));
   ck_assert_int_eq(usc_merge_stall(&add, &full), USC_STALL_FULL);
}
END_TEST

/* A backend operation and P0 need a P2 between them: joining an output inserts a mov. */
START_TEST(output)
{
   struct usc_group w = usc_g_uvsw(3, usc_vi(2)), add = alu(USC_OP_FADD, 0, usc_v(1), usc_v(2), usc_none()), out;

   ck_assert(usc_merge(&w, &add, &out));
   ck_assert_int_eq(usc_check(&out), USC_V_OK);
   ck_assert_int_eq(out.op[USC_BE], USC_OP_UVSW_WRITE);
   ck_assert_int_eq(out.op[USC_MOV], USC_OP_MOV);
   ck_assert_int_eq(out.mov_w0, USC_FTE);
   ck_assert_int_eq(out.mov_w1, USC_FT0);
   ck_assert(usc_same_reg(out.src[out.is0], usc_vi(2)) && usc_same_reg(out.dst[1], usc_v(0)));
}
END_TEST

/* What the assembler cannot write: an operand that is missing, and modifiers without an operand. */
START_TEST(missing)
{
   struct usc_group g = alu(USC_OP_FADD, 0, usc_v(1), usc_v(2), usc_none());

   ck_assert_int_eq(usc_check(&g), USC_V_OK);
   g.src[1] = usc_none();
   ck_assert_int_eq(usc_check(&g), USC_V_MISSING);
   g = alu(USC_OP_FADD, 0, usc_v(1), usc_v(2), usc_none());
   g.src[2].mod = USC_MOD_NEG;
   ck_assert_int_eq(usc_check(&g), USC_V_MODIFIER);
   g.src[2].mod = 0;
   g.src[2].elem = 1;
   ck_assert_int_eq(usc_check(&g), USC_V_MODIFIER);
   g.src[2].elem = 0;
   g.src[5].mod = USC_MOD_ABS;
   ck_assert_int_eq(usc_check(&g), USC_V_MODIFIER);
}
END_TEST

static void compile(struct util_ctx *ctx, const char *text, enum usc_sched_mode mode, struct usc_program *p)
{
   struct ir_shader *s = ir_parse(ctx, text, strlen(text), &num_model_usc_rtz);
   struct usc_options opt = usc_default_options();

   ck_assert(s != NULL);
   opt.sched = mode;
   opt.bound = opt.stalls = opt.verify = true;
   ck_assert(usc_compile(ctx, s, &opt, p));
}

/* A chain: nothing is ready beside each link, and nothing remains beside the last link, whose group writes the output. */
static const char chain[] = "nvp4c-ir 1\nstage vertex\nblock 0:\n"
                            "   %0:32 = load_input slot=vattr0 comp=0 interp=smooth\n"
                            "   %1:32 = fmul %0, %0\n"
                            "   %2:32 = fmul %1, %1\n"
                            "   store_output %2 slot=position comp=0\n"
                            "   return\n";
/* A reciprocal and a square, which could share no group, and their product. */
static const char closed_group[] = "nvp4c-ir 1\nstage vertex\nblock 0:\n"
                            "   %0:32 = load_input slot=vattr0 comp=0 interp=smooth\n"
                            "   %1:32 = frcp %0\n"
                            "   %2:32 = fmul %0, %0\n"
                            "   %3:32 = fmul %1, %2\n"
                            "   store_output %3 slot=position comp=0\n"
                            "   return\n";

static struct util_ctx ctx;

/* Runs the function; an error that unwinds fails the test. */
static void with_context(void (*fn)(void))
{
   util_ctx_init(&ctx, NULL, 0);
   if (setjmp(ctx.unwind))
      ck_abort_msg("%s", ctx.diags ? ctx.diags->message : "unwound");
   ctx.unwind_set = true;
   fn();
   util_ctx_finish(&ctx);
}

static void in_programs(void)
{
   struct usc_program p;

   compile(&ctx, chain, USC_SCHED_FAST, &p);
   ck_assert_uint_eq(p.prog.n, 2);
   ck_assert_uint_eq(p.stats.lower_bound, 2); /* the chain */
   ck_assert_uint_eq(p.stats.blocks_optimal, 1);
   ck_assert_uint_eq(p.stalls[0][USC_P0], 0);
   ck_assert_uint_eq(p.stalls[0][USC_P1], USC_STALL_NOT_READY);
   ck_assert_uint_eq(p.stalls[0][USC_BE], USC_STALL_NOT_READY);
   ck_assert_uint_eq(p.stalls[0][USC_TST], USC_STALL_NONE_LEFT);
   ck_assert_uint_eq(p.stalls[1][USC_P1], USC_STALL_NONE_LEFT);
   ck_assert_uint_eq(p.stalls[1][USC_BE], 0);

   compile(&ctx, chain, USC_SCHED_NONE, &p);
   ck_assert_uint_eq(p.stalls[0][USC_P1], USC_STALL_PLAIN);

   compile(&ctx, closed_group, USC_SCHED_BOTH, &p);
   ck_assert_uint_eq(p.prog.n, 3); /* the reciprocal needs a group, the products depend on each other */
   ck_assert_uint_eq(p.stats.lower_bound, 3);
   ck_assert_uint_eq(p.stats.groups_fast, 3);
   ck_assert_uint_eq(p.stats.groups_exact, 3);
   for (unsigned k = 0; k < 3; k++)
      if (p.prog.g[k].op[USC_P0] == USC_OP_FRCP)
         for (unsigned u = USC_P1; u < USC_GROUP_UNITS; u++)
            ck_assert_uint_eq(p.stalls[k][u], USC_STALL_COMPLEX);
}

/*
 * Four sums of four products are each an output. The sixteen operations pair up, but the last group holds only one: it writes
 * an output, a group writes one, and no later group could read another result of it. This gives nine groups. A tenth writes
 * four inputs; written one by one they would need four output lines: (16 + 4 + 1) / 2 is eleven.
 */
static void matrix_product(void)
{
   struct util_buf t;
   struct usc_program p;
   unsigned v = 8;

   for (int with_inputs = 0; with_inputs < 2; with_inputs++) {
      util_buf_init(&t, &ctx);
      util_buf_printf(&t, "nvp4c-ir 1\nstage vertex\n");
      for (unsigned k = 0; k < 4; k++)
         util_buf_printf(&t, "param %u local %u\n", k, k);
      util_buf_printf(&t, "\nblock 0:\n");
      for (unsigned k = 0; k < 8; k++)
         util_buf_printf(&t, "   %%%u:32 = load_input slot=vattr%u comp=%u interp=smooth\n", k, k / 4, k % 4);
      for (unsigned row = 0; row < 4; row++) {
         for (unsigned k = 0; k < 4; k++) {
            util_buf_printf(&t, "   %%%u:32 = load_param entry=%u comp=%u first=%u count=1\n", v, row, k, row);
            if (!k)
               util_buf_printf(&t, "   %%%u:32 = fmul %%%u, %%0\n", v + 1, v);
            else
               util_buf_printf(&t, "   %%%u:32 = fmad %%%u, %%%u, %%%u\n", v + 1, v, k, v - 1);
            v += 2;
         }
         util_buf_printf(&t, "   store_output %%%u slot=position comp=%u\n", v - 1, row);
      }
      for (unsigned k = 0; k < 4 && with_inputs; k++)
         util_buf_printf(&t, "   store_output %%%u slot=col0 comp=%u\n", 4 + k, k);
      util_buf_printf(&t, "   return\n");
      compile(&ctx, t.data, USC_SCHED_FAST, &p);
      ck_assert_uint_eq(p.stats.lower_bound, with_inputs ? 10 : 9);
      ck_assert_uint_eq(p.stats.groups, with_inputs ? 10 : 9);
      ck_assert_uint_eq(p.stats.issue_slots, with_inputs ? 13 : 9);
      ck_assert_uint_eq(p.stats.blocks_optimal, 1);
   }
}

START_TEST(bounds)
{
   with_context(matrix_product);
}
END_TEST

START_TEST(programs)
{
   with_context(in_programs);
}
END_TEST

SUITE_MAIN("usc_violation", DEFAULT_TIMEOUT, NULL, NULL, pairs, closed, open, output, missing, programs, bounds)

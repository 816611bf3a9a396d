/* SPDX-License-Identifier: MIT */
/* Tests the IR interpreter: control flow, phis, arrays, killed lanes, undefined values, and the budget. Expected values are
   worked out by hand from ir.h and ops.def. */
#include <string.h>

#include "ir/interp.h"
#include "tests/unit/common/irgen.h"
#include "tests/unit/common/irtext.h"
#include "tests/unit/common/suite.h"

static uint32_t taint[SLOT_COUNT][4];

static struct exec_wave *run(const char *text)
{
   struct ir_shader *s = must_parse(text);
   struct exec_wave *t = gen_wave(&ctx, 3, s->num);

   t->valid = UINT32_MAX;
   t->helper = 0;
   t->out_taint = memset(taint, 0, sizeof taint);
   for (uint32_t l = 0; l < EXEC_LANES; l++)
      t->in[0][SLOT_TEXCOORD][0][l] = l;
   ck_assert_int_eq(ir_interp_run(&ctx, s, t), EXEC_DONE);
   return t;
}

#define STORE "store_output %9 slot=color0 comp=0\n"
#define LANE                                                                                                                   \
   "nvp4c-ir 1\nstage fragment\narray 0 length=5 width=32\nblock 0:\n%0:32 = load_input slot=tex0 comp=0 interp=flat\n"

START_TEST(test_loop)
{
   /* Lane n counts to n mod 4. The values of a lane no longer change when it has left the loop. */
   struct exec_wave *t =
       run(LANE "%1:32 = const value=3\n%2:32 = iand %0, %1\n%3:32 = const value=0\n%4:32 = const value=1\nloop b1 merge=b4\n"
                "block 1:\n%5:32 = phi %3, %6\n%7:1 = uge %5, %2\n%9:32 = imul %5, %0\nif %7 b2 b3 merge=b3\n"
                "block 2:\nbreak b4\nblock 3:\n%6:32 = iadd %5, %4\ncontinue b1\nblock 4:\n" STORE "return\n");
   for (uint32_t l = 0; l < EXEC_LANES; l++)
      ck_assert_uint_eq(t->out[SLOT_FRAG_COLOR][0][l], (l & 3) * l);
}
END_TEST

START_TEST(test_swap_phis)
{
   /* Swaps a and b three times: the phis of a header are evaluated in parallel. */
   struct exec_wave *t = run(
       LANE "%1:32 = const value=7\n%3:32 = const value=0\n%4:32 = const value=1\n%8:32 = const value=3\nloop b1 merge=b4\n"
            "block 1:\n%5:32 = phi %3, %6\n%9:32 = phi %0, %10\n%10:32 = phi %1, %9\n%7:1 = uge %5, %8\nif %7 b2 b3 merge=b3\n"
            "block 2:\nbreak b4\nblock 3:\n%6:32 = iadd %5, %4\ncontinue b1\nblock 4:\n" STORE "return\n");
   for (uint32_t l = 0; l < EXEC_LANES; l++)
      ck_assert_uint_eq(t->out[SLOT_FRAG_COLOR][0][l], 7);
}
END_TEST

START_TEST(test_array_clamp)
{
   /* Index lane - 2 clamps to 0 .. 4 for the store; every lane then reads 4. */
   struct exec_wave *t =
       run(LANE "array_store %0, %0 array=0 index=4294967294\n%9:32 = array_load array=0 index=4\n" STORE "return\n");
   for (uint32_t l = 0; l < EXEC_LANES; l++)
      ck_assert_uint_eq(t->out[SLOT_FRAG_COLOR][0][l], l >= 6 ? l : 0);
}
END_TEST

START_TEST(test_first)
{
   /* Lanes 0 to 9 execute the first arm, and lane 5 is the first one that is not below 5. In the other arm no lane meets the
      condition. */
   struct exec_wave *t = run(LANE "%1:32 = const value=5\n%2:32 = const value=10\n%3:1 = ult %0, %2\n%4:1 = uge %0, %1\n%5:32 "
                                  "= const value=40\n%6:1 = uge %0, %5\n"
                                  "if %3 b1 b2 merge=b3\nblock 1:\n%7:32 = first %0, %4\njump b3\nblock 2:\n%8:32 = first %0, "
                                  "%6\njump b3\nblock 3:\n%9:32 = phi %7, %8\n" STORE "return\n");
   for (uint32_t l = 0; l < EXEC_LANES; l++)
      ck_assert_uint_eq(t->out[SLOT_FRAG_COLOR][0][l], l < 10 ? 5 : 0);
}
END_TEST

START_TEST(test_kill_and_derivative)
{
   /* Lanes from 8 on are killed. They still run, so the derivatives are those of the lane numbers: 1 across, 2 down. */
   struct exec_wave *t = run(LANE "%1:32 = const value=8\n%2:1 = uge %0, %1\nkill %2\n%3:32 = u2f %0\n%4:32 = ddx -%3\n%5:32 = "
                                  "ddy %3\n%9:32 = fadd %4, %5\n" STORE "return\n");
   ck_assert_uint_eq(t->killed, 0xffffff00);
   for (uint32_t l = 0; l < EXEC_LANES; l++)
      ck_assert_uint_eq(t->out[SLOT_FRAG_COLOR][0][l], l < 8 ? NUM_ONE : 0);
}
END_TEST

/* Lanes 0 to 9 execute block 1, so only the upper row of the third quad executes it. */
#define BELOW_10                                                                                                               \
   "%1:32 = const value=10\n%2:1 = ult %0, %1\n%3:32 = u2f %0\n%5:32 = const value=0\nif %2 b1 b2 merge=b2\nblock 1:\n"
#define MEET "jump b2\nblock 2:\n"

START_TEST(test_taint)
{
   /* A derivative needs both lanes. The level of a texture access needs the lanes of the row and of the column. */
   run(LANE BELOW_10 "%4:32 = ddx %3\n" MEET "%9:32 = phi %5, %4\n" STORE "return\n");
   ck_assert_uint_eq(taint[SLOT_FRAG_COLOR][0], 0);
   run(LANE BELOW_10 "%4:32 = ddy %3\n" MEET "%9:32 = phi %5, %4\n" STORE "return\n");
   ck_assert_uint_eq(taint[SLOT_FRAG_COLOR][0], 0x300);
   run(LANE BELOW_10 "%4:32, %6:32, %7:32, %8:32 = tex %3, %3 texop=sample target=2D unit=0 offset=0:0:0\n" MEET
                     "%9:32 = phi %5, %4\n" STORE "return\n");
   ck_assert_uint_eq(taint[SLOT_FRAG_COLOR][0], 0x300);

   /* After the block the whole quad executes again, but two of its lanes have undefined values. Killed lanes continue, and all
      values are defined. */
   run(LANE BELOW_10 "%4:32 = ddy %3\n" MEET "%6:32 = phi %3, %4\n%9:32 = ddy %6\n" STORE "return\n");
   ck_assert_uint_eq(taint[SLOT_FRAG_COLOR][0], 0xf00);
   run(LANE "%1:32 = const value=10\n%2:1 = ult %0, %1\nkill %2\n%3:32 = u2f %0\n%9:32 = ddy %3\n" STORE "return\n");
   ck_assert_uint_eq(taint[SLOT_FRAG_COLOR][0], 0);
}
END_TEST

START_TEST(test_taint_of_flow)
{
   /* Everything that a lane computes is undefined after it branched on an undefined value. */
   run(LANE BELOW_10 "%4:32 = ddy %3\n" MEET "%6:32 = phi %5, %4\n%7:1 = feq %6, %3\nif %7 b3 b4 merge=b4\nblock 3:\njump b4\n"
            "block 4:\n%9:32 = phi %0, %0\n" STORE "return\n");
   ck_assert_uint_eq(taint[SLOT_FRAG_COLOR][0], 0x300);

   /* Lane n runs n mod 4 + 1 iterations of a loop. A derivative is defined if both lanes of its column run the iteration; it is
      undefined for lanes 2 and 3, which continue alone. */
   run(LANE "%1:32 = const value=3\n%2:32 = iand %0, %1\n%3:32 = const value=0\n%4:32 = const value=1\n%8:32 = u2f %0\nloop b1 "
            "merge=b4\n"
            "block 1:\n%5:32 = phi %3, %6\n%9:32 = ddy %8\n%7:1 = uge %5, %2\nif %7 b2 b3 merge=b3\n"
            "block 2:\nbreak b4\nblock 3:\n%6:32 = iadd %5, %4\ncontinue b1\nblock 4:\n" STORE "return\n");
   ck_assert_uint_eq(taint[SLOT_FRAG_COLOR][0], 0xcccccccc);

   /* A store at an undefined index may have changed any element. */
   run(LANE BELOW_10 "%4:32 = ddy %3\n" MEET
                     "%6:32 = phi %5, %4\narray_store %0, %6 array=0 index=0\n%9:32 = array_load array=0 index=4\n" STORE
                     "return\n");
   ck_assert_uint_eq(taint[SLOT_FRAG_COLOR][0], 0x300);
}
END_TEST

START_TEST(test_budget)
{
   struct ir_shader *s = must_parse("nvp4c-ir 1\nblock 0:\nloop b1 merge=b2\nblock 1:\ncontinue b1\nblock 2:\nreturn\n");
   struct exec_wave *t = gen_wave(&ctx, 0, s->num);

   t->budget = 1000;
   ck_assert_int_eq(ir_interp_run(&ctx, s, t), EXEC_BUDGET);
   t->budget = 1000;
   struct ir_interp *it = ir_interp_new(&ctx, s, t);
   ck_assert_int_eq(ir_interp_step(it, 10), EXEC_RUNNING);
   ck_assert_uint_eq(t->budget, 990);
}
END_TEST

SUITE_MAIN("interp", DEFAULT_TIMEOUT, setup, teardown, test_loop, test_swap_phis, test_array_clamp, test_first,
           test_kill_and_derivative, test_taint, test_taint_of_flow, test_budget)

/* SPDX-License-Identifier: MIT */
/*
 * Tests frontend/common without any front end: its functions build small shaders, and the IR interpreter runs them. Expected
 * values are worked out by hand in the comment beside each program; those of vector instructions come from the tables of
 * docs/semantics-nv.md.
 */
#include "ir/interp.h"
#include "frontend/common/fe_flow.h"
#include "frontend/common/fe_vector.h"
#include "tests/unit/common/suite.h"

#include <string.h>

#define ALL_LANES 0xffffffffu
#define F_HALF 0x3f000000u  /* 0.5 */
#define F_THREE 0x40400000u /* 3.0 */
#define F_FOUR 0x40800000u  /* 4.0 */
#define F_FIVE 0x40a00000u  /* 5.0 */

static struct util_ctx ctx;
static struct fe_lower f;
static uint32_t in[1][SLOT_COUNT][4][EXEC_LANES], out[SLOT_COUNT][4][EXEC_LANES];
static const struct ir_src always = {0};

static void setup(void)
{
   util_ctx_init(&ctx, NULL, 0);
   if (setjmp(ctx.unwind))
      ck_abort_msg("left the compile: %s", ctx.diags ? ctx.diags->message : "no diagnostic");
   ctx.unwind_set = true;
   memset(&f, 0, sizeof f);
   fe_lower_begin(&f, &ctx, ir_shader_new(&ctx, IR_STAGE_VERTEX, &num_model_ieee));
}

static void teardown(void)
{
   util_ctx_finish(&ctx);
}

/* Ends the shader and runs it in 32 lanes; x of the first attribute is the number of the lane. */
static void run(void)
{
   struct exec_wave wave = {.num = &num_model_ieee, .valid = ALL_LANES, .budget = 10000, .in = in, .out = out};
   const char *error;

   fe_outputs_emit(&f);
   fe_lower_end(&f);
   error = ir_validate(f.s);
   ck_assert_msg(!error, "%s", error);
   for (unsigned l = 0; l < EXEC_LANES; l++)
      in[0][SLOT_VATTR][0][l] = l;
   memset(out, 0, sizeof out);
   ck_assert_int_eq(ir_interp_run(&ctx, f.s, &wave), EXEC_DONE);
}

static struct ir_src lane(void)
{
   return fe_input(&f, SLOT_VATTR, 0, INTERP_SMOOTH, (struct ir_src){0});
}

/* Writes the value to x of output attribute n at the end of the program. */
static void result(unsigned n, struct ir_src v)
{
   f.out.written[SLOT_ATTR + n] |= 1;
   fe_output_store_if(&f, SLOT_ATTR + n, (struct fe_index){0}, 0, always, v);
}

static uint32_t variable(const char *name)
{
   return ir_array_new(f.s, 1, 32, name);
}

static struct ir_src get(uint32_t var) { return fe_array_load(&f, var, (struct fe_index){0}); }
static void set(uint32_t var, struct ir_src v) { fe_array_store(&f, var, (struct fe_index){0}, v); }

static struct ir_src plus(struct ir_src a, uint32_t b) { return fe_op2(&f, IR_iadd, a, fe_imm(&f, b)); }
static struct ir_src is(struct ir_src a, uint32_t b) { return fe_op2(&f, IR_ieq, a, fe_imm(&f, b)); }
static struct ir_src is_above(struct ir_src a, uint32_t b) { return fe_op2(&f, IR_ult, fe_imm(&f, b), a); }

/* ---- flow */

START_TEST(if_else)
{
   /* 10 if lane < 2, else 20 if lane < 4 with one more in lane 3, else 30. */
   uint32_t x = variable("x");

   set(x, fe_imm(&f, 30));
   fe_if(&f, fe_op2(&f, IR_ult, lane(), fe_imm(&f, 2)), true);
   set(x, fe_imm(&f, 10));
   fe_else(&f);
   fe_if(&f, fe_op2(&f, IR_ult, lane(), fe_imm(&f, 4)), false);
   set(x, fe_imm(&f, 20));
   struct ir_block *merge = fe_guard_begin(&f, is(lane(), 3));
   set(x, plus(get(x), 1));
   fe_guard_end(&f, merge);
   fe_endif(&f);
   fe_endif(&f);
   ck_assert_uint_eq(f.flow.num_frames, 0);
   result(0, get(x));
   run();
   for (unsigned l = 0; l < EXEC_LANES; l++)
      ck_assert_uint_eq(out[SLOT_ATTR][0][l], l < 2 ? 10 : l == 2 ? 20 : l == 3 ? 21 : 30);
}
END_TEST

START_TEST(counted_loop)
{
   /* k runs from 1 to lane. The result is the sum of all k but 2, up to the k that is 5: for lanes 0, 1, 2, 3, 4 and 5 it is 0,
      1, 1, 4, 8, 8. */
   static const uint32_t sum[] = {0, 1, 1, 4, 8};
   uint32_t k = variable("k"), x = variable("x"), counter = fe_counter_new(&f, lane());

   set(k, fe_imm(&f, 0));
   set(x, fe_imm(&f, 0));
   fe_loop(&f, counter);
   set(k, plus(get(k), 1));
   fe_continue(&f, is(get(k), 2));
   fe_break(&f, is(get(k), 5));
   set(x, fe_op2(&f, IR_iadd, get(x), get(k)));
   fe_endloop(&f);
   result(0, get(x));
   result(1, get(k));
   run();
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      ck_assert_uint_eq(out[SLOT_ATTR][0][l], sum[l < 4 ? l : 4]);
      ck_assert_uint_eq(out[SLOT_ATTR + 1][0][l], l < 5 ? l : 5);
   }
}
END_TEST

START_TEST(endless_loop)
{
   /* x = lane; loop { loop { if (x >= 40) break; x += 3; continue } break }: the first number from 40 on in steps of 3. */
   uint32_t x = variable("x");

   set(x, lane());
   fe_loop(&f, FE_NONE);
   fe_loop(&f, FE_NONE);
   fe_break(&f, is_above(get(x), 39));
   set(x, plus(get(x), 3));
   fe_continue(&f, always);
   ck_assert(!f.flow.reachable); /* the front end skips the code from the continue to the end of the loop */
   fe_endloop(&f);
   ck_assert(f.flow.reachable);
   fe_break(&f, always);
   fe_endloop(&f);
   result(0, get(x));
   run();
   for (unsigned l = 0; l < EXEC_LANES; l++)
      ck_assert_uint_eq(out[SLOT_ATTR][0][l], l + (40 - l + 2) / 3 * 3);
}
END_TEST

/* x = x + 1; if (x > 3) return; x = 2 * x */
static void body(uint32_t x)
{
   set(x, plus(get(x), 1));
   ck_assert(fe_return_jumps(&f));
   fe_return(&f, is_above(get(x), 3));
   set(x, fe_op2(&f, IR_iadd, get(x), get(x)));
}

START_TEST(calls)
{
   /*
    * The main program calls the subroutine above, ends in lane 5, and calls it again in even lanes:
    *    lane 0: 1 -> 2, 3 -> 6        lane 2: 3 -> 6, 7         lane 4: 5, 6
    *    lane 1: 2 -> 4                lane 3: 4                 lane 5: 6, and the output that is set last stays 0
    */
   static const uint32_t want[6] = {6, 4, 7, 4, 6, 6};
   uint32_t x = variable("x"), end = variable("end");

   fe_sub_begin(&f, 7, 0, true, NULL);
   set(x, lane());
   set(end, fe_imm(&f, 0));

   fe_sub_begin(&f, 8, 100, true, NULL);
   ck_assert_uint_eq(fe_sub(&f), 8);
   ck_assert_uint_eq(f.flow.depth, 2);
   body(x);
   ck_assert_uint_eq(fe_sub_end(&f), 100);
   ck_assert_uint_eq(fe_sub(&f), 7);

   fe_exit(&f, is(lane(), 5));
   struct ir_src even = fe_op2(&f, IR_iand, lane(), fe_imm(&f, 1));
   struct ir_block *test = fe_guard_begin(&f, is(even, 0));
   fe_sub_begin(&f, 8, 200, true, test);
   body(x);
   ck_assert_uint_eq(fe_sub_end(&f), 200);

   set(end, fe_imm(&f, 1));
   fe_sub_end(&f);
   ck_assert_uint_eq(f.flow.num_frames, 0);
   result(0, get(x));
   result(1, get(end));
   run();
   for (unsigned l = 0; l < 6; l++) {
      ck_assert_uint_eq(out[SLOT_ATTR][0][l], want[l]);
      ck_assert_uint_eq(out[SLOT_ATTR + 1][0][l], l != 5);
   }
}
END_TEST

/* ---- arrays, parameters, outputs */

START_TEST(arrays)
{
   /* a[i] = 10 i for i = 0 .. 3, so a[lane & 1 + 2] is 20 or 30. Then a[1] becomes 7 in odd lanes. */
   uint32_t a = ir_array_new(f.s, 4, 32, "a");
   struct ir_src odd = fe_op2(&f, IR_iand, lane(), fe_imm(&f, 1));

   for (uint32_t i = 0; i < 4; i++)
      fe_array_store(&f, a, (struct fe_index){i, {0}}, fe_imm(&f, 10 * i));
   result(0, fe_array_load(&f, a, (struct fe_index){2, odd}));
   fe_array_store_if(&f, a, (struct fe_index){1, {0}}, is(odd, 1), fe_imm(&f, 7));
   result(1, fe_array_load(&f, a, (struct fe_index){1, {0}}));
   struct fe_index sum = fe_index_sum(&f, (struct fe_index){3, odd});
   ck_assert_uint_eq(sum.constant, 0);
   result(2, sum.reg);
   result(3, fe_clamp_index(&f, plus(lane(), 0u - 5), 9)); /* lane - 5, limited to 0 .. 8 */
   run();
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      ck_assert_uint_eq(out[SLOT_ATTR][0][l], l & 1 ? 30 : 20);
      ck_assert_uint_eq(out[SLOT_ATTR + 1][0][l], l & 1 ? 7 : 10);
      ck_assert_uint_eq(out[SLOT_ATTR + 2][0][l], 3 + (l & 1));
      ck_assert_uint_eq(out[SLOT_ATTR + 3][0][l], l < 5 ? 0 : l < 13 ? l - 5 : 8);
   }
}
END_TEST

static unsigned count(enum ir_op op)
{
   unsigned n = 0;

   for (uint32_t i = 0; i < f.s->num_blocks; i++)
      ir_foreach_instr (f.s->blocks[i], instr)
         n += instr->op == op;
   return n;
}

START_TEST(value_cache)
{
   uint32_t x = variable("x");
   struct ir_src one = fe_imm(&f, 1);

   /* In one block each constant and input is loaded once, and only the last of several stores is emitted, at the end. */
   ck_assert_ptr_eq(fe_imm(&f, 1).val, one.val);
   ck_assert_ptr_eq(lane().val, lane().val);
   set(x, one);
   set(x, lane());
   ck_assert_uint_eq(count(IR_array_store), 0);
   ck_assert_ptr_ne(get(x).val, one.val);
   ck_assert_uint_eq(count(IR_array_load), 0);
   /* In another block nothing is known. */
   struct ir_block *merge = fe_guard_begin(&f, is(get(x), 1));
   ck_assert_uint_eq(count(IR_array_store), 1);
   ck_assert_uint_eq(count(IR_array_load), 0);
   ck_assert_ptr_ne(fe_imm(&f, 1).val, one.val);
   get(x);
   get(x);
   ck_assert_uint_eq(count(IR_array_load), 1);
   set(x, fe_imm(&f, 5));
   fe_guard_end(&f, merge);
   result(0, get(x));
   run();
   for (unsigned l = 0; l < EXEC_LANES; l++)
      ck_assert_uint_eq(out[SLOT_ATTR][0][l], l == 1 ? 5 : l);
}
END_TEST

START_TEST(parameters)
{
   /* A constant needs no load; equal components of an entry are loaded once; a relative index selects the entry. */
   static const uint32_t values[3][4] = {{0}, {11, 12, 13, 14}, {21, 22, 23, 24}};
   struct io_param c = {.cls = PARAM_CONST, .value = {1, 2, 3, 4}};
   struct exec_wave wave = {.num = &num_model_ieee, .valid = ALL_LANES, .budget = 1000, .in = in, .out = out,
                            .param = values, .num_params = 3};

   UTIL_PUSH(&ctx, f.s->params, f.s->num_params, f.s->cap_params, c);
   ck_assert_uint_eq(fe_param_add_state(&f, "state.fog.color"), 1);
   ck_assert_uint_eq(fe_param_add_state(&f, "state.fog.params"), 2);
   result(0, fe_param(&f, 0, 2));
   ck_assert_uint_eq(count(IR_load_param), 0);
   result(1, fe_op2(&f, IR_iadd, fe_param(&f, 1, 3), fe_param(&f, 1, 3)));
   ck_assert_uint_eq(count(IR_load_param), 1);
   result(2, fe_param_relative(&f, 1, 2, (struct fe_index){0, fe_op2(&f, IR_iand, lane(), fe_imm(&f, 1))}, 0));
   fe_outputs_emit(&f);
   fe_lower_end(&f);
   ck_assert_ptr_eq(ir_validate(f.s), NULL);
   for (unsigned l = 0; l < EXEC_LANES; l++)
      in[0][SLOT_VATTR][0][l] = l;
   ck_assert_int_eq(ir_interp_run(&ctx, f.s, &wave), EXEC_DONE);
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      ck_assert_uint_eq(out[SLOT_ATTR][0][l], 3);
      ck_assert_uint_eq(out[SLOT_ATTR + 1][0][l], 28);
      ck_assert_uint_eq(out[SLOT_ATTR + 2][0][l], l & 1 ? 21 : 11);
   }
}
END_TEST

START_TEST(outputs)
{
   /* Attributes 1 to 3 share their arrays. A store of 5 to attribute 1 + 2 * (lane & 1) is limited to the first two of them, so
      odd lanes store to attribute 2. Attribute 3 is 9, except in lane 4, where it is 8. */
   bool join[SLOT_COUNT + 1] = {false};
   struct ir_src odd = fe_op2(&f, IR_iand, lane(), fe_imm(&f, 1)), twice;

   join[SLOT_ATTR + 2] = join[SLOT_ATTR + 3] = true;
   fe_outputs_join(&f, join);
   ck_assert_uint_eq(f.out.range[SLOT_ATTR + 3].first, SLOT_ATTR + 1);
   ck_assert_uint_eq(f.out.range[SLOT_ATTR + 3].length, 3);
   result(1, fe_imm(&f, 0));
   result(2, fe_imm(&f, 0));
   result(3, fe_imm(&f, 9));
   twice = fe_op2(&f, IR_imul, odd, fe_imm(&f, 2)); /* 0 or 2 */
   struct fe_index i = fe_output_index(&f, SLOT_ATTR + 1, 2, (struct fe_index){0, twice});
   fe_output_store_if(&f, SLOT_ATTR + 1, i, 0, always, fe_imm(&f, 5));
   fe_output_store_if(&f, SLOT_ATTR + 1, (struct fe_index){2, {0}}, 0, is(lane(), 4), fe_imm(&f, 8));
   result(0, fe_output_load(&f, SLOT_ATTR + 3, 0));
   run();
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      ck_assert_uint_eq(out[SLOT_ATTR + 1][0][l], l & 1 ? 0 : 5);
      ck_assert_uint_eq(out[SLOT_ATTR + 2][0][l], l & 1 ? 5 : 0);
      ck_assert_uint_eq(out[SLOT_ATTR + 3][0][l], l == 4 ? 8 : 9);
      ck_assert_uint_eq(out[SLOT_ATTR][0][l], l == 4 ? 8 : 9);
   }
}
END_TEST

START_TEST(values)
{
   struct ir_src x = fe_imm(&f, FE_MINUS_ONE), y;

   /* floor(-1.5) = -2; 1/3 (0x3eaaaaab) in f16 is 0x3555, which is 0x3eaaa000 as a float */
   result(0, fe_floor_to_int(&f, fe_imm(&f, 0xbfc00000u)));
   result(1, fe_round_to_f16(&f, fe_imm(&f, 0x3eaaaaabu)));
   ck_assert_ptr_eq(fe_mov(&f, x).val, x.val);
   result(2, fe_mov(&f, ir_neg(x)));
   /* A value of this instruction is saturated when it is made; any other value is saturated by a copy. */
   f.first_value = f.s->num_values;
   y = fe_op2(&f, IR_fadd, fe_imm(&f, FE_ONE), fe_imm(&f, FE_ONE));
   ck_assert_ptr_eq(fe_saturate(&f, y, IR_SAT_01).val, y.val);
   result(3, y);
   ck_assert_ptr_ne(fe_saturate(&f, y, IR_SAT_11).val, y.val);
   result(4, fe_saturate(&f, x, IR_SAT_01));
   run();
   ck_assert_uint_eq(out[SLOT_ATTR][0][0], 0xfffffffeu);
   ck_assert_uint_eq(out[SLOT_ATTR + 1][0][0], 0x3eaaa000u);
   ck_assert_uint_eq(out[SLOT_ATTR + 2][0][0], FE_ONE);
   ck_assert_uint_eq(out[SLOT_ATTR + 3][0][0], FE_ONE);
   ck_assert_uint_eq(out[SLOT_ATTR + 4][0][0], 0);
}
END_TEST

/* ---- vector instructions */

static struct ir_src operand(void *user, unsigned n, unsigned comp)
{
   const uint32_t(*v)[4] = user;

   return fe_imm(&f, v[n][comp]);
}

/* Evaluates one instruction on constants. */
struct vector_case {
   void (*fn)(struct fe_vector *v);
   uint8_t mask;
   uint32_t src[3][4];
   uint32_t want[4];
};

static void dp3(struct fe_vector *v) { fe_dp(v, 3); }

static const struct vector_case vectors[] = {
   /* 1*4 + 2*2 + 3*1 = 11 */
   {dp3,
    15,
    {{FE_ONE, FE_TWO, F_THREE, F_FIVE}, {F_FOUR, FE_TWO, FE_ONE, F_FIVE}},
    {0x41300000, 0x41300000, 0x41300000, 0x41300000}},
   /* the same + 5 */
   {fe_dph, 1, {{FE_ONE, FE_TWO, F_THREE, 0}, {F_FOUR, FE_TWO, FE_ONE, F_FIVE}}, {0x41800000, 0, 0, 0}},
   /* 1*4 + 2*2 + 3 = 11 */
   {fe_dp2a, 1, {{FE_ONE, FE_TWO, 0, 0}, {F_FOUR, FE_TWO, 0, 0}, {F_THREE, 0, 0, 0}}, {0x41300000, 0, 0, 0}},
   /* 1, y y, z of the first, w of the second */
   {fe_dst, 15, {{0, FE_TWO, F_THREE, 0}, {0, F_FOUR, 0, F_FIVE}}, {FE_ONE, 0x41000000, F_THREE, F_FIVE}},
   /* 1, x, y^w = 4^0.5, 1; then x < 0: y and z are 0 */
   {fe_lit, 15, {{F_THREE, F_FOUR, 0, F_HALF}}, {FE_ONE, F_THREE, FE_TWO, FE_ONE}},
   {fe_lit, 15, {{FE_MINUS_ONE, F_FOUR, 0, F_HALF}}, {FE_ONE, 0, 0, FE_ONE}},
   /* 0.5 * 4 + 0.5 * 2 = 3; 1 * 5 + 0 * 4 = 5 */
   {fe_lrp, 3, {{F_HALF, FE_ONE, 0, 0}, {F_FOUR, F_FIVE, 0, 0}, {FE_TWO, F_FOUR, 0, 0}}, {F_THREE, F_FIVE, 0, 0}},
   /* (1,0,0) x (0,1,0) = (0,0,1) */
   {fe_xpd, 15, {{FE_ONE, 0, 0, 0}, {0, FE_ONE, 0, 0}}, {0, 0, FE_ONE, 0}},
   /* 2^2, 0.5, 2^2.5 is not exact, 1: of 2.5 */
   {fe_exp, 11, {{0x40200000, 0, 0, 0}}, {F_FOUR, F_HALF, 0, FE_ONE}},
   /* 5 = 2^2 * 1.25 */
   {fe_log, 11, {{F_FIVE, 0, 0, 0}}, {FE_TWO, 0x3fa00000, 0, FE_ONE}},
   /* of 0: -infinity, 1, -infinity, 1 */
   {fe_log, 15, {{0, 0, 0, 0}}, {FE_INFINITY | FE_SIGN, FE_ONE, FE_INFINITY | FE_SIGN, FE_ONE}},
   {fe_ssg, 15, {{F_THREE, 0, FE_MINUS_ONE, FE_SIGN}}, {FE_ONE, 0, FE_MINUS_ONE, 0}},
   /* 2.5 - 2; -0.5 - -1 */
   {fe_frc, 3, {{0x40200000, 0xbf000000, 0, 0}}, {F_HALF, F_HALF, 0, 0}},
   /* 1 + 2*3 + 4*5 = 27 for x and z; 0 + 2*1 + 4*0 = 2 for y and w */
   {fe_x2d,
    15,
    {{FE_ONE, 0, 0, 0}, {FE_TWO, F_FOUR, 0, 0}, {F_THREE, F_FIVE, FE_ONE, 0}},
    {0x41d80000, FE_TWO, 0x41d80000, FE_TWO}},
   /* 4^2 */
   {fe_pow, 2, {{F_FOUR, 0, 0, 0}, {FE_TWO, 0, 0, 0}}, {0, 0x41800000, 0, 0}},
   /* f16 of 1 and 2 */
   {fe_pk2h, 1, {{FE_ONE, FE_TWO, 0, 0}}, {0x40003c00, 0, 0, 0}},
   /* 1 -> 65535; 0.5 -> 32767.5 -> 32768 (even) */
   {fe_pk2us, 1, {{FE_ONE, F_HALF, 0, 0}}, {0x8000ffff, 0, 0, 0}},
   /* 0, 1, above 1, below 0 */
   {fe_pk4ub, 1, {{0, FE_ONE, F_THREE, FE_MINUS_ONE}}, {0x00ffff00, 0, 0, 0}},
   /* 128, 255, 255 (limited to 1), 1 */
   {fe_pk4b, 1, {{0, FE_ONE, F_THREE, FE_MINUS_ONE}}, {0x01ffff80, 0, 0, 0}},
   {fe_up2h, 15, {{0x40003c00, 0, 0, 0}}, {FE_ONE, FE_TWO, FE_ONE, FE_TWO}},
   {fe_up2us, 15, {{0xffff0000, 0, 0, 0}}, {0, FE_ONE, 0, FE_ONE}},
   {fe_up4ub, 15, {{0x00ff00ff, 0, 0, 0}}, {FE_ONE, 0, FE_ONE, 0}},
   {fe_up4b, 15, {{0xff8001ff, 0, 0, 0}}, {FE_ONE, FE_MINUS_ONE, 0, FE_ONE}},
};

START_TEST(vector_instructions)
{
   const struct vector_case *k = &vectors[_i];
   struct fe_vector v = {.f = &f, .load = operand, .user = (void *)k->src, .mask = k->mask};

   k->fn(&v);
   for (unsigned c = 0; c < 4; c++) {
      if (!(k->mask >> c & 1))
         continue;
      ck_assert_ptr_ne(v.r[c].val, NULL);
      result(c, v.r[c]);
   }
   run();
   for (unsigned c = 0; c < 4; c++)
      ck_assert_msg(!(k->mask >> c & 1) || out[SLOT_ATTR + c][0][0] == k->want[c], "row %d, component %u: 0x%08x, not 0x%08x",
                    _i, c, out[SLOT_ATTR + c][0][0], k->want[c]);
}
END_TEST

int main(void)
{
   Suite *s = suite_create("fe_lower");
   TCase *c = tcase_create("fe_lower");

   tcase_add_checked_fixture(c, setup, teardown);
   tcase_add_test(c, if_else);
   tcase_add_test(c, counted_loop);
   tcase_add_test(c, endless_loop);
   tcase_add_test(c, calls);
   tcase_add_test(c, arrays);
   tcase_add_test(c, value_cache);
   tcase_add_test(c, parameters);
   tcase_add_test(c, outputs);
   tcase_add_test(c, values);
   tcase_add_loop_test(c, vector_instructions, 0, sizeof vectors / sizeof vectors[0]);
   suite_add_tcase(s, c);
   return suite_run(s);
}

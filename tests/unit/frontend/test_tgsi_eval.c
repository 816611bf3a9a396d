/* SPDX-License-Identifier: MIT */
/*
 * Tests the reference evaluator of TGSI in addition to the tables of test_tgsi_special. It checks that every instruction has
 * semantics, the values of inputs and the places of outputs, and taint. It compares 64-bit arithmetic on random operands with
 * 128-bit integer arithmetic.
 */
#include "frontend/tgsi/eval/tgsi_eval.h"
#include "semantics/fpenv.h"
#include "semantics/sampler.h"
#include "tests/unit/common/suite.h"
#include "util/rng.h"

#include "tests/unit/common/suite.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static uint32_t in_values[EXEC_MAX_VERTICES][SLOT_COUNT][4][EXEC_LANES], out_values[SLOT_COUNT][4][EXEC_LANES],
    out_taint[SLOT_COUNT][4], param_values[16][4];
static const struct exec_sampler sampler = {.seed = 1};

/* Runs a text. The test fails if the program does not parse or does not end normally. */
static struct exec_wave run_status(const char *text, struct exec_wave t, enum exec_status want)
{
   struct util_ctx ctx;

   util_ctx_init(&ctx, NULL, 0);
   ctx.text = text;
   ctx.text_len = strlen(text);
   if (setjmp(ctx.unwind))
      ck_abort_msg("left: %s\n%s", ctx.diags ? ctx.diags->message : "?", text);
   ctx.unwind_set = true;
   const struct tgsi_program *p = tgsi_parse(&ctx, text, strlen(text), NULL);
   ck_assert_msg(p, "%s\n%s", ctx.diags ? ctx.diags->message : "no tree", text);
   memset(out_values, 0, sizeof out_values);
   memset(out_taint, 0, sizeof out_taint);
   t.in = in_values;
   t.param = (const uint32_t(*)[4])param_values;
   t.num_params = 16;
   t.out = out_values;
   t.out_taint = out_taint;
   t.budget = t.budget ? t.budget : 100000;
   t.num = t.num ? t.num : &num_model_usc_rne;
   t.valid = t.valid ? t.valid : ~0u;
   const enum exec_status st = tgsi_eval_run(&ctx, p, &t);
   ck_assert_msg(st == want, "status %d: %s\n%s", (int)st, t.fault ? t.fault : "", text);
   util_ctx_finish(&ctx);
   return t;
}

static struct exec_wave run(const char *text)
{
   return run_status(text, (struct exec_wave){.tex = exec_sampler_fn, .tex_user = (void *)(uintptr_t)&sampler}, EXEC_DONE);
}

/* ---------------------------------------------------------------------------------------------------------------- complete */

/* Every instruction has semantics unless it is not supported. */
START_TEST(every_instruction)
{
   for (unsigned i = 0; i < TGSI_OP_COUNT; i++) {
      const enum tgsi_op op = (enum tgsi_op)i;
      const bool n = tgsi_eval_has_function(op);

      ck_assert_msg(n == !(tgsi_op_info[op].flags & TGSI_LATER), "%s: %u", tgsi_op_info[op].name, n);
   }
}
END_TEST

/* ------------------------------------------------------------------------------------------------------ inputs and outputs */

static void fill_inputs(void)
{
   for (unsigned v = 0; v < EXEC_MAX_VERTICES; v++)
      for (unsigned s = 0; s < SLOT_COUNT; s++)
         for (unsigned c = 0; c < 4; c++)
            for (unsigned l = 0; l < EXEC_LANES; l++)
               in_values[v][s][c][l] = v << 28 | s << 16 | c << 8 | l;
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      in_values[0][SLOT_FACING][0][l] = num_u(l & 1 ? 1.0f : -1.0f);
      in_values[0][SLOT_POSITION][0][l] = num_u(l + 0.5f);
      in_values[0][SLOT_POSITION][1][l] = num_u(2 * l + 0.5f);
   }
}


struct expected {
   int slot, comp; /* the input, or -1 and a value for even and one for odd invocations */
   uint32_t even, odd;
};
#define SLOT_IS(s, c) {SLOT_##s, c, 0, 0}
#define VALUE(v) {-1, 0, v, v}

static void check_output(const char *text, unsigned slot, const struct expected want[4])
{
   for (unsigned c = 0; c < 4; c++)
      for (unsigned l = 0; l < EXEC_LANES; l++) {
         const uint32_t w = want[c].slot >= 0 ? in_values[0][want[c].slot][want[c].comp][l]
                            : l & 1           ? want[c].odd
                                              : want[c].even;
         ck_assert_msg(out_values[slot][c][l] == w, "%s\n%c of instance %u: 0x%08x, expected 0x%08x", text, "xyzw"[c], l,
                       out_values[slot][c][l], w);
      }
}

START_TEST(inputs)
{
   static const struct {
      const char *text;
      struct expected want[4];
   } row[] = {
       {"FRAG\nDCL IN[3].xy, GENERIC[5], LINEAR\nDCL OUT[0], COLOR\nMOV OUT[0], IN[3]\nEND\n",
        {{SLOT_ATTR + 5, 0, 0, 0}, {SLOT_ATTR + 5, 1, 0, 0}, VALUE(0), VALUE(0)}},
       {"FRAG\nDCL IN[0], FACE, CONSTANT\nDCL OUT[0], COLOR\nMOV OUT[0], IN[0]\nEND\n",
        {SLOT_IS(FACING, 0), VALUE(0), VALUE(0), VALUE(NUM_ONE)}},
       {"FRAG\nDCL SV[0], FACE\nDCL OUT[0], COLOR\nMOV OUT[0], SV[0]\nEND\n",
        {{-1, 0, 0, UINT32_MAX}, VALUE(0), VALUE(0), VALUE(1)}},
       {"FRAG\nDCL IN[0], POSITION, LINEAR\nDCL OUT[0], COLOR\nMOV OUT[0], IN[0]\nEND\n",
        {SLOT_IS(POSITION, 0), SLOT_IS(POSITION, 1), SLOT_IS(POSITION, 2), SLOT_IS(POSITION, 3)}},
       {"FRAG\nDCL IN[0], PCOORD, LINEAR\nDCL OUT[0], COLOR\nMOV OUT[0], IN[0]\nEND\n",
        {SLOT_IS(POINT_COORD, 0), SLOT_IS(POINT_COORD, 1), VALUE(0), VALUE(NUM_ONE)}},
       /* the semantic index is the target; a store before changes nothing */
       {"FRAG\nDCL OUT[0], COLOR\nDCL OUT[1], COLOR[2]\nMOV OUT[1], OUT[0]\nFBFETCH OUT[0], OUT[1].wxyy\nEND\n",
        {SLOT_IS(FETCHED + 2, 3), SLOT_IS(FETCHED + 2, 0), SLOT_IS(FETCHED + 2, 1), SLOT_IS(FETCHED + 2, 1)}},
       {"FRAG\nDCL SV[0], SAMPLEPOS\nDCL OUT[0], COLOR\nMOV OUT[0], SV[0]\nEND\n",
        {SLOT_IS(SAMPLE_POS, 0), SLOT_IS(SAMPLE_POS, 1), VALUE(0), VALUE(0)}},
       {"FRAG\nDCL SV[0], SAMPLEID\nDCL OUT[0], COLOR\nMOV OUT[0], SV[0]\nEND\n",
        {SLOT_IS(SAMPLE_ID, 0), VALUE(0), VALUE(0), VALUE(0)}},
       {"FRAG\nDCL IN[0], LAYER, CONSTANT\nDCL OUT[0], COLOR\nMOV OUT[0], IN[0]\nEND\n",
        {SLOT_IS(LAYER, 0), VALUE(0), VALUE(0), VALUE(0)}},
       {"FRAG\nDCL IN[0..1], CLIPDIST, LINEAR\nDCL OUT[0], COLOR\nMOV OUT[0], IN[1]\nEND\n",
        {{SLOT_CLIP + 4, 0, 0, 0}, {SLOT_CLIP + 5, 0, 0, 0}, {SLOT_CLIP + 6, 0, 0, 0}, {SLOT_CLIP + 7, 0, 0, 0}}},
       {"FRAG\nDCL IN[0..2], ARRAY(1), GENERIC[1], LINEAR\nDCL OUT[0], COLOR\nDCL ADDR[0]\nIMM[0] INT32 {1, 0, 0, 0}\nUARL "
        "ADDR[0].x, IMM[0].xxxx\nMOV OUT[0], IN[ADDR[0].x+1](1)\nEND\n",
        {{SLOT_ATTR + 3, 0, 0, 0}, {SLOT_ATTR + 3, 1, 0, 0}, {SLOT_ATTR + 3, 2, 0, 0}, {SLOT_ATTR + 3, 3, 0, 0}}},
   };

   fill_inputs();
   for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
      run(row[i].text);
      check_output(row[i].text, SLOT_FRAG_COLOR, row[i].want);
   }
   /* the integer convention of pixel centres */
   run("FRAG\nPROPERTY FS_COORD_PIXEL_CENTER INTEGER\nDCL IN[0], POSITION, LINEAR\nDCL OUT[0], COLOR\nMOV OUT[0], "
       "IN[0]\nEND\n");
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      ck_assert_uint_eq(out_values[SLOT_FRAG_COLOR][0][l], num_u((float)l));
      ck_assert_uint_eq(out_values[SLOT_FRAG_COLOR][1][l], num_u(2.0f * (float)l));
      ck_assert_uint_eq(out_values[SLOT_FRAG_COLOR][2][l], in_values[0][SLOT_POSITION][2][l]);
   }
}
END_TEST

START_TEST(subgroups)
{
   static const char *const names[] = {"EQ", "GE", "GT", "LE", "LT"};

   for (unsigned l = 0; l < EXEC_LANES; l++)
      in_values[0][SLOT_SUBGROUP_LANE][0][l] = l;
   for (unsigned i = 0; i < 5; i++) {
      char text[256];

      snprintf(text, sizeof text, "VERT\nDCL SV[0], SUBGROUP_%s_MASK\nDCL OUT[0], GENERIC[0]\nMOV OUT[0], SV[0]\nEND\n",
               names[i]);
      run(text);
      for (unsigned l = 0; l < EXEC_LANES; l++) {
         uint32_t want = 0;
         for (unsigned bit = 0; bit < 32; bit++)
            want |= (uint32_t)(i == 0 ? bit == l : i == 1 ? bit >= l : i == 2 ? bit > l : i == 3 ? bit <= l : bit < l) << bit;
         ck_assert_msg(out_values[SLOT_ATTR][0][l] == want, "%s of %u: %08x", names[i], l, out_values[SLOT_ATTR][0][l]);
         ck_assert_uint_eq(out_values[SLOT_ATTR][1][l], 0);
      }
   }
}
END_TEST

START_TEST(outputs)
{
   fill_inputs();
   run("VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nDCL OUT[1..2], CLIPDIST\nDCL OUT[3].x, LAYER\nDCL OUT[4].xy, GENERIC[7]\nMOV "
       "OUT[0], IN[0]\nMOV OUT[2].yw, IN[0]\nMOV OUT[3], IN[0].yyyy\nMOV OUT[4], IN[0]\nEND\n");
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      ck_assert_uint_eq(out_values[SLOT_POSITION][3][l], in_values[0][SLOT_VATTR][3][l]);
      ck_assert_uint_eq(out_values[SLOT_CLIP + 5][0][l], in_values[0][SLOT_VATTR][1][l]);
      ck_assert_uint_eq(out_values[SLOT_CLIP + 7][0][l], in_values[0][SLOT_VATTR][3][l]);
      ck_assert_uint_eq(out_values[SLOT_CLIP + 4][0][l], 0);
      ck_assert_uint_eq(out_values[SLOT_LAYER][0][l], in_values[0][SLOT_VATTR][1][l]);
      ck_assert_uint_eq(out_values[SLOT_LAYER][1][l], 0);
      ck_assert_uint_eq(out_values[SLOT_ATTR + 7][1][l], in_values[0][SLOT_VATTR][1][l]);
      ck_assert_uint_eq(out_values[SLOT_ATTR + 7][2][l], 0);
   }
   run("FRAG\nDCL IN[0], GENERIC[0], LINEAR\nDCL OUT[0], POSITION\nDCL OUT[1], STENCIL\nDCL OUT[2], COLOR[1]\nMOV OUT[0].z, "
       "IN[0].xxxx\nMOV OUT[1].y, IN[0]\nMOV OUT[2], IN[0]\nEND\n");
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      ck_assert_uint_eq(out_values[SLOT_FRAG_DEPTH][2][l], in_values[0][SLOT_ATTR][0][l]);
      ck_assert_uint_eq(out_values[SLOT_FRAG_STENCIL][1][l], in_values[0][SLOT_ATTR][1][l]);
      ck_assert_uint_eq(out_values[SLOT_FRAG_COLOR + 1][3][l], in_values[0][SLOT_ATTR][3][l]);
   }
}
END_TEST

/* Constant buffers hold entries of the parameter list or words of buffers. Reads beyond their ends, and from unbound buffers,
   give 0. */
START_TEST(constants)
{
   static const uint32_t words[] = {10, 11, 12, 13, 20, 21};
   struct exec_wave t = {.buffer[3] = {words, 6}};

   for (unsigned i = 0; i < 16; i++)
      for (unsigned c = 0; c < 4; c++)
         param_values[i][c] = 100 * i + c;
   for (unsigned l = 0; l < EXEC_LANES; l++)
      in_values[0][SLOT_VATTR][0][l] = l - 4;
   run_status("VERT\nDCL IN[0]\nDCL OUT[0..3], GENERIC[0]\nDCL CONST[0..5]\nDCL CONST[3][0..1]\nDCL CONST[4][0]\nDCL ADDR[0]\n"
              "UARL ADDR[0].x, IN[0].xxxx\nMOV OUT[0], CONST[5]\nMOV OUT[1], CONST[3][1]\nMOV OUT[2], CONST[4][0]\nMOV OUT[3], "
              "CONST[ADDR[0].x+1]\nEND\n",
              t, EXEC_DONE);
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      const int i = (int)l - 3;
      ck_assert_uint_eq(out_values[SLOT_ATTR][2][l], 502);
      ck_assert_uint_eq(out_values[SLOT_ATTR + 1][1][l], 21);
      ck_assert_uint_eq(out_values[SLOT_ATTR + 1][2][l], 0);
      ck_assert_uint_eq(out_values[SLOT_ATTR + 2][0][l], 0);
      ck_assert_uint_eq(out_values[SLOT_ATTR + 3][0][l], 100u * (unsigned)(i < 0 ? 0 : i > 5 ? 5 : i));
   }
   run_status("VERT\nDCL IN[0]\nDCL OUT[0], GENERIC[0]\nDCL CONST[0..1]\nDCL CONST[3][0..1]\nDCL ADDR[0]\nUARL ADDR[0].x, "
              "IN[0].xxxx\nMOV OUT[0], CONST[ADDR[0].x+3][0]\nEND\n",
              t, EXEC_DONE);
   ck_assert_uint_eq(out_values[SLOT_ATTR][1][0], 1);   /* limited to buffer 0 */
   ck_assert_uint_eq(out_values[SLOT_ATTR][1][4], 11);  /* buffer 3 */
   ck_assert_uint_eq(out_values[SLOT_ATTR][1][31], 11); /* limited to buffer 3 */
}
END_TEST

static unsigned emitted[EXEC_STREAMS][EXEC_LANES], ended[EXEC_STREAMS][EXEC_LANES];
static void count_emit(void *user, struct exec_wave *t, uint32_t lanes, unsigned stream)
{
   (void)user, (void)t;
   TGSI_EACH_LANE(l, lanes) emitted[stream][l]++;
}
static void count_end(void *user, struct exec_wave *t, uint32_t lanes, unsigned stream)
{
   (void)user, (void)t;
   TGSI_EACH_LANE(l, lanes) ended[stream][l]++;
}

START_TEST(geometry)
{
   fill_inputs();
   run_status(
       "GEOM\nPROPERTY GS_INPUT_PRIMITIVE TRIANGLES\nPROPERTY GS_OUTPUT_PRIMITIVE TRIANGLE_STRIP\nPROPERTY "
       "GS_MAX_OUTPUT_VERTICES 9\n"
       "DCL IN[][0], GENERIC[3]\nDCL SV[0], INVOCATIONID\nDCL OUT[0], GENERIC[0]\nDCL ADDR[0]\nIMM[0] UINT32 {1, 4, 16, 0}\n"
       "MOV OUT[0], IN[1][0]\nEMIT\nUARL ADDR[0].x, IMM[0].yyyy\nMOV OUT[0], IN[ADDR[0].x][0]\nEMIT IMM[0].wwww\nENDPRIM\nEMIT "
       "IMM[0].xxxx\nENDPRIM IMM[0].xxxx\nEND\n",
       (struct exec_wave){.emit = count_emit, .end_primitive = count_end, .valid = 0xffff}, EXEC_DONE);
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      ck_assert_uint_eq(emitted[0][l], l < 16 ? 2 : 0);
      ck_assert_uint_eq(emitted[1][l], l < 16);
      ck_assert_uint_eq(ended[0][l], l < 16);
      ck_assert_uint_eq(ended[1][l], l < 16);
      ck_assert_uint_eq(out_values[SLOT_ATTR][1][l],
                        l < 16 ? in_values[2][SLOT_ATTR + 3][1][l] : 0); /* vertex 4 is limited to 2 */
   }
   /* each lane has its own stream; four of the eight numbers are streams */
   memset(emitted, 0, sizeof emitted);
   memset(ended, 0, sizeof ended);
   for (unsigned l = 0; l < EXEC_LANES; l++)
      in_values[0][SLOT_ATTR + 3][0][l] = l % 8;
   run_status("GEOM\nPROPERTY GS_INPUT_PRIMITIVE POINTS\nPROPERTY GS_OUTPUT_PRIMITIVE LINE_STRIP\nDCL IN[][0], GENERIC[3]\nDCL "
              "OUT[0], GENERIC[0]\n"
              "MOV OUT[0], IN[0][0]\nEMIT IN[0][0].xxxx\nENDPRIM IN[0][0].xxxx\nEND\n",
              (struct exec_wave){.emit = count_emit, .end_primitive = count_end}, EXEC_DONE);
   for (unsigned l = 0; l < EXEC_LANES; l++)
      for (unsigned n = 0; n < EXEC_STREAMS; n++) {
         ck_assert_uint_eq(emitted[n][l], l % 8 == n);
         ck_assert_uint_eq(ended[n][l], l % 8 == n);
      }
}
END_TEST

/* FMA rounds once, although MAD of the model does not: (1 + 2^-23)^2 - 1 - 2^-22 is 2^-46. */
START_TEST(fused)
{
   struct num_model unfused = num_model_ieee;

   unfused.mad_fused = false;
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      in_values[0][SLOT_VATTR][0][l] = 0x3f800001;
      in_values[0][SLOT_VATTR][1][l] = num_u(-1.0f - 0x1p-22f);
   }
   run_status("VERT\nDCL IN[0]\nDCL OUT[0..1], GENERIC[0]\nFMA OUT[0], IN[0].xxxx, IN[0].xxxx, IN[0].yyyy\nMAD OUT[1], "
              "IN[0].xxxx, IN[0].xxxx, IN[0].yyyy\nEND\n",
              (struct exec_wave){.num = &unfused}, EXEC_DONE);
   ck_assert_uint_eq(out_values[SLOT_ATTR][0][0], num_u(0x1p-46f));
   ck_assert_uint_eq(out_values[SLOT_ATTR + 1][0][0], 0);
}
END_TEST

/* ------------------------------------------------------------------------------------------------------------ taint, budget */

START_TEST(taint)
{
   for (unsigned l = 0; l < EXEC_LANES; l++)
      in_values[0][SLOT_ATTR][0][l] = l % 4 != 3 ? 1 : 0;
   run("FRAG\nDCL IN[0], GENERIC[0], LINEAR\nDCL OUT[0], COLOR\nDCL OUT[1], COLOR[1]\nDCL TEMP[0]\nUIF IN[0].xxxx\nDDX "
       "TEMP[0].x, IN[0]\nDDY TEMP[0].y, IN[0]\nENDIF\nMOV OUT[0], TEMP[0]\nMOV OUT[1], IN[0]\nEND\n");
   ck_assert_uint_eq(out_taint[SLOT_FRAG_COLOR][0], 0x44444444u); /* invocation 2 has no neighbour in its row */
   ck_assert_uint_eq(out_taint[SLOT_FRAG_COLOR][1], 0x22222222u);
   ck_assert_uint_eq(out_taint[SLOT_FRAG_COLOR + 1][0], 0);
   run("VERT\nDCL OUT[0], GENERIC[0]\nCLOCK OUT[0].xy\nEND\n");
   ck_assert_uint_eq(out_taint[SLOT_ATTR][0], UINT32_MAX);
}
END_TEST

START_TEST(helpers)
{
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      in_values[0][SLOT_ATTR][0][l] = l & 1;
      in_values[0][SLOT_HELPER][0][l] = l & 2 ? UINT32_MAX : 0;
   }
   const struct exec_wave t =
       run_status("FRAG\nDCL IN[0], GENERIC[0], LINEAR\nDCL SV[0], HELPER_INVOCATION\nDCL OUT[0..1], COLOR\nDCL TEMP[0]\nUIF "
                  "IN[0].xxxx\nDEMOTE\nENDIF\nREAD_HELPER OUT[0].x\nMOV OUT[1].x, SV[0].xxxx\nEND\n",
                  (struct exec_wave){.helper = 0xcccccccc}, EXEC_DONE);
   ck_assert_uint_eq(t.killed, 0x22222222); /* invocations that were helpers before are not killed */
   ck_assert_uint_eq(t.helper, 0xeeeeeeee);
   for (unsigned l = 0; l < EXEC_LANES; l += 4) {
      ck_assert_uint_eq(out_values[SLOT_FRAG_COLOR][0][l], 0);
      ck_assert_uint_eq(out_values[SLOT_FRAG_COLOR][0][l + 1], 0); /* no longer an output */
   }
}
END_TEST

START_TEST(budget)
{
   const struct exec_wave t =
       run_status("VERT\nDCL IN[0]\nBGNLOOP\nENDLOOP\nEND\n", (struct exec_wave){.budget = 50, .valid = 0xff}, EXEC_BUDGET);

   ck_assert_uint_eq(t.running, 0xff);
   ck_assert_uint_eq(t.budget, 0);
}
END_TEST

/* ------------------------------------------------------------------------------------------------------------------ 64 bits */

typedef unsigned __int128 wide;

/* A finite number (-1)^sign * man * 2^e; man has 53 bits unless it is 0. */
struct number {
   bool sign;
   int e;
   uint64_t man;
};

static struct number number(uint64_t a)
{
   struct number n = {a >> 63, (int)(a >> 52 & 0x7ff) - 1075, (a & 0xfffffffffffff) | (a << 1 >> 53 ? UINT64_C(1) << 52 : 0)};

   n.e += !(a << 1 >> 53);
   while (n.man && !(n.man >> 52)) {
      n.man <<= 1;
      n.e--;
   }
   return n;
}

/* Rounds to the nearest number with `bits` bits of mantissa and returns its encoding. With `low`, the value is a little more
   than man * 2^e. */
static uint64_t nearest(bool sign, wide man, int e, bool low, unsigned bits, int least, int most)
{
   const unsigned exponent_bits = bits == 24 ? 8 : 11;
   const uint64_t minus = (uint64_t)sign << (bits - 1 + exponent_bits);

   if (!man)
      return minus;
   while (man >> 126 == 0) { /* the first bit is bit 126 */
      man <<= 1;
      e--;
   }
   int drop = 127 - (int)bits; /* keeps `bits` bits, fewer for denormals */
   if (e + drop < least)
      drop = least - e;
   if (drop > 127)
      return minus; /* below half of the least number */
   const wide half = (wide)1 << (drop - 1), rest = man & ((half << 1) - 1);
   uint64_t r = drop < 127 ? (uint64_t)(man >> drop) : 0;
   r += rest > half || (rest == half && (low || r & 1));
   e += drop;
   if (r >> bits) {
      r >>= 1;
      e++;
   }
   if (e > most)
      return minus | (((UINT64_C(1) << exponent_bits) - 1) << (bits - 1));
   const uint64_t field = r >> (bits - 1) ? (uint64_t)(e - least + 1) : 0;
   return minus | field << (bits - 1) | (r & ((UINT64_C(1) << (bits - 1)) - 1));
}

static uint64_t nearest64(bool sign, wide man, int e, bool low) { return nearest(sign, man, e, low, 53, -1074, 971); }

/* a * b + c; all are finite and not 0. */
static uint64_t exact_fma(uint64_t x, uint64_t y, uint64_t z)
{
   const struct number a = number(x), b = number(y), c = number(z);
   wide p = (wide)a.man * b.man << 20, q = (wide)c.man << 20; /* 126 bits and 73 bits at most */
   int e = a.e + b.e - 20, d = c.e - 20 - e;
   const bool sp = a.sign != b.sign;
   bool low = false;

   if (d > 53) { /* the product is below the bits of c, shifted as far as possible */
      q <<= 53;
      const int down = d - 53;
      low = down > 126 ? p != 0 : (p & (((wide)1 << down) - 1)) != 0;
      p = down > 126 ? 0 : p >> down;
      e += down;
   } else if (d >= 0) {
      q <<= d;
   } else {
      low = -d > 126 ? q != 0 : (q & (((wide)1 << -d) - 1)) != 0;
      q = -d > 126 ? 0 : q >> -d;
   }
   if (sp == c.sign)
      return nearest64(sp, p + q, e, low);
   /* The truncated bits belong to the smaller term, so the difference is a little less. */
   const bool minus = p < q ? c.sign : sp;
   const wide big = p < q ? q : p, small = p < q ? p : q;
   if (big == small && !low)
      return 0;
   return nearest64(minus, big - small - low, e, low);
}

static uint64_t exact_div(uint64_t x, uint64_t y)
{
   const struct number a = number(x), b = number(y);
   const wide n = (wide)a.man << 70;

   return nearest64(a.sign != b.sign, n / b.man, a.e - b.e - 70, n % b.man != 0);
}

static uint64_t exact_sqrt(uint64_t x)
{
   const struct number a = number(x);
   const int odd = a.e & 1;
   const wide n = (wide)a.man << (72 + odd); /* 72 and the exponent below are even */
   wide r = 0;

   for (int bit = 63; bit >= 0; bit--) {
      const wide t = r | (wide)1 << bit;
      if (t * t <= n)
         r = t;
   }
   return nearest64(false, r, (a.e - 72 - odd) / 2, r * r != n);
}

/* Doubles of all sizes, many close to each other, and few special ones, which are in the tables. They are never 0, infinite or
   NaN. */
static uint64_t random_double(struct util_rng *r, uint64_t near)
{
   for (;;) {
      uint64_t a = (uint64_t)util_rng_u32(r) << 32 | util_rng_u32(r);
      switch (util_rng_below(r, 5)) {
      case 0: a = (a & ~(UINT64_C(0x7ff) << 52)) | (uint64_t)(1023 - 60 + util_rng_below(r, 120)) << 52; break;
      case 1: a = near ^ (a & 0x800000000000000f) ^ (util_rng_below(r, 2) ? UINT64_C(1) << 52 : 0); break;
      case 2: a &= ~(UINT64_C(0x7ff) << 52); break; /* denormal */
      case 3: a &= ~((UINT64_C(1) << 30) - 1); break; /* few bits: exact results and ties */
      }
      if ((a & ~(UINT64_C(1) << 63)) && (a >> 52 & 0x7ff) != 0x7ff)
         return a;
   }
}

#define RUNS 16 /* of 64 pairs */
static uint64_t operand[3][EXEC_LANES][2], result[EXEC_LANES][2];
static unsigned counts_below, equal_often; /* operand 2 is below it, 0 in the middle; it is often operand 1 */

/* Runs `OP OUT, IN[0], IN[1], IN[2]` on random operands. */
static void run_wide(const char *name, unsigned sources, struct util_rng *r, bool integers)
{
   char text[256];

   for (unsigned l = 0; l < EXEC_LANES; l++)
      for (unsigned pair = 0; pair < 2; pair++)
         for (unsigned s = 0; s < 3; s++) {
            uint64_t a = integers ? (uint64_t)util_rng_u32(r) << 32 | util_rng_u32(r) : random_double(r, operand[0][l][pair]);
            if (integers) {
               const unsigned bits = util_rng_below(r, 64);
               a = util_rng_below(r, 2) ? a >> bits : (uint64_t)((int64_t)a >> bits);
               const unsigned shift = 2 + util_rng_below(r, 38); /* near the middle between two floats */
               if (util_rng_below(r, 4) == 0)
                  a = ((UINT64_C(0x800000) | (a & 0x7fffff)) << shift | UINT64_C(1) << (shift - 1)) + util_rng_below(r, 3) - 1;
            }
            if (s == 1 && counts_below)
               a = (uint32_t)(util_rng_below(r, counts_below) - counts_below / 2) | UINT64_C(0x1234567800000000);
            else if (s == 1 && equal_often && util_rng_below(r, 3) == 0)
               a = operand[0][l][pair];
            operand[s][l][pair] = a;
            in_values[0][SLOT_VATTR + s][2 * pair][l] = (uint32_t)a;
            in_values[0][SLOT_VATTR + s][2 * pair + 1][l] = (uint32_t)(a >> 32);
         }
   snprintf(text, sizeof text,
            "VERT\nDCL IN[0..2]\nDCL OUT[0], GENERIC[0]\nDCL TEMP[0]\n%s TEMP[0]%s, IN[0]%s%s\nMOV OUT[0], TEMP[0]\nEND\n",
            name, equal_often ? ".xz" : "", sources > 1 ? ", IN[1]" : "", sources > 2 ? ", IN[2]" : "");
   run(text);
   for (unsigned l = 0; l < EXEC_LANES; l++)
      for (unsigned pair = 0; pair < 2; pair++)
         result[l][pair] = (uint64_t)out_values[SLOT_ATTR][2 * pair + 1][l] << 32 | out_values[SLOT_ATTR][2 * pair][l];
}

static uint64_t magnitude(uint64_t a) { return a >> 63 ? 0 - a : a; }

static uint64_t expected(unsigned op, uint64_t a, uint64_t b, uint64_t c)
{
   const wide p = (wide)a * b, m = magnitude(b) ? magnitude(a) / magnitude(b) : 0;
   const uint64_t one = num_ud(1.0), sign = UINT64_C(1) << 63;
   const bool minus = a >> 63 != b >> 63;

   switch (op) {
   case TGSI_OP_DADD: return exact_fma(a, one, b);
   case TGSI_OP_DMUL: return nearest64(minus, (wide)number(a).man * number(b).man, number(a).e + number(b).e, false);
   case TGSI_OP_DFMA: return exact_fma(a, b, c);
   case TGSI_OP_DMAD: {
      const uint64_t q = nearest64(minus, (wide)number(a).man * number(b).man, number(a).e + number(b).e, false);
      return !(q << 1) ? c : (q >> 52 & 0x7ff) == 0x7ff ? q : exact_fma(q, one, c);
   }
   case TGSI_OP_DDIV: return exact_div(a, b);
   case TGSI_OP_DRCP: return exact_div(one, a);
   case TGSI_OP_DSQRT: return a >> 63 ? UINT64_C(0x7ff8000000000000) : exact_sqrt(a);
   case TGSI_OP_DFRAC: return num_ud(floor(num_d(a)) == num_d(a) ? 0.0 : num_d(a) - floor(num_d(a)));
   case TGSI_OP_DTRUNC: return num_ud(trunc(num_d(a)));
   case TGSI_OP_DCEIL: return num_ud(ceil(num_d(a)));
   case TGSI_OP_DFLR: return num_ud(floor(num_d(a)));
   case TGSI_OP_DROUND: return num_ud(nearbyint(num_d(a)));
   case TGSI_OP_DMIN: return num_d(a) < num_d(b) ? a : b;
   case TGSI_OP_DMAX: return num_d(a) > num_d(b) ? a : b;
   case TGSI_OP_D2I64: return num_d(a) >= 0x1p63 ? ~sign : num_d(a) < -0x1p63 ? sign : (uint64_t)(int64_t)(long double)num_d(a);
   case TGSI_OP_D2U64: return num_d(a) >= 0x1p64 ? UINT64_MAX : num_d(a) <= 0 ? 0 : (uint64_t)num_d(a);
   case TGSI_OP_I642D: return nearest64(a >> 63, magnitude(a), 0, false) & (a ? UINT64_MAX : 0);
   case TGSI_OP_U642D: return nearest64(false, a, 0, false);
   case TGSI_OP_U64ADD: return (uint64_t)((wide)a + b);
   case TGSI_OP_U64MUL: return (uint64_t)p;
   case TGSI_OP_U64DIV: return b ? (uint64_t)((wide)a / b) : UINT64_MAX;
   case TGSI_OP_U64MOD: return b ? (uint64_t)((wide)a % b) : UINT64_MAX;
   case TGSI_OP_I64DIV: return b ? (uint64_t)(minus ? (wide)0 - m : m) : 0;
   case TGSI_OP_I64MOD: return b ? a - b * (uint64_t)(minus ? (wide)0 - m : m) : UINT64_MAX;
   case TGSI_OP_I64MIN: return (__int128)(int64_t)a < (int64_t)b ? a : b;
   case TGSI_OP_I64MAX: return (__int128)(int64_t)a > (int64_t)b ? a : b;
   case TGSI_OP_U64MIN: return a < b ? a : b;
   case TGSI_OP_U64MAX: return a > b ? a : b;
   default: ck_abort_msg("no expectation of %s", tgsi_op_info[op].name); return 0;
   }
}

START_TEST(random_pairs)
{
   static const uint16_t ops[] = {
       TGSI_OP_DADD,   TGSI_OP_DMUL,   TGSI_OP_DFMA,   TGSI_OP_DMAD,   TGSI_OP_DDIV,   TGSI_OP_DRCP,   TGSI_OP_DSQRT,
       TGSI_OP_DFRAC,  TGSI_OP_DTRUNC, TGSI_OP_DCEIL,  TGSI_OP_DFLR,   TGSI_OP_DROUND, TGSI_OP_DMIN,   TGSI_OP_DMAX,
       TGSI_OP_D2I64,  TGSI_OP_D2U64,  TGSI_OP_I642D,  TGSI_OP_U642D,  TGSI_OP_U64ADD, TGSI_OP_U64MUL, TGSI_OP_U64DIV,
       TGSI_OP_U64MOD, TGSI_OP_I64DIV, TGSI_OP_I64MOD, TGSI_OP_I64MIN, TGSI_OP_I64MAX, TGSI_OP_U64MIN, TGSI_OP_U64MAX};
   struct util_rng r;
   num_fpenv env;

   num_fpenv_enter(&env);
   util_rng_init(&r, 11);
   for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
      const enum tgsi_op op = (enum tgsi_op)ops[i];
      bool optional;
      const unsigned sources = tgsi_num_src(op, &optional);

      for (unsigned n = 0; n < RUNS; n++) {
         run_wide(tgsi_op_info[op].name, sources, &r, tgsi_src_type(op, 0) != 'D');
         for (unsigned l = 0; l < EXEC_LANES; l++)
            for (unsigned pair = 0; pair < 2; pair++) {
               const uint64_t a = operand[0][l][pair], b = operand[1][l][pair], c = operand[2][l][pair],
                              want = expected(op, a, b, c);
               ck_assert_msg(result[l][pair] == want, "%s of %016llx %016llx %016llx: %016llx, expected %016llx",
                             tgsi_op_info[op].name, (unsigned long long)a, (unsigned long long)b, (unsigned long long)c,
                             (unsigned long long)result[l][pair], (unsigned long long)want);
            }
      }
   }
   num_fpenv_leave(&env);
}
END_TEST

/* 1/sqrt(x) lies between the midpoints of the result and its neighbours: (y - u/2)^2 x < 1 < (y + u/2)^2 x. In integers, 2y +-
   1 have 55 bits and their squares 110. */
static int compare_square(uint64_t y, uint64_t m, int shift)
{
   const wide s = (wide)y * y, low = (wide)(uint64_t)s * m, high = (wide)(uint64_t)(s >> 64) * m + (low >> 64);
   const wide limit = (wide)1 << (shift - 64); /* 2^shift, above the low 64 bits */

   return high > limit || (high == limit && (uint64_t)low) ? 1 : high == limit ? 0 : -1;
}

START_TEST(random_rsqrt)
{
   struct util_rng r;
   num_fpenv env;

   num_fpenv_enter(&env);
   util_rng_init(&r, 12);
   for (unsigned n = 0; n < RUNS; n++) {
      run_wide("DRSQ", 1, &r, false);
      for (unsigned l = 0; l < EXEC_LANES; l++)
         for (unsigned pair = 0; pair < 2; pair++) {
            const uint64_t a = operand[0][l][pair];
            const struct number x = number(a & ~(UINT64_C(1) << 63)), y = number(result[l][pair]);
            if (a >> 63) {
               ck_assert(result[l][pair] == UINT64_C(0x7ff8000000000000));
               continue;
            }
            /* (2y +- 1)^2 man 2^(2 (e_y - 1) + e_x) against 1 */
            const int shift = -(2 * (y.e - 1) + x.e);
            ck_assert_msg(compare_square(2 * y.man - 1, x.man, shift) <= 0 && compare_square(2 * y.man + 1, x.man, shift) >= 0,
                          "DRSQ of %016llx: %016llx", (unsigned long long)a, (unsigned long long)result[l][pair]);
         }
   }
   num_fpenv_leave(&env);
}
END_TEST

/* A conversion to 32 bits rounds once from all 64. */
START_TEST(random_narrowing)
{
   struct util_rng r;
   num_fpenv env;

   num_fpenv_enter(&env);
   util_rng_init(&r, 13);
   for (unsigned n = 0; n < 3 * RUNS; n++) {
      static const char *const names[] = {"D2F", "I642F", "U642F"};
      char text[32];

      snprintf(text, sizeof text, "%s", names[n % 3]);
      run_wide(text, 1, &r, n % 3 != 0);
      for (unsigned l = 0; l < EXEC_LANES; l++)
         for (unsigned pair = 0; pair < 2; pair++) {
            const uint64_t a = operand[0][l][pair];
            const struct number d = number(a);
            const bool minus = n % 3 != 2 && a >> 63 && a;
            const uint64_t want = n % 3 == 0 ? nearest(d.sign, d.man, d.e, false, 24, -149, 104)
                                             : nearest(minus, n % 3 == 1 ? magnitude(a) : a, 0, false, 24, -149, 104);
            ck_assert_msg(out_values[SLOT_ATTR][pair][l] == (uint32_t)want, "%s of %016llx: %08x, expected %08x", text,
                          (unsigned long long)a, out_values[SLOT_ATTR][pair][l], (uint32_t)want);
         }
   }
   num_fpenv_leave(&env);
}
END_TEST

/* Operations with counts, tests, or 32-bit operands or results. */
static uint64_t other(unsigned op, uint64_t a, uint64_t b, uint32_t count)
{
   const struct number n = number(a);
   const __int128 x = (int64_t)a, y = (int64_t)b;
   const double d = num_d(a), e = num_d(b);

   switch (op) {
   case TGSI_OP_DLDEXP: return nearest64(n.sign, n.man, n.e + (int32_t)count, false);
   case TGSI_OP_U64SHL: return (uint64_t)((wide)a << (count & 63));
   case TGSI_OP_U64SHR: return (uint64_t)((wide)a >> (count & 63));
   case TGSI_OP_I64SHR: return (uint64_t)(x >= 0 ? x >> (count & 63) : -((-x - 1) >> (count & 63)) - 1);
   case TGSI_OP_I64ABS: return (uint64_t)(x < 0 ? -x : x);
   case TGSI_OP_I64NEG: return (uint64_t)-x;
   case TGSI_OP_I64SSG: return (uint64_t)((x > 0) - (x < 0));
   case TGSI_OP_DABS: return num_ud(fabs(d));
   case TGSI_OP_DNEG: return num_ud(-d);
   case TGSI_OP_DSSG: return num_ud(d > 0 ? 1.0 : -1.0);
   case TGSI_OP_DSEQ: return d == e ? UINT32_MAX : 0;
   case TGSI_OP_DSNE: return d != e ? UINT32_MAX : 0;
   case TGSI_OP_DSLT: return d < e ? UINT32_MAX : 0;
   case TGSI_OP_DSGE: return d >= e ? UINT32_MAX : 0;
   case TGSI_OP_U64SEQ: return a == b ? UINT32_MAX : 0;
   case TGSI_OP_U64SNE: return a != b ? UINT32_MAX : 0;
   case TGSI_OP_U64SLT: return a < b ? UINT32_MAX : 0;
   case TGSI_OP_U64SGE: return a >= b ? UINT32_MAX : 0;
   case TGSI_OP_I64SLT: return x < y ? UINT32_MAX : 0;
   case TGSI_OP_I64SGE: return x >= y ? UINT32_MAX : 0;
   default: ck_abort_msg("no expectation of %s", tgsi_op_info[op].name); return 0;
   }
}

START_TEST(random_others)
{
   static const uint16_t ops[] = {TGSI_OP_DLDEXP, TGSI_OP_U64SHL, TGSI_OP_U64SHR, TGSI_OP_I64SHR, TGSI_OP_I64ABS,
                                  TGSI_OP_I64NEG, TGSI_OP_I64SSG, TGSI_OP_DABS,   TGSI_OP_DNEG,   TGSI_OP_DSSG,
                                  TGSI_OP_DSEQ,   TGSI_OP_DSNE,   TGSI_OP_DSLT,   TGSI_OP_DSGE,   TGSI_OP_U64SEQ,
                                  TGSI_OP_U64SNE, TGSI_OP_U64SLT, TGSI_OP_U64SGE, TGSI_OP_I64SLT, TGSI_OP_I64SGE};
   struct util_rng r;
   num_fpenv env;

   num_fpenv_enter(&env);
   util_rng_init(&r, 14);
   for (size_t i = 0; i < sizeof ops / sizeof ops[0] * RUNS; i++) {
      const enum tgsi_op op = (enum tgsi_op)ops[i / RUNS];
      const bool test = tgsi_op_info[op].kind == TGSI_PAIR_TEST, counts = tgsi_op_info[op].kind == TGSI_PAIR_COUNT;
      bool optional;

      counts_below = !counts ? 0 : op == TGSI_OP_DLDEXP ? 4400 : 128;
      equal_often = test;
      run_wide(tgsi_op_info[op].name, tgsi_num_src(op, &optional), &r, tgsi_src_type(op, 0) != 'D');
      for (unsigned l = 0; l < EXEC_LANES; l++)
         for (unsigned pair = 0; pair < 2; pair++) {
            const uint64_t a = operand[0][l][pair], b = operand[1][l][pair], want = other(op, a, b, (uint32_t)b),
                           got = test ? (uint32_t)result[l][pair] : result[l][pair];
            ck_assert_msg(got == want, "%s of %016llx %016llx: %016llx, expected %016llx", tgsi_op_info[op].name,
                          (unsigned long long)a, (unsigned long long)b, (unsigned long long)got, (unsigned long long)want);
         }
   }
   counts_below = equal_often = 0;
   num_fpenv_leave(&env);
}
END_TEST

SUITE_MAIN("tgsi-eval", 60, NULL, NULL, every_instruction, inputs, subgroups, outputs, constants, geometry, fused, taint,
           helpers, budget, random_pairs, random_rsqrt, random_narrowing, random_others)

/* SPDX-License-Identifier: MIT */
/*
 * Tables of special values for floats, derivatives, doubles, and formats of pck and unpck of the simulator. Expected values
 * come from the rule of the document (ISR, chapter in the comments), implemented again in this file on native types, or they
 * are literals by hand where the document lists cases. Where it leaves a question open, they follow docs/usc-isa.md
 * ("assumed").
 */
#include "tests/unit/backend-usc/usc_sim_group.h"

/* ---- ISR 6: floats ------------------------------------------------------------------------------------------------------ */

#define NAN0 0x7fc00000u
#define INF 0x7f800000u
#define MINF 0xff800000u
#define MZ 0x80000000u
#define ONE 0x3f800000u

/* "Special cases" of each instruction; +NaN is 7fc00000. Denormals count as zeros (assumed). */
static const struct {
   const char *op;
   uint32_t in, out;
} float_table[] = {
    {"frcp r5, r1", 0x7f800001, NAN0},
    {"frcp r5, r1", 0xffc00000, NAN0},
    {"frcp r5, r1", INF, 0},
    {"frcp r5, r1", MINF, MZ},
    {"frcp r5, r1", 0, INF},
    {"frcp r5, r1", MZ, MINF},
    {"frcp r5, r1", ONE, ONE},
    {"frcp r5, r1", 0xbf800000, 0xbf800000},
    {"frcp r5, r1", 0x00000001, INF},
    {"frcp r5, r1", 0x40800000, 0x3e800000},
    {"frcp r5, r1.neg", 0x40000000, 0xbf000000},
    {"frcp r5, r1.abs", 0xc0000000, 0x3f000000},
    {"frcp r5, r1", 0x7f7fffff, 0}, /* 2^-128 is denormal */
    {"frsq r5, r1", 0xff800001, NAN0},
    {"frsq r5, r1", INF, 0},
    {"frsq r5, r1", MINF, NAN0},
    {"frsq r5, r1", 0, INF},
    {"frsq r5, r1", MZ, MINF},
    {"frsq r5, r1", 0xbf800000, NAN0},
    {"frsq r5, r1", ONE, ONE},
    {"frsq r5, r1", 0x40800000, 0x3f000000},
    {"frsq r5, r1.abs", 0xc0800000, 0x3f000000},
    {"frsq r5, r1.neg", ONE, NAN0},
    {"flog r5, r1", 0x7fffffff, NAN0},
    {"flog r5, r1", INF, INF},
    {"flog r5, r1", 0, MINF},
    {"flog r5, r1", MZ, MINF},
    {"flog r5, r1", 0xbf800000, NAN0},
    {"flog r5, r1", MINF, NAN0},
    {"flog r5, r1", ONE, 0},
    {"flog r5, r1", 0x41000000, 0x40400000},
    {"flog r5, r1", 0x3e800000, 0xc0000000},
    {"flogcn r5, r1", 0x41000000, 0x40400000},
    {"flogcn r5, r1", ONE, 0},
    {"fexp r5, r1", 0xffc00001, NAN0},
    {"fexp r5, r1", INF, INF},
    {"fexp r5, r1", MINF, 0},
    {"fexp r5, r1", 0, ONE},
    {"fexp r5, r1", MZ, ONE},
    {"fexp r5, r1", 0x40400000, 0x41000000},
    {"fexp r5, r1.neg", 0x40000000, 0x3e800000},
    {"fexp r5, r1", 0x43000000, INF},
    {"fexp r5, r1", 0xc3800000, 0}, /* 2^128, 2^-256 */
    {"fsqrt r5, r1", 0x41100000, 0x40400000},
    {"fsqrt r5, r1", INF, INF},
    {"fsqrt r5, r1", 0xbf800000, NAN0},
    {"fsqrt r5, r1", 0x7fc00001, NAN0},
    {"fsqrt r5, r1", 0, 0},
    /* sin(x pi/2) / x: pi/2 below exponent 103, 1.0 at 1, sqrt 2 at one half */
    {"fsinc r5, p0, r1", 0x7fc00005, NAN0},
    {"fsinc r5, p0, r1", 0, 0x3fc90fdb},
    {"fsinc r5, p0, r1", 0x337fffff, 0x3fc90fdb},
    {"fsinc r5, p0, r1", 0xb37fffff, 0x3fc90fdb},
    {"fsinc r5, p0, r1", ONE, ONE},
    {"fsinc r5, p0, r1", 0xbf800000, ONE},
    {"fsinc r5, p0, r1", 0x3f000000, 0x3fb504f3},
    {"farctanc r5, r1", 0x7fc00005, NAN0},
    {"farctanc r5, r1", 0x39bfffff, ONE},
    {"farctanc r5, r1", ONE, 0x3f490fdb},
    {"farctanc r5, r1", 0xbf800000, 0x3f490fdb},
    {"farctanc r5, r1.neg", 0, ONE},
    /* the linear ends of the sRGB curve (assumed), 0 and 1 */
    {"gcmp r5, r1", 0, 0},
    {"gexp r5, r1", 0, 0},
    /* moves copy every bit but the sign */
    {"mbyp ft0, r1 ; mov r5, ft0;", 0xff812345, 0xff812345},
    {"mbyp ft0, r1.neg ; mov r5, ft0;", 0x7f812345, 0xff812345},
    {"mbyp ft0, r1.abs ; mov r5, ft0;", 0x80000001, 0x00000001},
    {"mbyp ft0, r1.abs.neg ; mov r5, ft0;", 1, 0x80000001},
    /* .FLR: NaNs, infinities and zeros are kept; then abs, then neg (ISR 5) */
    {"fadd ft0, r1.flr, c141 ; mov r5, ft0;", 0xbfc00000, 0xc0000000},
    {"fadd ft0, r1.flr, c141 ; mov r5, ft0;", 0x3f7fffff, 0},
    {"fadd ft0, r1.flr, c141 ; mov r5, ft0;", MINF, MINF},
    {"fadd ft0, r1.flr, c141 ; mov r5, ft0;", MZ, MZ},
    {"fadd ft0, r1.flr.abs.neg, c141 ; mov r5, ft0;", 0xbfc00000, 0xc0000000},
    {"fmul ft0, r1.flr.abs, c64 ; mov r5, ft0;", 0xbe800000, ONE},
    {"fmad ft0, c0, c0, r1.flr ; mov r5, ft0;", 0x40300000, 0x40000000},
    {"fmad ft0, c0, c0, r1.flr.abs.neg ; mov r5, ft0;", 0xc0300000, 0xc0400000},
    /* .SAT: 0..1; NaN is 0 (assumed) */
    {"fadd.sat ft0, r1, c0 ; mov r5, ft0;", 0x40000000, ONE},
    {"fadd.sat ft0, r1, c0 ; mov r5, ft0;", 0xc0000000, 0},
    {"fmul.sat ft0, r1, c64 ; mov r5, ft0;", INF, ONE},
    {"fmad.sat ft0, r1, c64, c0 ; mov r5, ft0;", 0x7fc00000, 0},
    {"mbyp ft0, c0 ; fadd.sat ft1, r1, c0 ; mov w0, ft0; ; mov r5, ft1;", 0x3f400000, 0x3f400000},
    {"fadd.lp ft0, r1, c64 ; mov r5, ft0;", 0x3f800000, 0x40000000},
    /* rules of IEEE 754 that the document does not repeat */
    {"fadd ft0, r1, r1 ; mov r5, ft0;", 0x7f7fffff, INF},
    {"fadd ft0, r1.neg, r1 ; mov r5, ft0;", INF, NAN0},
    {"fadd ft0, r1.neg, r1 ; mov r5, ft0;", ONE, 0},
    {"fmul ft0, r1, c0 ; mov r5, ft0;", INF, NAN0},
    {"fmul ft0, r1, c0 ; mov r5, ft0;", 0xbf800000, MZ},
    {"fmad ft0, r1, c0, c64 ; mov r5, ft0;", MINF, NAN0},
    {"fmad ft0, r1, r1, c64.neg ; mov r5, ft0;", 0x3f800001, 0x34800000}, /* 2^-22 + 2^-46, rounded once */
    /* phase 2: FT2 = IS3 + FTE, IS3 * FTE */
    {"mbyp ft0, r1 ; fadd ft2, ft0.neg, c64 ; mov r5, ft2;", 0x40400000, 0xc0000000},
    {"mbyp ft0, r1 ; fmul.sat ft2, ft0.abs, c65 ; mov r5, ft2;", 0xbe800000, 0x3f000000},
    {"mbyp ft0, r1 ; fmul ft2, ft0, c64.abs ; mov r5, ft2;", 0x7f800001, NAN0},
};

START_TEST(float_cases)
{
   for (unsigned k = 0; k < sizeof float_table / sizeof *float_table; k++) {
      for (unsigned l = 0; l < EXEC_LANES; l++)
         t->reg.r[1][l] = float_table[k].in;
      t->p0 = 0x0f0f0f0f;
      group("%s", float_table[k].op);
      IS(5, 7u, float_table[k].out);
      /* FSINC: P = perform final multiply; not for NaN (observed use: sinc * x, which is NaN either way) */
      if (strncmp(float_table[k].op, "fsinc", 5) == 0 && float_table[k].out != NAN0)
         ck_assert_uint_eq(t->p0, 0xffffffff);
   }
   /* fred: the predicate requests no further iteration; part A has no result on W0; every argument is in range */
   t->p0 = 0xffffffff;
   group("fred.sin.parta r5, r6, p0, 0, r1, _");
   ck_assert_uint_eq(t->p0, 0);
   IS(5, 0u, 0);
}
END_TEST

/* With sums and products rounded towards zero, some results become smaller, and others keep their own rounding. */
START_TEST(toward_zero)
{
   static const struct {
      const char *op;
      uint32_t in, nearest, zero;
   } table[] = {
       {"fadd ft0, r1, r1 ; mov r5, ft0;", 0x7f7fffff, INF, 0x7f7fffff},
       {"fadd ft0, r1, c64 ; mov r5, ft0;", 0xb3000000, ONE, 0x3f7fffff}, /* 1 - 2^-25 */
       {"fmul ft0, r1.neg, r1 ; mov r5, ft0;", 0x3f800001, 0xbf800002, 0xbf800002},
       {"fmul ft0, r1.neg, r1 ; mov r5, ft0;", 0x3fc00001, 0xc0100002,
        0xc0100001}, /* (1.5 + 2^-23)^2 = 2.25 + 1.5 * 2^-22 + 2^-46 */
       {"fmad ft0, r1, r1, c64.neg ; mov r5, ft0;", 0x3f7ffff9, 0xb55ffffd, 0xb55ffffc},
       {"fmad.sat ft0, r1, c64, c64 ; mov r5, ft0;", 0xb3000000, ONE, 0x3f7fffff},
       {"mbyp ft0, r1 ; fadd ft2, ft0, c64 ; mov r5, ft2;", 0xb3000000, ONE, 0x3f7fffff},
       {"mbyp ft0, r1 ; pck.s32 ft2, ft0 ; mov r5, ft2;", 0x3f333333, 1, 1}, /* 0.7 */
       {"mbyp ft0, r1 ; pck.s32.roundzero ft2, ft0 ; mov r5, ft2;", 0x3f333333, 0, 0},
       {"mbyp ft0, r1 ; pck.f16f16 ft2, ft0 ; mov r5, ft2;", 0x3f801fff, 0x3c01, 0x3c01},
       {"mbyp ft0, r1 ; pck.u8888.scale ft2, ft0 ; mov r5, ft2;", 0x3f020202, 0x82,
        0x82}, /* just below 129.5 / 255 (assumed) */
       {"unpck.u32 ft0, r1.e0 ; mov r5, ft0;", 16777219, 0x4b800002, 0x4b800002},
       {"unpck.u32.roundzero ft0, r1.e0 ; mov r5, ft0;", 16777219, 0x4b800001, 0x4b800001},
       {"frcp r5, r1", 0x40400000, 0x3eaaaaab, 0x3eaaaaab},
   };
   for (unsigned k = 0; k < sizeof table / sizeof *table; k++)
      for (unsigned zero = 0; zero < 2; zero++) {
         usc_wave_set_num(t, zero ? &num_model_usc_rtz : &num_model_usc_rne);
         for (unsigned l = 0; l < EXEC_LANES; l++)
            t->reg.r[1][l] = table[k].in;
         group("%s", table[k].op);
         IS(5, 7u, zero ? table[k].zero : table[k].nearest);
      }
}
END_TEST

START_TEST(quads)
{
   static const float v[4] = {1, 4, 16, 64}; /* (0,0) (1,0) (0,1) (1,1) */
   static const struct {
      const char *op;
      float want[4];
   } table[] = {{"fdsx ft0, r1 ; mov r5, ft0;", {3, 3, 3, 3}},      /* Pix1 - Pix0 */
                {"fdsy ft0, r1 ; mov r5, ft0;", {15, 15, 15, 15}},  /* Pix2 - Pix0 */
                {"fdsxf ft0, r1 ; mov r5, ft0;", {3, 3, 48, 48}},   /* each row has its own */
                {"fdsyf ft0, r1 ; mov r5, ft0;", {15, 60, 15, 60}}, /* each column has its own */
                {"fdsx ft0, r1.neg ; mov r5, ft0;", {-3, -3, -3, -3}},
                {"fdsyf ft0, r2.abs ; mov r5, ft0;", {15, 60, 15, 60}},
                {"mbyp ft0, c0 ; fdsxf ft1, r1 ; mov w0, ft0; ; mov r5, ft1;", {3, 3, 48, 48}}};
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      t->reg.r[1][l] = num_u(v[l & 3]);
      t->reg.r[2][l] = num_u(-v[l & 3]);
   }
   for (unsigned k = 0; k < sizeof table / sizeof *table; k++) {
      group("%s", table[k].op);
      for (unsigned l = 0; l < EXEC_LANES; l++)
         IS(5, l, num_u(table[k].want[l & 3]));
   }
}
END_TEST

START_TEST(doubles)
{
   static const struct {
      const char *fmt;
      uint32_t in;
      uint64_t out;
   } to[] = {{"f32", 0x3fc00000, UINT64_C(0x3ff8000000000000)},
             {"f32", MZ, UINT64_C(0x8000000000000000)},
             {"f32", INF, UINT64_C(0x7ff0000000000000)},
             {"f32", 0xffc00001, UINT64_C(0x7ff8000000000000)},
             {"f32", 0x7f7fffff, UINT64_C(0x47efffffe0000000)},
             {"s32", 0x80000000, UINT64_C(0xc1e0000000000000)},
             {"s32", 0xffffffff, UINT64_C(0xbff0000000000000)},
             {"u32", 0xffffffff, UINT64_C(0x41efffffffe00000)},
             {"u32", 0, 0}};
   for (unsigned k = 0; k < sizeof to / sizeof *to; k++) {
      t->reg.r[1][3] = to[k].in;
      group("mbyp ft0, r1 ; converttof64.%s ft0, ft2, ft0 ; mov r5, ft0; ; mov r6, ft2;", to[k].fmt);
      IS(5, 3u, (uint32_t)to[k].out);
      IS(6, 3u, (uint32_t)(to[k].out >> 32));
   }
   /* and back: to nearest even, integers limited, NaN is 0 (assumed) */
   static const struct {
      const char *fmt;
      uint64_t in;
      uint32_t out;
   } from[] = {{"f32", UINT64_C(0x3ff0000010000000), ONE},        /* 1 + 2^-24: even */
               {"f32", UINT64_C(0x3ff0000030000000), 0x3f800002}, /* 1 + 3 * 2^-24: even */
               {"f32", UINT64_C(0x47effffff0000000), INF},        {"f32", UINT64_C(0x47efffffefffffff), 0x7f7fffff},
               {"f32", UINT64_C(0x7ff8000000000001), NAN0},       {"f32", UINT64_C(0xfff0000000000000), MINF},
               {"f32", UINT64_C(0x8000000000000001), MZ},         {"s32", UINT64_C(0x4004000000000000), 2}, /* 2.5 */
               {"s32", UINT64_C(0xc00c000000000000), 0xfffffffc},                                           /* -3.5 */
               {"s32", UINT64_C(0x41e0000000000000), 0x7fffffff}, {"s32", UINT64_C(0xfff0000000000000), 0x80000000},
               {"s32", UINT64_C(0x7ff8000000000000), 0},          {"u32", UINT64_C(0xbff0000000000000), 0},
               {"u32", UINT64_C(0x41f0000000000000), 0xffffffff}, {"u32", UINT64_C(0x3fe0000000000000), 0}}; /* 0.5 */
   for (unsigned k = 0; k < sizeof from / sizeof *from; k++) {
      t->reg.r[1][3] = (uint32_t)from[k].in;
      t->reg.r[2][3] = (uint32_t)(from[k].in >> 32);
      group("convertfromf64.%s ft0, r1, r2 ; mov r5, ft0;", from[k].fmt);
      IS(5, 3u, from[k].out);
   }
}
END_TEST

/* ---- ISR 7: formats ----------------------------------------------------------------------------------------------------- */

#define F(x) num_u(x)

START_TEST(packs)
{
   /* The arithmetic is assumed: head of usc_sim_fmt.c. Components from r1, r2, ...; words by hand. */
   const uint32_t nan = 0x7fc00000, inf = INF, minf = MINF;
   const struct {
      const char *fmt;
      unsigned n;
      uint32_t in[4], out;
   } table[] = {
       {"u8888", 4, {F(1.5f), F(2.5f), F(300.0f), F(-1.0f)}, 0x00ff0202}, /* to nearest even */
       {"u8888.roundzero", 4, {F(1.9f), F(255.9f), nan, inf}, 0xff00ff01},
       {"u8888.scale", 4, {F(0.0f), F(1.0f), nan, minf}, 0x0000ff00},
       {"s8888", 4, {F(-1.0f), F(-200.0f), F(127.5f), F(2.5f)}, 0x027f80ff},
       {"s8888.scale", 4, {F(-1.0f), F(1.0f), F(0.5f), F(-2.0f)}, 0x81407f81}, /* 63.5 to even 64; -1 is -127 */
       {"s8888ogl.scale", 4, {F(-1.0f), F(1.0f), nan, F(0.0f)}, 0x00007f80},   /* (255 v - 1) / 2: -128, 127; -0.5 to even 0 */
       {"o8888", 4, {F(-128.0f), F(0.0f), F(127.0f), F(-1.0f)}, 0x7fff8000},
       {"u1616", 2, {F(65535.0f), F(70000.0f)}, 0xffffffff},
       {"u1616.scale", 2, {F(0.5f), F(1.0f)}, 0xffff8000}, /* 32767.5 to even */
       {"s1616", 2, {F(-32768.0f), F(-0.4f)}, 0x00008000},
       {"s1616.scale", 2, {F(-1.0f), F(0.5f)}, 0x40008001}, /* 16383.5 to even */
       {"o1616.scale", 2, {F(-1.0f), F(1.0f)}, 0xffff0001},
       {"u1010102.scale", 4, {F(1.0f), F(0.0f), F(1.0f), F(0.5f)}, 0xbff003ff}, /* 1.5 to even 2 */
       {"u1010102", 4, {F(1023.0f), F(1.0f), F(2.0f), F(3.0f)}, 0xc02007ff},
       {"s1010102", 4, {F(-512.0f), F(511.0f), F(-1.0f), F(-2.0f)}, 0xbff7fe00},
       {"u111110", 3, {F(2047.0f), F(1.0f), F(1023.0f), 0}, 0xffc00fff},
       {"s111110", 3, {F(-1024.0f), F(1023.0f), F(-1.0f), 0}, 0xffdffc00},
       {"f111110", 3, {inf, F(-1.0f), nan, 0}, 0xf84007c0},
       {"f16f16", 2, {F(65504.0f), F(65520.0f)}, 0x7c007bff},
       {"f16f16", 2, {nan, minf}, 0xfc007e00},
       {"f16f16.roundzero", 2, {F(65535.0f), F(-65535.0f)}, 0xfbff7bff},
       {"f32", 1, {0xffc12345}, 0xffc12345},
       {"f32mask", 1, {0x12345678}, 0x12345678},
       {"u32", 1, {F(2.5f)}, 2},
       {"u32", 1, {F(-1.0f)}, 0},
       {"u32.roundzero", 1, {F(4294967040.0f)}, 0xffffff00},
       {"u32", 1, {inf}, 0xffffffff},
       {"s32", 1, {F(-2.5f)}, 0xfffffffe},
       {"s32.roundzero", 1, {F(-2.9f)}, 0xfffffffe},
       {"s32", 1, {minf}, 0x80000000},
       {"s32", 1, {nan}, 0},
       {"d24s8", 2, {F(1.0f), F(3.0f)}, 0x03000001},
       {"s8d24", 2, {F(255.0f), F(2.0f)}, 0x000002ff},
       {"const0", 0, {0}, 0},
       {"const1", 0, {0}, ONE},
       {"cov", 1, {F(1.0f)}, 0xf}, /* four samples */
       {"cov", 1, {F(0.5f)}, 3},
       {"cov", 1, {F(0.0f)}, 0},
   };
   t->samples = 4;
   for (unsigned k = 0; k < sizeof table / sizeof *table; k++) {
      for (unsigned c = 0; c < 4; c++)
         t->reg.r[1 + c][2] = table[k].in[c];
      if (table[k].n > 1)
         group(".rpt%u ; pck.%s ft2, r1 ; mov r5, ft2;", table[k].n, table[k].fmt);
      else
         group("pck.%s ft2%s ; mov r5, ft2;", table[k].fmt, table[k].n ? ", r1" : "");
      IS(5, 2u, table[k].out);
   }
   /* the format as an operand: code 3 is u1616 (observed) */
   t->reg.r[1][2] = F(7.0f);
   t->reg.r[2][2] = 3;
   group("mbyp ft0, r1 ; pck.prog ft2, ft0, r2 ; mov r5, ft2;");
   IS(5, 2u, 7);
}
END_TEST

START_TEST(unpacks)
{
   const struct {
      const char *fmt;
      unsigned elem;
      uint32_t in, out;
   } table[] = {
       {"u8888", 3, 0xfe000000, F(254.0f)},
       {"u8888.scale", 1, 0x0000ff00, ONE},
       {"u8888.scale", 0, 0x00000033, F(0.2f)}, /* 51 / 255 */
       {"s8888", 0, 0x00000080, F(-128.0f)},
       {"s8888.scale", 2, 0x00810000, F(-1.0f)},
       {"s8888.scale", 2, 0x00800000, F(-1.0f)}, /* limited */
       {"s8888ogl.scale", 0, 0x80, F(-1.0f)},
       {"s8888ogl.scale", 0, 0x7f, ONE},
       {"o8888", 1, 0x00000000, F(-128.0f)},
       {"o8888", 1, 0x00008100, ONE},
       {"u1616", 1, 0xffff0000, F(65535.0f)},
       {"s1616", 1, 0x80000000, F(-32768.0f)},
       {"s1616.scale", 0, 0x7fff, ONE},
       {"o1616", 0, 0x8000, 0},
       {"u1010102", 3, 0xc0000000, F(3.0f)},
       {"s1010102", 0, 0x200, F(-512.0f)},
       {"u111110", 2, 0xffc00000, F(1023.0f)},
       {"s111110", 1, 0x00200000, F(-1024.0f)},
       {"f111110", 0, 0x7c0, INF},
       {"f111110", 0, 0x7c1, NAN0},
       {"f111110", 0, 0x001, 0x35800000},          /* 2^-20 */
       {"f111110", 2, 0xf7c00000, F(64512.0f)},    /* 2^15 * 63/32 */
       {"2f10f10f10", 0, 0x3c0, F(65536.0f / 2)},  /* exponent 30 */
       {"se9995", 0, 0x800001ff, F(511.0f / 256)}, /* exponent 16: 511 * 2^(16 - 24) */
       {"f16f16", 0, 0x00000001, 0x33800000},      /* 2^-24: f16 denormals are kept (assumed) */
       {"f16f16", 1, 0xfc000000, MINF},
       {"f16f16", 1, 0x7e000000, NAN0},
       {"f32", 0, 0x7f812345, 0x7f812345},
       {"u32", 0, 0xffffffff, F(4294967296.0f)},
       {"u32.roundzero", 0, 0xffffffff, 0x4f7fffff},
       {"s32", 0, 0x80000000, F(-2147483648.0f)},
       {"s32.roundzero", 0, 0xfeffffff, F(-16777216.0f)}, /* -(2^24 + 1) */
       {"u565u565", 1, 0x00000020, ONE},
       {"d24s8", 0, 0x00ffffff, F(16777215.0f)},
       {"d24s8.scale", 0, 0x00ffffff, ONE},
       {"s8d24", 0, 0x000000ff, F(255.0f)},
   };
   for (unsigned k = 0; k < sizeof table / sizeof *table; k++) {
      t->reg.r[1][2] = table[k].in;
      group("unpck.%s ft0, r1.e%u ; mov r5, ft0;", table[k].fmt, table[k].elem);
      IS(5, 2u, table[k].out);
   }
}
END_TEST

SUITE_MAIN("usc-sim-values", 120, setup, teardown, float_cases, toward_zero, quads, doubles, packs, unpacks)

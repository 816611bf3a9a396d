/* SPDX-License-Identifier: MIT */
/*
 * Tests the reference evaluator, instruction by instruction. Expected values are worked out from section 2.X.8 of
 * NV_gpu_program4 (and the stage documents) in the operation order of docs/semantics-nv.md; they are literals below.
 *
 * The table of instructions runs once as written, and again with each clamping and condition code modifier that Table X.13
 * allows: the expected value is then clamped, and the expected flags follow from it (2.X.4.3) or are in the table.
 */
#include "tests/unit/common/nv_machine.h"
#include "tests/unit/common/suite.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---------------------------------------------------------------------------------------------------- the table of
   instructions */

/* A value with a point or an exponent is a float, any other an integer; "nan", "inf" and "-inf" are floats too. "~x" matches
   anything within 1e-5 of x, and "*" matches anything. Flags are a word of S Z O C for each component, or -. */
struct row {
   const char *ins, *a, *b, *c, *want, *flags;
};

#define EACH_INT(op, a, b, c, want)                                                                                            \
   {op ".S r, a, b", a, b, c, want, NULL}, {                                                                                   \
      op ".U r, a, b", a, b, c, want, NULL                                                                                     \
   }

static const struct row rows[] = {
    /* clang-format off */
   {"ABS r, a", "-1.5 2.0 -0.0 -inf", "", "", "1.5 2.0 0.0 inf", NULL},
   {"ABS.S r, a", "-5 7 0x80000000 0", "", "", "5 7 0x80000000 0", NULL}, /* INT_MIN has no positive counterpart */
   {"ABS.U r, a", "-5 7 0x80000000 0", "", "", "-5 7 0x80000000 0", NULL}, /* "not a useful operation" */
   {"ADD r, a, b", "1.5 -2.0 0.5 inf", "2.25 2.0 -1.0 -inf", "", "3.75 0.0 -0.5 nan", NULL},
   {"ADD.S r, a, b", "0x7fffffff -1 0x80000000 2", "1 1 0x80000000 3", "", "0x80000000 0 0 5", "SO ZC ZOC -"},
   {"ADD.U r, a, b", "0x7fffffff -1 0x80000000 2", "1 1 0x80000000 3", "", "0x80000000 0 0 5", "SO ZC ZOC -"},
   /* "negation modifiers turn add operations into subtracts": carry = no borrow */
   {"ADD.S r, a, -b", "5 3 0x80000000 0", "3 5 1 0", "", "2 -2 0x7fffffff 0", "C S OC ZC"},
   {"ADD.U r, a, -b", "5 3 0x80000000 0", "3 5 1 0", "", "2 -2 0x7fffffff 0", "C S OC ZC"},
   {"ADD.S r, -a, b", "5 3 1 0", "3 5 0x80000000 0", "", "-2 2 0x7fffffff 0", "S C OC ZC"},
   {"ADD.S r, a, -|b|", "5 3 7 0", "-3 5 7 0", "", "2 -2 0 0", "C S ZC ZC"},
   {"ADD.S r, a, |-b|", "5 -1 7 0", "3 1 -7 0", "", "8 0 14 0", "- ZC - Z"}, /* the minus below the bars is not outermost */
   {"ADD.U r, a, |-b|", "5 1 7 0", "3 1 -7 0", "", "2 0 14 0", "C ZC - Z"}, /* bars have no effect on unsigned operands; 5+0xfffffffd carries */
   {"ADD.S r, -a, -b", "1 0 0x80000000 -1", "2 0 0x80000000 -1", "", "-3 0 0 2", "SC Z ZOC -"}, /* defined behaviour: (0-x)+(0-y) */
   {"SUB r, a, b", "1.5 -2.0 0.5 inf", "2.25 -2.0 -1.0 inf", "", "-0.75 0.0 1.5 nan", NULL},
   {"SUB.S r, a, b", "5 3 0x80000000 0", "3 5 1 0", "", "2 -2 0x7fffffff 0", "C S OC ZC"},
   {"SUB.U r, a, b", "5 3 0x80000000 0", "3 5 1 0", "", "2 -2 0x7fffffff 0", "C S OC ZC"},
   {"SUB.S r, a, -b", "0x7fffffff -1 0x80000000 2", "1 1 0x80000000 3", "", "0x80000000 0 0 5", "SO ZC ZOC -"},
   {"SUB.U r, a, -b", "0x7fffffff -1 0x80000000 2", "1 1 0x80000000 3", "", "0x80000000 0 0 5", "SO ZC ZOC -"},
   EACH_INT("AND", "0xff00ff00 -1 0 5", "0x0ff00ff0 7 -1 2", "", "0x0f000f00 7 0 0"),
   EACH_INT("OR", "0xff00ff00 -1 0 5", "0x0ff00ff0 7 0 2", "", "0xfff0fff0 -1 0 7"),
   EACH_INT("XOR", "0xff00ff00 -1 5 5", "0x0ff00ff0 7 5 2", "", "0xf0f0f0f0 0xfffffff8 0 7"),
   {"NOT.S r, a", "0 -1 5 0x7fffffff", "", "", "-1 0 -6 0x80000000", NULL},
   {"NOT.U r, a", "0 -1 5 0x7fffffff", "", "", "-1 0 -6 0x80000000", NULL},
   /* the document's examples are -1.7, +1.0, +3.7 */
   {"CEIL r, a", "-1.7 1.0 3.7 -0.5", "", "", "-1.0 1.0 4.0 -0.0", NULL},
   {"CEIL.S r, a", "-1.7 1.0 3.7 -0.5", "", "", "-1 1 4 0", NULL},
   {"CEIL.U r, a", "0.2 1.0 3.7 3.0e9", "", "", "1 1 4 3000000000", NULL},
   {"FLR r, a", "-1.7 1.0 3.7 -0.0", "", "", "-2.0 1.0 3.0 -0.0", NULL},
   {"FLR.S r, a", "-1.7 1.0 3.7 -0.5", "", "", "-2 1 3 -1", NULL},
   {"FLR.U r, a", "0.2 1.0 3.7 4.0e9", "", "", "0 1 3 4000000000", NULL},
   {"ROUND r, a", "-1.7 2.5 3.5 -0.5", "", "", "-2.0 2.0 4.0 -0.0", NULL},
   {"ROUND.S r, a", "-1.7 2.5 3.5 -0.5", "", "", "-2 2 4 0", NULL},
   {"ROUND.U r, a", "1.7 2.5 3.5 0.5", "", "", "2 2 4 0", NULL},
   {"TRUNC r, a", "-1.7 1.0 3.7 -0.5", "", "", "-1.0 1.0 3.0 -0.0", NULL},
   {"TRUNC.S r, a", "-1.7 1.0 3.7 -0.5", "", "", "-1 1 3 0", NULL},
   {"TRUNC.U r, a", "0.7 1.0 3.7 4.0e9", "", "", "0 1 3 4000000000", NULL},
   /* a value out of the type's range: num_f2i saturates in this model */
   {"TRUNC.S r, a", "3.0e9 -3.0e9 nan 0.0", "", "", "0x7fffffff 0x80000000 0 0", NULL},
   {"FRC r, a", "-1.75 1.0 3.25 -0.25", "", "", "0.25 0.0 0.25 0.75", NULL},
   {"FRC r, a", "-1e-10 -0.0 1e10 -1e30", "", "", "0x3f7fffff 0.0 0.0 0.0", NULL}, /* "always in the range [0.0, 1.0)" */
   {"CMP r, a, b, c", "-1.0 0.0 -0.0 nan", "1.0 2.0 3.0 4.0", "5.0 6.0 7.0 8.0", "1.0 6.0 7.0 8.0", NULL},
   {"CMP.S r, a, b, c", "-1 0 5 0x80000000", "1 2 3 4", "5 6 7 -8", "1 6 7 4", NULL},
   {"CMP.U r, a, b, c", "-1 0 5 0x80000000", "1 2 3 4", "5 6 7 8", "5 6 7 8", NULL},
   {"COS r, a.x", "1.0471976 9.0 9.0 9.0", "", "", "~0.5 ~0.5 ~0.5 ~0.5", NULL},
   {"COS r, a.x", "3.14159265 9.0 9.0 9.0", "", "", "~-1.0 ~-1.0 ~-1.0 ~-1.0", NULL},
   {"SIN r, a.y", "9.0 0.5235988 9.0 9.0", "", "", "~0.5 ~0.5 ~0.5 ~0.5", NULL},
   {"SIN r, -a.y", "9.0 1.57079633 9.0 9.0", "", "", "~-1.0 ~-1.0 ~-1.0 ~-1.0", NULL},
   {"SCS r, a.x", "0.5235988 9.0 9.0 9.0", "", "", "~0.8660254 ~0.5 0.0 0.0", NULL},
   {"DIV r, a, b.y", "1.0 -3.0 5.0 0.0", "9.0 2.0 9.0 9.0", "", "0.5 -1.5 2.5 0.0", NULL},
   {"DIV.S r, a, b.y", "7 -7 100 0", "9 2 9 9", "", "3 -3 50 0", NULL},
   {"DIV.S r, a, b.x", "7 -7 0 1", "0 1 1 1", "", "-1 -1 -1 -1", NULL}, /* defined behaviour: division by zero gives all ones */
   {"DIV.U r, a, b.y", "7 0xfffffff9 100 0", "9 2 9 9", "", "3 0x7ffffffc 50 0", NULL},
   {"MOD.S r, a, b.z", "7 100 0 8", "9 9 5 9", "", "2 0 0 3", NULL},
   {"MOD.U r, a, b.z", "7 0xffffffff 0 8", "9 9 10 9", "", "7 5 0 8", NULL}, /* 4294967295 = 429496729 * 10 + 5 */
   {"MOD.U r, a, b.z", "7 0xffffffff 0 8", "9 9 0 9", "", "7 -1 0 8", NULL},  /* defined behaviour: the remainder of a division by zero is the dividend */
   {"DP2 r, a, b", "1.0 2.0 99.0 99.0", "3.0 4.0 99.0 99.0", "", "11.0 11.0 11.0 11.0", NULL},
   {"DP2A r, a, b, c", "1.0 2.0 99.0 99.0", "3.0 4.0 99.0 99.0", "-11.5 9.0 9.0 9.0", "-0.5 -0.5 -0.5 -0.5", NULL},
   {"DP3 r, a, b", "1.0 2.0 3.0 99.0", "4.0 5.0 6.0 99.0", "", "32.0 32.0 32.0 32.0", NULL},
   {"DP4 r, a, b", "1.0 2.0 3.0 7.0", "4.0 5.0 6.0 -8.0", "", "-24.0 -24.0 -24.0 -24.0", NULL},
   {"DPH r, a, b", "1.0 2.0 3.0 99.0", "4.0 5.0 6.0 -32.0", "", "0.0 0.0 0.0 0.0", NULL},
   {"DST r, a, b", "9.0 4.0 5.0 9.0", "9.0 0.125 9.0 -7.0", "", "1.0 0.5 5.0 -7.0", NULL},
   {"EX2 r, a.x", "3.0 9.0 9.0 9.0", "", "", "8.0 8.0 8.0 8.0", NULL},
   {"EX2 r, -a.x", "1.0 9.0 9.0 9.0", "", "", "0.5 0.5 0.5 0.5", NULL},
   {"LG2 r, a.w", "9.0 9.0 9.0 8.0", "", "", "3.0 3.0 3.0 3.0", NULL},
   {"LG2 r, |a.w|", "9.0 9.0 9.0 -0.25", "", "", "-2.0 -2.0 -2.0 -2.0", NULL},
   {"RCP r, a.x", "-4.0 9.0 9.0 9.0", "", "", "-0.25 -0.25 -0.25 -0.25", NULL},
   {"RCC r, a.x", "2.0 9.0 9.0 9.0", "", "", "0.5 0.5 0.5 0.5", NULL},
   {"RCC r, a.x", "0.0 9.0 9.0 9.0", "", "", "0x5f800000 0x5f800000 0x5f800000 0x5f800000", NULL}, /* 1/0 = inf -> 2^64 */
   {"RCC r, a.x", "inf 9.0 9.0 9.0", "", "", "0x1f800000 0x1f800000 0x1f800000 0x1f800000", NULL}, /* +0 -> 2^-64: by the sign bit */
   {"RCC r, a.x", "-inf 9.0 9.0 9.0", "", "", "0x9f800000 0x9f800000 0x9f800000 0x9f800000", NULL},
   {"RCC r, a.x", "0x80000000 9.0 9.0 9.0", "", "", "0xdf800000 0xdf800000 0xdf800000 0xdf800000", NULL},
   {"RSQ r, a.x", "4.0 9.0 9.0 9.0", "", "", "0.5 0.5 0.5 0.5", NULL},
   {"POW r, a.x, b.y", "2.0 9.0 9.0 9.0", "9.0 -2.0 9.0 9.0", "", "0.25 0.25 0.25 0.25", NULL},
   {"POW r, a.x, b.y", "2.0 9.0 9.0 9.0", "9.0 3.0 9.0 9.0", "", "8.0 8.0 8.0 8.0", NULL},
   {"I2F.S r, a", "1 -1 0x7fffffff 0", "", "", "1.0 -1.0 2147483648.0 0.0", NULL},
   {"I2F.U r, a", "1 0xffffffff 16777217 0", "", "", "1.0 4294967296.0 16777216.0 0.0", NULL}, /* ties to even */
   {"LIT r, a", "0.5 0.25 9.0 2.0", "", "", "1.0 0.5 0.0625 1.0", NULL},
   {"LIT r, a", "-1.0 0.5 9.0 2.0", "", "", "1.0 0.0 0.0 1.0", NULL},
   {"LIT r, a", "0.5 0.0 9.0 0.0", "", "", "1.0 0.5 1.0 1.0", NULL},          /* 0^0 is 1 */
   {"LIT r, a", "1.0 2.0 9.0 200.0", "", "", "1.0 1.0 ~3.40280e38 1.0", NULL}, /* the exponent is below 128 */
   {"LIT r, a", "1.0 -2.0 9.0 1.0", "", "", "1.0 1.0 0.0 1.0", NULL},
   {"LRP r, a, b, c", "0.25 0.0 1.0 0.5", "8.0 5.0 5.0 -4.0", "4.0 3.0 3.0 4.0", "5.0 3.0 5.0 0.0", NULL},
   {"MAD r, a, b, c", "2.0 -1.0 0.5 0.0", "3.0 4.0 0.5 1.0", "0.5 4.0 0.0 -1.0", "6.5 0.0 0.25 -1.0", NULL},
   {"MAD.S r, a, b, c", "3 -3 0x10000 2", "5 5 0x10000 3", "-15 -15 7 0x7fffffff", "0 -30 7 0x80000005", "ZC SC - SO"},
   {"MAD.U r, a, b, c", "3 -3 0x10000 2", "5 5 0x10000 3", "-15 -15 7 0x7fffffff", "0 -30 7 0x80000005", "ZC SC - SO"},
   {"MAD.S r, a, -b, c", "3 3 1 0", "5 5 1 5", "15 14 0x80000000 0", "0 -1 0x7fffffff 0", "ZC S OC ZC"}, /* c - a*b */
   {"MAD.S r, -a, -b, c", "3 3 1 0", "5 5 1 5", "-15 1 -1 0", "0 16 0 0", "ZC - ZC Z"},                   /* a*b + c */
   {"MAD.U r, a, b, -c", "3 3 1 0", "5 5 1 5", "15 16 0 1", "0 -1 1 -1", "ZC S C S"},                     /* a*b - c */
   {"MAX r, a, b", "-1.0 2.0 0.5 -3.0", "1.0 -2.0 0.25 -4.0", "", "1.0 2.0 0.5 -3.0", NULL},
   {"MAX.S r, a, b", "-1 2 0x80000000 -3", "1 -2 0x7fffffff -4", "", "1 2 0x7fffffff -3", NULL},
   {"MAX.U r, a, b", "-1 2 0x80000000 3", "1 -2 0x7fffffff 4", "", "-1 -2 0x80000000 4", NULL},
   {"MIN r, a, b", "-1.0 2.0 0.5 -3.0", "1.0 -2.0 0.25 -4.0", "", "-1.0 -2.0 0.25 -4.0", NULL},
   {"MIN.S r, a, b", "-1 2 0x80000000 -3", "1 -2 0x7fffffff -4", "", "-1 -2 0x80000000 -4", NULL},
   {"MIN.U r, a, b", "-1 2 0x80000000 3", "1 -2 0x7fffffff 4", "", "1 2 0x7fffffff 3", NULL},
   {"MOV r, a", "1.0 -2.0 nan 0.25", "", "", "1.0 -2.0 nan 0.25", NULL},
   {"MOV.S r, a", "1 -2 0 5", "", "", "1 -2 0 5", NULL},
   {"MOV.U r, a", "1 -2 0 5", "", "", "1 -2 0 5", NULL},
   {"MUL r, a, b", "2.0 -3.0 0.5 0.0", "3.0 4.0 0.5 5.0", "", "6.0 -12.0 0.25 0.0", NULL},
   {"MUL.S r, a, b", "3 -3 0x10000 -1", "5 7 0x10000 -1", "", "15 -21 0 1", NULL},
   {"MUL.U r, a, b", "3 -3 0x10000 -1", "5 7 0x10000 -1", "", "15 -21 0 1", NULL},
   {"MUL.S.HI r, a, b", "-1 0x40000000 0x80000000 -1", "1 4 0x80000000 -1", "", "-1 1 0x40000000 0", NULL},
   {"MUL.U.HI r, a, b", "-1 0x40000000 0x80000000 -1", "1 4 0x80000000 -1", "", "0 1 0x40000000 0xfffffffe", NULL},
   {"MUL.S24 r, a, b", "3 -3 0x7fffff 0", "5 7 2 9", "", "15 -21 0xfffffe 0", NULL},
   {"MUL.U24 r, a, b", "3 7 0xffffff 0", "5 7 2 9", "", "15 49 0x1fffffe 0", NULL},
   {"NRM r, a", "0.0 -2.0 0.0 9.0", "", "", "0.0 -1.0 0.0 0.0", NULL},
   {"PK2H r, a", "1.0 -2.0 9.0 9.0", "", "", "0xc0003c00 0xc0003c00 0xc0003c00 0xc0003c00", NULL},
   {"PK2H.S r, a", "65520.0 0.0 9.0 9.0", "", "", "0x7c00 0x7c00 0x7c00 0x7c00", NULL}, /* overflow to infinity */
   {"PK2H.U r, a", "1.0 -2.0 9.0 9.0", "", "", "0xc0003c00 0xc0003c00 0xc0003c00 0xc0003c00", NULL},
   /* 65535/2 = 32767.5 rounds to even, 32768 */
   {"PK2US r, a", "0.5 1.5 9.0 9.0", "", "", "0xffff8000 0xffff8000 0xffff8000 0xffff8000", NULL},
   {"PK2US.S r, a", "-1.0 1.0 9.0 9.0", "", "", "0xffff0000 0xffff0000 0xffff0000 0xffff0000", NULL},
   {"PK2US.U r, a", "nan 0.0 9.0 9.0", "", "", "0 0 0 0", NULL},
   /* 127*0+128 = 0x80, 255, 127*-1+128 = 1, the clamp at -128/127 gives 0 */
   {"PK4B r, a", "0.0 1.0 -1.0 -2.0", "", "", "0x0001ff80 0x0001ff80 0x0001ff80 0x0001ff80", NULL},
   {"PK4B.S r, a", "0.0 1.0 -1.0 -2.0", "", "", "0x0001ff80 0x0001ff80 0x0001ff80 0x0001ff80", NULL},
   {"PK4B.U r, a", "0.0 1.0 -1.0 7.0", "", "", "0xff01ff80 0xff01ff80 0xff01ff80 0xff01ff80", NULL},
   /* 127.5 rounds to even, 128 */
   {"PK4UB r, a", "0.0 1.0 0.5 -3.0", "", "", "0x0080ff00 0x0080ff00 0x0080ff00 0x0080ff00", NULL},
   {"PK4UB.S r, a", "0.0 1.0 0.5 3.0", "", "", "0xff80ff00 0xff80ff00 0xff80ff00 0xff80ff00", NULL},
   {"PK4UB.U r, a", "0.0 1.0 0.5 -3.0", "", "", "0x0080ff00 0x0080ff00 0x0080ff00 0x0080ff00", NULL},
   {"UP2H r, a.y", "0 0xc0003c00 0 0", "", "", "1.0 -2.0 1.0 -2.0", NULL},
   {"UP2H.S r, a.y", "0 0x3800c000 0 0", "", "", "-2.0 0.5 -2.0 0.5", NULL},
   {"UP2H.U r, a.y", "0 0xc0003c00 0 0", "", "", "1.0 -2.0 1.0 -2.0", NULL},
   /* 32768 times the float nearest to 1/65535 is that float with its exponent raised by 15 */
   {"UP2US r, a.x", "0xffff8000 0 0 0", "", "", "0x3f000080 1.0 0x3f000080 1.0", NULL},
   {"UP2US.S r, a.x", "0xffff8000 0 0 0", "", "", "0x3f000080 1.0 0x3f000080 1.0", NULL},
   {"UP2US.U r, a.x", "0xffff 0 0 0", "", "", "1.0 0.0 1.0 0.0", NULL},
   {"UP4B r, a.x", "0x0001ff80 0 0 0", "", "", "0.0 1.0 -1.0 0xbf810204", NULL}, /* -128/127 */
   {"UP4B.S r, a.x", "0x0001ff80 0 0 0", "", "", "0.0 1.0 -1.0 0xbf810204", NULL},
   {"UP4B.U r, a.x", "0x80808080 0 0 0", "", "", "0.0 0.0 0.0 0.0", NULL},
   {"UP4UB r, a.x", "0x0080ff00 0 0 0", "", "", "0.0 1.0 0x3f008081 0.0", NULL}, /* 128 times the float nearest to 1/255 */
   {"UP4UB.S r, a.x", "0xff80ff00 0 0 0", "", "", "0.0 1.0 0x3f008081 1.0", NULL},
   {"UP4UB.U r, a.x", "0x0080ff00 0 0 0", "", "", "0.0 1.0 0x3f008081 0.0", NULL},
   /* t = 2 * -2 / 1; xyz = t * axis - direction */
   {"RFL r, a, b", "0.0 1.0 0.0 9.0", "1.0 -2.0 3.0 9.0", "", "-1.0 -2.0 -3.0 0.0", NULL},
   {"SAD.S r, a, b, c", "5 -3 0x80000000 10", "8 4 1 10", "1 2 3 4", "4 9 0x80000002 4", "- - SO -"},
   {"SAD.U r, a, b, c", "5 8 0xffffffff 0", "8 5 1 0xffffffff", "1 2 3 4", "4 5 1 3", "- - C C"},
   {"SAD.S r, a, b, -c", "5 5 0 0", "8 8 0 1", "3 4 0 2", "0 -1 0 -1", "ZC S ZC S"}, /* |a-b| - c */
   {"SAD.S r, -a, b, c", "5 0 0 0", "-8 0 0 0", "1 0 0 0", "4 0 0 0", "- Z Z Z"},
   {"SHL.S r, a, b.x", "1 -1 0x40000000 3", "4 0 0 0", "", "16 -16 0 48", NULL},
   {"SHL.U r, a, b.x", "1 -1 0x40000000 3", "4 0 0 0", "", "16 -16 0 48", NULL},
   {"SHR.S r, a, b.x", "16 -16 0x80000000 3", "4 0 0 0", "", "1 -1 0xf8000000 0", NULL},
   {"SHR.U r, a, b.x", "16 -16 0x80000000 3", "4 0 0 0", "", "1 0x0fffffff 0x08000000 0", NULL},
   {"SEQ r, a, b", "1.0 -0.0 nan 2.0", "1.0 0.0 nan 3.0", "", "1.0 1.0 0.0 0.0", NULL},
   {"SEQ.S r, a, b", "1 -1 0 2", "1 1 0 3", "", "-1 0 -1 0", NULL},
   {"SEQ.U r, a, b", "1 -1 0 2", "1 1 0 3", "", "-1 0 -1 0", NULL},
   {"SNE r, a, b", "1.0 -0.0 nan 2.0", "1.0 0.0 nan 3.0", "", "0.0 0.0 1.0 1.0", NULL},
   {"SNE.S r, a, b", "1 -1 0 2", "1 1 0 3", "", "0 -1 0 -1", NULL},
   {"SNE.U r, a, b", "1 -1 0 2", "1 1 0 3", "", "0 -1 0 -1", NULL},
   {"SLT r, a, b", "1.0 -0.0 nan 2.0", "1.0 0.0 1.0 3.0", "", "0.0 0.0 0.0 1.0", NULL},
   {"SLT.S r, a, b", "1 -1 0 2", "1 1 0 3", "", "0 -1 0 -1", NULL},
   {"SLT.U r, a, b", "1 -1 0 2", "1 1 0 3", "", "0 0 0 -1", NULL},
   {"SGE r, a, b", "1.0 -0.0 nan 2.0", "1.0 0.0 1.0 3.0", "", "1.0 1.0 0.0 0.0", NULL},
   {"SGE.S r, a, b", "1 -1 0 2", "1 1 0 3", "", "-1 0 -1 0", NULL},
   {"SGE.U r, a, b", "1 -1 0 2", "1 1 0 3", "", "-1 -1 -1 0", NULL},
   {"SGT r, a, b", "1.0 0.5 nan 4.0", "1.0 0.0 1.0 3.0", "", "0.0 1.0 0.0 1.0", NULL},
   {"SGT.S r, a, b", "1 -1 0 4", "1 1 0 3", "", "0 0 0 -1", NULL},
   {"SGT.U r, a, b", "1 -1 0 4", "1 1 0 3", "", "0 -1 0 -1", NULL},
   {"SLE r, a, b", "1.0 0.5 nan 2.0", "1.0 0.0 1.0 3.0", "", "1.0 0.0 0.0 1.0", NULL},
   {"SLE.S r, a, b", "1 -1 0 4", "1 1 0 3", "", "-1 -1 -1 0", NULL},
   {"SLE.U r, a, b", "1 -1 0 4", "1 1 0 3", "", "-1 0 -1 0", NULL},
   {"SSG r, a", "-2.0 0.0 5.0 -0.0", "", "", "-1.0 0.0 1.0 0.0", NULL},
   {"STR r, a, b", "nan 0.0 0.0 0.0", "0.0 0.0 0.0 0.0", "", "1.0 1.0 1.0 1.0", NULL},
   {"STR.S r, a, b", "0 0 0 0", "0 0 0 0", "", "-1 -1 -1 -1", NULL},
   {"STR.U r, a, b", "0 0 0 0", "0 0 0 0", "", "-1 -1 -1 -1", NULL},
   {"SFL r, a, b", "nan 0.0 0.0 0.0", "0.0 0.0 0.0 0.0", "", "0.0 0.0 0.0 0.0", NULL},
   {"SFL.S r, a, b", "1 1 1 1", "1 1 1 1", "", "0 0 0 0", NULL},
   {"SFL.U r, a, b", "1 1 1 1", "1 1 1 1", "", "0 0 0 0", NULL},
   {"SWZ r, a, -x, 1, -0, w", "1.5 2.0 3.0 4.0", "", "", "-1.5 1.0 -0.0 4.0", NULL},
   {"SWZ r, a, y, -1, z, -x", "1.5 2.0 -3.0 4.0", "", "", "2.0 -1.0 -3.0 -1.5", NULL},
   {"X2D r, a, b, c", "1.0 2.0 9.0 9.0", "3.0 4.0 9.0 9.0", "5.0 6.0 7.0 8.0", "40.0 55.0 40.0 55.0", NULL},
   {"XPD r, a, b", "1.0 2.0 3.0 9.0", "4.0 5.0 6.0 9.0", "", "-3.0 6.0 -3.0 0.0", NULL},

   /* operands: swizzles, and signs and bars for each type; result masks */
   {"MOV r, a.wzyx", "1.0 2.0 3.0 4.0", "", "", "4.0 3.0 2.0 1.0", NULL},
   {"MOV r, a.g", "1.0 2.0 3.0 4.0", "", "", "2.0 2.0 2.0 2.0", NULL},
   {"MOV r, a.yzzx", "2.0 8.0 9.0 0.0", "", "", "8.0 9.0 9.0 2.0", NULL}, /* the document's example */
   {"MOV r, -a", "1.0 -2.0 0.0 -0.0", "", "", "-1.0 2.0 -0.0 0.0", NULL},
   {"MOV r, -|a|", "1.0 -2.0 0.0 -0.0", "", "", "-1.0 -2.0 -0.0 -0.0", NULL},
   {"MOV r, |-a|", "1.0 -2.0 0.0 -0.0", "", "", "1.0 2.0 0.0 0.0", NULL},
   {"MOV.S r, -a", "1 -2 0 0x80000000", "", "", "-1 2 0 0x80000000", NULL},
   {"MOV.S r, -|a|", "1 -2 0 0x80000000", "", "", "-1 -2 0 0x80000000", NULL},
   {"MOV.U r, -|a|", "1 -2 0 5", "", "", "-1 2 0 -5", NULL},
   {"MOV r.yw, a", "1.0 2.0 3.0 4.0", "", "", "0 2.0 0 4.0", NULL},
   {"MOV r.x, a.w", "1.0 2.0 3.0 4.0", "", "", "4.0 0 0 0", NULL},
   {"DP3 r.z, a, b", "1.0 2.0 3.0 99.0", "4.0 5.0 6.0 99.0", "", "0 0 32.0 0", NULL},
    /* clang-format on */
};

static bool value(const char **s, uint32_t *bits, bool *approx, bool *any)
{
   char word[64];
   unsigned n = 0;
   while (**s == ' ')
      (*s)++;
   while (**s && **s != ' ' && n < sizeof word - 1)
      word[n++] = *(*s)++;
   word[n] = 0;
   if (!n)
      return false;
   const char *w = word;
   *any = *w == '*';
   *approx = *w == '~';
   w += *approx;
   const char *mag = *w == '-' ? w + 1 : w;
   bool is_float = strcmp(mag, "inf") == 0 || strcmp(mag, "nan") == 0 || (strncmp(mag, "0x", 2) != 0 && strpbrk(mag, ".e"));
   *bits = is_float ? num_u(strtof(w, NULL)) : (uint32_t)strtoll(w, NULL, 0);
   return true;
}

static void vec(const char *s, uint32_t out[4])
{
   bool approx, any;
   for (unsigned c = 0; c < 4; c++)
      if (!value(&s, &out[c], &approx, &any))
         out[c] = 0;
}

static void clamp(unsigned sat, uint32_t *x)
{
   float f = num_f(*x), lo = sat == NV_SAT_01 ? 0.0f : -1.0f;
   if (sat == NV_SAT_NONE)
      return;
   *x = isnan(f) ? 0 : f > 1.0f ? NUM_ONE : f < lo ? num_u(lo) : *x;
   if (sat == NV_SAT_01 && *x == 0x80000000u)
      *x = 0; /* -0 is not negative, but num_fsat makes it 0; both are 0.0 in the documents */
}

/* The flags of a value by 2.X.4.3, as bits S Z O C. */
static unsigned flags_of(enum nv_type type, uint32_t x)
{
   float f = num_f(x);
   if (type == NV_TYPE_F)
      return (unsigned)(f < 0 || isnan(f)) | (unsigned)(f == 0 || isnan(f)) << 1;
   return x >> 31 | (unsigned)(x == 0) << 1;
}

static unsigned flags_word(const char *s, unsigned c)
{
   unsigned f = 0;
   while (c--)
      s = strchr(s, ' ') + 1;
   for (; *s && *s != ' '; s++)
      f |= *s == '-' ? 0 : 1u << (strchr("SZOC", *s) - "SZOC");
   return f;
}

static void splat(struct machine *m, unsigned slot, const char *s)
{
   uint32_t v[4];
   vec(s, v);
   for (unsigned c = 0; c < 4; c++)
      for (unsigned l = 0; l < EXEC_LANES; l++)
         m->in[0][slot][c][l] = v[c];
}

/* Runs one row with modifiers. Returns the instruction, or NULL if the modifier is not allowed. */
static void run_row(const struct row *r, unsigned sat, int cc, uint8_t seen[NV_OP_COUNT])
{
   static const char *const sat_name[] = {"", ".SAT", ".SSAT"};
   struct machine *m = machine_new();
   char text[512];
   unsigned n = (unsigned)strcspn(r->ins, " ");
   snprintf(text, sizeof text,
            "!!NVvp4.0\nATTRIB a = vertex.attrib[0];\nATTRIB b = vertex.attrib[1];\nATTRIB c = vertex.attrib[2];\n"
            "TEMP r;\n%.*s%s%s%s;\nMOV.U result.attrib[0], r;\nEND\n",
            (int)n, r->ins, sat_name[sat], cc == 0 ? ".CC0" : cc == 1 ? ".CC1" : "", r->ins + n);
   splat(m, SLOT_VATTR, r->a);
   splat(m, SLOT_VATTR + 1, r->b);
   splat(m, SLOT_VATTR + 2, r->c);
   machine_load(m, text);
   const struct nv_instr *in = &m->p->instrs[0];
   enum nv_type type = nv_result_type(in);
   seen[in->op] |= 1u << in->type;
   ck_assert_int_eq(in->sat, sat);
   ck_assert_int_eq(in->cc_update, cc);
   machine_go(m);
   const char *s = r->want;
   for (unsigned c = 0; c < 4; c++) {
      uint32_t want;
      bool approx, any;
      ck_assert(value(&s, &want, &approx, &any));
      if (any || !(in->dst.mask >> c & 1))
         continue;
      clamp(sat, &want);
      unsigned flags = r->flags ? flags_word(r->flags, c) : flags_of(type, want);
      for (unsigned l = 0; l < EXEC_LANES; l++) {
         uint32_t got = m->out[SLOT_ATTR][c][l];
         bool ok = got == want || (approx && fabsf(num_f(got) - num_f(want)) <= 1e-5f * fabsf(num_f(want))) ||
                   (type == NV_TYPE_F && num_isnan(got) && num_isnan(want));
         ck_assert_msg(ok, "%sgot %08x want %08x in %c", text, got, want, "xyzw"[c]);
         for (unsigned k = 0; k < 2; k++) {
            unsigned bits = machine_cc_bits(&m->e->cc[k], c, l), expect = (int)k == cc ? flags : 0;
            ck_assert_msg(bits == expect, "%sCC%u.%c %x want %x (SZOC)", text, k, "xyzw"[c], bits, expect);
         }
      }
   }
   machine_free(m);
}

START_TEST(instructions)
{
   uint8_t seen[NV_OP_COUNT] = {0};
   for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
      const struct row *r = &rows[i];
      char name[16];
      unsigned n = (unsigned)strcspn(r->ins, " ."), op = 0;
      snprintf(name, sizeof name, "%.*s", (int)n, r->ins);
      while (strcmp(nv_op_info[op].name, name) != 0)
         ck_assert_uint_lt(++op, NV_OP_COUNT);
      const struct nv_op_info *info = &nv_op_info[op];
      const char *mod = r->ins + n;
      bool is_float =
          info->out == NV_FMT_VF || (info->out != NV_FMT_VU && (*mod == ' ' ? info->default_type == NV_TYPE_F : false));
      for (unsigned sat = 0; sat <= (info->sat && is_float ? 2u : 0u); sat++)
         for (int cc = -1; cc <= (info->cc ? 1 : -1); cc++)
            run_row(r, sat, cc, seen);
   }
   /* Every row of Table X.13 that computes a value has a test, with every type that the row allows. */
   for (unsigned op = 0; op < NV_OP_COUNT; op++) {
      const struct nv_op_info *info = &nv_op_info[op];
      if (!info->stages || info->out == NV_FMT_NONE || info->shape == NV_SHAPE_TEX || info->shape == NV_SHAPE_TXD ||
          op == NV_OP_DDX || op == NV_OP_DDY)
         continue;
      unsigned want =
          (info->types & NV_TYPES_F ? 1u << NV_TYPE_F : 0) | (info->types & NV_TYPES_I ? 1u << NV_TYPE_S | 1u << NV_TYPE_U : 0);
      ck_assert_msg((seen[op] & want) == want, "%s: types %x of %x tested", info->name, seen[op], want);
   }
}
END_TEST

/* ------------------------------------------------------------------------------------------------------------- condition
   codes */

/* Table X.16 as the document prints it, for every combination of flags. */
static bool rule(unsigned r, bool sf, bool zf, bool of, bool cf)
{
   switch (r) {
   case NV_CC_EQ: return !sf && zf;
   case NV_CC_GE: return !(sf ^ of);
   case NV_CC_GT: return (!sf ^ of) && !zf;
   case NV_CC_LE: return sf ^ (zf || of);
   case NV_CC_LT: return (sf && !zf) ^ of;
   case NV_CC_NE: return sf || !zf;
   case NV_CC_FL: return false;
   case NV_CC_TR: return true;
   case NV_CC_NAN: return sf && zf;
   case NV_CC_LEG: return !sf || !zf;
   case NV_CC_CF: return cf;
   case NV_CC_NCF: return !cf;
   case NV_CC_OF: return of;
   case NV_CC_NOF: return !of;
   case NV_CC_SF: return sf;
   case NV_CC_NSF: return !sf;
   case NV_CC_AB: return cf && !zf;
   default: return !cf || zf;
   }
}

static const char *const rule_name[NV_CC_COUNT] = {"EQ", "GE", "GT", "LE", "LT", "NE", "FL", "TR", "NAN", "LEG", "CF", "NCF",
                                                   "OF", "NOF", "AB", "BLE", "SF", "NSF"};

START_TEST(cc_rules)
{
   for (unsigned r = 0; r < NV_CC_COUNT; r++) {
      for (unsigned reg = 0; reg < 3; reg++) { /* names without a digit, with 0 and with 1 */
         struct machine *m = machine_new();
         char text[200];
         snprintf(text, sizeof text, "!!NVvp4.0\nTEMP t;\nMOV.S t (%s%s.yxwz), {1,1,1,1};\nMOV.S result.attrib[0], t;\nEND\n",
                  rule_name[r], reg == 0 ? "" : reg == 1 ? "0" : "1");
         machine_load(m, text);
         /* The bits of the lane number are the flags of y, and their complement the flags of x; z and w stay clear. */
         struct nv_cc *cc = &m->e->cc[reg == 2];
         for (unsigned l = 0; l < 16; l++) {
            cc->sf[1] |= (l & 1) << l, cc->zf[1] |= (l >> 1 & 1) << l, cc->of[1] |= (l >> 2 & 1) << l,
                cc->cf[1] |= (l >> 3 & 1) << l;
         }
         cc->sf[0] = ~cc->sf[1], cc->zf[0] = ~cc->zf[1], cc->of[0] = ~cc->of[1], cc->cf[0] = ~cc->cf[1];
         machine_go(m);
         for (unsigned l = 0; l < 16; l++) {
            bool x = rule(r, l & 1, l >> 1 & 1, l >> 2 & 1, l >> 3 & 1);
            bool y = rule(r, ~l & 1, ~l >> 1 & 1, ~l >> 2 & 1, ~l >> 3 & 1);
            ck_assert_msg(m->out[SLOT_ATTR][0][l] == x && m->out[SLOT_ATTR][1][l] == y, "%s flags %x", rule_name[r], l);
            ck_assert_uint_eq(m->out[SLOT_ATTR][2][l], rule(r, 0, 0, 0, 0));
         }
         machine_free(m);
      }
   }
}
END_TEST

START_TEST(cc_masks)
{
   /* The test sees the condition code from before the instruction; both masks apply to its update too. */
   struct machine *m = machine_run("!!NVvp4.0\nTEMP t, u;\n"
                           "MOV.S.CC t, {-1,0,1,2};\n"            /* S Z - - */
                           "MOV.S.CC u.xyz (LE.xyzw), {7,-7,8,9};\n" /* x and y pass */
                           "MOV.S result.attrib[0], u;\n"
                           "MOV.S u, {0,0,0,0};\nMOV.S u (GT.x), {1,2,3,4};\nMOV.S result.attrib[1], u;\nEND\n");
   static const uint32_t want[4] = {7, (uint32_t)-7, 0, 0}, want1[4] = {1, 2, 3, 4};
   static const unsigned cc[4] = {0, 1, 0, 0}; /* x: 7; y: -7; z and w keep the flags of 1 and 2 */
   for (unsigned c = 0; c < 4; c++) {
      ck_assert_uint_eq(m->out[SLOT_ATTR][c][3], want[c]);
      ck_assert_uint_eq(m->out[SLOT_ATTR + 1][c][3], want1[c]);
      ck_assert_uint_eq(machine_cc_bits(&m->e->cc[0], c, 3), cc[c]);
   }
   machine_free(m);

   /* Temporaries and condition codes that were never written are 0: EQ fails (ZF is clear), GE passes. */
   m = machine_run("!!NVvp4.0\nTEMP t, u;\nMOV.S t.x (EQ0.x), {1,1,1,1};\nMOV.S t.y (GE1.x), {1,1,1,1};\nMOV.S "
                   "result.attrib[0], t;\nEND\n");
   ck_assert_uint_eq(m->out[SLOT_ATTR][0][0], 0);
   ck_assert_uint_eq(m->out[SLOT_ATTR][1][0], 1);
   machine_free(m);
}
END_TEST

/* -------------------------------------------------------------------------------------------------------- variables and
   arrays */

START_TEST(arrays)
{
   struct machine *m = machine_new();
   machine_lane_numbers(m, SLOT_VATTR);
   for (unsigned l = 0; l < EXEC_LANES; l++)
      m->in[0][SLOT_VATTR][2][l] = (uint32_t)-1; /* a negative index */
   machine_load(m, "!!NVvp4.0\nTEMP t[4], i;\nPARAM p[] = { {10,11,12,13}, {20,21,22,23}, {30,31,32,33} };\n"
           "OUTPUT o = result.attrib[0];\nOUTPUT q[] = { result.texcoord[0..3] };\n"
           "MOV.S i, vertex.attrib[0];\n"
           "MOV t[0], p[0];\nMOV t[1], p[1];\nMOV t[2], p[2];\nMOV t[3], {40,0,0,0};\n"
           "MOV o.x, t[i.x].x;\n"       /* 0 1 2 3 3 3 ... */
           "MOV o.y, p[i.x + 1].y;\n"   /* 1 2 2 2 ... */
           "MOV o.z, p[i.z + 2].z;\n"   /* -1 + 2 */
           "MOV o.w, p[i.z].w;\n"       /* -1 clamps to 0 */
           "MOV t[i.x].x, {99,0,0,0};\n"
           "MOV result.attrib[1].x, t[3].x;\nMOV result.attrib[1].y, t[1].x;\n"
           "MOV q[i.x].x, {5,0,0,0};\nEND\n");
   machine_go(m);
   static const float t[4] = {10, 20, 30, 40}, p[3][4] = {{10, 11, 12, 13}, {20, 21, 22, 23}, {30, 31, 32, 33}};
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      ck_assert_uint_eq(m->out[SLOT_ATTR][0][l], num_u(t[l < 4 ? l : 3]));
      ck_assert_uint_eq(m->out[SLOT_ATTR][1][l], num_u(p[l < 1 ? 1 : 2][1]));
      ck_assert_uint_eq(m->out[SLOT_ATTR][2][l], num_u(22));
      ck_assert_uint_eq(m->out[SLOT_ATTR][3][l], num_u(13));
      ck_assert_uint_eq(m->out[SLOT_ATTR + 1][0][l], num_u(l >= 3 ? 99 : 40));
      ck_assert_uint_eq(m->out[SLOT_ATTR + 1][1][l], num_u(l == 1 ? 99 : 20));
      for (unsigned k = 0; k < 4; k++)
         ck_assert_uint_eq(m->out[SLOT_TEXCOORD + k][0][l], k == (l < 3 ? l : 3) ? num_u(5) : 0);
   }
   uint8_t w[SLOT_COUNT];
   nv_written_outputs(m->p, w);
   ck_assert_uint_eq(w[SLOT_ATTR], 15);
   ck_assert_uint_eq(w[SLOT_ATTR + 1], 3);
   for (unsigned k = 0; k < 4; k++)
      ck_assert_uint_eq(w[SLOT_TEXCOORD + k], 1);
   ck_assert_uint_eq(w[SLOT_TEXCOORD + 4], 0);
   machine_free(m);
}
END_TEST

START_TEST(buffers)
{
   static const uint32_t words[8] = {100, 101, 102, 103, 104, 105, 106, 107};
   struct machine *m = machine_new();
   machine_lane_numbers(m, SLOT_VATTR);
   m->wave.buffer[0] = (struct exec_buffer){words, 8};
   m->wave.buffer[2] = (struct exec_buffer){words, 7};
   machine_load(m, "!!NVvp4.0\nTEMP i;\nBUFFER b[] = { program.buffer[0][1..5] };\nBUFFER4 v[] = { program.buffer[2][0..3] };\n"
           "BUFFER far = program.buffer[0][9];\n"
           "MOV.S i, vertex.attrib[0];\n"
           "MOV.S result.attrib[0], b[i.x];\n"  /* words 1..5, clamped to the array, replicated */
           "MOV.S result.attrib[1], v[1];\n"    /* 4 5 6, then beyond the end of the buffer */
           "MOV.S result.attrib[2], v[i.x + 1];\n"
           "MOV.S result.attrib[3], far;\nEND\n");
   machine_go(m);
   for (unsigned l = 0; l < EXEC_LANES; l++)
      for (unsigned c = 0; c < 4; c++) {
         ck_assert_uint_eq(m->out[SLOT_ATTR][c][l], 101 + (l < 4 ? l : 4));
         ck_assert_uint_eq(m->out[SLOT_ATTR + 1][c][l], c < 3 ? 104 + c : 0);
         ck_assert_uint_eq(m->out[SLOT_ATTR + 2][c][l], l == 0 && c < 3 ? 104 + c : 0);
         ck_assert_uint_eq(m->out[SLOT_ATTR + 3][c][l], 0);
      }
   machine_free(m);
}
END_TEST

START_TEST(fshort)
{
   static const char text[] = "!!NVvp4.0\nSHORT TEMP s;\nTEMP t;\n"
                              "MOV.CC s, {65520.0, 1.0009765625, 1.00048828125, 0.00000001};\nMOV result.attrib[0], s;\n"
                              "MOVH t, {1.0003, 0, 0, 0};\nMOV result.attrib[1], t;\n"
                              "MOV.S s, {0x12345, 0x18000, 5, -1};\nMOV.S result.attrib[2], s;\n"
                              "MOV.U s, {0x12345, 0x18000, 5, 7};\nMOV.U result.attrib[3], s;\nEND\n";
   struct machine *m = machine_new();
   m->fshort = 16;
   machine_load(m, text);
   machine_go(m);
   /* 65520 is half way to 65536 and becomes infinity. 1+2^-10 is an f16; 1+2^-11 is a tie, which becomes the even 1. 1e-8 <
      2^-25 becomes 0, and the flags depend on that. */
   ck_assert_uint_eq(m->out[SLOT_ATTR][0][0], 0x7f800000);
   ck_assert_uint_eq(m->out[SLOT_ATTR][1][0], 0x3f802000);
   ck_assert_uint_eq(m->out[SLOT_ATTR][2][0], NUM_ONE);
   ck_assert_uint_eq(m->out[SLOT_ATTR][3][0], 0);
   ck_assert_uint_eq(machine_cc_bits(&m->e->cc[0], 3, 0), 2);
   ck_assert_uint_eq(m->out[SLOT_ATTR + 1][0][0], NUM_ONE);
   ck_assert_uint_eq(m->out[SLOT_ATTR + 2][0][0], 0x2345);
   ck_assert_uint_eq(m->out[SLOT_ATTR + 2][1][0], 0xffff8000);
   ck_assert_uint_eq(m->out[SLOT_ATTR + 2][3][0], 0xffffffff);
   ck_assert_uint_eq(m->out[SLOT_ATTR + 3][1][0], 0x8000);
   machine_free(m);
   m = machine_run(text); /* with -fshort=32 SHORT has no effect */
   ck_assert_uint_eq(m->out[SLOT_ATTR][0][0], num_u(65520.0f));
   ck_assert_uint_eq(m->out[SLOT_ATTR + 2][1][0], 0x18000);
   machine_free(m);
}
END_TEST

int main(void)
{
   Suite *s = suite_create("nv_eval");
   TCase *c = tcase_create("nv_eval");
   tcase_set_timeout(c, 60);
   tcase_add_test(c, instructions);
   tcase_add_test(c, cc_rules);
   tcase_add_test(c, cc_masks);
   tcase_add_test(c, arrays);
   tcase_add_test(c, buffers);
   tcase_add_test(c, fshort);
   suite_add_tcase(s, c);
   return suite_run(s);
}

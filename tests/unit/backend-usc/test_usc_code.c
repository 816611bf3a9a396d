/* SPDX-License-Identifier: MIT */
/*
 * Upper limits for the code of small programs: groups, temporaries and moves, counted by hand from the units of a group
 * (docs/usc-encoding.md, "what can share a group"). A program above its limits has lost a selection pattern, a schedule or a
 * register.
 */
#include "backend-usc/usc_compile.h"
#include "frontend/nv/ast/nv_ast.h"
#include "passes/pipeline/pipeline.h"
#include "tests/unit/common/irtext.h"
#include "tests/unit/common/suite.h"

#define FP "!!NVfp4.0\n"
#define TAP(off, w) "ADD t.xy, fragment.texcoord[0], program.local[" off "];\nTEX c, t, texture[0], 2D;\nMAD s, c, " w ", s;\n"

struct figures {
   const char *name, *text;
   unsigned groups, temps, moves; /* upper limits; a move is a group that does nothing else */
};
static const struct figures programs[] = {
    /* A tap holds 6 registers up to its wait: all at once need 60, in threes and fours they fit into 24. Groups: iteration and
       its wait, 9 requests, 8 of coordinates, 18 of sums, output: 39 with one wait, 2 more waits. */
    {"taps",
     FP "TEMP t, s, c;\nTEX s, fragment.texcoord[0], texture[0], 2D;\nMUL s, s, 0.25;\n" TAP("0", "0.125") TAP("1", "0.125")
         TAP("2", "0.125") TAP("3", "0.125") TAP("4", "0.0625") TAP("5", "0.0625") TAP("6", "0.0625")
             TAP("7", "0.0625") "MOV result.color, s;\nEND\n",
     41, 24, 0},
    /* Iteration, wait, four conversions to integer, four back, output. */
    {"truncation", FP "INT TEMP i;\nTRUNC.S i, fragment.texcoord[0];\nI2F.S result.color, i;\nEND\n", 11, 4, 0},
    /* As above: the conversion to integer rounds to the nearest as well. */
    {"rounding", FP "INT TEMP i;\nROUND.S i, fragment.texcoord[0];\nI2F.S result.color, i;\nEND\n", 11, 4, 0},
    /* Iteration, wait, 4 conversions, 2 comparisons that select the components in the mask, 2 conversions, output. */
    {"masks",
     FP
     "INT TEMP i, m;\nTRUNC.S i, fragment.texcoord[0];\nSLT.S m.xy, i, i.zwzw;\nAND.S i.xy, m, i;\nI2F.S result.color.xy, i;\n"
     "END\n",
     11, 4, 0},
    /* Two magnitudes; to float, reciprocal, scaled back, -y, a step of Newton in 3; quotient and remainder 2; the corrections 3
       and 2; sign 2; zero 1: 18. In and out: 2 + 2 + 2; the moves of other components share their groups. */
    {"quotient", FP "INT TEMP i;\nTRUNC.S i, fragment.texcoord[0];\nDIV.S i.x, i.x, i.y;\nI2F.S result.color.x, i.x;\nEND\n",
     25, 8, 0},
    /* Four consecutive uniforms are packed directly. */
    {"parameter", FP "MOV result.color, program.local[0];\nEND\n", 1, 0, 0},
    /* Only P0 reads two uniforms, so 4 multiply-adds of them need 4 groups; with one of their 8 in a temporary, 3 suffice.
       Iteration, wait, output. */
    {"uniforms", FP "MAD result.color, fragment.texcoord[0], program.local[0], program.local[1];\nEND\n", 6, 5, 0},
    /* Both arms, 6 groups each, compute into the registers that the output is packed from, which are those of the input. Also:
       input 2, test, mask 3, a branch around each arm, output 1. */
    {"arms",
     FP
     "TEMP t, s, c;\nMOV t, fragment.texcoord[0];\nSLT.CC s.x, t.x, 0.5;\nIF NE.x;\nADD s, t, program.local[0];\nMUL s, s, s;\n"
     "MUL s, s, 0.25;\nELSE;\nMUL s, t, program.local[1];\nMUL s, s, s;\nMUL s, s, s;\nENDIF;\nMOV result.color, s;\nEND\n",
     21, 4, 0},
    /* Small arms run for all lanes: product, sum and select of a component are one group. Input 2, the condition as a value,
       output 1. */
    {"small arms",
     FP "TEMP t, s, c;\nMOV t, fragment.texcoord[0];\nSLT.CC s.x, t.x, 0.5;\nIF NE.x;\nMUL s, t, program.local[0];\nELSE;\n"
        "ADD s, t, program.local[1];\nENDIF;\nMOV result.color, s;\nEND\n",
     8, 5, 0},
    /* Arms of 4 and of 8 operations; product and select are one group, the sums are in pairs: 6, against 2 + 4 under a mask of
       3. Input 2, the test of the sign is in the groups of the selects, output 1. */
    {"arms of two steps",
     FP "TEMP t, s;\nMOV t, fragment.texcoord[0];\nMOV.CC s, t;\nIF GT.x;\nADD s, t, program.local[0];\nMUL s, s, s;\nELSE;\n"
        "MUL s, t, program.local[1];\nENDIF;\nMOV result.color, s;\nEND\n",
     9, 8, 0},
    /* Before the loop the sum is set in 2 groups, then the counter and the position, because the loop reads the input too. The
       output is packed from the registers of the sum. In the loop: test, branch, counter, request, wait, 2 sums, position,
       branch; 7 around it. */
    {"loop",
     FP "TEMP t, s;\nINT TEMP n;\nMOV t, fragment.texcoord[0];\nMOV s, 0;\nMOV.S n, {8,0,0,0};\nREP.S n.x;\nTEX t, t, "
        "texture[0], 2D;\n"
        "MAD s, t, 0.5, s;\nMAD t.xy, t, 2.0, fragment.texcoord[0];\nENDREP;\nMOV result.color, s;\nEND\n",
     16, 13, 4},
    /* The inputs of a loop are iterated before it, with one wait for both: 3. Counter; 2 sums, counter and test, branch;
       output. */
    {"input of a loop",
     FP
     "TEMP s;\nMOV s, fragment.texcoord[0];\nREP 8;\nMAD s, s, s, fragment.texcoord[1];\nENDREP;\nMOV result.color, s;\nEND\n",
     9, 9, 1},
    /* Three tests in a row leave by one mask operation, the end of the loop. Iteration 2, wait, counter, mask; 4 sums and the
       counter, the first test with one of them: 3; 2 tests, mask, branch; output. */
    {"breaks in a row",
     FP "TEMP s, c;\nMOV s, fragment.texcoord[0];\nREP 8;\nMAD s, s, s, fragment.texcoord[1];\nSGT.CC c.x, s.x, 4.0;\nBRK "
        "(NE.x);\n"
        "SGT.CC c.x, s.y, 4.0;\nBRK (NE.x);\nENDREP;\nMOV result.color, s;\nEND\n",
     13, 9, 1},
    /* All lanes count alike: a test and a branch out, 3 groups of sums and the counter, a branch back, no mask. The if becomes
       selects that compute the products: a condition for all and 4. Iteration, its wait, the initial counter, output. */
    {"together",
     FP "TEMP t, s;\nMOV t, fragment.texcoord[0];\nREP 4;\nADD t, t, program.local[0];\nENDREP;\nSGT.CC s.x, "
        "program.local[1].x, 0.5;\n"
        "IF NE.x;\nMUL t, t, t;\nENDIF;\nMOV result.color, t;\nEND\n",
     15, 5, 1},
    /* Insertion, sum with a shift, two shifts around a logic operation: one group each. The constant precedes the
       shift: 2. Conversion 4, output. */
    {"bits",
     FP
     "FLAT UINT ATTRIB a = fragment.texcoord[0];\nUINT TEMP r, s, t;\nAND.U r.x, a.x, 0xff00ff;\nAND.U s.x, a.y, 0xff00ff00;\n"
     "OR.U t.x, r.x, s.x;\nSHL.U r.y, a.x, 10;\nADD.U t.y, a.y, r.y;\nSHL.U r.z, a.x, 3;\nXOR.U r.z, r.z, a.y;\nSHR.U t.z, "
     "r.z, 7;\n"
     "XOR.U r.w, a.x, 61;\nSHR.U s.w, a.x, 16;\nXOR.U t.w, r.w, s.w;\nI2F.U result.color, t;\nEND\n",
     10, 5, 0},
    /* Iteration, wait; the test of bits is one group with P0; mask, branch, request, wait, end of the mask; output. A request
       does not write its own sources, hence 3 copies. */
    {"bit test",
     FP
     "FLAT UINT ATTRIB a = fragment.texcoord[1];\nTEMP t;\nUINT TEMP r;\nMOV t, fragment.texcoord[0];\nAND.U.CC r.x, a.x, 12;\n"
     "IF NE.x;\nTEX t, t, texture[0], 2D;\nENDIF;\nMOV result.color, t;\nEND\n",
     12, 8, 3},
    /* Two requests with the same words: one copy, of the level, for both. Iteration, wait, 1 of coordinates, 2 requests, wait,
       2 sums, output. */
    {"same words",
     FP "TEMP t, u, v;\nMUL t.xy, fragment.texcoord[0], program.local[0];\nTXL u, t.xyxx, texture[0], 2D;\n"
        "TXL v, t.xyxx, texture[1], 2D;\nADD result.color, u, v;\nEND\n",
     10, 11, 1},
    /* Zero is on the left in the flags of a condition code: a select by them is one group nevertheless. Iteration, wait, two
       selects, output. */
    {"condition code",
     FP "TEMP t, s;\nMOV s, fragment.texcoord[0];\nMOV.CC t.x, s.x;\nMOV s.y (GT.x), s.z;\nMOV s.z (LE.x), s.w;\n"
        "MOV result.color, s;\nEND\n",
     5, 4, 0},
    /* Quotient and remainder by 10: high product, shift, multiply-add. By 16, signed: bias and select, shift; mask,
       subtraction. Conversions 4, output. */
    {"constant quotient",
     FP "FLAT UINT ATTRIB a = fragment.texcoord[0];\nFLAT INT ATTRIB b = fragment.texcoord[1];\nUINT TEMP t;\nINT TEMP s;\n"
        "DIV.U t.x, a.x, 10;\nMOD.U t.y, a.x, 10;\nDIV.S s.x, b.x, 16;\nMOD.S s.y, b.x, 16;\n"
        "I2F.U result.color.xy, t;\nI2F.S result.color.zw, s.xyxy;\nEND\n",
     12, 6, 0},
    /* The mask keeps the index in range: mask, index register, sums of two entries, output. */
    {"index",
     FP "FLAT INT ATTRIB a = fragment.texcoord[0];\nINT TEMP i;\nPARAM c[8] = { program.local[0..7] };\nAND.S i.x, a.x, 3;\n"
        "ADD.S i.y, i.x, 4;\nADD result.color, c[i.x], c[i.y];\nEND\n",
     7, 4, 0},
    /* One value and a constant: iteration, wait; the product is packed in its group, as one component; the last group copies it
       to the others. */
    {"grey",
     FP "TEMP t;\nMUL t.x, fragment.texcoord[0].x, program.local[0].x;\nMOV result.color.xyz, t.x;\nMOV result.color.w, "
        "1.0;\nEND\n",
     4, 2, 0},
    /* Three bytes of a product and 1.0: the product, and one insertion of a constant, no conversion. */
    {"bytes",
     FP
     "FLAT UINT ATTRIB a = fragment.texcoord[0];\nUINT TEMP t;\nTEMP f;\nMUL.U t, a.x, 0x9e3779b1;\nSHR.U t.y, t.x, 8;\n"
     "SHR.U t.z, t.x, 16;\nAND.U t, t, 255;\nI2F.U f, t;\nMUL result.color.xyz, f, 0.00392156862;\nMOV result.color.w, 1.0;\n"
     "END\n",
     3, 2, 1},
    /* An else-if needs no mask of its own: the second test looks at all lanes, and one mask operation ends the first arm and
       begins the second. Input 2; test, mask and branch; test, mask and branch; mask and branch; end of the mask; three arms of
       8; output. */
    {"else if",
     FP "TEMP t, s;\nMOV t, fragment.texcoord[0];\nMOV.CC s.x, t.x;\nIF GT.x;\nMUL s, t, t;\nMUL s, s, s;\nMUL s, s, t;\n"
        "MUL s, s, s;\nELSE;\nMOV.CC s.x, t.y;\nIF GT.x;\nADD s, t, program.local[0];\nMUL s, s, t;\nMUL s, s, s;\n"
        "MUL s, s, t;\nELSE;\nMUL s, t, program.local[1];\nMUL s, s, t;\nMUL s, s, s;\nMUL s, s, t;\nENDIF;\nENDIF;\n"
        "MOV result.color, s;\nEND\n",
     36, 8, 0},
};

/* The limits apply to loops. */
static bool stays_a_loop(void *user, const struct pass_info *pass, struct ir_shader *s)
{
   (void)user, (void)s;
   return strcmp(pass->name, "unroll") != 0;
}

static struct usc_program *compile(const char *text)
{
   static const unsigned lower = PASS_LOWER_idiv | PASS_LOWER_fround | PASS_LOWER_fetch | PASS_LOWER_cube_grad;
   const struct pass_options po = {.opt_level = 2, .ffp = PASS_FFP_GL, .lower = lower, .before = stays_a_loop};
   struct usc_options opt = usc_default_options();
   struct usc_program *p = UTIL_NEW(&ctx, struct usc_program);
   ctx.text = text;
   ctx.text_len = strlen(text);
   ctx.unwind_set = true;
   struct nv_program *tree = nv_parse(&ctx, text, strlen(text), &nv_default_limits);
   ck_assert_msg(tree != NULL, "%s", ctx.diags ? ctx.diags->message : "no tree");
   struct ir_shader *s = nv_lower(&ctx, tree, &num_model_usc_rtz, 32);
   pass_run_pipeline(s, &po);
   opt.frt[0] = USC_FRT_RGBA8;
   opt.verify = true;
   opt.features |= USC_HAS_CNDLT; /* the limits are those of loops that end in it */
   ck_assert(usc_compile(&ctx, s, &opt, p));
   return p;
}

static void check_figures(const struct figures *f)
{
   const struct usc_program *p = compile(f->text);
   unsigned moves = 0;
   for (uint32_t g = 0; g < p->prog.n; g++) {
      const struct usc_group *q = &p->prog.g[g];
      moves += q->kind == USC_MAIN && q->op[USC_P0] == USC_OP_MBYP && (!q->op[USC_P1] || q->op[USC_P1] == USC_OP_MBYP) &&
               !q->op[USC_PCK] && !q->op[USC_TST] && !q->op[USC_BE];
   }
   ck_assert_msg(p->stats.groups <= f->groups, "%s: %u groups", f->name, p->stats.groups);
   ck_assert_msg(p->reflect.temps <= f->temps, "%s: %u temporaries", f->name, p->reflect.temps);
   ck_assert_msg(moves <= f->moves, "%s: %u moves", f->name, moves);
}

START_TEST(figures)
{
   for (unsigned k = 0; k < sizeof programs / sizeof *programs; k++)
      check_figures(&programs[k]);
}
END_TEST

#define CLAMP "%6:32 = const value=0x0\n%7:32 = fmax %4, %6\n%8:32 = const value=0x3f800000\n%9:32 = fmin %7, %8\n"
/*
 * Operations that selection combines (usc_combine.c). %0 to %2 are inputs and %9 is the result, which the last group writes: a
 * bitwise group has the field of two shifts, a mask and a logic operation, but no output beside it, so it counts 2 with the
 * output; an operation of the integer unit or a conversion shares the group of the output.
 */
static const struct {
   const char *body;
   unsigned groups;
} combined[] = {
    {"%3:32 = const value=0x8\n%4:32 = ushr %0, %3\n%5:32 = const value=0xff\n%6:32 = iand %4, %5\n%9:32 = u2f %6\n", 1},
    {"%3:32 = const value=0x18\n%4:32 = ishr %0, %3\n%9:32 = i2f %4\n", 1},
    {"%3:32 = const value=0x8\n%4:32 = shl %0, %3\n%5:32 = const value=0x18\n%6:32 = ishr %4, %5\n%9:32 = i2f %6\n", 1},
    {"%3:32 = const value=0x10\n%4:32 = shl %0, %3\n%6:32 = ishr %4, %3\n%9:32 = i2f %6\n", 1},
    /* Seven bits, or a byte across two: not a component. */
    {"%3:32 = const value=0x4\n%4:32 = shl %0, %3\n%5:32 = const value=0x18\n%6:32 = ishr %4, %5\n%9:32 = i2f %6\n", 2},
    {"%4:16 = unpack2h %0 half=0\n%9:32 = h2f %4\n", 1},
    {"%4:16 = unpack2h %0 half=1\n%9:32 = h2f %4\n", 1},
    {"%3:32 = const value=0x5\n%4:32 = ushr %0, %3\n%5:32 = const value=0x7f\n%9:32 = iand %4, %5\n", 2},
    {"%3:32 = const value=0xff00\n%4:32 = iand %0, %3\n%5:32 = const value=0x4\n%6:32 = shl %4, %5\n%9:32 = ior %6, %1\n", 2},
    {"%3:32 = const value=0xff00\n%4:32 = iand %0, %3\n%5:32 = const value=0xffff00ff\n%6:32 = iand %1, %5\n%9:32 = ior %4, "
     "%6\n",
     2},
    {"%4:32 = iand %0, %1\n%3:32 = const value=0x7\n%9:32 = shl %4, %3\n", 2},
    {"%4:32 = ior %0, %1\n%3:32 = const value=0x7\n%9:32 = ushr %4, %3\n", 2},
    {"%4:32 = ixor %0, %1\n%3:32 = const value=0x7\n%9:32 = ishr %4, %3\n", 2},
    {"%4:32 = inot %0\n%9:32 = iand %4, %1\n", 2},
    {"%4:32 = inot %0\n%9:32 = ior %4, %1\n", 2},
    {"%4:32 = inot %0\n%9:32 = ixor %4, %1\n", 2},
    {"%4:32 = iand %0, %1\n%9:32 = inot %4\n", 2},
    {"%4:32 = ior %0, %1\n%9:32 = inot %4\n", 2},
    {"%4:32 = ixor %0, %1\n%9:32 = inot %4\n", 2},
    {"%3:32 = const value=0x9\n%4:32 = shl %0, %3\n%5:32 = const value=0x17\n%6:32 = ushr %0, %5\n%9:32 = ior %4, %6\n", 2},
    /* The constant moves across the shift, into its group, and the other logic operation is the second group. */
    {"%3:32 = const value=0xff\n%4:32 = ixor %0, %3\n%5:32 = const value=0x4\n%6:32 = ushr %1, %5\n%9:32 = ixor %4, %6\n", 3},
    {"%3:32 = const value=0xff\n%4:32 = ior %0, %3\n%5:32 = const value=0x4\n%6:32 = ushr %1, %5\n%9:32 = ior %4, %6\n", 3},
    {"%4:32 = imul %0, %1\n%9:32 = iadd %4, %2\n", 1},
    {"%4:32 = imul %0, %1\n%9:32 = isub %2, %4\n", 1},
    {"%4:32 = imul %0, %1\n%9:32 = isub %4, %2\n", 1},
    {"%3:32 = const value=0x3\n%4:32 = shl %0, %3\n%9:32 = iadd %4, %2\n", 1},
    /* The sum, product or multiply-add saturates. */
    {"%4:32 = fadd %0, %1\n" CLAMP, 1},
    {"%4:32 = fmul %0, %1\n" CLAMP, 1},
    {"%4:32 = fmad %0, %1, %2\n" CLAMP, 1},
    /* The operation gives both words, and the high one is copied to the output. */
    {"%4:32 = umulhi %0, %1\n%9:32 = iadd %4, %2\n", 2},
    {"%4:32 = imul %0, %1\n%5:32 = umulhi %0, %1\n%9:32 = ixor %4, %5\n", 3},
};

START_TEST(combinations)
{
   for (unsigned k = 0; k < sizeof combined / sizeof *combined; k++) {
      struct usc_options opt = usc_default_options();
      struct usc_program p;
      const char *text = util_printf(
          &ctx, "nvp4c-ir 1\nstage vertex\nsource_ops 0\n\nblock 0:\n%s%s%s   return\n",
          "%0:32 = load_input slot=vattr0 comp=0 interp=smooth\n%1:32 = load_input slot=vattr0 comp=1 interp=smooth\n"
          "%2:32 = load_input slot=vattr0 comp=2 interp=smooth\n",
          combined[k].body, "store_output %9 slot=position comp=0\n");
      struct ir_shader *s = must_parse(text);
      opt.verify = true;
      ck_assert(usc_compile(&ctx, s, &opt, &p));
      ck_assert_msg(p.stats.groups <= combined[k].groups, "%u groups: %s", p.stats.groups, combined[k].body);
   }
}
END_TEST

SUITE_MAIN("usc_code", DEFAULT_TIMEOUT, setup, teardown, figures, combinations)

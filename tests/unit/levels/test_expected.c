/* SPDX-License-Identifier: MIT */
/*
 * Tests whole programs whose results were worked out from the documents. They run at every level: in the reference evaluator,
 * as lowered IR and after the exact passes under every number model, and as machine code of both targets at -O0 to -O3 (on AGX
 * as far as its code generator supports them). Only such a test finds an error that the evaluator and the lowering share.
 *
 * The evaluator does not run the programs that have a key (docs/abi-usc.md), since it does not support keys.
 */
#include "backend-agx/agx_compile.h"
#include "backend-agx/sim/agx_harness.h"
#include "backend-usc/sim/usc_harness.h"
#include "backend-usc/usc_compile.h"
#include "frontend/common/frontend.h"
#include "frontend/nv/ast/nv_ast.h"
#include "ir/interp.h"
#include "semantics/fpenv.h"
#include "nvp4c/api/registry.h"
#include "passes/pipeline/pipeline.h"
#include "passes/lower/key.h"
#include "tests/unit/common/suite.h"

#include <stdio.h>
#include <string.h>

/*
 * A value is four components separated by blanks. Slashes separate the values of several lanes: lane l takes value l modulo
 * their count. A component is "inf", "nan", hexadecimal bits, or a float. In a result, "*" is not compared, and "none" means
 * that nothing may be written.
 */
struct io {
   enum io_slot slot;
   const char *value;
};

static const struct expected {
   const char *text;
   struct io in[3];
   const char *param[4];  /* non-constant entries of the parameter list, in order */
   struct io out[3];
   uint8_t planes;        /* key: clip planes that are on */
   enum nvp4c_compare compare; /* key: of texture 0; its texels repeat 1, 0.5, 0 */
} programs[] = {
#define V "!!ARBvp1.0\n"
#define V2 V "OPTION NV_vertex_program2;\n"
#define V3 V "OPTION NV_vertex_program3;\n"
#define F "!!ARBfp1.0\n"
#define F2 F "OPTION NV_fragment_program2;\n"
#define V4 "!!NVvp4.0\n"
#define F4 "!!NVfp4.0\n"
#define ATTRIBS "ATTRIB a = vertex.attrib[0]; ATTRIB b = vertex.attrib[1]; OUTPUT o = result.texcoord[0]; TEMP r, c;\n"
#define TEXCOORDS "ATTRIB a = fragment.texcoord[0]; ATTRIB b = fragment.texcoord[1]; OUTPUT o = result.color; TEMP r, c;\n"
#define A(v) {SLOT_VATTR, v}
#define B(v) {SLOT_VATTR + 1, v}
#define TA(v) {SLOT_TEXCOORD, v}
#define TB(v) {SLOT_TEXCOORD + 1, v}
#define O(v) {SLOT_TEXCOORD, v}
#define C(v) {SLOT_FRAG_COLOR, v}
    /* clang-format off */
   /*
    * END in a called subroutine: the program "will also terminate after executing the last instruction in the program"
    * (NV_vertex_program2_option 2.14.4.X, NV_fragment_program2 3.11.4.X). Here the call doubles r, and END ends the program.
    */
   {F2 TEXCOORDS "MOV r, a; CAL f; f: ADD r, r, r; MOV o, r;\nEND", {TA("1 2 3 4")}, .out = {C("2 4 6 8")}},
   {V2 ATTRIBS "MOV r, a; CAL f; f: ADD r, r, r; MOV o, r;\nEND", {A("1 2 3 4")}, .out = {O("2 4 6 8")}},
   {V3 ATTRIBS "MOV r, a; CAL f; f: ADD r, r, r; MOV o, r;\nEND", {A("1 2 3 4")}, .out = {O("2 4 6 8")}},
   /* the same without block structure, and with a jump that is not taken */
   {V3 ATTRIBS "ADDRESS d; ARL d, b; PUSHA d; MOV r, a; CAL f; f: ADD r, r, r; MOV o, r;\nEND", {A("1 2 3 4"), B("0 0 0 0")}, .out = {O("2 4 6 8")}},
   {V2 ATTRIBS "MOV r, a; CAL f; f: ADD r, r, r; MOV o, r; BRA f (FL);\nEND", {A("1 2 3 4")}, .out = {O("2 4 6 8")}},
   /* a call in a call; code after the calls is never reached */
   {V2 ATTRIBS "MOV o, 1; CAL f; MOV o, 2; f: CAL g; MOV o, 3; RET; g: ADD o, a, 4;\nEND", {A("1 2 3 4")}, .out = {O("5 6 7 8")}},
   {F2 TEXCOORDS "MOV o, 1; CAL f; MOV o, 2; f: CAL g; MOV o, 3; RET; g: ADD o, a, 4;\nEND", {TA("1 2 3 4")}, .out = {C("5 6 7 8")}},
   /* END follows a RET that only some lanes take: those return and go on, and the other lanes end */
   {V2 ATTRIBS "MOV o, 1; CAL f; MOV o, 2; RET; f: MOVC c, a; RET (LT.x); MOV o, 3;\nEND", {A("-1 0 0 0/1 0 0 0/2 0 0 0")}, .out = {O("2 2 2 2/3 3 3 3/3 3 3 3")}},
   {F2 TEXCOORDS "MOV o, 1; CAL f; MOV o, 2; RET; f: MOVC c, a; RET (LT.x); MOV o, 3;\nEND", {TA("-1 0 0 0/1 0 0 0/2 0 0 0")}, .out = {C("2 2 2 2/3 3 3 3/3 3 3 3")}},
   {V2 ATTRIBS "MOV o, 1; CAL f; MOV o, 2; RET; f: MOVC c, a; MOV o, 3; RET (LT.x);\nEND", {A("-1 0 0 0/1 0 0 0/2 0 0 0")}, .out = {O("2 2 2 2/3 3 3 3/3 3 3 3")}},
   {F2 TEXCOORDS "MOV o, 1; CAL f; MOV o, 2; RET; f: MOVC c, a; MOV o, 3; RET (LT.x);\nEND", {TA("-1 0 0 0/1 0 0 0/2 0 0 0")}, .out = {C("2 2 2 2/3 3 3 3/3 3 3 3")}},
   /* The call is conditional. Lanes that skip it go on at RET, which ends the program. */
   {V2 ATTRIBS "MOVC c, a; MOV o, 1; CAL f (GT.x); MOV o, 2; RET; f: MOV o, 3;\nEND", {A("-1 0 0 0/1 0 0 0/0 0 0 0")}, .out = {O("2 2 2 2/3 3 3 3/2 2 2 2")}},
   {F2 TEXCOORDS "MOVC c, a; MOV o, 1; CAL f (GT.x); MOV o, 2; RET; f: MOV o, 3;\nEND", {TA("-1 0 0 0/1 0 0 0/0 0 0 0")}, .out = {C("2 2 2 2/3 3 3 3/2 2 2 2")}},
   {V3 ATTRIBS "MOVC1 c, a; MOV o, 1; CAL f (GT1.x); MOV o, 2; RET; f: MOV o, 3;\nEND", {A("-1 0 0 0/1 0 0 0/0 0 0 0")}, .out = {O("2 2 2 2/3 3 3 3/2 2 2 2")}},
   /* END is reached from within an IF: lanes with a.x > 0 or b.x > 0 end in f, and the rest goes on. */
   {F2 TEXCOORDS "MOVC c, a; MOV r, 1; IF GT.x; ADD r, r, 10; CAL f; ADD r, r, 20; ELSE; ADD r, r, 100; MOVC c, b; CAL f (GT.x); ADD r, r, 200; ENDIF; ADD r, r, 1000;"
    " MOV o, r; RET; f: ADD o, r, 4;\nEND", {TA("1 0 0 0/-1 0 0 0/-1 0 0 0/0 0 0 0"), TB("0 0 0 0/1 0 0 0/-1 0 0 0/0 0 0 0")},
    .out = {C("15 15 15 15/105 105 105 105/1301 1301 1301 1301/1301 1301 1301 1301")}},
   /* END is reached from a loop in iteration a.x, and o holds the counter. Lanes with a.x = 9 run to the end of the loop, 5. */
   {F2 TEXCOORDS "MOV c.x, a.x; REP 5; ADD r.x, r, 1; SUBC c.y, r.x, c.x; CAL f (EQ.y); ENDREP; MOV r.y, 7; MOV o, r; RET; f: MOV r.z, 8; MOV o, r;\nEND",
    {TA("1 0 0 0/2 0 0 0/9 0 0 0/5 0 0 0")}, .out = {C("1 0 8 0/2 0 8 0/5 7 0 0/5 0 8 0")}},
   {F2 TEXCOORDS "MOV c.x, a.x; LOOP {2, 0, 1}; LOOP {3, 0, 1}; ADD r.x, r, 1; SUBC c.y, r.x, c.x; CAL f (EQ.y); ENDLOOP; ADD r.y, r, 1; ENDLOOP; MOV o, r; RET;"
    " f: IF EQ.y; CAL g; ENDIF; g: MOV r.z, 8; MOV o, r;\nEND", {TA("1 0 0 0/4 0 0 0/9 0 0 0/3 0 0 0")}, .out = {C("1 0 8 0/4 1 8 0/6 2 0 0/3 0 8 0")}},
   /* a loop of jumps around the call */
   {V2 ATTRIBS "l: ADD r.x, r, 1; SUBC c.y, r.x, a.x; CAL f (EQ.y); SUBC c.y, r.x, 5; BRA l (LT.y); MOV r.y, 7; MOV o, r; RET; f: MOV r.z, 8; MOV o, r;\nEND",
    {A("1 0 0 0/2 0 0 0/9 0 0 0/5 0 0 0")}, .out = {O("1 0 8 0/2 0 8 0/5 7 0 0/5 0 8 0")}},
   /* f calls itself until r.x is a.x and then runs into END; if it returned, each level would add 100 after the call */
   {F2 TEXCOORDS "MOV c.x, a.x; CAL f; ADD r, r, 1000; MOV o, r; RET; f: ADD r.x, r, 1; SUBC c.y, r.x, c.x; CAL f (LT.y); ADD r.y, r, 100; RET (LT.x); MOV o, r;\nEND",
    {TA("1 0 0 0/3 0 0 0/4 0 0 0")}, .out = {C("1 100 0 0/3 100 0 0/4 100 0 0")}},
   {V2 ATTRIBS "MOV c.x, a.x; CAL f; ADD r, r, 1000; MOV o, r; RET; f: ADD r.x, r, 1; SUBC c.y, r.x, c.x; CAL f (LT.y); ADD r.y, r, 100; RET (LT.x); MOV o, r;\nEND",
    {A("1 0 0 0/3 0 0 0/4 0 0 0")}, .out = {O("1 100 0 0/3 100 0 0/4 100 0 0")}},
   /* odd lanes end at the bottom of the recursion, the others return all the way */
   {F2 TEXCOORDS "MOV c, a; CAL f; ADD r.w, r, 1000; MOV o, r; RET; f: ADD r.x, r, 1; MOV o, r; SUBC c.z, r.x, c.x; CAL f (LT.z); MOVC c.z, c.y; RET (EQ.z);\nEND",
    {TA("3 0 0 0/3 1 0 0")}, .out = {C("3 0 0 1000/3 0 0 0")}},
   /* `main` after its subroutines runs to END; a subroutine before it returns. */
   {F2 TEXCOORDS "f: ADD r, r, a; RET; main: CAL f; CAL f; MOV o, r;\nEND", {TA("1 2 3 4")}, .out = {C("2 4 6 8")}},
   /* NV_gpu_program4 2.X.5: a subroutine runs "until program execution reaches another instruction label or the end of the
      program text. After the subroutine finishes, execution continues with the instruction immediately following the CAL" */
   {F4 TEXCOORDS "main: MOV r, a; CAL f; ADD o, r, 1; RET; f: ADD r, r, r;\nEND", {TA("1 2 3 4")}, .out = {C("3 5 7 9")}},

   /*
    * Fog: f = (end - z) / (end - start) = (10 - 4) * 0.125 = 0.75, the fog colour is 0.5: 0.75 * colour + 0.125.
    * ARB_fragment_program 3.11.4.5.1 applies it to "the program's final clamped color", NV_fragment_program4 2.X.6.Y to "the
    * program's final color".
    */
   {F "OPTION ARB_fog_linear;\nMOV result.color, fragment.color;\nEND", {{SLOT_COLOR, "2 0.5 -1 3"}, {SLOT_FOG, "4 0 0 1"}}, {"0.5 0.5 0.5 0.5", "0 0 10 0.125"},
    .out = {C("0.875 0.5 0.125 3")}},
   {F4 "OPTION ARB_fog_linear;\nMOV result.color, fragment.color;\nEND", {{SLOT_COLOR, "2 0.5 -1 3"}, {SLOT_FOG, "4 0 0 1"}}, {"0.5 0.5 0.5 0.5", "0 0 10 0.125"},
    .out = {C("1.625 0.5 -0.625 3")}},
   /* density 0: f = 1 */
   {F "OPTION ARB_fog_exp;\nMOV result.color, fragment.color;\nEND", {{SLOT_COLOR, "2 0.5 -1 3"}, {SLOT_FOG, "4 0 0 1"}}, .out = {C("1 0.5 0 3")}},
   {F4 "OPTION ARB_fog_exp;\nMOV result.color, fragment.color;\nEND", {{SLOT_COLOR, "2 0.5 -1 3"}, {SLOT_FOG, "4 0 0 1"}}, .out = {C("2 0.5 -1 3")}},
   {F4 "OPTION ARB_fog_exp2;\nMOV result.color, fragment.color;\nEND", {{SLOT_COLOR, "inf 0.5 -1e10 3"}, {SLOT_FOG, "4 0 0 1"}}, .out = {C("inf 0.5 -1e10 3")}},

   /*
    * Comparison in the program: R is "the reference value for depth comparisons provided in the instruction, also clamped to [0, 1]" (NV_gpu_program4, changes to
    * 3.8.14). 5 counts as 1, -5 and NaN (docs/semantics.md: SAT) as 0; texels 1, 0.5, 0.
    */
#define SHADOW(head) head TEXCOORDS "TEX o, a, texture[0], SHADOW2D;\nEND"
   {SHADOW(F4), {TA("0 0 5 0")}, .out = {C("1 1 1 1/0 0 0 1/0 0 0 1")}, .compare = NVP4C_COMPARE_LEQUAL},
   {SHADOW(F4), {TA("0 0 5 0")}, .out = {C("1 1 1 1/0 0 0 1/0 0 0 1")}, .compare = NVP4C_COMPARE_EQUAL},
   {SHADOW(F4), {TA("0 0 -5 0")}, .out = {C("0 0 0 1/0 0 0 1/1 1 1 1")}, .compare = NVP4C_COMPARE_GEQUAL},
   {SHADOW(F4), {TA("0 0 -5 0")}, .out = {C("1 1 1 1/1 1 1 1/0 0 0 1")}, .compare = NVP4C_COMPARE_NOTEQUAL},
   {SHADOW(F4), {TA("0 0 -inf 0")}, .out = {C("1 1 1 1/1 1 1 1/0 0 0 1")}, .compare = NVP4C_COMPARE_LESS},
   {SHADOW(F4), {TA("0 0 nan 0")}, .out = {C("0 0 0 1/0 0 0 1/1 1 1 1")}, .compare = NVP4C_COMPARE_EQUAL},
   {SHADOW(F4), {TA("0 0 0.5 0")}, .out = {C("0 0 0 1/1 1 1 1/0 0 0 1")}, .compare = NVP4C_COMPARE_EQUAL},
   {SHADOW(F "OPTION ARB_fragment_program_shadow;\n"), {TA("0 0 5 0")}, .out = {C("0 0 0 1/1 1 1 1/1 1 1 1")}, .compare = NVP4C_COMPARE_GREATER},
   {F4 TEXCOORDS "TEX o, a, texture[0], SHADOWARRAY2D;\nEND", {TA("0 0 0 5")}, .out = {C("1 1 1 1/0 0 0 1/0 0 0 1")}, .compare = NVP4C_COMPARE_LEQUAL},

   /*
    * Clip planes 0 and 1 are on. "User clipping is not supported in vertex program mode if the current program is not position-invariant" (ARB_vertex_program,
    * changes to 2.11); NV_vertex_program2_option 2.14.3.4: "All clip distances are initially zero, and remain zero if not written".
    */
   {V "MOV result.position, vertex.position;\nEND", {A("1 2 3 1")}, {"1 1 1 1", "1 0 0 0"}, {{SLOT_POSITION, "1 2 3 1"}, {SLOT_CLIP, "none"}, {SLOT_CLIP + 1, "none"}}, .planes = 3},
   {V2 "MOV result.position, vertex.position; MOV result.clip[1].x, vertex.attrib[1];\nEND", {A("1 2 3 1"), B("-7 0 0 0")}, {"1 1 1 1", "1 0 0 0"},
    {{SLOT_POSITION, "1 2 3 1"}, {SLOT_CLIP, "0 * * *"}, {SLOT_CLIP + 1, "-7 * * *"}}, .planes = 3},
   {V3 "MOV result.position, vertex.position;\nEND", {A("1 2 3 1")}, {"1 1 1 1", "1 0 0 0"}, {{SLOT_CLIP, "0 * * *"}, {SLOT_CLIP + 1, "0 * * *"}, {SLOT_CLIP + 2, "none"}}, .planes = 3},
   /* only some lanes write the distance; it is 0 in the others */
   {V2 "TEMP c; MOVC c, vertex.attrib[1]; MOV result.position, vertex.position; MOV result.clip[0].x (LT.x), vertex.attrib[1];\nEND", {A("1 2 3 1"), B("-7 0 0 0/7 0 0 0")},
    {"1 1 1 1", "1 0 0 0"}, {{SLOT_CLIP, "-7 * * */0 * * *"}}, .planes = 1},
   /*
    * Position-invariant programs have conventional user clipping: position . plane. The matrix, four rows before the planes, is
    * the identity. Only programs that are not position-invariant "can write" distances (NV_vertex_program2_option, changes to
    * 2.11), so writes of these have no effect.
    */
#define IDENTITY "1 0 0 0/0 1 0 0/0 0 1 0/0 0 0 1"
   {V "OPTION ARB_position_invariant;\nMOV result.color, vertex.color;\nEND", {A("1 2 3 1")}, {"invariant", "1 1 1 2", "1 0 0 -8"},
    {{SLOT_POSITION, "1 2 3 1"}, {SLOT_CLIP, "8 * * *"}, {SLOT_CLIP + 1, "-7 * * *"}}, .planes = 3},
   {V2 "OPTION ARB_position_invariant;\nMOV result.clip[0].x, vertex.attrib[1];\nEND", {A("1 2 3 1"), B("50 0 0 0")}, {"invariant", "1 1 1 2", "1 0 0 -8"},
    {{SLOT_POSITION, "1 2 3 1"}, {SLOT_CLIP, "8 * * *"}, {SLOT_CLIP + 1, "-7 * * *"}}, .planes = 3},
   {V4 "OPTION ARB_position_invariant;\nMOV result.clip[0].x, vertex.attrib[1];\nEND", {A("1 2 3 1"), B("50 0 0 0")}, {"invariant", "1 1 1 2", "1 0 0 -8"},
    {{SLOT_POSITION, "1 2 3 1"}, {SLOT_CLIP, "8 * * *"}, {SLOT_CLIP + 1, "-7 * * *"}}, .planes = 3},
   {V4 "OPTION ARB_position_invariant;\nMOV result.clip[0].x, vertex.attrib[1];\nEND", {A("1 2 3 1"), B("50 0 0 0")}, {"invariant"},
    {{SLOT_POSITION, "1 2 3 1"}, {SLOT_CLIP, "none"}}, .planes = 0},
    /* clang-format on */
};
#define NUM_PROGRAMS (sizeof programs / sizeof programs[0])

static const num_m models[] = {&num_model_ieee, &num_model_usc_rtz, &num_model_usc_rne, &num_model_agx};
static uint32_t in_values[1][SLOT_COUNT][4][EXEC_LANES], out_values[SLOT_COUNT][4][EXEC_LANES], params[64][4];
static unsigned on_targets[2], agx_left_out;

/* ---- values */

static unsigned count_lanes(const char *s)
{
   unsigned n = 1;

   for (; *s; s++)
      n += *s == '/';
   return n;
}

/* Reads component c of a value for one lane. Returns false if it is not compared. */
static bool value(const char *s, unsigned lane, unsigned c, uint32_t *bits)
{
   char *end;

   for (unsigned skip = lane % count_lanes(s); skip; s++)
      skip -= *s == '/';
   while (c--)
      s += strcspn(s, " ") + 1;
   if (*s == '*')
      return false;
   const bool minus = *s == '-';
   if (!strncmp(s, "0x", 2))
      *bits = (uint32_t)strtoul(s, &end, 16);
   else if (!strncmp(s + minus, "nan", 3))
      *bits = NUM_NAN;
   else if (!strncmp(s + minus, "inf", 3))
      *bits = 0x7f800000u | (uint32_t)minus << 31;
   else
      *bits = num_u(strtof(s, &end));
   return true;
}

/* Lanes take the texels in turn. */
static void texels(void *user, num_m m, const struct exec_tex *t, exec_lanes out[4])
{
   static const uint32_t texel[] = {NUM_ONE, 0x3f000000u, 0};

   (void)user, (void)m;
   ck_assert(!exec_tex_info[t->target].shadow); /* the key has replaced the target */
   for (unsigned c = 0; c < 4; c++)
      for (unsigned l = 0; l < EXEC_LANES; l++)
         out[c][l] = texel[l % 3];
}

static struct exec_wave new_wave(const struct expected *e, num_m m)
{
   memset(out_values, 0, sizeof out_values);
   memset(in_values, 0, sizeof in_values);
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      for (unsigned i = 0; i < 3; i++)
         for (unsigned c = 0; e->in[i].value && c < 4; c++)
            value(e->in[i].value, l, c, &in_values[0][e->in[i].slot][c][l]);
      in_values[0][SLOT_FACING][0][l] = NUM_ONE;
   }
   return (struct exec_wave){.num = m,
                             .valid = UINT32_MAX,
                             .budget = 1000000,
                             .in = in_values,
                             .out = out_values,
                             .param = (const uint32_t(*)[4])params,
                             .num_params = 64,
                             .tex = texels};
}

/* Sets the non-constant parameters of the list in order; "invariant" stands for the four rows of an identity matrix. */
static void set_params(const struct expected *e, const struct io_param *list, unsigned n)
{
   unsigned at = 0, row = 0;

   memset(params, 0, sizeof params);
   for (unsigned i = 0; i < n; i++) {
      const char *s = at < 4 ? e->param[at] : NULL;

      if (list[i].cls == PARAM_CONST) {
         memcpy(params[i], list[i].value, 16);
         continue;
      }
      if (!s)
         continue;
      if (!strcmp(s, "invariant"))
         params[i][row] = NUM_ONE;
      for (unsigned c = 0; strcmp(s, "invariant") && c < 4; c++)
         value(s, 0, c, &params[i][c]);
      at += strcmp(s, "invariant") || ++row == 4;
   }
}

static void check_results(const struct expected *e, const char *level, num_m m)
{
   for (unsigned i = 0; i < 3 && e->out[i].value; i++)
      for (unsigned c = 0; c < 4 && strcmp(e->out[i].value, "none"); c++)
         for (unsigned l = 0; l < EXEC_LANES; l++) {
            uint32_t want = 0, got = out_values[e->out[i].slot][c][l];

            if (value(e->out[i].value, l, c, &want))
               ck_assert_msg(num_equal_float(m, want, got), "%s, %s: slot %u.%c of lane %u is %08x (%g), not %08x (%g)\n%s",
                             level, m->name, (unsigned)e->out[i].slot, "xyzw"[c], l, got, (double)num_f(got), want,
                             (double)num_f(want), e -> text);
         }
}

/* Checks that every required result is stored and no forbidden one is. */
static void check_stores(const struct expected *e, const struct ir_shader *s)
{
   bool stored[SLOT_COUNT] = {false};

   ir_foreach_block (s, b)
      ir_foreach_instr (b, i)
         if (i->op == IR_store_output)
            stored[i->attr[0]] = true;
   for (unsigned i = 0; i < 3 && e->out[i].value; i++)
      ck_assert_msg(stored[e->out[i].slot] == (strcmp(e->out[i].value, "none") != 0), "slot %u\n%s", (unsigned)e->out[i].slot,
                    e->text);
}

/* ---- levels */

static struct ir_shader *lowered(struct util_ctx *ctx, const struct expected *e, struct nv_program *p, num_m m)
{
   const struct frontend_ops *ops = registry_frontend(NVP4C_LANG_AUTO, e->text, strlen(e->text));
   struct pass_key key = {.state.clip_planes = e->planes, .clip = (uint8_t)ops->clip(p)};
   struct ir_shader *s = nv_lower(ctx, p, m, 32);

   ck_assert_msg(s != NULL, "%s", e->text);
   key.state.tex[0].compare = (uint8_t)e->compare;
   pass_key_apply(s, &key);
   ck_assert_ptr_null(ir_validate(s));
   set_params(e, s->params, s->num_params);
   return s;
}

static void finished(const struct expected *e, const char *level, enum exec_status st, const char *fault)
{
   ck_assert_msg(st == EXEC_DONE, "%s: status %d: %s\n%s", level, (int)st, fault ? fault : "", e->text);
}

static void on_usc(struct util_ctx *ctx, const struct expected *e, struct ir_shader *s, int opt_level, const char *level)
{
   static const uint8_t sched[] = {USC_SCHED_NONE, USC_SCHED_FAST, USC_SCHED_FAST, USC_SCHED_EXACT};
   struct usc_options opt = usc_default_options();
   struct exec_wave t = new_wave(e, s->num);
   struct usc_wave *machine = UTIL_NEW(ctx, struct usc_wave);
   struct usc_program p;
   struct usc_harness harness;

   opt.sched = sched[opt_level];
   if (s->num->round == NUM_ROUND_NEAREST)
      opt.features |= USC_HAS_RNE;
   ck_assert_msg(usc_compile(ctx, s, &opt, &p), "usc: %s\n%s", ctx->diags ? ctx->diags->message : "?", e->text);
   usc_wave_setup(ctx, &harness, machine, &p, &t);
   enum exec_status st = usc_sim_run(usc_harness_code(ctx, &p), machine);
   finished(e, level, st, machine->fault);
   usc_wave_results(machine, &p, &t);
   check_results(e, level, s->num);
   on_targets[0]++;
}

static void on_agx(struct util_ctx *ctx, const struct expected *e, struct ir_shader *s, int opt_level, const char *level)
{
   const struct agx_options opt = {.schedule = opt_level > 0};
   struct exec_wave t = new_wave(e, s->num);
   struct agx_program p;

   if (agx_compile(ctx, s, &opt, &p)) {
      ck_assert_msg(ctx->status == UTIL_UNSUPPORTED, "agx: %s\n%s", ctx->diags ? ctx->diags->message : "?", e->text);
      agx_left_out++;
      return;
   }
   finished(e, level, agx_harness_run(ctx, agx_harness_decode(ctx, &p), &t), t.fault);
   check_results(e, level, s->num);
   on_targets[1]++;
}

static void all_levels(struct util_ctx *ctx, const struct expected *e, struct nv_program *p)
{
   for (unsigned m = 0; m < sizeof models / sizeof models[0]; m++) {
      const bool ieee = models[m] == &num_model_ieee, agx = models[m] == &num_model_agx;
      const unsigned lower = (!ieee ? PASS_LOWER_idiv : 0u) | (!ieee && !agx ? PASS_LOWER_fround : 0u);
      struct exec_wave t = new_wave(e, models[m]);
      struct ir_shader *s = lowered(ctx, e, p, models[m]);

      if (!e->planes && !e->compare) {
         finished(e, "evaluator", nv_eval_run(ctx, p, &t, 32), t.fault);
         check_results(e, "evaluator", models[m]);
      }
      check_stores(e, s);
      t = new_wave(e, models[m]);
      finished(e, "IR", ir_interp_run(ctx, s, &t), t.fault);
      check_results(e, "IR", models[m]);
      for (int opt = 0; opt <= 3; opt++) {
         const struct pass_options passes = {.opt_level = opt, .exact_only = true, .lower = lower};
         char level[32];

         snprintf(level, sizeof level, "machine code, -O%d", opt);
         s = lowered(ctx, e, p, models[m]);
         pass_run_pipeline(s, &passes);
         if (!ieee && !agx)
            on_usc(ctx, e, s, opt, level);
         else if (agx)
            on_agx(ctx, e, s, opt, level);
      }
   }
}

START_TEST(program)
{
   const struct expected *e = &programs[_i];
   struct util_ctx ctx;
   num_fpenv env;

   util_ctx_init(&ctx, NULL, 0);
   if (setjmp(ctx.unwind))
      ck_abort_msg("left: %s\n%s", ctx.diags ? ctx.diags->message : "?", e->text);
   ctx.unwind_set = true;
   ctx.no_warnings = true;
   ctx.text = e->text;
   ctx.text_len = strlen(e->text);
   num_fpenv_enter(&env);
   struct nv_program *p = nv_parse(&ctx, e->text, ctx.text_len, &nv_default_limits);
   ck_assert_msg(p != NULL, "%s (line %u)\n%s", ctx.diags ? ctx.diags->message : "no tree", ctx.diags ? ctx.diags->line : 0,
                 e->text);
   all_levels(&ctx, e, p);
   num_fpenv_leave(&env);
   util_ctx_finish(&ctx);
}
END_TEST

int main(void)
{
   Suite *s = suite_create("expected");
   TCase *c = tcase_create("expected");

   tcase_add_loop_test(c, program, 0, (int)NUM_PROGRAMS);
   suite_add_tcase(s, c);
   int failed = suite_run_nofork(s);
   printf("expected: %u programs; machine code: %u on USC, %u on AGX, %u left out there\n", (unsigned)NUM_PROGRAMS,
          on_targets[0], on_targets[1], agx_left_out);
   return failed;
}

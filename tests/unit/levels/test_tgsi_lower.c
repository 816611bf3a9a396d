/* SPDX-License-Identifier: MIT */
/*
 * Tests TGSI at every level. The evaluator, the IR and the machine code of the USC must agree on a program of each instruction,
 * and on programs with the forms of control flow, indices, properties and declarations that the lowering supports. Unsupported
 * programs end with status 7.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/tgsi/ast/tgsi_ast.h"
#include "ir/interp.h"
#include "nvp4c.h"
#include "nvp4c/api/registry.h"
#include "tests/unit/common/file.h"
#include "tests/unit/common/suite.h"

/* Compiles and verifies with a key at -O0 .. -O2, and returns the status of the last compile. A mistake ends the test. */
static enum nvp4c_status run_key(const char *text, const struct nvp4c_key *key)
{
   enum nvp4c_status s = NVP4C_OK;

   for (int level = 0; level <= 2 && s == NVP4C_OK; level++) {
      struct nvp4c_options o;
      nvp4c_options_init(&o, sizeof o);
      o.opt_level = level;
      o.verify.waves = 8;
      o.key = *key;
      struct nvp4c_result *r = nvp4c_compile(text, strlen(text), &o);
      const char *message = nvp4c_result_num_diagnostics(r) ? nvp4c_result_diagnostic(r, 0)->message : "";
      s = nvp4c_result_status(r);
      ck_assert_msg(s == NVP4C_OK || s == NVP4C_UNSUPPORTED, "-O%d: %s\n%s", level, message, text);
      nvp4c_result_free(r);
   }
   return s;
}

static enum nvp4c_status run(const char *text)
{
   return run_key(text, &(struct nvp4c_key){.samples = 0});
}

/* ---- each instruction ---------------------------------------------------------------------------------------------------- */

static const char declarations[] =
    "DCL OUT[0], %s\nDCL OUT[1], GENERIC[0]\nDCL SAMP[0]\nDCL SVIEW[0], 2D, FLOAT\nDCL CONST[0][0..3]\nDCL TEMP[0..5]\n"
    "IMM[0] INT32 {2, 1, 31, -3}\n";

/* Makes a source operand of a type. Inputs of vertex programs can hold any bits. */
static void source(char *out, size_t n, enum tgsi_op op, char type, unsigned k, bool modified)
{
   if (type == 'S' || type == 'V')
      snprintf(out, n, "%s[0]", type == 'S' ? "SAMP" : "SVIEW");
   else if (op == TGSI_OP_TG4 && type == 'I')
      snprintf(out, n, "IMM[0].yyyy");
   else if (!modified)
      snprintf(out, n, "IN[%u]", k);
   else
      snprintf(out, n, "%sIN[%u].%s%s",
               k & 1 && type != 'D' ? "-"
               : type == 'F'        ? "-|"
                                    : "",
               k, k & 1 ? "zwxy" : "yxwz", !(k & 1) && type == 'F' ? "|" : "");
}

/* Makes a program of the instruction. Returns false if the instruction needs more than this. */
static bool program_of(enum tgsi_op op, bool modified, char *text, size_t size)
{
   const struct tgsi_op_info *info = &tgsi_op_info[op];
   const bool frag = !(info->stages & TGSI_VERT), is_float = info->types[0] == 'F';
   bool optional;
   const unsigned num_dst = tgsi_num_dst(op), num_src = tgsi_num_src(op, &optional);
   size_t at = 0;

   if (info->kind == TGSI_FLOW || info->kind == TGSI_MEMORY || num_dst != 1 || op == TGSI_OP_FBFETCH)
      return false;
   at += (size_t)snprintf(text + at, size - at, "%s\n", frag ? "FRAG" : "VERT");
   for (unsigned k = 0; k < 8; k++) /* a matrix has rows after the named register */
      at += (size_t)snprintf(text + at, size - at, frag ? "DCL IN[%u], GENERIC[%u], PERSPECTIVE\n" : "DCL IN[%u]\n", k, k);
   at += (size_t)snprintf(text + at, size - at, declarations, frag ? "COLOR" : "POSITION");
   at += (size_t)snprintf(text + at, size - at, "MOV TEMP[1], IN[1]\n%s%s TEMP[0]", info->name,
                          modified && is_float ? "_SAT" : "");
   for (unsigned n = 0; n < num_src; n++) {
      char s[40];
      source(s, sizeof s, op, tgsi_src_type(op, n), n & 3, modified);
      at += (size_t)snprintf(text + at, size - at, ", %s", s);
   }
   snprintf(text + at, size - at, "%s\nMOV OUT[0], TEMP[0]\n%sEND\n", info->kind == TGSI_TEX ? ", 2D" : "",
            frag ? "" : "MOV OUT[1], TEMP[1]\n");
   if (frag) { /* a fragment program has no generic results */
      char *dcl = strstr(text, "DCL OUT[1]");
      memmove(dcl, strchr(dcl, '\n') + 1, strlen(strchr(dcl, '\n') + 1) + 1);
   }
   return true;
}

START_TEST(instructions)
{
   char text[2048];

   for (unsigned op = 0; op < TGSI_OP_COUNT; op++) {
      if (!program_of((enum tgsi_op)op, false, text, sizeof text))
         continue;
      if (op == TGSI_OP_SAMPLE_I_MS) /* needs a view of another target */
         continue;
      ck_assert_msg(run(text) == NVP4C_OK, "%s", text);
      if (program_of((enum tgsi_op)op, true, text, sizeof text))
         ck_assert_msg(run(text) == NVP4C_OK, "%s", text);
   }
}
END_TEST

/* Fetches the colour of a target in each format, on both machines. */
START_TEST(fetched)
{
   static const char text[] = "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR[1]\nDCL OUT[1], COLOR\nDCL TEMP[0]\n"
                              "FBFETCH TEMP[0], OUT[0].wzyx\nMOV OUT[1], TEMP[0]\nMOV OUT[0], IN[0]\nEND\n";
   unsigned formats = 0;

   for (unsigned f = 0; nvp4c_image_format(f); f++)
      for (unsigned k = 0; k < 3; k++) { /* the USC, whole programs of AGX, their main parts */
         struct nvp4c_options o;
         nvp4c_options_init(&o, sizeof o);
         o.target = k ? NVP4C_TARGET_AGX : NVP4C_TARGET_USC;
         o.monolithic.on = k == 1;
         o.opt_level = f % 4;
         o.verify.waves = 4;
         o.key.color[1].format = (uint8_t)f;
         struct nvp4c_result *r = nvp4c_compile(text, strlen(text), &o);
         const char *message = nvp4c_result_num_diagnostics(r) ? nvp4c_result_diagnostic(r, 0)->message : "";
         if (nvp4c_result_status(r) != NVP4C_USAGE) { /* a format of memory alone */
            ck_assert_msg(nvp4c_result_status(r) == NVP4C_OK, "%s: %s", nvp4c_image_format(f), message);
            formats++;
         }
         nvp4c_result_free(r);
      }
   ck_assert_uint_ge(formats, 3 * 60); /* OpenGL alone has about as many */
}
END_TEST

/* ---- each semantic ------------------------------------------------------------------------------------------------------- */

/* Makes a program that copies register 0 of a file with the semantic to its result; false if the stage lacks the input. */
static bool program_of_input(enum tgsi_semantic semantic, enum tgsi_stage stage, enum tgsi_file file, char *text, size_t size)
{
   const struct tgsi_semantic_info *info = &tgsi_semantic_info[semantic];
   const bool geom = stage == TGSI_STAGE_GEOM, frag = stage == TGSI_STAGE_FRAG;
   /* Nothing reads the semantic of an input of a vertex program, so any semantic is valid. */
   const unsigned stages = file == TGSI_FILE_SV ? info->sv : info->in | (stage == TGSI_STAGE_VERT ? 1u << TGSI_STAGE_VERT : 0);
   const char *const dimension = geom && file == TGSI_FILE_IN ? "[1]" : "";

   snprintf(text, size, "%s\n%sDCL %s%s[0], %s%s\nDCL OUT[0], %s\nMOV OUT[0], %s%s[0]\n%sEND\n", tgsi_stage_name[stage],
            geom ? "PROPERTY GS_INPUT_PRIMITIVE LINES\nPROPERTY GS_OUTPUT_PRIMITIVE POINTS\nPROPERTY GS_MAX_OUTPUT_VERTICES "
                   "1\nIMM[0] UINT32 {0, 0, 0, 0}\n"
                 : "",
            tgsi_file_info[file].name, *dimension ? "[]" : "", info->name, frag && file == TGSI_FILE_IN ? ", LINEAR" : "",
            frag ? "COLOR" : "POSITION", tgsi_file_info[file].name, dimension, geom ? "EMIT IMM[0].xxxx\n" : "");
   return stages >> stage & 1;
}

START_TEST(inputs)
{
   static const enum tgsi_stage stages[] = {TGSI_STAGE_VERT, TGSI_STAGE_FRAG, TGSI_STAGE_GEOM};
   static const enum tgsi_file files[] = {TGSI_FILE_IN, TGSI_FILE_SV};
   unsigned programs = 0;
   char text[1024];

   for (unsigned semantic = 0; semantic < TGSI_SEMANTIC_COUNT; semantic++)
      for (unsigned k = 0; k < 6; k++)
         if (program_of_input((enum tgsi_semantic)semantic, stages[k / 2], files[k % 2], text, sizeof text)) {
            ck_assert_msg(run(text) == NVP4C_OK, "%s", text);
            programs++;
         }
   ck_assert_uint_gt(programs, TGSI_SEMANTIC_COUNT);
}
END_TEST

/* ---- programs ------------------------------------------------------------------------------------------------------------ */

#define VERT                                                                                                                   \
   "VERT\nDCL IN[0]\nDCL IN[1]\nDCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]\nDCL TEMP[0..9]\nDCL ADDR[0]\nDCL "               \
   "CONST[0][0..7]\n"
#define FRAG "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL TEMP[0..9]\nDCL CONST[0][0..7]\n"
#define INTS "IMM[0] UINT32 {0, 1, 2, 3}\n"
#define FLTS "IMM[1] FLT32 {0.0, 1.0, 0.5, -1.0}\n"

static const char *const programs[] = {
    /* a switch in a loop, with sections that fall through, a default in the middle, and a CONT */
    VERT INTS "AND TEMP[0], IN[0], IMM[0].wwww\nMOV TEMP[1], IN[1]\nMOV TEMP[3].x, IMM[0].xxxx\nBGNLOOP\nUSGE TEMP[2].x, "
              "TEMP[3].xxxx, IMM[0].wwww\n"
              "UIF TEMP[2].xxxx\nBRK\nENDIF\nUADD TEMP[3].x, TEMP[3].xxxx, IMM[0].yyyy\nSWITCH TEMP[0].xxxx\nCASE "
              "IMM[0].xxxx\nADD TEMP[1], TEMP[1], IN[0]\nCASE IMM[0].yyyy\n"
              "MUL TEMP[1], TEMP[1], IN[0]\nBRK\nDEFAULT\nMOV TEMP[1].x, IN[0].wwww\nUIF TEMP[0].yyyy\nCONT\nENDIF\nCASE "
              "IMM[0].zzzz\nMOV TEMP[1].y, IN[0].xxxx\nENDSWITCH\n"
              "UADD TEMP[0].x, TEMP[0].xxxx, IMM[0].yyyy\nENDLOOP\nMOV OUT[0], TEMP[1]\nMOV OUT[1], TEMP[0]\nEND\n",
    /* a switch without sections, one with nothing but a default; a BRK that only some invocations take */
    VERT INTS "MOV TEMP[1], IN[1]\nSWITCH IN[0].xxxx\nENDSWITCH\nSWITCH IN[0].xxxx\nDEFAULT\nUIF IN[0].yyyy\nBRK\nENDIF\nMOV "
              "TEMP[1].x, IN[0].zzzz\nENDSWITCH\n"
              "MOV OUT[0], TEMP[1]\nMOV OUT[1], IN[0]\nEND\n",
    /* subroutines: nested, with a RET in the middle, called twice */
    VERT INTS "MOV TEMP[0], IN[0]\nCAL :7\nCAL :12\nCAL :7\nMOV OUT[0], TEMP[0]\nMOV OUT[1], TEMP[1]\nEND\nBGNSUB\nUIF "
              "TEMP[0].xxxx\nRET\nENDIF\nENDSUB\n"
              "BGNSUB\nCAL :7\nADD TEMP[0], TEMP[0], IN[1]\nRET\nENDSUB\n",
    /* RET in the main program, KILL and outputs after it */
    FRAG INTS FLTS "SLT TEMP[0], IN[0], IMM[1].xxxx\nIF TEMP[0].xxxx\nMOV OUT[0], IN[0]\nRET\nENDIF\nKILL_IF IN[0].yyzw\nUIF "
                   "TEMP[0].yyyy\nKILL\nELSE\nMOV OUT[0], CONST[0][1]\nENDIF\nEND\n",
    /* loops of 2008 */
    VERT INTS FLTS "DCL LOOP[0]\nMOV TEMP[0], IN[0]\nBGNFOR LOOP[0], CONST[0][2]\nMAD TEMP[0], TEMP[0], IN[1], LOOP[0]\nFSLT "
                   "TEMP[1].x, TEMP[0].xxxx, IMM[1].xxxx\nUIF TEMP[1].xxxx\nCONT\n"
                   "ENDIF\nADD TEMP[0], TEMP[0], IN[1]\nFSGE TEMP[1].x, LOOP[0].xxxx, CONST[0][7].xxxx\nUIF "
                   "TEMP[1].xxxx\nBRK\nENDIF\nENDFOR\nMOV OUT[0], TEMP[0]\nREP IMM[1].yyyy\nADD TEMP[0], TEMP[0], IN[1]\n"
                   "ENDREP\nMOV OUT[1], TEMP[0]\nEND\n",
    /* arrays, indexed with and without a name; constants; immediates; an instruction that reads the register it writes */
    VERT INTS "DCL TEMP[10..14], ARRAY(1)\nDCL TEMP[15..17], ARRAY(2)\nUARL ADDR[0].xy, IN[0]\nMOV TEMP[10], IN[0]\nMOV "
              "TEMP[13], IN[1]\nMOV TEMP[ADDR[0].x+11](1), IN[1]\n"
              "MOV TEMP[ADDR[0].y+15](2).xz, IN[0]\nADD OUT[0], TEMP[ADDR[0].y+12](1), TEMP[16]\nXOR OUT[1], "
              "CONST[0][ADDR[0].x+3], TEMP[ADDR[0].x+16](2)\nEND\n",
    VERT INTS "UARL ADDR[0].x, IN[0].xxxx\nMOV TEMP[2], IN[0]\nMOV TEMP[ADDR[0].x], IN[1]\nMOV TEMP[1], TEMP[ADDR[0].x+1]\nMOV "
              "OUT[0], TEMP[1]\nMOV OUT[1], IMM[ADDR[0].x]\nEND\n",
    VERT INTS "DCL TEMP[10..14], ARRAY(1)\nUARL ADDR[0].x, IN[0].xxxx\nMOV TEMP[10], IN[0]\nMOV TEMP[14], IN[1]\nMOV TEMP[9], "
              "IN[1]\nMOV TEMP[ADDR[0].x+12](1), IN[1]\n"
              "MOV OUT[0], TEMP[ADDR[0].x+2]\nMOV OUT[1], TEMP[ADDR[0].x+13](1)\nEND\n",
    /* a buffer that a register chooses, with a hole between them */
    VERT "DCL CONST[2][1..4]\nDCL CONST[4][0..2]\nUARL ADDR[0].xy, IN[0]\nMOV TEMP[0], CONST[ADDR[0].x+1][2]\nXOR OUT[0], "
         "TEMP[0], CONST[ADDR[0].x][ADDR[0].y+1]\nMOV OUT[1], IN[1]\nEND\n",
    /* a sampler that a register chooses */
    FRAG "DCL ADDR[0]\nDCL SAMP[1..3]\nDCL SVIEW[1..3], 2D, FLOAT\nIMM[0] UINT32 {0, 3, 2, 1}\nAND TEMP[0].x, IN[0].zzzz, "
         "IMM[0].yyyy\nUARL ADDR[0].x, TEMP[0].xxxx\n"
         "TEX TEMP[1], IN[0], SAMP[ADDR[0].x+1], 2D\nTXQ TEMP[2], IMM[0].xxxx, SAMP[ADDR[0].x], 2D\nU2F TEMP[2], TEMP[2]\nMAD "
         "OUT[0], TEMP[2], TEMP[1], IN[0]\nEND\n",
    VERT
    "DCL CONST[3][0..4]\nUARL ADDR[0].x, IN[0].xxxx\nMOV OUT[0], CONST[3][2]\nADD OUT[1], CONST[3][ADDR[0].x], -IN[1]\nEND\n",
    "VERT\nDCL IN[0]\nDCL IN[1]\nDCL IN[2]\nDCL OUT[0], POSITION\nDCL OUT[1..3], GENERIC[0]\nDCL ADDR[0]\nUARL ADDR[0].xy, "
    "IN[0]\nMOV OUT[0], IN[ADDR[0].x+1]\n"
    "MOV OUT[1], IN[1]\nMOV OUT[ADDR[0].y+1], IN[2]\nADD OUT[3].x, OUT[1].xxxx, IN[2].yyyy\nEND\n",
    /* predicates; _SATNV */
    VERT "DCL PRED[0]\nMOV PRED[0], IN[0]\nMOV TEMP[0], IN[1]\n(PRED[0].xxzw) ADD TEMP[0], IN[0], IN[1]\n(!PRED[0].wzyx) MUL "
         "TEMP[0].xy, IN[0], IN[1]\nMOV OUT[0], TEMP[0]\n"
         "MUL_SATNV OUT[1], IN[0], IN[1]\nEND\n",
    /* votes in arms, and while invocations leave a loop one by one */
    "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL IN[1], GENERIC[1], CONSTANT\nDCL OUT[0], COLOR\nDCL OUT[1], COLOR[1]\n"
    "DCL OUT[2], COLOR[2]\nDCL OUT[3], COLOR[3]\nDCL TEMP[0..5]\nIMM[0] UINT32 {1, 3, 7, 31}\nIMM[1] FLT32 {0.0, 1.0, 0.5, "
    "2.0}\n"
    "F2I TEMP[0], IN[0]\nAND TEMP[1], TEMP[0], IMM[0].xyzw\nUIF TEMP[1].yyyy\nVOTE_ANY TEMP[2], TEMP[1]\nBALLOT TEMP[3], "
    "TEMP[1].zzzz\n"
    "READ_FIRST TEMP[4], IN[0]\nELSE\nVOTE_ALL TEMP[2], TEMP[1]\nVOTE_EQ TEMP[3], TEMP[1]\nREAD_INVOC TEMP[4], IN[0], "
    "TEMP[0].xxxx\n"
    "ENDIF\nBGNLOOP\nVOTE_ANY TEMP[5].x, TEMP[1].wwww\nUADD TEMP[3].y, TEMP[3].yyyy, TEMP[5].xxxx\nUIF TEMP[1].wwww\n"
    "UADD TEMP[1].w, TEMP[1].wwww, -IMM[0].xxxx\nELSE\nBRK\nENDIF\nENDLOOP\nREAD_HELPER TEMP[5].yz\nMOV OUT[0], TEMP[2]\n"
    "MOV OUT[1], TEMP[3]\nMOV OUT[2], TEMP[4]\nMOV OUT[3].yz, TEMP[5]\nEND\n",
    /* system values and buffers that a register chooses */
    "VERT\nDCL IN[0]\nDCL SV[0], INSTANCEID\nDCL SV[1], VERTEXID\nDCL SV[2], BASEVERTEX\nDCL CONST[0][0..1]\nDCL "
    "CONST[2][0..3]\n"
    "DCL CONST[3][0..3]\nDCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]\nDCL OUT[2], GENERIC[1]\nDCL TEMP[0]\nDCL ADDR[0..1]\n"
    "F2I TEMP[0], IN[0]\nUARL ADDR[0], TEMP[0]\nUARL ADDR[1], TEMP[0].yyyy\nMOV OUT[0], IN[0]\nMOV OUT[1], SV[ADDR[0].x]\n"
    "MOV OUT[2], CONST[ADDR[0].y][1]\nMOV OUT[2].y, CONST[ADDR[1].x][ADDR[0].z+1].xyzw\nEND\n",
    /* helpers, and invocations that became one; the facts of one sample */
    "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL SV[0], SAMPLEMASK\nDCL SV[1], SAMPLEPOS\nDCL SV[2], SAMPLEID\nDCL SV[3], "
    "HELPER_INVOCATION\n"
    "DCL OUT[0], COLOR\nDCL TEMP[0..2]\nMOV TEMP[1].xy, SV[1].xyyy\nMOV TEMP[1].z, SV[2].xxxx\nMOV TEMP[1].w, SV[0].xxxx\n"
    "KILL_IF IN[0].xxyy\nUIF IN[0].zzzz\nDEMOTE\nENDIF\nREAD_HELPER TEMP[0]\nVOTE_ANY TEMP[2], TEMP[0]\nXOR TEMP[1], TEMP[1], "
    "TEMP[2]\n"
    "XOR OUT[0], TEMP[1], SV[3].xxxx\nEND\n",
    /* the stack: some invocations push and pop, even past its end */
    "VERT\nDCL IN[0]\nDCL IN[1]\nDCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]\nDCL TEMP[0..1]\nDCL ADDR[0..2]\nIMM[0] UINT32 "
    "{7, 1, 0, 0}\n"
    "AND TEMP[0].x, IN[0].xxxx, IMM[0].xxxx\nUARL ADDR[0], IN[0]\nUARL ADDR[1], IN[1]\nBGNLOOP\nUSLT TEMP[0].y, TEMP[0].xxxx, "
    "IMM[0].yyyy\n"
    "BREAKC TEMP[0].yyyy\nPUSHA ADDR[0]\nPUSHA ADDR[1]\nUIF TEMP[0].xxxx\nPOPA ADDR[0].xz\nPUSHA IN[1]\nPUSHA ADDR[0]\n"
    "ENDIF\nUADD TEMP[0].x, TEMP[0].xxxx, -IMM[0].yyyy\nENDLOOP\nPOPA ADDR[2]\nPOPA ADDR[1].yw\nMOV OUT[0], ADDR[2]\n"
    "XOR OUT[1], ADDR[1], ADDR[0]\nEND\n",
    /* two subroutines that call each other, from REP and from sections of a SWITCH */
    "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL TEMP[0..9]\nIMM[0] UINT32 {3, 1, 5, 31}\nIMM[1] FLT32 "
    "{2.5, 1.0, 0.5, 0.0}\n"
    "AND TEMP[0], IN[0], IMM[0].xxzw\nCAL :5\nCAL :16\nMOV OUT[0], TEMP[1]\nEND\nBGNSUB\nUIF TEMP[0].xxxx\nUADD TEMP[0].x, "
    "TEMP[0].xxxx, -IMM[0].yyyy\n"
    "REP IMM[1].xxxx\nCAL :16\nUADD TEMP[1].y, TEMP[1].yyyy, IMM[0].yyyy\nENDREP\nRET\nENDIF\nUADD TEMP[1].x, TEMP[1].xxxx, "
    "IMM[0].yyyy\n"
    "ENDSUB\nBGNSUB\nUIF TEMP[0].yyyy\nUADD TEMP[0].y, TEMP[0].yyyy, -IMM[0].yyyy\nSWITCH TEMP[0].yyyy\nCASE IMM[0].yyyy\n"
    "CAL :5\nDEFAULT\nUADD TEMP[1].z, TEMP[1].zzzz, TEMP[0].xxxx\nUIF TEMP[0].xxxx\nBRK\nENDIF\nCASE IMM[0].xxxx\nCAL :5\n"
    "UADD TEMP[1].w, TEMP[1].wwww, IMM[0].yyyy\nENDSWITCH\nENDIF\nENDSUB\n",
    /* invocations of a geometry program, streams that a register chooses */
    "GEOM\nPROPERTY GS_INPUT_PRIMITIVE TRIANGLES\nPROPERTY GS_OUTPUT_PRIMITIVE LINE_STRIP\nPROPERTY GS_MAX_OUTPUT_VERTICES 6\n"
    "PROPERTY GS_INVOCATIONS 4\nDCL IN[][0], GENERIC[0]\nDCL SV[0], INVOCATIONID\nDCL SV[1], SUBGROUP_INVOCATION\nDCL OUT[0], "
    "POSITION\n"
    "DCL OUT[1], GENERIC[0]\nDCL TEMP[0]\nIMM[0] UINT32 {0, 1, 2, 3}\nMOV OUT[0], IN[0][0]\nMOV OUT[1], SV[0].xxxx\n"
    "EMIT IMM[0].xxxx\nAND TEMP[0], IN[1][0], IMM[0].yyyy\nEMIT TEMP[0].xxxx\nMOV OUT[1], IN[2][0]\nEMIT IMM[0].yyyy\n"
    "ENDPRIM TEMP[0].yyyy\nVOTE_ANY OUT[1].x, TEMP[0].zzzz\nMOV OUT[1].y, SV[1].xxxx\nEMIT IMM[0].xxxx\nENDPRIM IMM[0].xxxx\n"
    "END\n",
};

static const char legacy[] = "%s\n%sDCL IN[0]%s\nDCL IN[1]%s\nDCL OUT[0], %s\nDCL TEMP[0..2]\nDCL CONST[0][0..7]\n%s TEMP[0], "
                             "IN[0]%s\nMOV OUT[0], TEMP[0]\nEND\n";

START_TEST(shapes)
{
   for (unsigned i = 0; i < sizeof programs / sizeof programs[0]; i++)
      ck_assert_msg(run(programs[i]) == NVP4C_OK, "%s", programs[i]);
}
END_TEST

START_TEST(legacy_math_rules)
{
   for (unsigned op = 0; op < TGSI_OP_COUNT; op++) {
      const struct tgsi_op_info *info = &tgsi_op_info[op];
      bool optional;
      const unsigned n = tgsi_num_src((enum tgsi_op)op, &optional);
      char text[1024];

      if (!(info->flags & TGSI_MULTIPLIES))
         continue;
      snprintf(text, sizeof text, legacy, "VERT", "PROPERTY LEGACY_MATH_RULES 1\n", "", "", "POSITION", info->name,
               n == 1 ? "" : n == 2 ? ", CONST[0][0]" : ", IN[1], CONST[0][1]");
      ck_assert_msg(run(text) == NVP4C_OK, "%s", text);
   }
}
END_TEST

/* ---- the key ------------------------------------------------------------------------------------------------------------- */

#define SAMPLES                                                                                                                \
   "FRAG\nDCL SV[0], SAMPLEID\nDCL SV[1], SAMPLEPOS\nDCL SV[2], SAMPLEMASK\nDCL SV[3], HELPER_INVOCATION\nDCL IN[0], "         \
   "POSITION, LINEAR\n"                                                                                                        \
   "DCL IN[1], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL TEMP[0]\nMOV TEMP[0].x, SV[0].xxxx\nMOV TEMP[0].yz, "           \
   "SV[1].xxyy\n"                                                                                                              \
   "XOR TEMP[0].w, SV[2].xxxx, SV[3].xxxx\nKILL_IF IN[1].xxxx\nADD TEMP[0].yz, TEMP[0], -IN[0].xxyy\nMOV OUT[0], "             \
   "TEMP[0]\nEND\n"
#define PLACES \
   "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL IN[1], GENERIC[1], LINEAR\nDCL IN[2], GENERIC[2], CONSTANT\n" \
   "DCL TEMP[0..3]\nDCL OUT[0..2], COLOR\nF2I TEMP[0], IN[0]\nINTERP_SAMPLE OUT[0], IN[0], TEMP[0].xxxx\n" \
   "INTERP_SAMPLE TEMP[1], -IN[1].yxwz, TEMP[0].yyyy\nINTERP_SAMPLE TEMP[2], IN[2], TEMP[0].yyyy\n" \
   "ADD OUT[1], TEMP[1], TEMP[2]\nSAMPLE_INFO TEMP[3], TEMP[0].xyzw\n" \
   "SAMPLE_POS OUT[2].xy, TEMP[0].xyzw, TEMP[0].zzzz\nMOV OUT[2].zw, TEMP[3].xyxy\nEND\n"
#define MASKED                                                                                                                 \
   "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL IN[1], COLOR, COLOR\nDCL OUT[0], SAMPLEMASK\nDCL OUT[1], POSITION\nDCL "     \
   "OUT[2], COLOR\n"                                                                                                           \
   "DCL TEMP[0]\nKILL_IF IN[0].xxxx\nUIF IN[0].yyyy\nDDX TEMP[0], IN[0]\nMOV OUT[0], TEMP[0]\nELSE\nMOV OUT[0].x, "            \
   "IN[0].zzzz\nENDIF\n"                                                                                                       \
   "MOV OUT[1].z, IN[0].wwww\nMOV OUT[2], IN[1]\nEND\n"

static const struct {
   const char *text;
   struct nvp4c_key key;
} with_key[] = {
    /* one colour for three draw buffers, except for the one that the program writes */
    {FRAG "PROPERTY FS_COLOR0_WRITES_ALL_CBUFS 1\nMOV OUT[0], IN[0]\nKILL_IF IN[0]\nEND\n", {.color_buffers = 0x0b}},
    {"FRAG\nPROPERTY FS_COLOR0_WRITES_ALL_CBUFS 1\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR[0]\nDCL OUT[1], "
     "COLOR[1]\nMOV OUT[0], IN[0]\nMOV OUT[1], -IN[0]\nEND\n",
     {.color_buffers = 0x07}},
    /* without the property the mask has no effect */
    {FRAG "MOV OUT[0], IN[0]\nEND\n", {.color_buffers = 0xff}},
    /* planes clip against the clip vertex */
    {"VERT\nDCL IN[0]\nDCL IN[1]\nDCL OUT[0], POSITION\nDCL OUT[1], CLIPVERTEX\nMOV OUT[0], IN[0]\nMOV OUT[1], IN[1]\nEND\n",
     {.clip_planes = 0x21, .clip_z = 1}},
    {"VERT\nPROPERTY VS_PROHIBIT_UCPS 1\nDCL IN[0]\nDCL OUT[0], POSITION\nMOV OUT[0], IN[0]\nEND\n", {.clip_planes = 0x21}},
    /* the facts of several samples, and a result mask on one path, after a kill, with depth, with tile buffers */
    {SAMPLES, {.samples = 1}},
    {SAMPLES, {.samples = 2}},
    {SAMPLES, {.samples = 4, .frt = {NVP4C_FRT_F16}}},
    {SAMPLES, {.samples = 8, .sample_shading = 1}},
    {"FRAG\nDCL SV[0], SAMPLEMASK\nDCL SV[1], HELPER_INVOCATION\nDCL OUT[0], COLOR\nMOV OUT[0].xy, SV[0].xxxx\nMOV OUT[0].zw, "
     "SV[1].xxxx\nEND\n",
     {.samples = 8}},
    {MASKED, {.samples = 4}},
    /* positions of the samples that the program names */
    {PLACES, {.samples = 1}},
    {PLACES, {.samples = 2}},
    {PLACES, {.samples = 4, .sample_shading = 1}},
    {PLACES, {.samples = 8}},
    /* constants and masks do not count in the lower bound of groups */
    {"FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL SV[0], SAMPLEPOS\nDCL OUT[0], COLOR\nADD OUT[0], SV[0].xyzw, IN[0]\nEND\n",
     {.samples = 1}},
    {MASKED, {.samples = 2, .sample_shading = 1, .two_side = 1}},
    {"FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], SAMPLEMASK\nDCL OUT[1..3], COLOR\nMOV OUT[0].x, IN[0].wwww\nMOV "
     "OUT[1], IN[0]\nMOV OUT[2], IN[0].yxwz\n"
     "MOV OUT[3], IN[0].wwww\nEND\n",
     {.samples = 8}},
};

/* The reflection tells the driver whether the machine has to run the program once for each sample. It does for each program if
   the core cannot run it once for a pixel of several samples. */
static const struct {
   const char *text;
   uint8_t samples, per_sample;
} rates[] = {
    {"FRAG\nDCL SV[0], SAMPLEID\nDCL OUT[0], COLOR\nMOV OUT[0], SV[0]\nEND\n", 4, 1},
    {"FRAG\nDCL SV[0], SAMPLEID\nDCL OUT[0], COLOR\nMOV OUT[0], SV[0]\nEND\n", 1, 0},
    {"FRAG\nDCL SV[0], SAMPLEPOS\nDCL OUT[0], COLOR\nMOV OUT[0], SV[0]\nEND\n", 2, 1},
    {"FRAG\nDCL SV[0], SAMPLEMASK\nDCL OUT[0], COLOR\nMOV OUT[0], SV[0]\nEND\n", 4, 0},
    {"FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE, SAMPLE\nDCL OUT[0], COLOR\nMOV OUT[0], IN[0]\nEND\n", 4, 1},
    {"FRAG\nDCL IN[0], GENERIC[0], LINEAR, SAMPLE\nDCL OUT[0], COLOR\nMOV OUT[0], IN[0]\nEND\n", 0, 0},
    {"FRAG\nDCL IN[0], GENERIC[0], LINEAR, CENTROID\nDCL OUT[0], COLOR\nMOV OUT[0], IN[0]\nEND\n", 4, 0},
    {"FRAG\nDCL IN[0], GENERIC[0], LINEAR\nDCL OUT[0], SAMPLEMASK\nDCL OUT[1], COLOR\nMOV OUT[0].x, IN[0]\nMOV OUT[1], "
     "IN[0]\nEND\n",
     4, 1},
    {"FRAG\nDCL IN[0], GENERIC[0], LINEAR\nDCL OUT[0], SAMPLEMASK\nDCL OUT[1], COLOR\nMOV OUT[0].x, IN[0]\nMOV OUT[1], "
     "IN[0]\nEND\n",
     1, 0},
};

START_TEST(sample_rates)
{
   struct nvp4c_options o;

   for (unsigned by_pixel = 0; by_pixel < 2; by_pixel++) {
      nvp4c_options_init(&o, sizeof o);
      o.key.samples = rates[_i].samples;
      o.attr = by_pixel ? "+pixelrate" : NULL;
      o.output.reflection = 1;
      o.verify.waves = 4;
      struct nvp4c_result *r = nvp4c_compile(rates[_i].text, strlen(rates[_i].text), &o);
      const unsigned expected = by_pixel ? rates[_i].per_sample : rates[_i].samples > 1;
      ck_assert_msg(nvp4c_result_status(r) == NVP4C_OK, "%s", rates[_i].text);
      ck_assert_msg(nvp4c_result_facts(r).per_sample == expected, "%u samples: %s", rates[_i].samples, rates[_i].text);
      nvp4c_result_free(r);
   }
}
END_TEST

START_TEST(keys)
{
   ck_assert_msg(run_key(with_key[_i].text, &with_key[_i].key) == NVP4C_OK, "%s", with_key[_i].text);
}
END_TEST

/* After early tests, writes of depth and stencil have no effect, but colours and kills do. The reflection says so. */
START_TEST(early_tests)
{
   static const struct {
      const char *text;
      uint8_t early, depth, kill;
   } rows[] = {
       {"FRAG\nDCL IN[0], GENERIC[0], LINEAR\nDCL OUT[0], POSITION\nDCL OUT[1], COLOR\nMOV OUT[0], IN[0]\nMOV OUT[1], "
        "IN[0]\nEND\n",
        0, 1, 0},
       {"FRAG\nPROPERTY FS_EARLY_DEPTH_STENCIL 0\nDCL IN[0], GENERIC[0], LINEAR\nDCL OUT[0], POSITION\nMOV OUT[0].z, "
        "IN[0]\nEND\n",
        0, 1, 0},
       {"FRAG\nPROPERTY FS_EARLY_DEPTH_STENCIL 1\nDCL IN[0], GENERIC[0], LINEAR\nDCL OUT[0], POSITION\nDCL OUT[1], "
        "STENCIL\nDCL OUT[2], COLOR\n"
        "MOV OUT[0].z, IN[0].yyyy\nMOV OUT[1].y, IN[0].yyyy\nKILL_IF IN[0].xxxx\nADD OUT[2], IN[0], OUT[0].zzzz\nEND\n",
        1, 0, 1},
       {"FRAG\nDCL OUT[0], COLOR\nEND\n", 1, 0, 0},
       /* A program that stores to memory also runs for hidden pixels (GL 4.6, 14.9), unless it asks for early tests. */
       {"FRAG\nDCL OUT[0], COLOR\nDCL BUFFER[0]\nIMM[0] UINT32 {0, 1, 2, 3}\nLOAD OUT[0], BUFFER[0], IMM[0].xxxx\nEND\n", 1, 0,
        0},
       {"FRAG\nDCL OUT[0], COLOR\nDCL BUFFER[0]\nIMM[0] UINT32 {0, 1, 2, 3}\nSTORE BUFFER[0], IMM[0].xxxx, IMM[0]\nMOV OUT[0], "
        "IMM[0]\nEND\n",
        0, 0, 0},
       {"FRAG\nPROPERTY FS_EARLY_DEPTH_STENCIL 1\nDCL OUT[0], COLOR\nDCL BUFFER[0]\nIMM[0] UINT32 {0, 1, 2, 3}\nSTORE "
        "BUFFER[0], IMM[0].xxxx, IMM[0]\nMOV OUT[0], IMM[0]\nEND\n",
        1, 0, 0},
       {"FRAG\nDCL OUT[0], COLOR\nDCL HWATOMIC[0]\nDCL TEMP[0]\nIMM[0] UINT32 {0, 1, 2, 3}\nATOMUADD TEMP[0].x, HWATOMIC[0], "
        "IMM[0].xxxx, IMM[0].yyyy\nMOV OUT[0], IMM[0]\nEND\n",
        0, 0, 0},
       {"FRAG\nDCL OUT[0], COLOR\nDCL IMAGE[0], 2D, PIPE_FORMAT_R8G8B8A8_UNORM, WR\nIMM[0] UINT32 {0, 1, 2, 3}\nSTORE "
        "IMAGE[0], IMM[0], IMM[0], 2D, PIPE_FORMAT_R8G8B8A8_UNORM\n"
        "MOV OUT[0], IMM[0]\nEND\n",
        0, 0, 0},
   };
   struct nvp4c_options o;

   nvp4c_options_init(&o, sizeof o);
   o.output.reflection = 1;
   o.verify.waves = 8;
   struct nvp4c_result *r = nvp4c_compile(rows[_i].text, strlen(rows[_i].text), &o);
   const struct nvp4c_facts f = nvp4c_result_facts(r);
   ck_assert_msg(nvp4c_result_status(r) == NVP4C_OK, "%s", rows[_i].text);
   ck_assert_msg(f.early_tests == rows[_i].early && f.writes_depth == rows[_i].depth && f.uses_kill == rows[_i].kill, "%s",
                 rows[_i].text);
   nvp4c_result_free(r);
}
END_TEST

/* ---- the clock ----------------------------------------------------------------------------------------------------------- */

/* The clock of the interpreter counts the remaining steps up to 0 and restarts between the two reads. The upper word still
   increases, even for an invocation that has read it in a loop. */
START_TEST(clock_begins_again)
{
   static const char text[] =
       "VERT\nDCL OUT[0..2], GENERIC[0]\nDCL TEMP[0..3]\nIMM[0] UINT32 {0, 1, 9, 0}\nCLOCK TEMP[0].xy\nBGNLOOP\n"
       "USGE TEMP[3].x, TEMP[3].yyyy, IMM[0].zzzz\nBREAKC TEMP[3].xxxx\nUADD TEMP[3].y, TEMP[3].yyyy, IMM[0].yyyy\nCLOCK "
       "TEMP[1].xy\n"
       "U64SLT TEMP[3].x, TEMP[1].xyxy, TEMP[0].xyxy\nOR TEMP[2].x, TEMP[2].xxxx, TEMP[3].xxxx\nENDLOOP\nMOV OUT[0], TEMP[0]\n"
       "MOV OUT[1], TEMP[1]\nMOV OUT[2], TEMP[2]\nEND\n";
   static uint32_t in[1][SLOT_COUNT][4][EXEC_LANES], out[SLOT_COUNT][4][EXEC_LANES];
   const struct frontend_ops *ops = registry_frontend(NVP4C_LANG_AUTO, text, sizeof text - 1);
   struct exec_wave t = {
       .num = &num_model_ieee, .valid = UINT32_MAX, .budget = (UINT64_C(1) << 32) + 100, .in = in, .out = out};
   static struct util_ctx ctx;

   util_ctx_init(&ctx, NULL, 0);
   void *tree = ops->parse(&ctx, text, sizeof text - 1, NULL);
   ck_assert_ptr_nonnull(tree);
   struct ir_shader *s = ops->lower(&ctx, tree, t.num, 32);
   ck_assert_int_eq(ir_interp_run(&ctx, s, &t), EXEC_DONE);
   ck_assert_uint_lt(out[SLOT_ATTR + 1][0][5], out[SLOT_ATTR][0][5]);
   ck_assert_uint_eq(out[SLOT_ATTR][1][5], 0);
   ck_assert_uint_eq(out[SLOT_ATTR + 1][1][5], 1);
   ck_assert_uint_eq(out[SLOT_ATTR + 2][0][5], 0); /* none was less than the first one */
   util_ctx_finish(&ctx);
}
END_TEST

/* ---- PRECISE ------------------------------------------------------------------------------------------------------------- */

/* Looks for a mad in the printed IR; contracts() reports whether the compiler made one from a product and a sum. */
static void collect(void *user, const char *text, size_t len)
{
   bool *mad = user;

   for (size_t i = 0; i + 4 <= len; i++)
      *mad |= !memcmp(text + i, "fmad", 4);
}

static bool contracts(const char *mul, const char *add)
{
   char text[400];
   struct nvp4c_options o;
   bool mad = false;

   snprintf(text, sizeof text, VERT "%s TEMP[0], IN[0], IN[1]\n%s OUT[0], TEMP[0], IN[0]\nEND\n", mul, add);
   nvp4c_options_init(&o, sizeof o);
   o.opt_level = 2;
   o.ffp = NVP4C_FFP_GL;
   o.inspect.dump_ir = 1;
   o.inspect.print = collect;
   o.inspect.user = &mad;
   struct nvp4c_result *r = nvp4c_compile(text, strlen(text), &o);
   ck_assert_msg(nvp4c_result_status(r) == NVP4C_OK, "%s", text);
   nvp4c_result_free(r);
   return mad;
}

START_TEST(precise)
{
   ck_assert(contracts("MUL", "ADD"));
   ck_assert(!contracts("MUL_PRECISE", "ADD"));
   ck_assert(!contracts("MUL", "ADD_PRECISE"));
}
END_TEST

/* ---- the same programs in two languages ---------------------------------------------------------------------------------- */

static void figures(const char *name, const char *end, uint64_t *groups, uint64_t *slots)
{
   char path[80];
   size_t len;
   struct nvp4c_options o;
   struct nvp4c_stat s;

   snprintf(path, sizeof path, "bench/shaders/%s.%s", name, end);
   char *text = file_read(path, &len);
   ck_assert_msg(text, "%s", path);
   nvp4c_options_init(&o, sizeof o);
   o.opt_level = 2;
   struct nvp4c_result *r = nvp4c_compile(text, len, &o);
   free(text);
   ck_assert_msg(nvp4c_result_status(r) == NVP4C_OK, "%s", path);
   *groups = *slots = 0;
   for (unsigned i = 0; i < nvp4c_result_num_stats(r); i++) {
      s = nvp4c_result_stat(r, i);
      *groups = strcmp(s.name, "groups") ? *groups : s.value;
      *slots = strcmp(s.name, "issue_slots") ? *slots : s.value;
   }
   nvp4c_result_free(r);
   ck_assert(*groups && *slots);
}

/* Both forms of each bench shader take the same number of groups except for one shader (POW of 0 and 0 is 1 in TGSI), and the
   same number of slots within 3%. */
START_TEST(bench_shaders)
{
   static const char *const names[][2] = {{"fs_inthash", "fp"}, {"fs_loop64", "fp"},    {"fs_modulate", "fp"},
                                          {"fs_pass", "fp"},    {"fs_phong2tex", "fp"}, {"vs_mad16_in", "vp"},
                                          {"vs_mvp", "vp"},     {"vs_tnl", "vp"}};

   for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
      uint64_t nv[2], tgsi[2];

      figures(names[i][0], names[i][1], &nv[0], &nv[1]);
      figures(names[i][0], "tgsi", &tgsi[0], &tgsi[1]);
      ck_assert_msg(tgsi[0] <= nv[0] + 1, "%s: %u groups as TGSI, %u as NV", names[i][0], (unsigned)tgsi[0], (unsigned)nv[0]);
      ck_assert_msg(tgsi[1] * 100 <= nv[1] * 103, "%s: %u slots as TGSI, %u as NV", names[i][0], (unsigned)tgsi[1],
                    (unsigned)nv[1]);
   }
}
END_TEST

int main(void)
{
   Suite *s = suite_create("tgsi_lower");
   TCase *t = tcase_create("tgsi_lower");
   tcase_set_timeout(t, 120);
   tcase_add_test(t, instructions);
   tcase_add_test(t, fetched);
   tcase_add_test(t, inputs);
   tcase_add_test(t, shapes);
   tcase_add_test(t, legacy_math_rules);
   tcase_add_test(t, precise);
   tcase_add_test(t, bench_shaders);
   tcase_add_loop_test(t, keys, 0, sizeof with_key / sizeof with_key[0]);
   tcase_add_loop_test(t, sample_rates, 0, sizeof rates / sizeof rates[0]);
   tcase_add_loop_test(t, early_tests, 0, 9);
   tcase_add_test(t, clock_begins_again);
   suite_add_tcase(s, t);
   return suite_run(s);
}

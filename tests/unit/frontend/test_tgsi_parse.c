/* SPDX-License-Identifier: MIT */
/*
 * Tests the TGSI parser and the checks: the rules of tests/tgsi/rules.tsv, the forms of the text, hints, and the printed text,
 * which must parse to the same tree. Run this in the root of the tree. If the variable CORPUS names a folder, the test reads
 * the programs in it too.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/common/file.h"
#include "tests/unit/common/suite.h"
#include "tests/unit/common/parse_check.h"

#define NUM(a) (sizeof(a) / sizeof *(a))

static const char head[] = "FRAG\nDCL IN[0], GENERIC[0], LINEAR\nDCL OUT[0], COLOR\nDCL TEMP[0..3]\nDCL TEMP[4..7], ARRAY(1), "
                           "LOCAL\nDCL CONST[0..3]\nDCL CONST[1][0..3]\n"
                           "DCL SAMP[0]\nDCL ADDR[0]\nDCL PRED[0]\nDCL SVIEW[0], 2D, FLOAT\nIMM[0] INT32 {1, -2, 3, 4}\n";

/* ---- rules */

/* Turns \n and \1 into bytes and removes the @. Returns the position of the @. */
static size_t unescape(char *s, size_t *len)
{
   size_t at = SIZE_MAX, n = 0;

   for (size_t i = 0; s[i]; i++) {
      if (s[i] == '@')
         at = n;
      else if (s[i] == '\\')
         s[n++] = s[++i] == 'n' ? '\n' : '\1';
      else
         s[n++] = s[i];
   }
   s[n] = 0;
   *len = n;
   return at;
}

/* Returns true if the row fails. */
static bool rule(const char *id, const char *diagnostic, char *program)
{
   const bool worse = *diagnostic == '!';
   const char *name = diagnostic + worse;
   size_t len;
   const size_t at = unescape(program, &len);
   const enum diag_id want = diag_find(name, strlen(name));
   const enum util_status status = strncmp(name, "unsupported-", 12) ? UTIL_REJECTED : UTIL_UNSUPPORTED;
   struct parse_outcome o = tgsi_text(program, len, DIAG_COUNT, false), without;

   free(o.print);
   if (want == DIAG_COUNT || o.tree || o.errors != 1 || o.id != want || !o.placed || o.span.off != at || o.status != status) {
      fprintf(stderr, "%s: %u errors, status %d, the first at %u, not %zu: %s [%s]\n", id, o.errors, (int)o.status, o.span.off,
              at, o.message, o.errors ? diag_info[o.id].name : "");
      return true;
   }
   without = tgsi_text(program, len, want, false);
   free(without.print);
   if ((without.errors != 0) == worse)
      return false;
   fprintf(stderr, "%s: without this check %s\n", id, without.errors ? without.message : "it is accepted");
   return true;
}

static unsigned failed_rules;

static void rule_row(const char *file, unsigned line, char *const *col)
{
   (void)file;
   (void)line;
   failed_rules += rule(col[0], col[3], col[4]);
}

START_TEST(rules)
{
   file_tables("tests/tgsi/rules.tsv", 5, rule_row);
   file_tables_free();
   ck_assert_uint_eq(failed_rules, 0);
}
END_TEST

/* ---- forms: a statement after the head, and its printed form */

static const struct {
   const char *text, *print;
} forms[] = {
    {"MOV OUT[0], IN[0]", "MOV OUT[0], IN[0]\n"},
    {"  12: MOV OUT[0], IN[0]", "MOV OUT[0], IN[0]\n"},
    {"0:MOV OUT[0], IN[0]", "MOV OUT[0], IN[0]\n"},
    {"mov Out[0].XyZ, in[0].wZYx", "MOV OUT[0].xyz, IN[0].wzyx\n"},
    {"MOV OUT [ 0 ] . xy , - | IN [ 0 ] . xxxx |", "MOV OUT[0].xy, -|IN[0].xxxx|\n"},
    {"MOV\tOUT[0]\r\n,\r\nIN[0]", "MOV OUT[0], IN[0]\n"},
    {"MOV OUT[0], IN[0] ADD TEMP[0], IN[0], IN[0]", "MOV OUT[0], IN[0]\nADD TEMP[0], IN[0], IN[0]\n"},
    {"MOV OUT[0], IN[0].x", "MOV OUT[0], IN[0].xxxx\n"},
    {"MOV_SAT OUT[0], IN[0]", "MOV_SAT OUT[0], IN[0]\n"},
    {"MOV_PRECISE_SAT OUT[0], IN[0]", "MOV_SAT_PRECISE OUT[0], IN[0]\n"},
    {"MOV_SATNV OUT[0], IN[0]", "MOV_SATNV OUT[0], IN[0]\n"},
    {"NEGATE OUT[0], IN[0]", "MOV OUT[0], -IN[0]\n"},
    {"NEGATE OUT[0], -IN[0]", "MOV OUT[0], IN[0]\n"},
    {"KIL IN[0]\nKILP", "KILL_IF IN[0]\nKILL\n"},
    {"SGN OUT[0], IN[0]\nMOVA ADDR[0].x, IN[0]\nDOT2ADD OUT[0], IN[0], IN[0], IN[0]",
     "SSG OUT[0], IN[0]\nARR ADDR[0].x, IN[0]\nDP2A OUT[0], IN[0], IN[0], IN[0]\n"},
    {"MOV OUT[0], CONST[3]\nMOV OUT[0], CONST[0][3]\nMOV OUT[0], CONST[1][2].yyyy",
     "MOV OUT[0], CONST[3]\nMOV OUT[0], CONST[0][3]\nMOV OUT[0], CONST[1][2].yyyy\n"},
    {"MOV OUT[0], TEMP[ADDR[0].x]\nMOV OUT[0], TEMP[ADDR[0].y + 3](1)\nMOV TEMP[ADDR[0].x-1].x, CONST[1][TEMP[0].z+1]",
     "MOV OUT[0], TEMP[ADDR[0].x]\nMOV OUT[0], TEMP[ADDR[0].y+3](1)\nMOV TEMP[ADDR[0].x-1].x, CONST[1][TEMP[0].z+1]\n"},
    {"MOV OUT[0], CONST[ADDR[0].x][ADDR[0].y+2].wwww", "MOV OUT[0], CONST[ADDR[0].x][ADDR[0].y+2].wwww\n"},
    {"MOV OUT[0], CONST[ADDR[0].x+1][2]", "MOV OUT[0], CONST[ADDR[0].x+1][2]\n"},
    {"MOV OUT[0], IMM[ADDR[0]]", "MOV OUT[0], IMM[ADDR[0].x]\n"},
    {"TEX OUT[0], IN[0], SAMP[0], 2D", "TEX OUT[0], IN[0], SAMP[0], 2D\n"},
    {"TEX OUT[0], IN[0], SAMP[ADDR[0].x], 2DARRAY, IMM[0].xyx", "TEX OUT[0], IN[0], SAMP[ADDR[0].x], 2D_ARRAY, IMM[0].xyx\n"},
    {"TEX OUT[0], IN[0], SAMP[0], shadow2d", "TEX OUT[0], IN[0], SAMP[0], SHADOW2D\n"},
    {"TEXLD OUT[0], IN[0], SAMP[0], CUBE_ARRAY", "TEX OUT[0], IN[0], SAMP[0], CUBEARRAY\n"},
    {"TG4 OUT[0], IN[0], IMM[0].xxxx, SAMP[0], 2D, IMM[0].xyz, IMM[0].yxz, IMM[0].zxy, IMM[0].xxx",
     "TG4 OUT[0], IN[0], IMM[0].xxxx, SAMP[0], 2D, IMM[0].xyz, IMM[0].yxz, IMM[0].zxy, IMM[0].xxx\n"},
    {"TG4 OUT[0], IN[0], NULL, SAMP[0].yyyy, 2D\nMOV NULL, IN[0]\nMOV NULL[0].x, IN[0]",
     "TG4 OUT[0], IN[0], NULL, SAMP[0].yyyy, 2D\nMOV NULL, IN[0]\nMOV NULL.x, IN[0]\n"},
    {"SAMPLE OUT[0], IN[0], SVIEW[0], SAMP[0], IMM[0].xyz", "SAMPLE OUT[0], IN[0], SVIEW[0], SAMP[0], IMM[0].xyz\n"},
    {"IF IN[0].x :3\nELSE :4\nENDIF", "IF IN[0].xxxx :3\nELSE :4\nENDIF\n"},
    {"BGNLOOP :0\n1: BRK\n2: ENDLOOP :0", "BGNLOOP :0\nBRK\nENDLOOP :0\n"},
    {"(PRED[0].xxxx) MOV OUT[0], IN[0]\n( !PRED[0] ) MOV OUT[0], IN[0]",
     "(PRED[0].xxxx) MOV OUT[0], IN[0]\n(!PRED[0]) MOV OUT[0], IN[0]\n"},
    {"MOV OUT[0], IN[0] # a comment: TEMP[0\nNOP", "MOV OUT[0], IN[0]\nNOP\n"},
    {"DCL TEMP[9..10]\nMOV TEMP[10], IN[0]\nIMM[1] FLT32 {1, 2, 3, 4}", "MOV TEMP[10], IN[0]\n"},
    {"DCL SV[0], FACE\nMOV OUT[0], SV[0]", "MOV OUT[0], SV[0]\n"},
};

START_TEST(statements)
{
   char text[2000];

   for (size_t i = 0; i < NUM(forms); i++) {
      const int n = snprintf(text, sizeof text, "%s%s\nEND\n", head, forms[i].text);
      struct parse_outcome o = tgsi_text(text, (size_t)n, DIAG_COUNT, false);
      char want[600];

      ck_assert_msg(o.tree, "%s: %s", forms[i].text, o.message);
      snprintf(want, sizeof want, "\n%sEND\n", forms[i].print);
      ck_assert_msg(strstr(o.print, want), "%s: printed\n%s", forms[i].text, o.print);
      free(o.print);
   }
}
END_TEST

/* Declarations and immediates alone. */
static const struct {
   const char *text, *print;
} declared[] = {
    {"FRAG DCL IN[0] END", "DCL IN[0]\n"},
    {"FRAG DCL IN[1].xy, GENERIC[3], PERSPECTIVE, CENTROID, CYLWRAP_XZ, INVARIANT END",
     "DCL IN[1].xy, GENERIC[3], PERSPECTIVE, CENTROID, CYLWRAP_XZ, INVARIANT\n"},
    {"FRAG DCL IN[0], COLOR, COLOR END", "DCL IN[0], COLOR, COLOR\n"},
    {"FRAG DCL IN[0], PRIMID, CONSTANT END", "DCL IN[0], PRIM_ID, CONSTANT\n"},
    {"FRAG DCL OUT[0], COLOR, CONSTANT DCL TEMP[0..4], CONSTANT DCL SAMP[0], CONSTANT END", "DCL SAMP[0], CONSTANT\n"},
    {"FRAG DCL OUT[0..3], COLOR[1], INVARIANT END", "DCL OUT[0..3], COLOR[1], INVARIANT\n"},
    {"VERT DCL IN[0], POSITION DCL IN[1..3].xyz END", "DCL IN[0], POSITION\nDCL IN[1..3].xyz\n"},
    {"VERT DCL OUT[0..1], ARRAY(1), GENERIC[9] END", "DCL OUT[0..1], ARRAY(1), GENERIC[9]\n"},
    {"VERT DCL OUT[0].xy, GENERIC[9] DCL OUT[0].zw, GENERIC[9] END", "DCL OUT[0].zw, GENERIC[9]\n"},
    {"GEOM PROPERTY GS_INPUT_PRIM POINTS PROPERTY GS_OUTPUT_PRIM LINE_STRIP DCL IN[][0], POSITION DCL IN[1][1], COLOR "
     "DCL OUT[0], POSITION, STREAM(0, 1, 2, 3) EMIT_VERTEX END_PRIMITIVE END",
     "DCL IN[][1], COLOR\nDCL OUT[0], POSITION, STREAM(0, 1, 2, 3)\nEMIT\nENDPRIM\nEND\n"},
    {"FRAG DCL SVIEW[0..1], 2D_ARRAY, UINT DCL SVIEW[2], BUFFER, SINT, UINT, FLOAT, UNORM END",
     "DCL SVIEW[0..1], 2D_ARRAY, UINT\nDCL SVIEW[2], BUFFER, SINT, UINT, FLOAT, UNORM\n"},
    {"FRAG DCL HWATOMIC[0][0..3], ARRAY(1) DCL HWATOMIC[1][0] DCL CONST[1][0] END",
     "DCL HWATOMIC[0][0..3], ARRAY(1)\nDCL HWATOMIC[1][0]\nDCL CONST[1][0]\n"},
    {"COMP DCL BUFFER[0], ATOMIC DCL MEMORY[0], SHARED DCL IMAGE[0], 2D, PIPE_FORMAT_R32_UINT, WR END",
     "DCL BUFFER[0], ATOMIC\nDCL MEMORY[0], SHARED\nDCL IMAGE[0], 2D, PIPE_FORMAT_R32_UINT, WR\n"},
    {"FRAG PROPERTY FS_COORD_ORIGIN 1 PROPERTY MUL_ZERO_WINS 1 END",
     "PROPERTY FS_COORD_ORIGIN LOWER_LEFT\nPROPERTY LEGACY_MATH_RULES 1\n"},
    {"FRAG IMM FLT32 {1, -2.5, 1e-3, .5} END", "{0x3f800000, 0xc0200000, 0x3a83126f, 0x3f000000}\n"},
    {"FRAG IMM[0] FLT32 {0x3f800000, -0x0, 0x1p3, 0x1.8P-1} END", "{0x3f800000, 0x80000000, 0x41000000, 0x3f400000}\n"},
    {"FRAG IMM FLT32 {nan, -inf, Infinity, -0.0} END", "{0x7fc00000, 0xff800000, 0x7f800000, 0x80000000}\n"},
    {"FRAG IMM FLT32 {3.40282346e38, 3.4028236e38, 1.4e-45, 0.7e-45} END",
     "{0x7f7fffff, 0x7f800000, 0x00000001, 0x00000000}\n"},
    {"FRAG IMM UINT32 {0, 4294967295, 0x80000000, 7} END", "UINT32 {0, 4294967295, 2147483648, 7}\n"},
    {"FRAG IMM INT32 {-2147483648, 2147483647, -1, +1} END", "INT32 {-2147483648, 2147483647, -1, 1}\n"},
    {"FRAG IMM FLT64 {1.0, -0.1} END", "FLT64 {0x3ff0000000000000, 0xbfb999999999999a}\n"},
    {"FRAG IMM FLT64 {0x3ff0000000000000, 0x1p-1074} END", "FLT64 {0x3ff0000000000000, 0x0000000000000001}\n"},
    {"FRAG IMM FLT64 {2.2250738585072011e-308, 1.7976931348623158e308} END",
     "FLT64 {0x000fffffffffffff, 0x7fefffffffffffff}\n"},
    {"FRAG IMM FLT64 {1e309, 9007199254740993.0} END", "FLT64 {0x7ff0000000000000, 0x4340000000000000}\n"},
    {"FRAG IMM UINT64 {18446744073709551615, 0x10} END", "UINT64 {18446744073709551615, 16}\n"},
    {"FRAG IMM INT64 {-9223372036854775808, -1} END", "INT64 {-9223372036854775808, -1}\n"},
    {"FRAG\nDCL TEMP[0]\nBGNSUB\nRET\nENDSUB\n", "BGNSUB\nRET\nENDSUB\n"},
};

START_TEST(declarations)
{
   for (size_t i = 0; i < NUM(declared); i++) {
      struct parse_outcome o = tgsi_text(declared[i].text, strlen(declared[i].text), DIAG_COUNT, false);

      ck_assert_msg(o.tree, "%s: %s", declared[i].text, o.message);
      ck_assert_msg(strstr(o.print, declared[i].print), "%s: printed\n%s", declared[i].text, o.print);
      free(o.print);
   }
}
END_TEST

/* ---- messages */

/* A misspelt word of each class, with the intended word. */
static const struct {
   const char *text, *hint;
} hints[] = {
    {"FRAG\nMUL_SAT2 TEMP[0], TEMP[0], TEMP[0]\nEND", NULL},
    {"FRAG\nMVO_SAT TEMP[0]\nEND", "MOV_SAT"},
    {"FRAG\nPROPRETY X 1\nEND", "PROPERTY"},
    {"FRAG DCL TMP[0] END", "TEMP"},
    {"FRAG DCL IN[0], GENERC[0], LINEAR END", "GENERIC"},
    {"FRAG DCL IN[0], GENERIC[0], PERSPECTVE END", "PERSPECTIVE"},
    {"FRAG DCL IN[0], GENERIC[0], LINEAR, CENTROD END", "CENTROID"},
    {"FRAG DCL SVIEW[0], 2D_ARAY, FLOAT END", "2D_ARRAY"},
    {"FRAG DCL SVIEW[0], 2D, FLAOT END", "FLOAT"},
    {"FRAG PROPERTY FS_COORD_ORIGN UPPER_LEFT END", "FS_COORD_ORIGIN"},
    {"FRAG PROPERTY FS_COORD_ORIGIN LOWER_LFT END", "LOWER_LEFT"},
    {"FRAG IMM FLOT32 {0, 0, 0, 0} END", "FLT32"},
    {"GEMO END", "GEOM"},
    {"FRAG DCL SAMP[0] DCL TEMP[0] TEX TEMP[0], TEMP[0], SAMP[0], SHADOW2 END", NULL},
    {"FRAG DCL SAMP[0] DCL TEMP[0] TEX TEMP[0], TEMP[0], SAMP[0], RECTT END", "RECT"},
};

START_TEST(hinted)
{
   for (size_t i = 0; i < NUM(hints); i++) {
      struct parse_outcome o = tgsi_text(hints[i].text, strlen(hints[i].text), DIAG_COUNT, false);
      char want[60];

      ck_assert_msg(o.errors >= 1, "%s", hints[i].text);
      snprintf(want, sizeof want, "did you mean \"%s\"?", hints[i].hint ? hints[i].hint : "");
      ck_assert_msg(!hints[i].hint || strstr(o.message, want), "%s: %s", hints[i].text, o.message);
   }
}
END_TEST

/* Programs with several mistakes, with their number of messages. */
static const struct {
   const char *text;
   unsigned errors;
} several[] = {
   {"MUV OUT[0], IN[0]\nMOV OUT[0], TENP[0]\nMOV OUT[0] IN[0]\nMOV OUT[0], IN[0].xq\n", 4},
   {"MUV OUT[0], IN[0], , IN[0]]\nMOV OUT[0], IN[0]\n", 1},
   {"IFF IN[0].x\nMOV OUT[0], IN[0]\nENDIF\n", 1},
   {"DCL TENP[4]\nMOV TEMP[4], IN[0]\n", 1},
   {"MOV OUT[0], IN[0\nMOV OUT[0], IN[0]\n", 1},
   {"MOV OUT[0], IN[0],\nMOV OUT[0], IN[0]\n", 1},
   {"  0: MOV OUT[0], ,\n  1: ADD OUT[0], IN[0]\n", 2},
   {"MOV OUT[0], TEMP[9]\nADD OUT[0], IN[0]\nENDIF\n", 3},
   {"ENDIF\nENDLOOP\nELSE\n", 1},
   {"$$ $ $\nMOV OUT[0], $\n", 2},
};

START_TEST(all_reported)
{
   char text[2000];

   for (size_t i = 0; i < NUM(several); i++) {
      const int n = snprintf(text, sizeof text, "%s%sEND\n", head, several[i].text);
      struct parse_outcome o = tgsi_text(text, (size_t)n, DIAG_COUNT, false);

      ck_assert_msg(o.errors == several[i].errors && o.placed, "%s: %u errors, the first: %s", several[i].text, o.errors,
                    o.message);
   }
}
END_TEST

static const struct {
   const char *text, *id; /* NULL if there is no warning */
} warned[] = {
   {"MOV OUT[0], TEMP[0]", "unwritten-read"},
   {"MOV TEMP[0].xy, IN[0]\nMOV OUT[0], TEMP[0]", "unwritten-read"},
   {"MOV TEMP[0].xy, IN[0]\nMOV OUT[0], TEMP[0].xyxy", NULL},
   {"MOV TEMP[0].x, IN[0]\nRCP OUT[0], TEMP[0]", NULL},
   {"MOV TEMP[0].xyz, IN[0]\nDP3 OUT[0], TEMP[0], TEMP[0]", NULL},
   {"MOV TEMP[0].xy, IN[0]\nTEX OUT[0], TEMP[0], SAMP[0], 2D", NULL},
   {"MOV TEMP[0].xy, IN[0]\nTEX OUT[0], TEMP[0], SAMP[0], CUBE", "unwritten-read"},
   {"BGNLOOP\nMOV OUT[0], TEMP[0]\nMOV TEMP[0], IN[0]\nBRK\nENDLOOP", NULL},
   {"MOV TEMP[ADDR[0].x], IN[0]\nMOV OUT[0], TEMP[3]", NULL},
   {"MOV TEMP[0], IN[0]\nDADD TEMP[0].x, TEMP[0], TEMP[0]", "half-pair"},
   {"MOV TEMP[0], IN[0]\nDADD TEMP[0].xy, TEMP[0], TEMP[0]", NULL},
   {"MOV TEMP[0], IN[0]\nF2D TEMP[0].y, TEMP[0]", "half-pair"},
   {"TXL2 OUT[0], IN[0], IN[0], SAMP[0], SHADOWCUBEARRAY", "undefined-lanes"},
   {"TXL2 OUT[0], IN[0], IN[0], SAMP[0], CUBEARRAY", NULL},
};

START_TEST(warnings)
{
   char text[2000];

   for (size_t i = 0; i < NUM(warned); i++) {
      const int n = snprintf(text, sizeof text, "%s%s\nEND\n", head, warned[i].text);
      struct parse_outcome o = tgsi_text(text, (size_t)n, DIAG_COUNT, false);

      ck_assert_msg(o.tree && o.warnings == (warned[i].id != NULL), "%s: %u warnings %s%s", warned[i].text, o.warnings,
                    o.warned, o.message);
      ck_assert_msg(!warned[i].id || !strcmp(o.warned, warned[i].id), "%s: %s", warned[i].text, o.warned);
      free(o.print);
   }
}
END_TEST

/* ---- what is printed parses to the same tree */

static void round_trip(const char *name, const char *text, size_t len)
{
   enum diag_id muted = DIAG_COUNT;

   for (unsigned numbers = 0; numbers < 2; numbers++) {
      struct parse_outcome a = tgsi_text(text, len, muted, numbers), b;

      if (!a.tree && a.status == UTIL_UNSUPPORTED) { /* a program for a later version has a tree too */
         muted = a.id;
         a = tgsi_text(text, len, muted, numbers);
      }
      if (!a.tree)
         return;
      b = tgsi_text(a.print, strlen(a.print), muted, numbers);
      ck_assert_msg(b.tree, "%s: printed, %s", name, b.message);
      ck_assert_msg(!strcmp(a.print, b.print), "%s: printed twice", name);
      free(a.print);
      free(b.print);
   }
}

static unsigned folder(const char *path)
{
   DIR *d = opendir(path);
   struct dirent *e;
   unsigned n = 0;

   while (d && (e = readdir(d))) {
      char file[600];
      size_t len;

      snprintf(file, sizeof file, "%s/%s", path, e->d_name);
      char *text = e->d_name[0] == '.' ? NULL : file_read(file, &len);
      if (!text)
         continue;
      round_trip(file, text, len);
      free(text);
      n++;
   }
   if (d)
      closedir(d);
   return n;
}

START_TEST(printed)
{
   const char *corpus = getenv("CORPUS");
   char text[2000];

   for (size_t i = 0; i < NUM(forms); i++)
      round_trip(forms[i].text, text, (size_t)snprintf(text, sizeof text, "%s%s\nEND\n", head, forms[i].text));
   for (size_t i = 0; i < NUM(declared); i++)
      round_trip(declared[i].text, declared[i].text, strlen(declared[i].text));
   if (!corpus || !*corpus) {
      printf("SKIP programs of others: the variable CORPUS names no folder\n");
      return;
   }
   snprintf(text, sizeof text, "%s/tgsi", corpus);
   unsigned n = folder(text);
   snprintf(text, sizeof text, "%s/tgsi-real", corpus);
   n += folder(text);
   if (!n)
      printf("SKIP programs of others: none in the folders tgsi and tgsi-real of %s\n", corpus);
}
END_TEST

/* ---- every word of the tables */

static void accepted(const char *name, const char *text)
{
   const size_t len = strlen(text);
   struct parse_outcome o = tgsi_text(text, len, DIAG_COUNT, false);

   ck_assert_msg(o.tree || o.status == UTIL_UNSUPPORTED, "%s: %s\n%s", name, o.message, text);
   free(o.print);
   round_trip(name, text, len);
}

static void instruction(enum tgsi_op op, const char *name)
{
   const struct tgsi_op_info *info = &tgsi_op_info[op];
   const unsigned stage = info->stages & TGSI_FRAG   ? TGSI_STAGE_FRAG
                          : info->stages & TGSI_GEOM ? TGSI_STAGE_GEOM
                                                     : TGSI_STAGE_COMP;
   static const char *const heads[] = {[TGSI_STAGE_FRAG] = "DCL IN[0], GENERIC[0], LINEAR\nDCL OUT[0], COLOR\n",
                                       [TGSI_STAGE_COMP] = "",
                                       [TGSI_STAGE_GEOM] =
                                           "PROPERTY GS_INPUT_PRIMITIVE POINTS\nPROPERTY GS_OUTPUT_PRIMITIVE POINTS\n"};
   bool optional;
   const unsigned dst = tgsi_num_dst(op), src = tgsi_num_src(op, &optional);
   char text[2000];
   size_t n;

   n = (size_t)snprintf(text, sizeof text, "%s\nDCL TEMP[0..9]\nDCL SAMP[0]\nDCL SVIEW[0], 2D, FLOAT\nDCL BUFFER[0]\n%s  0: %s",
                        tgsi_stage_name[stage], heads[stage], name);
   for (unsigned i = 0; i < dst + src; i++) {
      const char t = i < dst ? tgsi_dst_type(op, i) : tgsi_src_type(op, i - dst);
      const bool input = info->kind == TGSI_INTERP && i == dst;

      n += (size_t)snprintf(text + n, sizeof text - n, "%s %s", i ? "," : "",
                            t == 'S'   ? "SAMP[0]"
                            : t == 'V' ? "SVIEW[0]"
                            : t == 'R' ? "BUFFER[0]"
                            : input    ? "IN[0]"
                            : i >= dst && op == TGSI_OP_FBFETCH ? "OUT[0]"
                            : i < dst  ? "TEMP[0]"
                                       : "TEMP[1]");
   }
   snprintf(text + n, sizeof text - n, "%s\n  1: END\n",
            info->kind != TGSI_TEX ? ""
            : op == TGSI_OP_TEX2   ? ", SHADOWCUBEARRAY"
                                   : ", 2D");
   accepted(name, text);
}

START_TEST(all_words)
{
   static const struct {
      const char *old;
      enum tgsi_op op;
   } alias[] = {
#define TGSI_ALIAS(old, name, documents) {#old, TGSI_OP_##name},
#include "frontend/tgsi/ast/tgsi_words.def"
#undef TGSI_ALIAS
   };
   char text[400];

   for (unsigned op = 0; op < TGSI_OP_COUNT; op++)
      if (tgsi_op_info[op].kind != TGSI_FLOW || op == TGSI_OP_NOP || op == TGSI_OP_RET)
         instruction((enum tgsi_op)op, tgsi_op_info[op].name);
   for (size_t i = 0; i < NUM(alias); i++)
      if (tgsi_op_info[alias[i].op].kind != TGSI_FLOW)
         instruction(alias[i].op, alias[i].old);
   for (unsigned t = 0; t < TGSI_TARGET_UNKNOWN; t++)
      for (unsigned other = 0; other < 2; other++) {
         const char *name = other ? tgsi_target_info[t].other : tgsi_target_info[t].name;

         snprintf(text, sizeof text, "FRAG\nDCL TEMP[0]\nDCL SAMP[0]\nTXQ TEMP[0], TEMP[0], SAMP[0], %s\nEND\n",
                  name ? name : "2D");
         accepted(text, text);
      }
   for (unsigned i = 0; i < TGSI_SEMANTIC_COUNT; i++)
      for (unsigned stage = 0; stage < TGSI_STAGE_COUNT; stage++)
         for (unsigned file = 0; file < 3; file++) {
            const struct tgsi_semantic_info *s = &tgsi_semantic_info[i];

            if (!((file == 0 ? s->in : file == 1 ? s->out : s->sv) >> stage & 1))
               continue;
            snprintf(text, sizeof text, "%s\n%sDCL %s[0], %s[0]\nEND\n", tgsi_stage_name[stage],
                     stage == TGSI_STAGE_GEOM ? "PROPERTY GS_INPUT_PRIMITIVE POINTS\nPROPERTY GS_OUTPUT_PRIMITIVE POINTS\n"
                                              : "",
                     file == 0   ? "IN"
                     : file == 1 ? "OUT"
                                 : "SV",
                     s->name);
            accepted(text, text);
         }
   for (unsigned i = 0; i < TGSI_PROPERTY_COUNT; i++) {
      snprintf(text, sizeof text, "FRAG\nPROPERTY %s %.*s\nEND\n", tgsi_property_info[i].name,
               *tgsi_property_info[i].values ? (int)strcspn(tgsi_property_info[i].values, " ") : 1,
               *tgsi_property_info[i].values ? tgsi_property_info[i].values : "1");
      accepted(text, text);
   }
}
END_TEST

/* ---- any bytes */

static uint32_t rnd(uint64_t *s)
{
   *s ^= *s << 13;
   *s ^= *s >> 7;
   *s ^= *s << 17;
   return (uint32_t)(*s >> 16);
}

static void hostile(const char *name, const char *text, size_t len)
{
   struct parse_outcome o = tgsi_text(text, len, DIAG_COUNT, false);

   ck_assert_msg(o.placed, "%s: a place outside of the text", name);
   ck_assert_msg(o.tree || o.errors, "%s: no tree and no error", name);
   free(o.print);
}

static void mutate(const char *name, const char *text, size_t len, uint64_t *seed)
{
   static const char junk[] = "(){}[].,:|+-=0123456789xyzwAEIFDNR#!$_ \n\t\0\377";
   char copy[2100];

   for (size_t n = 0; n <= len; n++)
      hostile(name, text, n);
   for (unsigned i = 0; i < 200; i++) {
      size_t at = rnd(seed) % len, m = 1 + rnd(seed) % 8, n = len;

      memcpy(copy, text, len);
      m = m > len - at ? len - at : m;
      if (i % 3 == 0) {
         copy[at] = junk[rnd(seed) % (sizeof junk - 1)];
      } else if (i % 3 == 1) {
         memmove(copy + at, copy + at + m, len - at - m);
         n -= m;
      } else {
         memmove(copy + at + m, copy + at, len - at);
         n += m;
      }
      hostile(name, copy, n);
   }
}

START_TEST(any_bytes)
{
   uint64_t seed = 88172645463325252u;
   char text[2000];

   for (size_t i = 0; i < NUM(forms); i++)
      mutate(forms[i].text, text, (size_t)snprintf(text, sizeof text, "%s%s\nEND\n", head, forms[i].text), &seed);
   for (size_t i = 0; i < NUM(declared); i++)
      mutate(declared[i].text, declared[i].text, strlen(declared[i].text), &seed);
}
END_TEST

SUITE_MAIN("tgsi_parse", 120, NULL, NULL, rules, statements, declarations, hinted, all_reported, warnings, printed, all_words,
           any_bytes)

/* SPDX-License-Identifier: MIT */
/*
 * Checks Table X.5 as NV_fragment_program_option, NV_fragment_program2, NV_vertex_program2_option and NV_vertex_program3 print
 * it, for every instruction with every combination of suffixes, legal or not. This file repeats the table from the documents,
 * because the other tests of suffixes take the legal ones from nv_ops.def.
 */
#include "tests/unit/common/parse_check.h"
#include "tests/unit/common/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/nv/ast/nv_ast.h"

#define FO "!!ARBfp1.0\nOPTION NV_fragment_program;\n"
#define F2 "!!ARBfp1.0\nOPTION NV_fragment_program2;\n"
#define V2 "!!ARBvp1.0\nOPTION NV_vertex_program2;\n"
#define V3 "!!ARBvp1.0\nOPTION NV_vertex_program3;\n"

/* Columns: R H X precision, C condition code, 0 and 1 its number, S _SAT, T _SSAT. */
static const struct group {
   const char *head, *columns, *ops;
} groups[] = {
    {FO, "RHXCS", "ABS ADD DP3 DP4 DPH FLR FRC LRP MAD MAX MIN MOV MUL SEQ SFL SGE SGT SLE SLT SNE STR SUB"},
    {FO, "RHCS", "COS DDX DDY DST EX2 LG2 LIT POW RCP RFL RSQ SIN X2D"},
    {FO, "CS", "TEX TXB TXD TXP UP2H UP2US UP4B UP4UB"},
    {FO, "S", "CMP SCS SWZ XPD"},
    {FO, "", "KIL PK2H PK2US PK4B PK4UB"},
    {F2, "RHXCST", "ABS ADD DP2 DP2A DP3 DP4 DPH FLR FRC LRP MAD MAX MIN MOV MUL SEQ SFL SGE SGT SLE SLT SNE STR SUB"},
    {F2, "RHCST", "COS DDX DDY DIV DST EX2 LG2 LIT NRM POW RCP RFL RSQ SCS SIN SWZ X2D XPD"},
    {F2, "CST", "CMP TEX TXB TXD TXL TXP UP2H UP2US UP4B UP4UB"},
    {F2, "", "BRK CAL ELSE ENDIF ENDLOOP ENDREP IF KIL LOOP PK2H PK2US PK4B PK4UB REP RET"},
    {V2, "C",
     "ABS ADD ARA ARL ARR COS DP3 DP4 DPH DST EX2 EXP FLR FRC LG2 LIT LOG MAD MAX MIN MOV MUL POW RCC RCP RSQ SEQ SFL SGE SGT "
     "SIN "
     "SLE SLT SNE SSG STR SUB SWZ XPD"},
    {V2, "", "BRA CAL RET"},
    {V3, "C01S",
     "ABS ADD COS DP3 DP4 DPH DST EX2 EXP FLR FRC LG2 LIT LOG MAD MAX MIN MOV MUL POW RCC RCP RSQ SEQ SFL SGE SGT SIN SLE SLT "
     "SNE "
     "SSG STR SUB SWZ TEX TXB TXL TXP XPD"},
    {V3, "C01", "ARA ARL ARR"},
    {V3, "", "BRA CAL POPA PUSHA RET"},
};
#define NUM_GROUPS (sizeof groups / sizeof groups[0])

static unsigned op_named(const char *name, size_t len)
{
   unsigned op = 0;

   while (op < NV_OP_COUNT && (strlen(nv_op_info[op].name) != len || memcmp(nv_op_info[op].name, name, len)))
      op++;
   ck_assert_msg(op < NV_OP_COUNT, "%.*s", (int)len, name);
   return op;
}

/* A statement with the instruction, and with the blocks and labels that it needs. */
static void statement(char *s, size_t size, unsigned op, const char *suffix)
{
   const struct nv_op_info *info = &nv_op_info[op];
   const char *n = info->name;
   char o[32];

   snprintf(o, sizeof o, "%s%s", n, suffix);
   switch ((enum nv_shape)info->shape) {
   case NV_SHAPE_BRA: snprintf(s, size, "%s lab; lab:", o); return;
   case NV_SHAPE_FLOWCC: snprintf(s, size, op == NV_OP_RET ? "%s;" : "REP 1; %s; ENDREP;", o); return;
   case NV_SHAPE_IF: snprintf(s, size, "%s EQ; ENDIF;", o); return;
   case NV_SHAPE_REP: snprintf(s, size, "%s 1; ENDREP;", o); return;
   case NV_SHAPE_LOOP: snprintf(s, size, "%s 1; ENDLOOP;", o); return;
   case NV_SHAPE_ENDFLOW:
      snprintf(s, size,
               op == NV_OP_ELSE     ? "IF EQ; %s; ENDIF;"
               : op == NV_OP_ENDIF  ? "IF EQ; %s;"
               : op == NV_OP_ENDREP ? "REP 1; %s;"
                                    : "LOOP 1; %s;",
               o);
      return;
   case NV_SHAPE_KIL: snprintf(s, size, "%s u;", o); return;
   case NV_SHAPE_PUSHA:
   case NV_SHAPE_POPA: snprintf(s, size, "%s d;", o); return;
   case NV_SHAPE_SWZ: snprintf(s, size, "%s t, u, x, y, 0, 1;", o); return;
   case NV_SHAPE_TEX: snprintf(s, size, "%s t, u, texture[0], 2D;", o); return;
   case NV_SHAPE_TXD: snprintf(s, size, "%s t, u, u, u, texture[0], 2D;", o); return;
   default: break;
   }
   int at = snprintf(s, size, "%s %s", o, info->suffixes == NV_SFX_ADDR ? "d" : "t.xy");
   for (unsigned i = 0; i < info->num_in; i++)
      at += snprintf(s + at, size - (size_t)at, ", %s", op == NV_OP_ARA ? "d" : info->in[i] == NV_FMT_S ? "u.x" : "u");
   snprintf(s + at, size - (size_t)at, ";");
}

START_TEST(suffixes)
{
   static const char *const precision[] = {"", "R", "H", "X"}, *const cc[] = {"", "C", "C0", "C1"},
                            *const sat[] = {"", "_SAT", "_SSAT"};
   const struct group *g = &groups[_i];
   const bool vertex = g->head[5] == 'v';

   for (const char *s = g->ops; *s; s += strspn(s, " ")) {
      const size_t len = strcspn(s, " ");
      const unsigned op = op_named(s, len);

      s += len;
      for (unsigned k = 0; k < 4 * 4 * 3; k++) {
         const unsigned p = k & 3, c = k >> 2 & 3, t = k >> 4;
         const bool legal = (!p || strchr(g->columns, *precision[p])) &&
                            (!c || strchr(g->columns, "  01"[c] == ' ' ? 'C' : "  01"[c])) &&
                            (!t || strchr(g->columns, " ST"[t]));
         char suffix[16], what[100], text[300];

         snprintf(suffix, sizeof suffix, "%s%s%s", precision[p], cc[c], sat[t]);
         statement(what, sizeof what, op, suffix);
         snprintf(text, sizeof text, "%sTEMP t, u;%s %s\nEND", g->head, vertex ? " ADDRESS d;" : "", what);
         struct parse_outcome o = parse_text(text, strlen(text), &nv_default_limits);
         ck_assert_msg((o.errors == 0) == legal, "%s%s: %s\n%s", nv_op_info[op].name, suffix,
                       o.errors ? o.message : "accepted", text);
      }
   }
}
END_TEST

/* An instruction that the documents do not list for a dialect is rejected in that dialect. */
START_TEST(instructions)
{
   static const char *const heads[] = {FO, F2, V2, V3};

   for (unsigned h = 0; h < 4; h++)
      for (unsigned op = 0; op < NV_OP_COUNT; op++) {
         bool listed = false;

         for (unsigned g = 0; g < NUM_GROUPS; g++)
            for (const char *s = groups[g].ops; *s; s += strspn(s, " ")) {
               const size_t len = strcspn(s, " ");
               listed |= !strcmp(groups[g].head, heads[h]) && len == strlen(nv_op_info[op].name) &&
                         !memcmp(s, nv_op_info[op].name, len);
               s += len;
            }
         char what[100], text[300];
         statement(what, sizeof what, op, "");
         snprintf(text, sizeof text, "%sTEMP t, u;%s %s\nEND", heads[h], h >= 2 ? " ADDRESS d;" : "", what);
         struct parse_outcome o = parse_text(text, strlen(text), &nv_default_limits);
         ck_assert_msg((o.errors == 0) == listed, "%s: %s\n%s", nv_op_info[op].name, o.errors ? o.message : "accepted",
                       text);
      }
}
END_TEST

int main(void)
{
   Suite *s = suite_create("arb_suffixes");
   TCase *c = tcase_create("arb_suffixes");

   tcase_set_timeout(c, 60);
   tcase_add_loop_test(c, suffixes, 0, NUM_GROUPS);
   tcase_add_test(c, instructions);
   suite_add_tcase(s, c);
   return suite_run_nofork(s);
}

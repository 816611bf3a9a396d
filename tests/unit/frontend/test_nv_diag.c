/* SPDX-License-Identifier: MIT */
/*
 * Tests the text and the conditions of diagnostics: notes, hints, the expected tokens, warnings, and that one mistake gives few
 * messages. Each row is worked out from the rules of the language. "@" marks the place of an expected diagnostic and is not
 * part of the program.
 */
#include "frontend/nv/ast/nv_ast.h"
#include "tests/unit/common/file.h"
#include "tests/unit/common/suite.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define V "!!NVvp4.0\n"
#define F "!!NVfp4.0\n"
#define G "!!NVgp4.0\nPRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 3;"
#define AV "!!ARBvp1.0\n"
#define AF "!!ARBfp1.0\n"
#define O "MOV result.color, t;\nEND"
#define P "MOV result.position, t;\nEND"

#define MAX_DIAGS 40

struct outcome {
   unsigned num, errors, warnings;
   struct {
      const char *id;
      enum diag_severity severity;
      uint32_t off, line;
      char message[200];
   } diag[MAX_DIAGS];
};

static void parse(const char *text, size_t len, bool werror, struct outcome *o)
{
   struct util_ctx ctx;

   memset(o, 0, sizeof *o);
   util_ctx_init(&ctx, NULL, 0);
   ctx.text = text;
   ctx.text_len = len;
   ctx.werror = werror;
   ctx.unwind_set = true;
   if (setjmp(ctx.unwind) == 0) {
      struct nv_program *p = nv_parse(&ctx, text, len, &nv_default_limits);
      ck_assert_int_eq(p != NULL, ctx.num_errors == 0);
      ck_assert_int_eq(p != NULL, ctx.status == UTIL_OK);
   }
   o->errors = ctx.num_errors;
   o->warnings = ctx.num_warnings;
   for (struct util_diag *d = ctx.diags; d; d = d->next) {
      if (o->num < MAX_DIAGS) {
         o->diag[o->num].id = diag_info[d->id].name;
         o->diag[o->num].severity = d->severity;
         o->diag[o->num].off = d->span.off;
         o->diag[o->num].line = d->line;
         snprintf(o->diag[o->num].message, sizeof o->diag[o->num].message, "%s", d->message);
      }
      o->num++;
   }
   util_ctx_finish(&ctx);
}

/* Removes the marks from a text and finds their places. */
static size_t unmark(const char *marked, char *text, uint32_t *marks, unsigned *num)
{
   size_t n = 0;

   *num = 0;
   for (const char *s = marked; *s; s++) {
      if (*s == '@')
         marks[(*num)++] = (uint32_t)n;
      else
         text[n++] = *s;
   }
   text[n] = 0;
   return n;
}

/* The first message must contain this text. */
static const struct {
   const char *says, *text;
} message_rows[] = {
   {"did you mean \"MOV\"?", F "TEMP t; @MVO t, 1;" O},
   {"did you mean \"MOV\"?", F "TEMP t; @mov t, 1;" O},
   {"did you mean \"ADD_SAT\"?", F "TEMP t; @ADDD_SAT t, 1, t;" O},
   {"did you mean \"TEMP\"?", F "TEMP t; @TMEP u;" O},
   {"did you mean \"ADDRESS\"?", AV "@ADRESS a; TEMP t;" P},
   {"use LG2", F "TEMP t; @LOG t, t.x;" O},
   {"use EX2", F "TEMP t; @EXPC_SAT t, t.x;" O},
   {"use a component of an INT TEMP as the index", V "@ADDRESS a; PARAM c[] = {1, 2}; TEMP t; MOV t, c[a.x];" P},
   {"use FLR.S to compute an index", V "TEMP t; @ARL t.x, t.x;" P},
   {"use REP", F "TEMP t; @LOOP 3;" O},
   {"the older ones", F "OPTION @NV_fragment_program2; TEMP t; MOV t, 1;" O},
   {"did you mean \"LONG\"?", F "@LONGG TEMP t; MOV t, 1;" O},
   /* not an instruction of this language */
   {"unknown instruction \"TRUNK\"", AF "TEMP t; @TRUNK t, t;" O},
   {"did you mean \"normal\"?", F "TEMP normal, t; MOV t, @nromal;" O},
   {"did you mean \"fragment\"?", F "TEMP t; MOV t, @fragmnt.color;" O},
   {"\"vertx\" is not declared", F "TEMP t; MOV t, @vertx.color;" O}, /* a fragment program has no vertex.* bindings */
   {"did you mean \"texcoord\"?", F "TEMP t; MOV t, fragment.@texcord[0];" O},
   {"did you mean \"diffuse\"?", F "TEMP t; MOV t, state.light[0].@difuse;" O},
   {"did you mean \"modelview\"?", V "TEMP t; MOV t, state.matrix.@modelvew.row[0];" P},
   {"did you mean \"local\"?", F "TEMP t; MOV t, program.@lcoal[0];" O},
   {"did you mean \"SAT\"?", F "TEMP t; MOV.@SATT t, 1;" O},
   {"did you mean \"NAN\"?", F "TEMP t; MOV t (@NANN.x), 1;" O},
   {"did you mean \"SHADOW2D\"?", F "TEMP t; TEX t, 1, texture[0], @SHADOWD2;" O},
   {"did you mean \"2D\"?", F "TEMP t; TEX t, 1, texture[0], @2d;" O},
   {"did you mean \"CUBE\"?", F "TEMP t; TEX t, 1, texture[0], @cube;" O},
   {"\"fragment.color\" is a binding", F "TEMP t; ALIAS a = @fragment.color; MOV t, a;" O},
   {"an alias names a whole variable", F "TEMP t; ALIAS a = t@.x; MOV t, a;" O},
   {"did you mean \"ARB_draw_buffers\"?", F "OPTION @ARB_draw_bufers; TEMP t;" O},
   {"did you mean \"LINES_ADJACENCY\"?", "!!NVgp4.0\nPRIMITIVE_IN @LINE_ADJACENCY; PRIMITIVE_OUT POINTS; VERTICES_OUT 1; END"},
   {"did you mean \"light_all\"?", F "TEMP t; CAL @ligth_all; RET; light_all: MOV t, 1; " O},
   {"did you mean \"texture\"?", F "TEMP t; TEX t, 1, @txeture[0], 2D;" O},
   {"expected \",\", found \";\"", F "TEMP t; ADD t, t@;" O},
   {"expected \";\", found \",\"", F "TEMP t; MOV t, t@, t;" O},
   {"expected an operand, found \";\"", F "TEMP t; MOV t, @;" O},
   {"expected a result, found \",\"", F "TEMP t; MOV @, t;" O},
   {"expected a condition, found \";\"", F "TEMP t; IF @; ENDIF;" O},
   {"expected a label, found \";\"", F "TEMP t; CAL @;" O},
   {"expected a statement or END, found \";\"", F "TEMP t; @;" O},
   {"expected a binding or a constant, found \";\"", F "TEMP t; PARAM a = @;" O},
   {"expected \",\" or \"}\", found \";\"", F "TEMP t; PARAM a = {1, 2@;" O},
   {"expected a name, found \",\"", F "TEMP t, @, u;" O},
   {"expected \",\" or \";\", found \"u\"", F "TEMP t @u;" O},
   {"expected an index, found \"]\"", F "TEMP t, a[2]; MOV t, a[@];" O},
   {"expected an integer or \"]\", found \"-\"", F "TEMP t, a[@-1];" O},
   {"expected a texture target, found \";\"", F "TEMP t; TEX t, t, texture[0], @;" O},
   {"expected 0, 1 or a component, found \",\"", F "TEMP t; SWZ t, t, x, y, @, w;" O},
   {"the program ends without END", F "TEMP t; MOV t, 1;@"},
};

START_TEST(messages)
{
   unsigned bad = 0;

   for (size_t i = 0; i < sizeof message_rows / sizeof message_rows[0]; i++) {
      char text[1000];
      uint32_t marks[20];
      unsigned num;
      struct outcome o;

      size_t len = unmark(message_rows[i].text, text, marks, &num);
      parse(text, len, false, &o);
      if (o.errors == 1 && o.diag[0].off == marks[0] && strstr(o.diag[0].message, message_rows[i].says))
         continue;
      bad++;
      fprintf(stderr, "%s\n  %u errors, at %u (expected %u): %s\n", message_rows[i].text, o.errors, o.diag[0].off, marks[0],
              o.diag[0].message);
   }
   ck_assert_uint_eq(bad, 0);
}
END_TEST

/* Expects one error at the second mark, with a note at the first. */
static const char *const note_rows[] = {
    F "TEMP @t; TEMP @t;" O,
    F "TEMP t, @a[2]; ALIAS b = a; MOV t, b[@2];" O,
    F "TEMP t; PARAM @k = 1; MOV @k, t;" O,
    F "TEMP t; OUTPUT @o = result.color; MOV t, @o; MOV o, t; END",
    F "TEMP t; INT TEMP @i; MOV.S i, 1; MOV t, @i;" O,
    F "TEMP t, @a[2]; MOV t, @a;" O,
    F "TEMP @t; MOV t, t@[0];" O,
    F "TEMP t; IF @@t.x; ENDIF;" O, /* the test of a value */
    F "TEMP t; TEX t, 1, texture[3], @2D; TEX t, 1, texture[3], @3D;" O,
    F "TEMP t; @IF TR; @ENDREP;" O,
    F "TEMP t; MOV t, 1; MOV.CC t, t; @IF NE; ELSE; @ELSE; ENDIF;" O,
    F "TEMP t; MOV t, 1; MOV.CC t, t; @IF NE; MOV result.color, t; @END",
    F "TEMP t; RET; @l: RET; @l: RET; END",
    V "TEMP t; MOV t, @vertex.attrib[3]; ADD t, t, @vertex.color;" P,
    F "FLAT ATTRIB a = @fragment.attrib[0]; ATTRIB b = @fragment.attrib[0]; TEMP t; ADD t, a, b;" O,
    V "BUFFER a = @program.buffer[3][0]; BUFFER b = program.buffer[2][1]; BUFFER4 c = @program.buffer[3][1]; TEMP t;" P,
    V "INT TEMP i; ATTRIB @a[] = { vertex.attrib[0..2] }; ATTRIB b[] = { vertex.attrib[2..3] }; TEMP t; ADD t, a[i.x], "
      "b[@i.x];" P,
    V
    "INT TEMP i; PARAM @a[] = { program.env[0..2] }; PARAM b[] = { program.env[2..3] }; TEMP t; ADD t, a[i.x], b[@i.x + 1];" P,
    V "INT TEMP i; PARAM @a[] = { program.env[0..2], program.env[1] }; TEMP t; MOV t, a[@i.x];" P,
    V "INT TEMP i; TEMP t; OUTPUT @a[] = { result.clip[0..2] }; OUTPUT b[] = { result.clip[2] }; MOV a[i.x], t; MOV b[@i.x], "
      "t;" P,
    "!!NVgp4.0\n@PRIMITIVE_IN POINTS; @PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 1; END",
    F "TEMP t; @ADD t, t@;" O,
    F "TEMP t;\nMOV t, 1@\n@MOV t, t;" O,
};

START_TEST(notes)
{
   unsigned bad = 0;

   for (size_t i = 0; i < sizeof note_rows / sizeof note_rows[0]; i++) {
      char text[1000];
      uint32_t marks[20];
      unsigned num;
      struct outcome o;

      size_t len = unmark(note_rows[i], text, marks, &num);
      parse(text, len, false, &o);
      if (o.num == 2 && o.errors == 1 && o.diag[1].severity == DIAG_NOTE && !strcmp(o.diag[0].id, o.diag[1].id) &&
          o.diag[0].off == marks[1] && o.diag[1].off == marks[0])
         continue;
      bad++;
      fprintf(stderr, "%s\n  %u diagnostics; at %u (expected %u): %s; at %u (expected %u): %s\n", note_rows[i], o.num,
              o.diag[0].off, marks[1], o.diag[0].message, o.diag[1].off, marks[0], o.diag[1].message);
   }
   ck_assert_uint_eq(bad, 0);
}
END_TEST

/* Expects the warnings of a program: ids in order, at the marks in order. Notes are not counted. */
static const struct {
   const char *ids, *text;
} warning_rows[] = {
    /* reads */
    {"unwritten-read", F "TEMP t; MOV result.color, @t; END"},
    {"unwritten-read", F "TEMP t; MOV t.xyz, 1; MOV result.color, @t; END"},
    {"", F "TEMP t; MOV t.xyz, 1; MOV result.color.xyz, t; END"},
    {"", F "TEMP t; MOV t.xyz, 1; DP3 result.color, t, t; END"},
    {"unwritten-read", F "TEMP t; MOV t.xyz, 1; DP4 result.color, 1, @t; END"},
    {"", F "TEMP t; MOV t.xy, 1; TEX result.color, t, texture[0], 2D; END"},
    {"unwritten-read", F "TEMP t; MOV t.x, 1; TEX result.color, @t, texture[0], 2D; END"},
    {"", F "TEMP t; MOV t.w, 1; MOV result.color, t.w; END"},
    {"", F "TEMP t; MOV t.zw, 1; SWZ result.color, t, 0, 1, -z, w; END"},
    {"unwritten-read", F "TEMP t; MOV t.x, 1; RCP result.color, @t.y; END"},
    {"unwritten-read", F "TEMP t; ADD t, @t, 1; MOV result.color, t; END"}, /* reported once */
    /* a masked or conditional write counts as a write */
    {"", F "TEMP t, u; MOV.CC u, 1; MOV t (LT.x), 1; MOV result.color, t; END"},
    /* branches */
    {"", F "TEMP t, c; MOV.CC c, 1; IF NE.x; MOV t, 1; ENDIF; MOV result.color, t; END"},
    {"", F "TEMP t, c; MOV.CC c, 1; IF NE.x; MOV c, 1; ELSE; MOV t, 1; ENDIF; MOV result.color, t; END"},
    {"unwritten-read", F "TEMP t, c; MOV.CC c, 1; IF NE.x; MOV t, 1; ELSE; MOV result.color, @t; ENDIF; END"},
    {"", F "TEMP t, c; MOV.CC c, 1; IF NE.x; IF EQ.y; MOV t, 1; ELSE; MOV c, 1; ENDIF; MOV c, t; ELSE; ENDIF; MOV "
           "result.color, t; END"},
    {"unwritten-read",
     F "TEMP t, c; MOV.CC c, 1; IF NE.x; IF EQ.y; MOV t, 1; ENDIF; ELSE; MOV c, @t; ENDIF; MOV result.color, c; END"},
    /* a loop counts as executed */
    {"", F "TEMP t, u; REP 3; ADD u, 1, 2; IF NE.x; MOV result.color, t; ENDIF; MOV.CC t, u; ENDREP; END"},
    {"unwritten-read", F "TEMP t, u; MOV u, 1; REP 3; ADD u, u, @t; ENDREP; MOV t, u; MOV result.color, t; END"},
    {"unwritten-read", F "INT TEMP n; REP.S @n; ENDREP; MOV result.color, 1; END"},
    /* after a call, everything that any subroutine writes counts as written */
    {"", F "TEMP t; main: CAL sub; MOV result.color, t; RET; sub: MOV t, 1; RET; END"},
    {"", F "TEMP t; main: MOV t, 1; CAL sub; RET; sub: MOV result.color, t; RET; END"},
    {"unwritten-read", F "TEMP t, u; main: CAL sub; MOV t, 1; RET; sub: ADD result.color, t, @u; RET; END"},
    {"unwritten-read", F "TEMP t; main: MOV result.color, @t; CAL sub; RET; sub: MOV t, 1; RET; END"},
    /* an array counts as one variable */
    {"", F "TEMP t, a[3]; MOV a[0], 1; MOV result.color, a[2]; MOV t, 1; MOV t, t; END"},
    {"unwritten-read", F "TEMP a[3]; MOV a[0].x, 1; MOV result.color, @a[0].y; END"},
    {"unwritten-read", F "TEMP a[3]; INT TEMP i; MOV a[0], 1; MOV result.color, @a[i.x]; END"},
    {"unwritten-read", V "TEMP t; INT TEMP i; OUTPUT o[] = { result.texcoord[0..3] }; MOV t, 1; MOV @o[i.x], t;" P},
    {"unwritten-read", AV "ADDRESS a; PARAM p[2] = { program.env[0..1] }; TEMP t; MOV t, @p[a.x];" P},
    {"", AV "ADDRESS a; PARAM p[2] = { program.env[0..1] }; TEMP t; ARL a.x, vertex.attrib[0].x; MOV t, p[a.x];" P},
    /* condition codes */
    {"unwritten-condition", F "TEMP t; MOV t, 1; MOV @t (NE.x), 2;" O},
    {"unwritten-condition", F "@IF NE.x; ENDIF; MOV result.color, 1; END"},
    {"unwritten-condition", F "KIL @LT; MOV result.color, 1; END"},
    {"unwritten-condition", F "TEMP t; MOV.CC1 t, 1; MOV @t (NE0), 2;" O},
    {"", F "TEMP t; MOV.CC1 t, 1; MOV t (NE1), 2;" O},
    {"", F "TEMP t; MOV.CC t.x, 1; MOV t, 2; IF NE; MOV t, 1; ENDIF;" O}, /* only x is supplied from outside; the other
                                                                             components are 0 */
    {"unwritten-condition", F "TEMP t; MOV.CC t.x, 1; MOV @t.y (NE.z), 2; MOV t.yzw, 1;" O},
    {"", F "TEMP t; MOV t, 1; MOV t (TR), 2;" O},
    /* declarations */
    {"unused-declaration", F "TEMP t, @u; MOV t, 1;" O},
    {"", F "TEMP t, u; MOV t, 1; MOV u, 1;" O}, /* a variable that is written counts as used */
    {"unused-declaration unused-declaration unused-declaration",
     F "TEMP t; PARAM @p = 1; ATTRIB @a = fragment.color; OUTPUT @o = result.depth; MOV t, 1;" O},
    {"unused-declaration", AV "ADDRESS @a; TEMP t; MOV t, 1;" P},
    {"unused-declaration", F "BUFFER @b = program.buffer[0][1]; TEMP t; MOV t, 1;" O},
    {"", F "TEMP t; ALIAS u = t; MOV u, 1; MOV result.color, u; END"},
    {"ignored-size ignored-size ignored-size",
     F "@LONG ATTRIB a = fragment.color; @SHORT PARAM p = 1; FLOAT @LONG OUTPUT o = result.color; ADD o, a, p; END"},
    {"", AF "OPTION NV_fragment_program; LONG OUTPUT o = result.color; MOVR o, 1; END"},
    {"", F "SHORT TEMP t; LONG TEMP u; SHORT OUTPUT o = result.color; MOV t, 1; MOV u, t; MOV o, u; END"},
    /* 2.X.3.3: constants in declarations without a type are floats */
    {"integer-as-float", F "INT TEMP t; PARAM p = 2; ADD.S t, 1, @p; ADD.S t, p, p; MOV.S result.color, t; END"},
    {"integer-as-float", F "INT TEMP t; PARAM p[] = {1.0, {2.0, -2}}; MOV.S t, @p[0]; MOV.S result.color, t; END"},
    {"", F "TEMP t; PARAM p = 2; INT PARAM q = 2; PARAM r = 2.0; MOV t, p; MOV.S t, q; MOV.U t, r; MOV.S result.color, t; END"},
    /* results */
    {"unwritten-result", V "MOV result.color, 1; @END"},
    {"", V "OPTION ARB_position_invariant; MOV result.color, 1; END"},
    {"", V "OUTPUT o = result.position; MOV o, 1; END"},
    {"unwritten-result", F "TEMP t; MOV t, 1; @END"},
    {"", F "TEMP t; MOV t, 1; KIL t; END"},
    {"", F "MOV result.depth.z, 1; END"},
    {"unwritten-result", G "MOV result.position, 1; @END"},
    {"", G "MOV result.position, 1; EMIT; END"},
    /* unreachable code */
    {"unreachable", F "MOV result.color, 1; RET; @MOV result.color, 2; MOV result.color, 3; END"},
    {"", F "TEMP c; MOV.CC c, 1; MOV result.color, 1; RET (NE.x); MOV result.color, 2; END"},
    {"", F "TEMP c; MOV.CC c, 1; MOV result.color, 1; IF NE.x; RET; ENDIF; MOV result.color, 2; END"},
    {"", F "TEMP c; MOV.CC c, 1; MOV result.color, 1; IF NE.x; RET; ELSE; MOV c, 2; ENDIF; MOV result.color, 2; END"},
    {"unreachable", F "MOV result.color, 1; REP 3; BRK (TR); @MOV result.color, 2; ENDREP; MOV result.color, 2; END"},
    {"", F "main: MOV result.color, 1; CAL s; RET; s: RET; END"},
    {"constant-condition", F "@IF TR; MOV result.color, 1; ENDIF; END"},
    {"constant-condition", F "@IF FL.x; MOV result.color, 1; ENDIF; END"},
    {"constant-condition", F "MOV result.color, 1; REP 3; @BRK (FL); ENDREP; END"},
    /* programs with jumps: only registers that are never written */
    {"", AV "OPTION NV_vertex_program2; TEMP t, u; BRA b; a: MOV t, u; MOV result.position, t; RET; b: MOV u, 1; BRA a; END"},
    {"unwritten-read", AV "OPTION NV_vertex_program2; TEMP t, u; BRA b; b: MOV t, @u; MOV result.position, t; END"},
};

START_TEST(warnings)
{
   unsigned bad = 0;

   for (size_t i = 0; i < sizeof warning_rows / sizeof warning_rows[0]; i++) {
      char text[1000], ids[400] = "";
      uint32_t marks[20];
      unsigned num, seen = 0;
      struct outcome o;
      bool ok = true;

      size_t len = unmark(warning_rows[i].text, text, marks, &num);
      parse(text, len, false, &o);
      for (unsigned k = 0; k < o.num && k < MAX_DIAGS; k++) {
         if (o.diag[k].severity == DIAG_NOTE)
            continue;
         snprintf(ids + strlen(ids), sizeof ids - strlen(ids), "%s%s", seen ? " " : "", o.diag[k].id);
         ok &= seen < num && marks[seen] == o.diag[k].off;
         seen++;
      }
      if (ok && seen == num && o.errors == 0 && !strcmp(ids, warning_rows[i].ids))
         continue;
      bad++;
      fprintf(stderr, "%s\n  expected: %s\n  got: %s%s\n", warning_rows[i].text, warning_rows[i].ids, ids,
              ok ? "" : " (elsewhere)");
      for (unsigned k = 0; k < o.num && k < MAX_DIAGS; k++)
         fprintf(stderr, "  at %u: %s\n", o.diag[k].off, o.diag[k].message);
   }
   ck_assert_uint_eq(bad, 0);

   /* -Werror rejects; a warning that is turned off has no note either */
   struct outcome o;
   static const char text[] = F "TEMP t; MOV result.color, t; END";
   parse(text, strlen(text), true, &o);
   ck_assert(o.errors == 1 && o.warnings == 0 && o.num == 2);
}
END_TEST

/* The examples and benchmarks of this tree give no diagnostic. */
START_TEST(clean)
{
   static const char *const patterns[] = {"examples/*.[vfg]p", "bench/shaders/*.[vfg]p"};
   unsigned seen = 0;

   for (unsigned i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
      glob_t g;

      if (glob(patterns[i], 0, NULL, &g) != 0)
         continue;
      for (size_t k = 0; k < g.gl_pathc; k++) {
         size_t len;
         char *text = file_read(g.gl_pathv[k], &len);
         struct outcome o;

         ck_assert_ptr_nonnull(text);
         parse(text, len, true, &o);
         free(text);
         if (o.num && !strcmp(o.diag[0].id, "unsupported-language"))
            continue;
         ck_assert_msg(o.num == 0, "%s: %s", g.gl_pathv[k], o.diag[0].message);
         seen++;
      }
      globfree(&g);
   }
   ck_assert_uint_gt(seen, 0);
}
END_TEST

/* One mistake gives one message at the mark, and no message about its consequences. */
static const char *const recovery_rows[] = {
    /* a semicolon is missing: the next line is still read as a statement */
    F "TEMP t\n@TEMP u; MOV t, 1; MOV u, t; MOV result.color, u; END",
    F "TEMP t; MOV t, 1\n@IF TR; MOV t, 1; ENDIF;" O,
    F "TEMP t; MOV t, 1; MOV result.color, t @END",
    F "TEMP t; main: CAL f\n@f: MOV t, 1;" O,
    /* names of a wrong declaration */
    F "@a, b, c; MOV a, b; MOV b, c; MOV result.color, a; END",
    F "TEMP a @b, c; MOV a, b; MOV b, c; MOV result.color, a; END",
    F "PARAM k = { 1, 2 @; TEMP t; MOV t, k; MOV t, k;" O,
    F "TEMP @, u; MOV t, u; MOV t, t;" O,
    F "UINT @UINT TEMP a, b, c; MOV.U a, b; MOV.U b, c; MOV result.color, a; END",
    /* an option that is missing or misspelt */
    AF "OPTION @NV_fragmnt_program2; TEMP t; MOVR t, 1; MOVH t, 1; MOVC t, 1; IF NE.x; ENDIF;" O,
    AF "@NV_fragment_program2; TEMP t; MOVR t, 1; MOVH t, 1; IF NE.x; ENDIF;" O,
    AV "OPTION @; ADDRESS a; TEMP t; ARL a.y, vertex.attrib[0].x; MOV t, vertex.attrib[a.y]; MOVC t, t; MOV t (EQ1.x), t;" P,
    AV "OPTION @something; ADDRESS a; TEMP t; ARL a.y, vertex.attrib[0].x; MOV t, vertex.attrib[a.y]; MOVC t, t; MOV t "
       "(EQ1.x), t;" P,
    AF "TEMP t; @MOVR t, 1; MOVR t, 1; MOVH t, 1;" O,
    F "TEMP t; MOV t, 1; MOV result.color@[1], t; MOV result.color[2], t; MOV result.color[3], t; END",
    /* blocks */
    F "TEMP t; @NE.x; MOV t, 1; ELSE; MOV t, 1; ENDIF;" O,
    F "TEMP t; REP 3; MOV t, 1; IF TR; @ENDREP;" O,
    F "TEMP t; @IIF NE.x; MOV t, 1; ELSE; MOV t, 1; ENDIF;" O,
    F "TEMP t; IF NE.x @MOV t, 1; ELSE; MOV t, 1; ENDIF;" O,
    F "TEMP t; main: IF TR; MOV t, 1; @a: RET; b: RET; c: RET; END",
    /* a label in a statement with a syntax error */
    F "TEMP t; main: CAL f; RET; @f MOV t, 1;" O,
    /* a valid declaration, but not the intended one */
    F "TEMP t; PARAM k = 1; PARAM @t = 2; MOV t, k; MOV t, k; ADD t, t, k;" O,
    F "TEMP t, a; MOV t, 1; MOV a@[0], t; MOV a[1], t; MOV t, a[1];" O,
    F "TEMP t, a[2]; MOV a[0], 1; MOV a[1], a[@2]; MOV t, a[3]; MOV t, a[4];" O,
    F "TEMP @texture; MOV t, 1; MOV t, t; MOV result.color, t; END",
    F "PARAM k@] = { 1, 2 }; TEMP t; MOV t, m[0]; MOV t, m[1];" O,
    /* a semicolon comes too early: the rest of the line is not a statement */
    F "TEMP t; MOV t@; 1;\nMOV t, 1;" O,
    F "TEMP t; MOV t, t.@;x;\nMOV t, 1;" O,
    F "BUFFER4 b[] = { program.buffer[0]@; };\nTEMP t; MOV t, b[0];" O,
    F "TEMP t; MOV @;;; t, 1; MOV t, 1;" O,
    /* a word that is not END does not end the program */
    F "TEMP t, a[2]; MOV a[END@], t; MOV t, a[1];" O,
    F "TEMP t; MOV t, 1 @END; MOV t, 1;" O,
    /* an expression in place of a condition */
    F "TEMP t; MOV t, 1; IF @t.x > 0; MOV t, 1; ELSE; MOV t, 2; ENDIF;" O,
    F "TEMP t; MOV t, 1; IF @t.x > 0\nMOV t, 1; ELSE; MOV t, 2; ENDIF;" O,
    /* a valid flow instruction, but not the intended one */
    F "TEMP t; MOV t, 1; ENDREP @t, t;" O,
    F "TEMP t; MOV t, 1; BRK @t, t;" O,
    F "TEMP t; MOV t, 1; IF @t > 0; MOV t, 1; ENDIF;" O,
    F "TEMP t; MOV t, 1; IF @t == 0\nMOV t, 1; ENDIF;" O,
    F "TEMP t; MOV t, 1; IF @t, 0; MOV t, 1; ENDIF;" O,
    F "TEMP t; MOV t, 1; MOV t (@t.x >= 0), t; MOV t, 1;" O,
    F "TEMP t; MOV t, 1; MOV t.xz (@t), t; MOV t, 1;" O,
    F "TEMP t; IF NE@, t; MOV t, 1; l: RET; END",
    F "TEMP t; REP 3; IF NE@, t; ENDREP;" O,
    F "TEMP t; REP t@, t; IF NE.x; ENDIF; CONT; " O,
    /* a wrong type */
    F "INT TEMP a, b; MOV.@I a, b; MOV result.color, 1; END",
};

START_TEST(recovery)
{
   unsigned bad = 0;

   for (size_t i = 0; i < sizeof recovery_rows / sizeof recovery_rows[0]; i++) {
      char text[1000];
      uint32_t marks[20];
      unsigned num;
      struct outcome o;

      size_t len = unmark(recovery_rows[i], text, marks, &num);
      parse(text, len, false, &o);
      if (o.errors == 1 && o.diag[0].off == marks[0])
         continue;
      bad++;
      fprintf(stderr, "%s\n  %u errors\n", recovery_rows[i], o.errors);
      for (unsigned k = 0; k < o.num && k < MAX_DIAGS; k++)
         fprintf(stderr, "  at %u: %s\n", o.diag[k].off, o.diag[k].message);
   }
   ck_assert_uint_eq(bad, 0);
}
END_TEST

static double seconds(void)
{
   struct timespec t;

   clock_gettime(CLOCK_MONOTONIC, &t);
   return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* 100,000 mistakes or warnings are reported quickly: the limit of one second is 50 times the usual time. */
START_TEST(cost)
{
   enum { N = 100000 };
   size_t cap = (size_t)N * 60 + 1000, n;
   char *text = malloc(cap);
   struct outcome o;

   for (unsigned kind = 0; kind < 4; kind++) {
      n = (size_t)sprintf(text, F "TEMP t;\n");
      for (unsigned i = 0; i < N; i++) {
         switch (kind) {
         case 0: n += (size_t)sprintf(text + n, "MOV t, name_%c%u;\n", (int)('a' + i % 26), i); break;    /* undeclared */
         case 1: n += (size_t)sprintf(text + n, "TEMP aname_%u; MOV t, aname%u;\n", i, i); break;     /* like many names */
         case 2: n += (size_t)sprintf(text + n, "PARAM p%u = 1;\n", i); break;                             /* unused */
         case 3: n += (size_t)sprintf(text + n, "IF NE.x; MOV t, 1; ELSE; MOV t.x, t;\n"); break;         /* nested */
         }
      }
      for (unsigned i = 0; kind == 3 && i < N; i++)
         n += (size_t)sprintf(text + n, "ENDIF;\n");
      n += (size_t)sprintf(text + n, "MOV result.color, t; END");
      double t0 = seconds();
      parse(text, n, false, &o);
      double t1 = seconds();
      ck_assert_uint_le(o.errors, 1001);
      ck_assert_uint_le(o.warnings, 100);
      ck_assert_uint_gt(o.num, 0);
      ck_assert_msg(t1 - t0 < 5.0, "kind %u: %.1f s", kind, t1 - t0);
   }
   free(text);
}
END_TEST

int main(void)
{
   Suite *s = suite_create("nv_diag");
   TCase *c = tcase_create("diag");

   tcase_set_timeout(c, 60);
   tcase_add_test(c, messages);
   tcase_add_test(c, notes);
   tcase_add_test(c, warnings);
   tcase_add_test(c, clean);
   tcase_add_test(c, recovery);
   tcase_add_test(c, cost);
   suite_add_tcase(s, c);
   return suite_run(s);
}

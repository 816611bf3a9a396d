/* SPDX-License-Identifier: MIT */
/*
 * Tests the NV parser. Each row of the reject tables (nv_rejects.h) breaks one rule of NV_gpu_program4 or a stage document. It
 * must give exactly one diagnostic, with the id of the row, at the place of "@" in the source (which is removed before
 * parsing): the first wrong token, or the end of the text. Rows of the accept table must give a tree and no diagnostic.
 */
#include "tests/unit/frontend/nv_rejects.h"
#include "tests/unit/common/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

PARSE_REJECT_TEST(syntax)
PARSE_REJECT_TEST(modifier)
PARSE_REJECT_TEST(option)
PARSE_REJECT_TEST(variable)
PARSE_REJECT_TEST(array)
PARSE_REJECT_TEST(binding)
PARSE_REJECT_TEST(operand)
PARSE_REJECT_TEST(flow)

/* clang-format off */
static const char *const accept_rows[] = {
   V "END",
   "!!NVvp4.0END",
   "!!NVfp4.0#comment\rTEMP a;MOV result.color,1;END#",
   V "\r\n\tEND \n# after\n",
   F "OPTION ARB_fog_exp; OPTION ARB_precision_hint_fastest; OPTION ARB_draw_buffers; OPTION ATI_draw_buffers;"
     "OPTION ARB_fragment_program_shadow; MOV result.color[7], 1; MOV result.color, 2; MOV result.depth.z, 3;" E,
   V "OPTION ARB_position_invariant; MOV result.color, 1;" E,
   /* only the words of the list are reserved: a variable may be named like an opcode or keyword */
   V "TEMP MOV, TEMP, END, IF, F, x, EQ, texcoord, $a_1; MOV MOV, TEMP; ADD END.x, IF, x; MOV F (EQ.x), EQ;" E,
   V "TEMP fragment, primitive; MOV fragment.x, primitive;" E,
   V "MOV: IF EQ; ENDIF; END2: RET; END: CAL END; CAL MOV (NE1.wzyx);" E,
   /* declarations may be anywhere */
   V "TEMP a; MOV a, 1; PARAM k = 3; MOV a, k; main: TEMP b; MOV b, a;" E,
   V T "ADDR a, b, c; ADDH a, b, c; ADDC a, b, c; ADDC0 a, b, c; ADDC1 a, b, c; ADD_SAT a, b, c; ADD_SSAT a, b, c; ADDRC1_SSAT a, b, c;"
       "ADDHC_SAT a, b, c; RCCR a, b.x; SCSC1 a, b.x; DP2AR a, b, b, b; DPHH a, b, c; TEXR a, b, texture[0], 2D; TXFC a, i, texture[1], 2D;" E,
   V T "ADD.S i, i, 3; ADD.U.CC u, u, 0xFFFFFFFF; MUL.HI.S i, i, i; MUL.U.HI u, u, u; MUL.S24 i, i, i; MUL.U24.CC1 u, u, u;"
       "ADD.NTC i, u, f; MOV.SAT.F.CC0 a, b; UP4B.U.SAT a, u.x; SEQ.U u, u, 1; CMP.S i, i, i, i;" E,
   V T "MOV a, -|b|; MOV a, |-b|; MOV a, -|-b.xxyy|; MOV a, +b.rgba; MOV a, +|+b.r|; MOV a, -3; MOV a, |{-1, 2}.y|; MOV a, -{1}.x;" E,
   V T "MOV a, {0}.x; MOV a, {1, 0}.xyyx; MOV.S i, {15}; MOV.U u, 0x0F; MOV a, 1e-016; MOV a, .5; MOV a, 5.; MOV a, 1.e5; MOV a, 2E+3;"
       "MOV a, 0x10; MOV a, 99999999999999999999999; MOV.S i, -2147483648; MOV.S i, {-2147483648}; MOV.U u, -1; MOV.U u, {-0};" E,
   V T "RCP a.y, b; RSQ a.w, |b|; POW a.x, b, c; SHL.S i, i, {15}; SHL.S i, i, 3; RCP a, 2; DIV a, b, c.w; RCP a.y, {1, 2}; RCP a, {7};" E,
   V T "MOV a.xyzw (GT1.xyzw), b; MOV a.rg (LEG0.a), b; MOV a (NAN), b; MOV a (NCF1.y), b; MOV a (BLE), b; MOV a.x(TR0), b;" E,
   V T "SWZ a, b, x, -y, 0, -1; SWZ a.xy, vertex.attrib[1], r, +g, b, a; SWZ a, {1, 2, 3}, x, x, +1, w; SWZ a, 3, 0, 0, 0, x;" E,
   V T "MOV arr[0].x, b; MOV arr[i.x], b; MOV arr[i.y + 3].yz (EQ), b; MOV a, arr[a.z].wwww; MOV a, -|arr[u.w + 0]|; MOV a, arr[arr[2].x - 0];" E,
   V T "TEX a, b, texture[0], 2D, (1,0); TEX a, b, texture[1], 3D, (-8, 7, +1); TEX a, b, texture[2], 1D, (3, 0, 0); TXF a, i, texture[3], BUFFER;"
       "TXF a, i, texture[3], BUFFER, (0); TEX a, b, texture[4], CUBE, (0, 0, 0); TXQ i, i, texture[3], BUFFER; TXD a, b, b, b, texture[5], SHADOWARRAY2D, (1, 1);"
       "TEX a, b, texture[6], SHADOWCUBE; TXL a, b, texture[7], ARRAY2D; TXB a, b, texture[8], SHADOWARRAY1D; TXP a, b, texture[9], SHADOWRECT;"
       "TEX.S i, b, texture, 2D; TEX.F a, {0.5}, texture[0], 2D; TXF.U u, i.x, texture[31], 2D;" E,
   V T "IF NE.x; MOV a, b; ELSE; ENDIF; REP.S ; BRK (GT.x); ENDREP; REP 3; CONT; ENDREP; REP.S i; ENDREP; REP a.x; IF EQ; BRK; ENDIF; ENDREP;"
       "REP; IF EQ; RET; ENDIF; ENDREP; REP; REP; RET (EQ.x); ENDREP; ENDREP; REPH a; ENDREP;" E,
   V "main: CAL one; CAL two (LT.x); RET; one: RET (EQ); two: CAL one;" E,
   F T "KIL a; KIL -|a.x|; KIL NE.x; KIL LT; KIL GT1.xyzw; KIL.S i; KILH a; KIL 1; DDX a, fragment.attrib[0]; DDY_SAT a, b;" E,
   /* in KIL a variable takes precedence over a condition of the same name */
   F "TEMP LT; KIL LT;" E,
   V "ATTRIB a = vertex.position; ATTRIB b = vertex.color.secondary; ATTRIB c[] = { vertex.texcoord[0..2] }; ATTRIB d[2] = { vertex.attrib[6], vertex.attrib[7] };"
     "ATTRIB e = vertex.id; INT ATTRIB f = vertex.instance; MOV result.color, c[1]; MOV.S result.id.x, e;" E,
   V "OUTPUT a = result.color.back.secondary; OUTPUT b[] = { result.texcoord[0..0] }; SHORT OUTPUT c = result.color.front; MOV a.x, 1; MOV b[0], 2; MOV c, 1;"
     "MOV result.pointsize.x, 1; MOV result.fogcoord, 1; MOV result.clip[7].x, 1; MOV result.texcoord, 1; MOV result.color.back, 2;"
     "MOV result.color.primary.xyz, 1; OUTPUT d[3] = { result.clip[1], result.clip[2..3] };" E,
   V "PARAM a = 1; PARAM b = -2.5; PARAM c = { 1 }; PARAM d = { 1, -2, 3.0, 4 }; PARAM e = state.fog.color; PARAM f = program.env[255];"
     "PARAM g[] = { 1, { 2, 3 }, state.matrix.mvp, program.local[5..17], state.light[0].half, state.matrix.modelview[1].inverse.row[1..2] };"
     "PARAM h[18] = { { 1 }, state.matrix.mvp, program.local[5..17] }; INT PARAM i = { 1, -2 }; UINT PARAM j[2] = { 0xFFFFFFFF, 1 };"
     "FLOAT PARAM k = 2; LONG PARAM l = 1; TEMP t; MOV t, g[3]; MOV t, h[t.x]; MOV.S t, i; MOV.U t, j[1]; MOV t, k;" E,
   V "TEMP t; MOV t, state.material.ambient; MOV t, state.material.back.shininess.x; MOV t, state.light[7].spot.direction; MOV t, state.light[0].attenuation.w;"
     "MOV t, state.lightmodel.ambient; MOV t, state.lightmodel.scenecolor; MOV t, state.lightmodel.back.scenecolor; MOV t, state.lightprod[1].diffuse;"
     "MOV t, state.lightprod[1].back.specular.a; MOV t, state.fog.params; MOV t, state.texgen.eye.s; MOV t, state.texgen[3].object.r.r; MOV t, state.clip[1].plane;"
     "MOV t, state.point.size; MOV t, state.point.attenuation; MOV t, state.texenv.color; MOV t, state.texenv[1].color.rgba; MOV t, state.depth.range;"
     "MOV t, state.matrix.modelview.row[0]; MOV t, state.matrix.projection.transpose.row[3]; MOV t, state.matrix.texture[7].invtrans.row[2].xxyy;"
     "MOV t, state.matrix.program[0].row[1]; MOV t, program.local[1023]; MOV t, program.env[0].wzyx;" E,
   V "BUFFER a = program.buffer[0][5]; BUFFER b[] = { program.buffer[0] }; BUFFER4 c[4] = { program.buffer[1] }; INT BUFFER4 d[] = { program.buffer[13][2..5] };"
     "TEMP t; MOV t, a; MOV t, b[16383]; MOV t, c[3].xyzw; MOV.S t, d[t.x + 1]; BUFFER e[2] = { program.buffer[2][1], program.buffer[2][2] };" E,
   F "CENTROID ATTRIB a = fragment.texcoord[0]; FLAT INT ATTRIB b[] = { fragment.attrib[0..3] }; NOPERSPECTIVE FLOAT ATTRIB c = fragment.color; NOPERSPECTIVE ATTRIB c2 = fragment.color.secondary; INT ATTRIB d = primitive.id;"
     "FLAT INT ATTRIB d2 = primitive.id; UINT FLAT ATTRIB d3 = primitive.id; FLAT ATTRIB d4 = primitive.id;"
     "ATTRIB e[] = { fragment.clip[0..1] }; TEMP t; MOV t, fragment.texcoord; MOV t, fragment.facing.x; MOV t, fragment.position; MOV t, fragment.fogcoord;"
     "MOV.S t, b[t.x]; MOV t, fragment.color.secondary.x; MOV.S t, d; MOV t, e[1];" E,
   /* both modifiers together (issue 1 of NV_fragment_program4), in either order */
   F "CENTROID NOPERSPECTIVE ATTRIB attribs[3] = { fragment.attrib[0..2] }; NOPERSPECTIVE CENTROID ATTRIB b = fragment.attrib[1];" E,
   /* the same binding declared twice with the same modifiers */
   F "FLAT ATTRIB a = fragment.attrib[0]; FLAT ATTRIB b = fragment.attrib[0]; CENTROID ATTRIB c = fragment.color; CENTROID ATTRIB d = fragment.color.secondary;" E,
   G "ATTRIB pos = vertex.position; ATTRIB pos2 = vertex[2].position; ATTRIB texcoords[] = { vertex.texcoord[0..3] }; ATTRIB tcoords1[4] = { vertex[1].texcoord[1..4] };"
     "INT TEMP A0; TEMP R0; MOV R0, pos[1]; MOV R0, vertex[1].position; MOV R0, pos2; MOV R0, texcoords[A0.x][1]; MOV R0, texcoords[A0.x][A0.y];"
     "MOV R0, tcoords1[2]; MOV R0, pos[A0.w + 2].x; MOV R0, vertex[0].color.back.secondary.x; MOV.S R0, primitive.id; MOV.S R0, vertex[1].id; MOV R0, vertex[0].pointsize.x;"
     "MOV.S result.layer.x, 0; MOV.S result.primid.x, 1; MOV result.position, R0; EMIT; ENDPRIM;" E,
   "!!NVgp4.0\nVERTICES_OUT 1; PRIMITIVE_OUT POINTS; PRIMITIVE_IN LINES_ADJACENCY; TEMP a; MOV a, vertex[3].attrib[0];" E,
   "!!NVgp4.0\nPRIMITIVE_IN TRIANGLES_ADJACENCY; PRIMITIVE_OUT LINE_STRIP; VERTICES_OUT 1024; TEMP a; MOV a, vertex[5].clip[0]; EMIT;" E,
   V "TEMP a; ALIAS b = a; ALIAS c = b; MOV c, b; PARAM k[] = { 1, 2 }; ALIAS l = k; MOV a, l[1];" E,
   /* only state must not repeat in arrays that are indexed with a register (ARB_vertex_program 2.14.3.2); constants may */
   V T "PARAM k[] = { 1, 1, 2 }; PARAM l[] = { 1, 2 }; MOV a, k[i.x]; MOV a, l[i.x]; PARAM m[] = { program.env[1], program.env[1] }; MOV a, m[0];" E,
   V "vertex_ : RET; TEMP vertexx; MOV vertexx, 1;" E,
   V "SHORT TEMP a; LONG INT TEMP b[3]; INT SHORT TEMP c; SHORT ATTRIB d = vertex.attrib[0]; TEMP d2; MOV a, d; MOV.S b[1], c; PK2H.U d2, 1; UP2H d2, d2.x;" E,
};

/* clang-format on */
START_TEST(accepts)
{
   ck_assert_uint_eq(parse_check_accepts(accept_rows, sizeof accept_rows / sizeof accept_rows[0]), 0);
}
END_TEST

/* clang-format off */
/* The trees of programs. */
static const struct parse_tree tree_rows[] = {
   /* 2.X.3.3: typeless declarations read integers as floats; missing components are 0, 0, 1 */
   {V "PARAM a = 2;" E, "param 0 = {0x40000000, 0x40000000, 0x40000000, 0x40000000}"},
   {V "PARAM a = { 2 };" E, "param 0 = {0x40000000, 0x00000000, 0x00000000, 0x3f800000}"},
   {V "INT PARAM a = { -2, 3 };" E, "param 0 = {0xfffffffe, 0x00000003, 0x00000000, 0x00000001}"},
   {V "UINT PARAM a = 4294967295;" E, "param 0 = {0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}"},
   {V "FLOAT PARAM a = -0x10;" E, "param 0 = {0xc1800000, 0xc1800000, 0xc1800000, 0xc1800000}"},
   /* the instruction that reads a literal gives it its type: MUL.S reads 2, MUL.F 2.0; FLR.S reads a float */
   {V "TEMP t; MUL.S t, t, 2;" E, "param 0 = {0x00000002, 0x00000002, 0x00000002, 0x00000002}"},
   {V "TEMP t; MUL.F t, t, 2;" E, "param 0 = {0x40000000, 0x40000000, 0x40000000, 0x40000000}"},
   {V "TEMP t; FLR.S t, 2;" E, "param 0 = {0x40000000, 0x40000000, 0x40000000, 0x40000000}"},
   {V "TEMP t; TXF t, 2, texture[0], 1D;" E, "param 0 = {0x00000002, 0x00000002, 0x00000002, 0x00000002}"},
   {V "TEMP t; MOV t, 0.1;" E, "param 0 = {0x3dcccccd"},
   {V "TEMP t; MOV t, 16777217;" E, "param 0 = {0x4b800000"}, /* tie to even */
   {V "TEMP t; MOV t, -1;" E, "0: MOV.F t.xyzw, -$1.xyzw:F"},
   {V "TEMP t; MOV t, -|-t.x|;" E, "0: MOV.F t.xyzw, -|-t.xxxx|:F"},
   /* equal bindings share an entry, but the entries of explicit arrays are contiguous */
   {V "TEMP t; MOV t, program.env[3]; PARAM a[] = { 1, program.env[3] }; MOV t, program.env[3];" E,
    "param 0 = program.env[3]\nparam 1 = {0x3f800000, 0x3f800000, 0x3f800000, 0x3f800000}\nparam 2 = program.env[3]\nTEMP t"},
   {V "PARAM a[] = { state.matrix.texture.transpose };" E, "param 3 = state.matrix.texture[0].transpose.row[3]"},
   {V "PARAM a = state.material.shininess;" E, "param 0 = state.material.front.shininess\n"},
   {V "PARAM a = state.lightmodel.scenecolor; PARAM b = state.lightprod[2].ambient;" E,
    "param 0 = state.lightmodel.front.scenecolor\nparam 1 = state.lightprod[2].front.ambient\n"},
   {V "PARAM a = state.lightmodel.ambient;" E, "param 0 = state.lightmodel.ambient\n"},
   {V "PARAM a = state.texgen.object.q; PARAM b = state.light[3].spot.direction;" E,
    "param 0 = state.texgen[0].object.q\nparam 1 = state.light[3].spot.direction\n"},
   /* conventional attributes are the generic ones of Table X.2.1 */
   {V "ATTRIB a = vertex.color.secondary; ATTRIB b = vertex.texcoord[3];" E, "ATTRIB a = vattr4\nATTRIB b = vattr11\n"},
   {V "OUTPUT a = result.color.back.secondary;" E, "OUTPUT a = bcol1\n"},
   {F "FLAT ATTRIB a = fragment.attrib[2]; MOV result.color, fragment.attrib[2];" E, "ATTRIB $2 = attr2 flat read"},
   /* an explicit declaration after the use counts as well */
   {F "MOV result.color, fragment.attrib[2]; CENTROID ATTRIB a = fragment.attrib[2];" E, "ATTRIB $1 = attr2 centroid read"},
   {F "MOV result.color, primitive.id;" E, "= primid flat"},
   {G "ATTRIB p = vertex.attrib[3]; ATTRIB q = vertex[1].attrib[3];" E, "ATTRIB p = attr3 per vertex\nATTRIB q = attr3 of vertex 1\n"},
   {G "ATTRIB p[] = { vertex.attrib[0..3] }; TEMP i; MOV i, p[i.x + 1][i.w + 2];" E, "p[i.x + 1][i.w + 2].xyzw"},
   {V "BUFFER4 b[3] = { program.buffer[2] };" E, "BUFFER4 b[3] = buffer 2[0]\n"},
   {V "BUFFER b[] = { program.buffer[2][7..9] };" E, "BUFFER b[3] = buffer 2[7]\n"},
   {V "BUFFER4 b[] = { program.buffer[2] };" E, "BUFFER4 b[4096] = buffer 2[0]\n"},
   /* a result or a constant with one component implies that component */
   {V "TEMP t; RCP t.z, t;" E, "0: RCP.F t.z, t.zzzz:F"},
   {V "TEMP t; SHL.S t.y, t, {5};" E, "0: SHL.S t.y, t.xyzw:S, $1.xxxx:S"},
   {V "TEMP t; ADDHC1_SSAT t.xw (GE1.y), t, t;" E, "0: ADD.F.H.SSAT.CC1 t.xw (GE1.yyyy), t.xyzw:F, t.xyzw:F"},
   {V "TEMP t; MUL.U24 t, t, t;" E, "0: MUL.U.24 t.xyzw"},
   {V "TEMP t; MUL.S.HI t, t, t;" E, "0: MUL.S.HI t.xyzw"},
   {V "TEMP t; SWZ t, t, -1, 0, r, -w;" E, "0: SWZ.F t.xyzw, t.xyzw:F, -1, 0, x, -w"},
   {V "TEMP t; TEX t, t, texture[3], ARRAY2D, (-8, 7);" E, "texture[3], ARRAY2D, (-8, 7, 0)"},
   {V "TEMP t; SAD.S t, t, t, t;" E, "0: SAD.S t.xyzw, t.xyzw:S, t.xyzw:S, t.xyzw:U"},
   {F "KIL NE1.x;" E, "0: KIL.F (NE1.xxxx)"},
   /* links */
   {V "IF EQ.x; ELSE; ENDIF; IF EQ.x; ENDIF;" E, "0: IF (EQ0.xxxx) -> 1\n1: ELSE -> 2\n2: ENDIF -> 0\n3: IF (EQ0.xxxx) -> 4\n4: ENDIF -> 3\n"},
   {V "REP; IF EQ.x; BRK; ENDIF; CONT (NE); ENDREP;" E, "0: REP.F -> 5\n1: IF (EQ0.xxxx) -> 3\n2: BRK -> 0\n3: ENDIF -> 1\n4: CONT (NE0.xyzw) -> 0\n5: ENDREP -> 0\n"},
   {V "RET; one: CAL two; two: RET; main: CAL one (GT.x);" E,
    "sub 0 \n0: RET\nsub 1 one\n1: CAL sub 2 -> 2\nsub 2 two\n2: RET\nsub 3 main entry\n3: CAL (GT0.xxxx) sub 1 -> 1\n"},
   {V "CAL end; end:" E, "sub 0  entry\n0: CAL sub 1 -> 1\nsub 1 end\n"},
   /* recursion: direct, through other subroutines, and from a caller outside of the cycle */
   {V "CAL a; a: CAL a (EQ);" E, "sub 0  entry\n0: CAL sub 1 -> 1\nsub 1 a recursive\n"},
   {V "main: CAL a; a: CAL b; b: CAL c; c: CAL a; d: CAL d; e: CAL c;" E,
    "sub 0 \nsub 1 main entry\n0: CAL sub 2 -> 1\nsub 2 a recursive\n1: CAL sub 3 -> 2\nsub 3 b recursive\n2: CAL sub 4 -> 3\n"
    "sub 4 c recursive\n3: CAL sub 2 -> 1\nsub 5 d recursive\n4: CAL sub 5 -> 4\nsub 6 e\n"},
   {V "TEMP a, b, c, d[2]; MOV a, b; MOV d[b.x], 1;" E, "TEMP a written\nTEMP b read\nTEMP c\nTEMP d[2] written relative\n"},
   {V "TEMP a[2]; ALIAS b = a; MOV a[0], b[1];" E, "0: MOV.F a[0].xyzw, a[1].xyzw:F"},
};

/* clang-format on */
START_TEST(trees)
{
   ck_assert_uint_eq(parse_check_trees(tree_rows, sizeof tree_rows / sizeof tree_rows[0]), 0);
}
END_TEST

/* One run reports every mistake once, and continues after the next semicolon. */
START_TEST(several)
{
   static const char text[] =
       V "TEMP a b; PARAM k = { 1 ; TEMP c;\nMOV c, d; MOV c, d; FOO c; MOV a, k; MOV c.yx, c.q; MOV c ! c; ADD c, c; RET.S;" E;
   /* a b | ; after 1 | d | FOO | mask | swizzle | ! | missing operand | modifier; a, b, k are not reported */
   struct parse_outcome o = parse_text(text, strlen(text), &nv_default_limits);

   ck_assert_uint_eq(o.errors, 9);
   ck_assert_int_eq(o.status, UTIL_REJECTED);
}
END_TEST

static char *repeat(const char *head, const char *piece, unsigned n, const char *tail, size_t *len)
{
   size_t h = strlen(head), l = strlen(piece), t = strlen(tail);
   char *s = malloc(h + l * n + t + 1);

   memcpy(s, head, h);
   for (unsigned i = 0; i < n; i++)
      memcpy(s + h + l * i, piece, l);
   memcpy(s + h + l * n, tail, t + 1);
   *len = h + l * n + t;
   return s;
}

struct big {
   const char *head, *piece;
   unsigned n;
   const char *tail, *id; /* NULL if the text is accepted */
   unsigned errors;
};

/* Tests limits, depth and size, all in linear time. */
START_TEST(big)
{
   static const struct big rows[] = {
       {V, "(", 1000000, "", "syntax-error", 1},
       {V "TEMP a; MOV a, ", "{", 1000000, "", "syntax-error", 1},
       {V, "IF EQ.x;\n", 10000, E, "if-depth", 2}, /* the ENDIFs are missing */
       {V "TEMP a;", "REP a;\n", 10000, E, "loop-depth", 2},
       {V "TEMP a; MOV a, a", ".x", 500000, ";" E, "trailing-segment", 1},
       {V "TEMP ", "a", 1000000, ";" E, NULL, 0},
       {V "#", "x", 1000000, E, NULL, 0},
       {V "TEMP a; MOV a, 1", "0", 1000000, ";" E, NULL, 0},
       {V "TEMP a; MOV a, 0.", "1", 1000000, ";" E, NULL, 0},
       {V "TEMP a; MOV", ".CC", 100000, " a, a;" E, "duplicate-modifier", 0},
       {V "TEMP a;", "MOV a, a;\n", 65536, E, NULL, 0},
       {V "TEMP a;", "MOV a, a;\n", 65537, E, "too-many-instructions", 1},
       {V "TEMP a;", "CAL x;\n", 60000, "x:" E, NULL, 0},
       {V "TEMP a[4096];", "", 0, E, NULL, 0},
       {V "TEMP a[4097];", "", 0, E, "too-many-temporaries", 1},
       {V "TEMP a[4000000000];", "", 0, E, "too-many-temporaries", 1},
       {V "PARAM a[1025] = { 0", ",0", 1024, "};" E, NULL, 0},
       {V "PARAM a[] = { program.local[0..1023], 1 };", "", 0, E, "too-many-parameters", 1},
       {V, "\xc3", 100000, E, "bad-character", 1},
   };

   for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      size_t len;
      char *s = repeat(rows[i].head, rows[i].piece, rows[i].n, rows[i].tail, &len);
      struct parse_outcome o = parse_text(s, len, &nv_default_limits);

      if (!rows[i].id)
         ck_assert_msg(o.tree && !o.errors, "big row %zu: %s", i, o.message);
      else
         ck_assert_msg(o.errors && strcmp(diag_info[o.id].name, rows[i].id) == 0 &&
                           (!rows[i].errors || o.errors == rows[i].errors),
                       "big row %zu: %u errors, %s", i, o.errors, o.message);
      free(s);
   }
}
END_TEST

/* The caller sets the limits, and options use up a part of them. */
START_TEST(limits)
{
   struct nv_limits l = nv_default_limits;

   l.instructions = 5;
   const char *over = V "TEMP a; MOV a, 1; MOV a, 1; MOV a, 1; MOV a, 1; MOV a, 1;" E;
   ck_assert(parse_text(over, strlen(over), &l).tree);
   over = V "OPTION ARB_position_invariant; TEMP a; MOV a, 1; MOV a, 1;" E;
   struct parse_outcome o = parse_text(over, strlen(over), &l);
   ck_assert_str_eq(diag_info[o.id].name, "position-invariant-instructions");
   over = F "OPTION ARB_fog_linear; TEMP a; MOV a, 1; MOV a, 1; MOV a, 1; MOV a, 1;" E;
   o = parse_text(over, strlen(over), &l);
   ck_assert_str_eq(diag_info[o.id].name, "fog-instructions");
   l.temporaries = 2;
   over = F "OPTION ARB_fog_exp; TEMP a, b;" E;
   o = parse_text(over, strlen(over), &l);
   ck_assert_str_eq(diag_info[o.id].name, "fog-temporaries");
   l.attribs = 2;
   over = V "TEMP a; MOV a, vertex.attrib[0]; MOV a, vertex.attrib[1]; MOV a, vertex.id;" E;
   ck_assert(parse_text(over, strlen(over), &l).tree);
   over = F "TEMP a; MOV a, fragment.color; MOV a, fragment.attrib[1]; MOV a, fragment.attrib[2];" E;
   o = parse_text(over, strlen(over), &l);
   ck_assert_str_eq(diag_info[o.id].name, "too-many-attributes");
   /* 2.X.3.2 limits the components; only vertex programs have the limit of 16 attributes */
   over = F "TEMP a; MOV a, fragment.color.x; MOV a, fragment.color.secondary.x; MOV a, fragment.fogcoord.x; "
            "ATTRIB t[] = { fragment.texcoord[0..7] }; ATTRIB g[] = { fragment.attrib[0..15] }; ATTRIB c[] = { "
            "fragment.clip[0..7] }; "
            "MOV a, t[0].x; MOV a, g[0].x; MOV a, c[0].x;" E;
   ck_assert(parse_text(over, strlen(over), &nv_default_limits).tree);
   l.parameters = 3;
   l.instructions = 100;
   over = F "OPTION ARB_fog_exp; TEMP a; MOV a, 1; MOV a, 1; MOV a, 2;" E;
   o = parse_text(over, strlen(over), &l);
   ck_assert_str_eq(diag_info[o.id].name, "fog-parameters");
   l.attribs = 16;
   l.attrib_components = 5;
   over = F "TEMP a; MOV a, fragment.color; MOV a, fragment.color.x; SWZ a, fragment.texcoord[0], 0, x, 1, x; MOV a, "
            "fragment.position;" E;
   ck_assert(parse_text(over, strlen(over), &l).tree);
   over = F "ATTRIB t[] = { fragment.texcoord[0..1] }; TEMP a; MOV a, t[0].x; MOV a, t[1].y; MOV a, fragment.color.xyxx;" E;
   o = parse_text(over, strlen(over), &l);
   ck_assert_str_eq(diag_info[o.id].name, "too-many-attribute-components");
   l.result_components = 5;
   over = V "OUTPUT t[] = { result.texcoord[0..1] }; MOV t[0].x, 1; MOV t[1].x, 1; MOV result.position.xyz, 1;" E;
   ck_assert(parse_text(over, strlen(over), &l).tree);
   over = V "OUTPUT t[] = { result.texcoord[0..1] }; MOV t[0].x, 1; MOV t[1].x, 1; MOV result.position, 1;" E;
   o = parse_text(over, strlen(over), &l);
   ck_assert_str_eq(diag_info[o.id].name, "too-many-result-components");
   l.if_depth = 1;
   over = V "IF EQ; IF EQ; ENDIF; ENDIF;" E;
   o = parse_text(over, strlen(over), &l);
   ck_assert_str_eq(diag_info[o.id].name, "if-depth");
   /* 2 is limited to what the tree can hold */
   memset(&l, 0xff, sizeof l);
   over = V "TEMP a; MOV a, vertex.attrib[16];" E;
   o = parse_text(over, strlen(over), &l);
   ck_assert_str_eq(diag_info[o.id].name, "binding-index-range");
   memset(&l, 0, sizeof l);
   over = V "TEMP a; MOV a, vertex.attrib[0];" E;
   o = parse_text(over, strlen(over), &l);
   ck_assert(!o.tree && o.errors);
}
END_TEST

/* Any bytes are allowed as input, NUL included. Tries every prefix and every single wrong byte of a program. */
START_TEST(hostile)
{
   static const char text[] = F "OPTION ARB_draw_buffers;\nTEMP a, arr[3];PARAM "
                                "k[2]={{1,-2.5},state.matrix.mvp.row[0]};\nMAD_SAT a.xy(GT.x),-|k[a.x+1]|,{3}.x,a;\n"
                                "IF EQ;TEX a,a,texture[1],2D,(1,-1);ENDIF;SWZ a,a,0,1,-x,y;l:CAL l;#c\nEND";
   size_t len = sizeof text - 1;
   char *s = malloc(len);

   ck_assert(parse_text(text, len, &nv_default_limits).tree);
   for (size_t i = 0; i < len; i++) {
      struct parse_outcome o = parse_text(text, i, &nv_default_limits);
      ck_assert(!o.tree && o.errors);
   }
   static const char bytes[] = {0, '\xff', ';', '[', '.', 'x', '0', '#', '\n'};
   for (size_t i = 0; i < len; i++) {
      for (unsigned k = 0; k < sizeof bytes; k++) {
         memcpy(s, text, len);
         s[i] = bytes[k];
         struct parse_outcome o = parse_text(s, len, &nv_default_limits);
         ck_assert(o.tree == (o.errors == 0));
         /* The error is at the NUL, or at the token before it if the NUL makes that token wrong, like the 2 of 2D. */
         if (bytes[k] == 0 && i > 9 && i < len - 6) {
            ck_assert(o.errors && o.span.off <= i && i - o.span.off <= 3);
            ck_assert(o.span.off < i || o.id == DIAG_ID_bad_character);
         }
      }
   }
   free(s);
}
END_TEST

SUITE_MAIN("nv_parse", 60, NULL, NULL, syntax_rejects, modifier_rejects, option_rejects, variable_rejects, array_rejects,
           binding_rejects, operand_rejects, flow_rejects, accepts, trees, several, big, limits, hostile)

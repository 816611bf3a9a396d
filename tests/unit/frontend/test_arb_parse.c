/* SPDX-License-Identifier: MIT */
/*
 * Parses the older languages: !!ARBvp1.0 and !!ARBfp1.0 with all their options. Each row of the reject tables breaks one rule
 * of ARB_vertex_program, ARB_fragment_program or a document of one of their options. It must give exactly one diagnostic, with
 * the id of the row, at the place of "@" in the source (which is removed before parsing). Rows of the accept table must give a
 * tree and no diagnostic.
 */
#include "tests/unit/common/parse_check.h"
#include "tests/unit/common/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define V "!!ARBvp1.0\n"
#define V2 V "OPTION NV_vertex_program2;\n"
#define V3 V "OPTION NV_vertex_program3;\n"
#define F "!!ARBfp1.0\n"
#define FO F "OPTION NV_fragment_program;\n"
#define F2 F "OPTION NV_fragment_program2;\n"
#define T "TEMP a, b, c;\n"
#define A "ADDRESS d; TEMP a, b, c; PARAM p[4] = { program.env[0..3] };\n"
#define E "\nEND"

/* clang-format off */
/* Header, tokens, numbers, keywords: ARB_vertex_program 2.14.2, ARB_fragment_program 3.11.2. */
static const struct parse_reject token_rows[] = {
   {"bad-header", "@!!ARBvp1.1\nEND"},
   {"bad-header", "@!!ARBgp1.0\nEND"},
   {"bad-header", "@ !!ARBvp1.0\nEND"},
   {"bad-header", "@!!ARBfp\nEND"},
   {"syntax-error", V "@"},
   {"syntax-error", V "# END@"},
   {"syntax-error", V T "MOV a, b @END"},
   {"syntax-error", F T "MOV a, b;@"},
   {"bad-character", F T "MOV a, b @& c;" E},
   {"bad-character", V "@\x80\nEND"},
   {"hex-number", V T "MOV a, @0x10;" E},
   {"hex-number", V "PARAM k[@0x2] = { 1, 2 };" E},
   {"syntax-error", V T "MOV a, 1@e;" E},
   {"syntax-error", V T "MOV a, 1.5@e+;" E},
   {"undeclared", V T "MOV a, @e2;" E},
   {"syntax-error", V T "MOV a @b;" E},
   {"undeclared", V T "MOV a, @e+2;" E}, /* of two mistakes only the first one is reported */
   {"undeclared", V T "ADD @x, b c;" E},
   {"undeclared", F T "TEX a, @bb.x y, texture[0], 2D;" E},
   {"undeclared", V T "MOV a, @b2\nMOV a, c;" E},
   {"syntax-error", F T "TEX a, b, texture[0] @x, 2D;" E},
   {"syntax-error", FO T "KIL EQ.x @y;" E},
   {"syntax-error", V T "MOV a, @.x;" E},
   {"unknown-opcode", V T "@MOVE a, b;" E},
   {"unknown-opcode", V T "@mov a, b;" E},
   {"unknown-opcode", V T "@AND a, b, c;" E},
   {"unknown-opcode", F T "@TXQ a, b, texture[0], 2D;" E},
   {"unknown-opcode", F "@ADDRESS d;" E},
   {"unknown-opcode", V "@INT TEMP a;" E},
   {"unknown-opcode", F "@FLAT ATTRIB a = fragment.color;" E},
   {"unknown-opcode", V "@BUFFER a = { program.buffer[0] };" E},
   {"unknown-opcode", V "@PRIMITIVE_IN POINTS;" E},
   {"reserved-name", V "TEMP @MOV;" E},
   {"reserved-name", V "TEMP a, @ARL;" E},
   {"reserved-name", V "TEMP @ADDRESS;" E},
   {"reserved-name", V "PARAM @END = 1;" E},
   {"reserved-name", V "TEMP @vertex;" E},
   {"reserved-name", V "ADDRESS @program;" E},
   {"reserved-name", V "ATTRIB @result = vertex.color;" E},
   {"reserved-name", V T "ALIAS @state = a;" E},
   {"reserved-name", V2 "TEMP @BRA;" E},
   {"reserved-name", V3 "TEMP @PUSHA;" E},
   {"reserved-name", F "TEMP @KIL;" E},
   {"reserved-name", F "TEMP @ADD_SAT;" E},
   {"reserved-name", F "TEMP @texture;" E},
   {"reserved-name", F "TEMP @fragment;" E},
   {"reserved-name", FO "TEMP @MULXC_SAT;" E},
   {"reserved-name", FO "TEMP @DDX;" E},
   {"reserved-name", F2 "TEMP @ENDLOOP;" E},
   {"not-in-language", V T "ADD.@F a, b, c;" E},
   {"not-in-language", F T "MOV.@SAT a, b;" E},
};

/* Options: 2.14.4.5, 3.11.4.5. */
static const struct parse_reject option_rows[] = {
   {"unknown-option", V "OPTION @ARB_fog_exp;" E},
   {"unknown-option", F "OPTION @ARB_position_invariant;" E},
   {"unknown-option", V "OPTION @NV_fragment_program;" E},
   {"unknown-option", F "OPTION @NV_vertex_program2;" E},
   {"unknown-option", F "OPTION @NV_fragment_program4;" E},
   {"unknown-option", V "OPTION @ARB_draw_buffers;" E},
   {"unknown-option", F "OPTION @MESA_texture_array;" E},
   {"unknown-option", "!!NVfp4.0\nOPTION @NV_fragment_program2;" E},
   {"option-order", V T "@OPTION ARB_position_invariant;" E},
   {"option-order", F "MOV result.color, 1; @OPTION ARB_fog_exp;" E},
   {"fog-options", F "OPTION ARB_fog_exp; OPTION @ARB_fog_linear;" E},
   {"precision-hints", F "OPTION ARB_precision_hint_nicest; OPTION @ARB_precision_hint_fastest;" E},
   {"position-invariant", V "OPTION ARB_position_invariant; MOV @result.position, vertex.position;" E},
   {"position-invariant", V "OPTION ARB_position_invariant; OUTPUT o = @result.position;" E},
   {"draw-buffers-option", F "MOV result.color@[1], 1;" E},
   {"binding-index-range", F "OPTION ARB_draw_buffers; MOV result.color[@8], 1;" E},
   {"needs-option", F T "TEX a, b, texture[0], @SHADOW2D;" E},
   {"unknown-target", F "OPTION ARB_fragment_program_shadow;" T "TEX a, b, texture[0], @SHADOWCUBE;" E},
   {"unknown-target", F T "TEX a, b, texture[0], @ARRAY2D;" E},
   {"unknown-target", F2 T "TEX a, b, texture[0], @BUFFER;" E},
   {"target-conflict", F "OPTION ARB_fragment_program_shadow;" T "TEX a, b, texture[0], 2D; TEX a, b, texture[0], @SHADOW2D;" E},
};

/* Features that only another kind of program has, or that need an option. */
static const struct parse_reject dialect_rows[] = {
   {"wrong-stage-opcode", V T "@KIL a;" E},
   {"wrong-stage-opcode", V T "@CMP a, b, b, b;" E},
   {"wrong-stage-opcode", V3 T "@DDX a, b;" E},
   {"wrong-stage-opcode", F T "@EXP a, b.x;" E},
   {"wrong-stage-opcode", F2 T "@SSG a, b;" E},
   {"wrong-stage-opcode", F2 T "@BRA x;" E},
   {"needs-option", V T "@SIN a, b.x;" E},
   {"needs-option", V T "@SEQ a, b, c;" E},
   {"needs-option", V T "@MOVC a, b;" E},
   {"needs-option", V T "@BRA x;" E},
   {"needs-option", V A "@ARR d.x, a;" E},
   {"needs-option", V2 T "@MOV_SAT a, b;" E},
   {"needs-option", V2 T "@ADDC1 a, b, c;" E},
   {"needs-option", V2 T "@TEX a, b, texture[0], 2D;" E},
   {"needs-option", V2 A "@PUSHA d;" E},
   {"needs-option", F T "@DDX a, b;" E},
   {"needs-option", F T "@ADDR a, b, c;" E},
   {"needs-option", F T "@MULXC_SAT a, b, c;" E},
   {"needs-option", F "@SHORT TEMP h;" E},
   {"needs-option", F "@LONG OUTPUT o = result.color;" E},
   {"needs-option", FO T "@NRM a, b;" E},
   {"needs-option", FO "@IF EQ.x;" E},
   {"needs-option", FO T "@MOV_SSAT a, b;" E},
   {"needs-option", FO T "@CMPC a, b, b, b;" E},
   {"needs-option", FO T "@XPDR a, b, c;" E},
   {"needs-option", FO T "@TXL a, b, texture[0], 2D;" E},
   {"bad-modifier", F2 T "@COSX a, b.x;" E},
   {"bad-modifier", F2 T "@TEXR a, b, texture[0], 2D;" E},
   {"bad-modifier", F2 T "@PK2HC a, b;" E},
   {"bad-modifier", F2 T "@KILH a;" E},
   {"bad-modifier", F2 T "@ADDC0 a, b, c;" E},
   {"bad-modifier", V3 T "@ADDR a, b, c;" E},
   {"bad-modifier", V3 A "@ARL_SAT d, a;" E},
   {"bad-modifier", V3 T "@BRAC x;" E},
   {"needs-option", V T "MOV a (@EQ), b;" E},
   {"needs-option", F T "MOV a(@GT.x), b;" E},
   {"bad-condition", V2 T "MOV a (@EQ0), b;" E},
   {"bad-condition", V3 T "MOV a (@NAN), b;" E},
   {"bad-condition", FO T "MOV a (@LT1), b;" E},
   {"bad-condition", F2 T "IF @LEG.x; ENDIF;" E},
   {"needs-option", V T "MOV a, @|b|;" E},
   {"needs-option", F T "MOV a, -@|b.x|;" E},
   {"needs-option", V T "@x: MOV a, b;" E},
   {"needs-option", FO T "@x: MOV a, b;" E},
   {"needs-option", V "MOV result.@clip[0], 1;" E},
   {"needs-option", FO T "MOV a, fragment.@facing;" E},
   {"undeclared", F T "KIL @EQ;" E},
   {"not-in-language", F T "TEX a, b, texture[0], 2D, (@1);" E},
   {"not-in-language", FO "@SHORT PARAM k = 1;" E},
   {"not-in-language", FO "@SHORT ATTRIB k = fragment.color;" E},
};

/* Variables and bindings: 2.14.3, 3.11.3. */
static const struct parse_reject variable_rows[] = {
   {"redeclared", V T "ADDRESS @a;" E},
   {"redeclared", F T "PARAM @b = 1;" E},
   {"redeclared", V T "ALIAS @b = a;" E},
   {"redeclared", F2 "TEMP @A0;" E},
   {"undeclared", V T "MOV a, @x;" E},
   {"undeclared", V T "ALIAS x = @y;" E},
   {"undeclared", V T "MOV @x, a;" E},
   {"array-class", V "TEMP a@[4];" E},
   {"array-class", V "ATTRIB a@[] = { vertex.texcoord[0..1] };" E},
   {"array-class", F "OUTPUT o@[1] = { result.color };" E},
   {"too-many-address-registers", V "ADDRESS a, b, @c;" E},
   {"unknown-binding", V T "MOV a, vertex.@id;" E},
   {"unknown-binding", V T "MOV a, vertex.@colour;" E},
   {"unknown-binding", V "MOV result.@depth, 1;" E},
   {"unknown-binding", V "MOV result.@attrib[0], 1;" E},
   {"unknown-binding", F T "MOV a, fragment.@attrib[0];" E},
   {"unknown-binding", F T "MOV a, fragment.@clip[0];" E},
   {"unknown-binding", F "MOV result.@position, 1;" E},
   {"unknown-binding", F "MOV result.@texcoord[0], 1;" E},
   {"unknown-binding", F "MOV result.color.@front, 1;" E},
   {"undeclared", F T "MOV a, @vertex.position;" E},
   {"undeclared", F T "MOV a, @primitive.id;" E},
   {"unknown-binding", F T "MOV a, state.@texgen[0].eye.s;" E},
   {"unknown-binding", F T "MOV a, state.@clip[0].plane;" E},
   {"unknown-binding", F T "MOV a, state.@point.size;" E},
   {"unknown-binding", V T "MOV a, state.@texenv.color;" E},
   {"unknown-binding", V T "MOV a, state.@depth.range;" E},
   {"unknown-binding", V T "MOV a, state.matrix.@palette[0].row[0];" E},
   {"unknown-binding", V T "MOV a, program.@buffer[0][0];" E},
   {"binding-unavailable", V T "MOV a, vertex.@weight;" E},
   {"binding-unavailable", V T "MOV a, vertex.@matrixindex[0];" E},
   {"binding-index-range", V T "MOV a, vertex.attrib[@16];" E},
   {"binding-index-range", V T "MOV a, vertex.texcoord[@8];" E},
   {"binding-index-range", F T "MOV a, fragment.texcoord[@8];" E},
   {"binding-index-range", V T "MOV a, state.matrix.modelview[@1].row[0];" E},
   {"binding-index-range", V T "MOV a, state.light[@8].ambient;" E},
   {"binding-index-range", V T "MOV a, program.local[@100000];" E},
   {"binding-index-range", V2 "MOV result.clip[@99], 1;" E},
   {"binding-index-missing", V T "MOV a, vertex.attrib@;" E},
   {"binding-index-missing", V T "MOV a, state.light@.ambient;" E},
   {"relative-binding", V2 A "ATTRIB x = vertex.attrib[@d.x];" E},
   {"undeclared", V3 A "ATTRIB x = vertex.attrib[@q.x];" E},
   {"address-offset", V3 A "OUTPUT x = result.texcoord[d.x + @5000];" E},
   {"redeclared", V3 A "ATTRIB @a = vertex.attrib[d.x]; MOV a, b;" E},
   {"not-an-array", V3 A "ATTRIB x = vertex.attrib[d.x]; MOV a, x@[0];" E},
   {"not-writable", V3 A "ATTRIB x = vertex.attrib[d.x]; MOV @x, a;" E},
   {"not-readable", V3 A "OUTPUT x = result.texcoord[d.x]; MOV a, @x;" E},
   {"bad-swizzle", V3 A "ATTRIB x = vertex.attrib[d.x]; MOV a, x.@xy;" E},
   {"loop-index", F2 T "ATTRIB x = fragment.texcoord[@A0.x];" E},
   {"loop-index", F2 T "LOOP 1; ATTRIB x = fragment.texcoord[A0.x]; ENDLOOP; MOV a, @x;" E},
   {"relative-binding", V2 A "MOV a, vertex.attrib[@d.x];" E},
   {"relative-binding", V3 A "MOV a, program.env[@d.x];" E},
   {"relative-binding", F "PARAM p[2] = { 1, 2 };" T "MOV a, p[@b.x];" E},
   {"matrix-row", V "PARAM m = state.matrix.mvp@;" E},
   {"range-order", V "PARAM m[] = { state.matrix.mvp.row[2..@1] };" E},
   {"range-outside-array", V T "MOV a, program.local[@0..1];" E},
   {"array-size-mismatch", V "PARAM m[@3] = { state.matrix.mvp };" E},
   {"array-size-zero", V "PARAM m[@0] = { 1 };" E},
   {"initializer-not-array", V "PARAM m = { @program.env[0] };" E},
   {"array-initializer", V "PARAM m[1] = @program.env[0];" E},
   {"vector-too-long", V "PARAM m = { 1, 2, 3, 4, @5 };" E},
   {"wrong-binding-class", V "ATTRIB x = @program.env[0];" E},
   {"attrib-alias", V T "MOV a, vertex.position; MOV a, @vertex.attrib[0];" E},
   {"attrib-alias", V "ATTRIB x = vertex.attrib[8]; ATTRIB y = @vertex.texcoord;" E},
   {"attrib-alias", V T "MOV a, vertex.attrib[3]; MOV a, @vertex.color.primary;" E},
   {"size-mismatch", FO "SHORT OUTPUT o = result.color; LONG OUTPUT q = result.color; MOV o, 1; MOV @q, 1;" E},
   {"duplicate-size-modifier", FO "SHORT @LONG TEMP a;" E},
};

/* Operands and results: 2.14.4, 3.11.4. */
static const struct parse_reject operand_rows[] = {
   {"scalar-component", V T "RCP a, @b;" E},
   {"scalar-component", V T "RCP a, b.@xxxx;" E},
   {"scalar-component", V T "RCP a.x, @b;" E},
   {"scalar-component", F T "COS a, @3.14159;" E},
   {"scalar-component", F T "POW a, b.x, @{1};" E},
   {"scalar-component", FO T "POW a, b.x, @{1};" E},
   {"scalar-component", F T "SCS a, @b;" E},
   {"scalar-suffix", FO T "COS a, 3.14159.@x;" E},
   {"scalar-suffix", V2 T "ADD a, 1.5.@y, b;" E},
   {"bad-swizzle", V T "MOV a, b.@xy;" E},
   {"bad-swizzle", V T "MOV a, b.@rgba;" E},
   {"bad-swizzle", V T "RCP a, b.@r;" E},
   {"mixed-swizzle", F T "MOV a, b.@xgba;" E},
   {"bad-write-mask", V T "MOV a.@r, b;" E},
   {"bad-write-mask", V T "MOV a.@yx, b;" E},
   {"bad-write-mask", V T "MOV a.@xx, b;" E},
   {"mixed-write-mask", F T "MOV a.@xg, b;" E},
   {"bad-extended-swizzle", V T "SWZ a, b, 0, 1, @2, -x;" E},
   {"bad-extended-swizzle", V T "SWZ a, b, @xcellent, y, z, w;" E},
   {"bad-extended-swizzle", V T "SWZ a, b, @r, 0, 0, 0;" E},
   {"mixed-swizzle", F T "SWZ a, b, r, g, 0, -@z;" E},
   {"swz-operand", V T "SWZ a, @-b, x, y, z, w;" E},
   {"swz-operand", F T "SWZ a, b.@x, x, y, z, w;" E},
   {"not-readable", V T "MOV a, @result.position;" E},
   {"not-readable", V T "OUTPUT o = result.color; MOV a, @o;" E},
   {"not-writable", V "MOV @vertex.position, 1;" E},
   {"not-writable", V "PARAM k = 1; MOV @k, 2;" E},
   {"not-writable", F "MOV @program.env[0], 2;" E},
   {"index-out-of-bounds", V A "MOV a, p[@4];" E},
   {"array-index-missing", V A "MOV a, @p;" E},
   {"not-an-array", V A "MOV a, b@[0];" E},
   {"address-needed", V A "MOV a, p[@b.x];" E},
   {"address-needed", V A "MOV a, p[@vertex.x];" E},
   {"address-component", V A "MOV a, p[d.@y];" E},
   {"bad-address", V A "MOV a, p[d.@xxxx];" E},
   {"bad-address", V2 A "MOV a, p[d.@r];" E},
   {"syntax-error", V A "MOV a, p[d@];" E},
   {"undeclared", V A "MOV a, p[@e.x];" E},
   {"address-offset", V A "MOV a, p[d.x + @5000];" E},
   {"address-offset", V2 A "MOV a, p[d.w - @5000];" E},
   {"relative-shared", V "PARAM p[2] = { program.env[0], program.env[0] }; ADDRESS d; TEMP a; ARL d.x, a.x; MOV a, p[@d.x];" E},
   {"address-component", V A "ARL d.@y, a.x;" E},
   {"address-component", V A "ARL @d, a.x;" E},
   {"scalar-component", V A "ARL d.x, @a;" E},
   {"address-needed", V A "ARL @a.x, a.x;" E},
   {"address-operand", V A "MOV @d.x, a;" E},
   {"address-operand", V A "MOV a, @d;" E},
   {"address-operand", V2 A "ARL d, @d;" E},
   {"address-needed", V2 A "ARA d, @a;" E},
   {"address-needed", V2 A "ARA d, @1;" E},
   {"address-swizzle", V2 A "ARA d, d.@xyzw;" E},
   {"address-swizzle", V2 A "ARA d, @-d;" E},
   {"address-swizzle", V3 A "PUSHA d.@x;" E},
   {"address-needed", V3 A "PUSHA @a;" E},
   {"syntax-error", V3 A "PUSHA d @(EQ.x);" E},
   {"popa-mask", V3 A "POPA d.@xyz;" E},
   {"popa-mask", V3 A "POPA d (@NE.x);" E},
   {"address-needed", V3 A "POPA @a;" E},
   {"bad-texture", F T "TEX a, b, @tex, 2D;" E},
   {"texture-unit-range", F T "TEX a, b, texture[@32], 2D;" E},
   {"target-conflict", F T "TEX a, b, texture[1], 2D; TXB a, b, texture[1], @3D;" E},
   {"syntax-error", FO T "TXD a, b, texture[0], @2D;" E},
   {"pack-short", FO "SHORT TEMP h; PK2H @h, h;" E},
   {"unpack-short", FO "SHORT TEMP h; UP4UB h, @h.x;" E},
   {"rfl-mask", FO T "RFL a.@xyzw, b, c;" E},
   {"rfl-mask", FO T "RFL a.@w, b, c;" E},
};

/* Flow: NV_vertex_program2_option 2.14.4.X, NV_fragment_program2 3.11.4.X. */
static const struct parse_reject flow_rows[] = {
   {"undefined-label", V2 T "BRA @x;" E},
   {"undefined-label", F2 T "CAL @x (EQ.x); y: RET;" E},
   {"duplicate-label", V2 T "x: MOV a, b; @x: BRA x;" E},
   {"reserved-name", V2 T "@MOV: BRA x; x:" E},
   {"label-in-block", F2 "IF EQ.x; @x: ENDIF;" E},
   {"label-in-block", F2 "LOOP 2; @x: ENDLOOP;" E},
   {"end-without-block", F2 "@ENDLOOP;" E},
   {"end-without-block", F2 "@ENDIF;" E},
   {"wrong-block-end", F2 "REP 1; LOOP 1; @ENDREP; ENDLOOP; ENDREP;" E},
   {"duplicate-else", F2 "IF EQ; ELSE; @ELSE; ENDIF;" E},
   {"unterminated-block", F2 "LOOP 1;\n@END"},
   {"outside-loop", F2 "@BRK;" E},
   {"unknown-opcode", F2 "LOOP 1; @CONT; ENDLOOP;" E},
   {"loop-operand", F2 T "LOOP @a; ENDLOOP;" E},
   {"loop-operand", F2 "REP @fragment.color; ENDREP;" E},
   {"loop-operand", F2 "REP@; ENDREP;" E},
   {"syntax-error", F2 "LOOP@; ENDLOOP;" E},
   {"loop-index", F2 T "MOV a, fragment.texcoord[@A0.x];" E},
   {"loop-index", F2 T "REP 1; MOV a, fragment.texcoord[@A0.x]; ENDREP;" E},
   {"loop-index", F2 T "LOOP 1; ENDLOOP; MOV a, fragment.texcoord[@A0.x];" E},
   {"address-component", F2 T "LOOP 1; MOV a, fragment.texcoord[A0.@y]; ENDLOOP;" E},
   {"address-needed", F2 T "LOOP 1; MOV a, fragment.texcoord[@a.x]; ENDLOOP;" E},
   {"address-offset", F2 T "LOOP 1; MOV a, fragment.texcoord[A0.x + @10]; ENDLOOP;" E},
   {"address-offset", F2 T "LOOP 1; MOV a, fragment.texcoord[A0.x - @1]; ENDLOOP;" E},
   {"relative-binding", F2 T "LOOP 1; MOV a, fragment.texcoord[1]; MOV a, program.env[@A0.x]; ENDLOOP;" E},
   {"undeclared", F2 T "LOOP 1; MOV a, @A0; ENDLOOP;" E},
};
/* clang-format on */

PARSE_REJECT_TEST(token)
PARSE_REJECT_TEST(option)
PARSE_REJECT_TEST(dialect)
PARSE_REJECT_TEST(variable)
PARSE_REJECT_TEST(operand)
PARSE_REJECT_TEST(flow)

/* clang-format off */
static const char *const accept_rows[] = {
   V "END",
   "!!ARBvp1.0END",
   "!!ARBfp1.0TEMP r0;MOV r0,1;MOV result.color,r0;END",
   "!!ARBfp1.0\t\t# a comment\rTEMP r;END",
   "!!ARBvp1.0 OPTION ARB_position_invariant ;\r\nMOV result.color, vertex.color;\r\nEND\r\n# more\r\n\r\n",
   F "END; and anything else \x80 \" | 0x",
   V2 "ENDx: BRA ENDx;" E, /* a word that only begins with END is not END */
   V "TEMP texture, fragment, primitive, KIL, SIN, ADDC, MOVC, IF; MOV texture, fragment; MOV KIL, SIN;" E,
   V2 "TEMP ADDC, EQ, PUSHA; MOVC ADDC, EQ;" E,
   F "TEMP ADDRESS, ARL, EXP, LOG, vertex, DDX, SEQ, UP2H, A0, EQ, IF; MOV ADDRESS, vertex; MOV DDX, A0;" E,
   FO "TEMP EQ, FL, LE, LT, GE, GT, NE, TR, SHORT, LONG; MOV EQ(EQ.x), LE; KIL EQ; KIL TR.x;" E,
   V T "MOV a, 1.0; MOV a, .1; MOV a, 1.; MOV a, 1E2; MOV a, 1.1e-2; MOV a, .1E+2; MOV a, 1e-016; MOV a, 12;" E,
   V T "ADD a, 3.14.x, -{1, -2, +3, 4}.wzyx; RCP a, 2.0.x; RCP a, {1,2}.y; MOV a, +b; MAD a, 1, -1, +1;" E,
   F T "COS a, 3.14159.x; MOV a.rgb, b.bgra; MOV a.a, b.r; SWZ a, b, a, -g, 0, 1; SWZ a.xw, 1, 0, 0, -1, +1;" E,
   FO T "COS a, 3.14159; POW a, 2, b.x; ADD a, |b|, -|c.x|; MOV a, |-b|; RFL a, b, c; RFL a.xyz, b, c;" E,
   V A "ARL d.x, a.x; MOV a, p[d.x]; MOV a, p[d.x+63]; MOV a, p[d.x -64]; MOV a, p[ d . x ]; MOV a, p[d.x + 109];" E,
   V2 A "ARL d, a; ARL d.yw (EQ), -|a.wzyx|; ARR d, 1; ARAC d.x (NE.x), d; ADD a, p[d.w - 1], p[d.y];" E,
   V2 "MOV result.clip[0], 1; MOV result.clip[5].yzw, 2; MOV result.position (TR), 1;" E,
   V2 "TEMP label1; MOV label1, 1; label1: MOVC label1, 2; BRA label1 (EQ.xyzw); l2: l3:" E,
   V2 T "main: BRA e (GT); CAL e; RET; RET (LE.x); e: MOV a(EQ.x),b;" E,
   V3 A "PUSHA d; POPA d; POPA d.xyzw; POPA d (TR); TXLC1_SAT a (EQ1.x), b, texture, 2D; MOVC0 a(NE0), b;" E,
   V3 A "MOV a, vertex.attrib[d.x]; MOV a, vertex.texcoord[d.w - 3].x; MOV result.texcoord[d.y+1].xy, a; MOV a, vertex.attrib[3];" E,
   V3 A "ATTRIB x = vertex.attrib[d.x - 1]; OUTPUT o = result.texcoord[d.w]; ALIAS y = x; ARL d, a; MOV o.x, -|y.wzyx|; MOV o (EQ), x;" E,
   F2 T "LOOP 2; ATTRIB x = fragment.texcoord[A0.x + 3]; LOOP 1; MOV a, x; ENDLOOP; REP 1; TEX a, x, texture[0], 2D; ENDREP; ENDLOOP;" E,
   V3 "OPTION ARB_fragment_program_shadow;" T "TEX a, b, texture[0], SHADOWRECT;" E,
   V "PARAM c[18] = { { 1 }, state.matrix.mvp, program.local[5..17] };" E,
   V "PARAM m[] = { state.matrix.program[7].transpose.row[1..2], -1, {1, 0}, program.env[3] }; PARAM s = -2; PARAM q = {-1};" E,
   V T "MOV a, state.matrix.texture.inverse.row[0]; MOV a, state.texgen.object.q; MOV a, state.material.back.shininess;" E,
   V "ATTRIB a = vertex.position; ATTRIB b = vertex.color.secondary; ATTRIB c = vertex.texcoord[7]; ATTRIB d = vertex.attrib[6];" E,
   V "OUTPUT a = result.color.back.secondary; OUTPUT b = result.fogcoord; OUTPUT c = result.texcoord; MOV a, 1; MOV b.x, 1;" E,
   F T "MOV a, state.texenv[1].color; MOV a, state.depth.range; MOV result.depth.z, a; MOV result.color, fragment.fogcoord;" E,
   F "OPTION ARB_fog_linear; OPTION ARB_draw_buffers; OPTION ATI_draw_buffers; OPTION ARB_precision_hint_nicest;"
     "OPTION ARB_fragment_coord_origin_upper_left; MOV result.color[3], 1; MOV result.color, 1;" E,
   F T "TEX a, b, texture[0], 1D; TXP a, {1, 2}, texture, 1D; TXB_SAT a, program.env[0], texture[31], CUBE; KIL -b.xxxx;" E,
   FO "SHORT TEMP H0; LONG TEMP R0; SHORT OUTPUT o = result.color; MADX_SAT H0, R0, 2, R0; MOVRC H0.x(EQ), R0; TXD o, R0, R0, R0, texture[0], RECT;" E,
   F2 T "LOOP {5, 0, 1}; ADD a, a, fragment.texcoord[A0.x+9]; REP program.env[0]; BRK; ENDREP; ENDLOOP;" E,
   F2 "PARAM k[1] = { program.local[0] };" T "LOOP k[0].zxww; IF EQ.x; BRK (NE.y); ELSE; ENDIF; ENDLOOP; REP 3.5; ENDREP; REP -k[0].x; ENDREP;" E,
   F2 T "f: RET; g: CAL f; CAL g (LT.x); RET (GT); main: CAL g; DIVR a, b, c.x; DP2A_SSAT a, b, c, c; MOV a, fragment.facing;" E,
   F2 T "LOOP 1; LOOP 1; MOV a, fragment.texcoord[A0.x]; ENDLOOP; IF TR; MOV a, fragment.texcoord[A0.x + 2]; ENDIF; ENDLOOP;" E,
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
   /* the operand of ARL is a scalar, which is replicated; with NV_vertex_program2 it is a vector */
   {V A "ARL d.x, a.y;" E, "0: ARL.S d.x, a.yyyy:F"},
   {V2 A "ARL d, a.wzyx;" E, "0: ARL.S d.xyzw, a.wzyx:F"},
   {V A "MOV a, p[d.x - 2];" E, "0: MOV.F a.xyzw, p[d.x + -2].xyzw:F"},
   {FO T "MULXC_SAT a, b, c;" E, "0: MUL.F.X.SAT.CC0 a.xyzw"},
   {FO T "ADDHC a, b, c;" E, "0: ADD.F.H.CC0 a.xyzw"},
   {V3 T "ADDC1_SAT a, b, c;" E, "0: ADD.F.SAT.CC1 a.xyzw"},
   /* subroutines end after an unconditional return, not at labels */
   {F2 "CAL f; f: CAL g; g: RET;" E, "sub 0  entry\n0: CAL sub 1 -> 1\nsub 1 f\n1: CAL sub 2 -> 2\nsub 2 g\n2: RET\n"},
   {F2 "f: CAL g (EQ); g: RET (LT); CAL f;" E, "sub 1 f recursive\n"},
   {F2 "LOOP {1, 2, 3}; ENDLOOP;" E, "0: LOOP.F $1.xyzw:F index $0 -> 1\n1: ENDLOOP -> 0\n"},
   {V2 "x: BRA x; BRA y (LT.x); y:" E, "0: BRA sub 1 -> 0\n1: BRA (LT0.xxxx) sub 2 -> 2\n"},
   {V3 A "MOV a, vertex.texcoord[d.y+2];" E, "ATTRIB $5[8] = vattr8 read relative\n"},
   {F2 T "LOOP 1; MOV a, fragment.texcoord[A0.x+3]; ENDLOOP;" E, "[$3.x + 3]"},
   {"!!ARBvp1.0" T "MOV a, {1}; MOV a, {2, 3}; MOV a, 4;" E,
    "param 0 = {0x3f800000, 0x00000000, 0x00000000, 0x3f800000}\nparam 1 = {0x40000000, 0x40400000, 0x00000000, 0x3f800000}\n"
    "param 2 = {0x40800000, 0x40800000, 0x40800000, 0x40800000}\n"},
};
/* clang-format on */

START_TEST(trees)
{
   ck_assert_uint_eq(parse_check_trees(tree_rows, sizeof tree_rows / sizeof tree_rows[0]), 0);
}
END_TEST

static void expect(const char *text, const struct nv_limits *l, const char *id)
{
   struct parse_outcome o = parse_text(text, strlen(text), l);

   if (!id)
      ck_assert_msg(o.tree && !o.errors, "%s\n%s", text, o.message);
   else
      ck_assert_msg(o.errors == 1 && !strcmp(diag_info[o.id].name, id), "%s\n%u errors, %s", text, o.errors,
                    o.errors ? diag_info[o.id].name : "");
}

/* Limits: 2.14.3.7, 3.11.3.6, 3.11.4.5.1, 3.11.6. The options for fog and the invariant position use up some of them. */
START_TEST(limits)
{
   struct nv_limits l = nv_default_limits;

   l.instructions = 6;
   expect(V "OPTION ARB_position_invariant;" T "MOV a, b; MOV a, b;" E, &l, NULL);
   expect(V "OPTION ARB_position_invariant;" T "MOV a, b; MOV a, b; MOV a, b;" E, &l, "position-invariant-instructions");
   expect(F "OPTION ARB_fog_exp;" T "MOV a, b; MOV a, b; MOV a, b; KIL a;" E, &l, "fog-instructions");
   l.instructions = 100;
   l.alu_instructions = 3;
   expect(F T "MOV a, b; KIL b; MOV a, b; TEX a, b, texture[0], 2D; MOV a, b;" E, &l, NULL);
   expect(F T "MOV a, b; MOV a, b; MOV a, b; MOV a, b;" E, &l, "too-many-alu-instructions");
   expect(F "OPTION ARB_fog_linear;" T "MOV a, b; MOV a, b;" E, &l, "fog-instructions");
   expect(F2 T "IF EQ; MOV a, b; ENDIF; REP 1; MOV a, b; ENDREP; MOV a, b;" E, &l, NULL);
   l.tex_instructions = 2;
   expect(F T "KIL b; TEX a, b, texture[0], 2D;" E, &l, NULL);
   expect(F T "KIL b; TEX a, b, texture[0], 2D; KIL a;" E, &l, "too-many-texture-instructions");
   l = nv_default_limits;
   l.tex_indirections = 1;
   expect(F T "TEX a, fragment.color, texture[0], 2D; TEX b, fragment.color, texture[0], 2D;" E, &l, NULL);
   expect(F T "MOV a, b; TEX c, fragment.color, texture[0], 2D;" E, &l, NULL);
   /* a coordinate that the node has written, and a result that an ALU instruction has read or written */
   expect(F T "TEX a, fragment.color, texture[0], 2D; TEX b, a, texture[0], 2D;" E, &l, "too-many-texture-indirections");
   expect(F T "MOV a, fragment.color; TEX b, a, texture[0], 2D;" E, &l, "too-many-texture-indirections");
   expect(F T "MOV a, b; TEX b, fragment.color, texture[0], 2D;" E, &l, "too-many-texture-indirections");
   expect(F T "MOV a, b; TEX a, fragment.color, texture[0], 2D;" E, &l, "too-many-texture-indirections");
   expect(F T "MOV a, b; KIL a;" E, &l, "too-many-texture-indirections");
   l.tex_indirections = 2;
   expect(F T "TEX a, fragment.color, texture[0], 2D; TEX b, a, texture[0], 2D; TEX c, a, texture[0], 2D;" E, &l, NULL);
   l = nv_default_limits;
   l.address_registers = 1;
   expect(V "ADDRESS a, b;" E, &l, "too-many-address-registers");
   l.temporaries = 2;
   expect(V "TEMP a, b, c;" E, &l, "too-many-temporaries");
   expect(V "TEMP a, b; ALIAS c = a;" E, &l, NULL);
   expect(F "OPTION ARB_fog_exp2; TEMP a, b;" E, &l, "fog-temporaries");
   l = nv_default_limits;
   l.attribs = 2;
   expect(F T "MOV a, fragment.color; MOV a, fragment.fogcoord; MOV a, fragment.texcoord;" E, &l, "too-many-attributes");
   /* explicit bindings count even if they are not read, but each attribute counts once; so do fragment.position and
      fragment.facing */
   expect(V "ATTRIB a = vertex.color; ATTRIB b = vertex.normal; ATTRIB c = vertex.color.primary;" E, &l, NULL);
   expect(V "ATTRIB a = vertex.color; ATTRIB b = vertex.normal; ATTRIB c = vertex.fogcoord;" E, &l, "too-many-attributes");
   expect(F T "MOV a, fragment.position; MOV a, fragment.color; MOV a, fragment.position;" E, &l, NULL);
   expect(F T "MOV a, fragment.position; MOV a, fragment.color; MOV a, fragment.fogcoord;" E, &l, "too-many-attributes");
   expect(F2 T "MOV a, fragment.facing; MOV a, fragment.color; MOV a, fragment.position;" E, &l, "too-many-attributes");
   l.parameters = 4;
   /* the example of 2.14.3.7: arr1 is addressed relatively, arr2 is not; six constants count */
   static const char example[] = V "PARAM arr1[4] = { {1,2,3,4}, {1,2,3,4}, {4,4,4,4}, {5,6,7,8} };\n"
                                   "PARAM arr2[3] = { {1,2,3,4}, {5,6,7,8}, {0,1,2,3} };\n"
                                   "PARAM x = {4,3,2,1}; PARAM y = {1,2,3,4}; PARAM z = 4; PARAM r = {4,3,2,1};\n"
                                   "ADDRESS d; TEMP t; ARL d.x, t.x; MOV t, arr1[d.x];" E;
   l.parameters = 6;
   expect(example, &l, NULL);
   l.parameters = 5;
   expect(example, &l, "too-many-parameters");
   /* numerically equivalent constants count once, for either sign of a zero, but in an array that is indexed with a register
      all count */
   l.parameters = 1;
   expect(V "PARAM x = 0; PARAM y = -0; PARAM z = {-0.0, 0, -0.0, 0}; MOV result.position, x;" E, &l, NULL);
   expect(V "PARAM x = {1, 0}; PARAM y = {1, -0.0, 0, 1}; PARAM z = {1, 0, 0, -1};" E, &l, "too-many-parameters");
   l.parameters = 2;
   expect(V "PARAM x[] = { 0, -0.0 }; ADDRESS d; TEMP t; ARL d.x, t.x; MOV t, x[d.x];" E, &l, NULL);
   l.parameters = 1;
   expect(V "PARAM x[] = { 0, -0.0 }; ADDRESS d; TEMP t; ARL d.x, t.x; MOV t, x[d.x];" E, &l, "too-many-parameters");
   l = nv_default_limits;
   l.vertex_units = 4;
   expect(V T "MOV a, vertex.weight; MOV a, vertex.weight[0]; MOV a, state.matrix.modelview[3].row[0];" E, &l, NULL);
   expect(V T "MOV a, vertex.weight[2];" E, &l, "weight-number");
   expect(V T "MOV a, vertex.weight[4];" E, &l, "binding-index-range");
   expect(V T "MOV a, vertex.weight; MOV a, vertex.attrib[1];" E, &l, "attrib-alias");
   l.vertex_texture_units = 1;
   expect(V3 T "TEX a, b, texture[0], 2D; TEX a, b, texture[3], 2D;" E, &l, "too-many-vertex-textures");
   expect(V3 T "TEX a, b, texture[3], 2D; TXL a, b, texture[3], 2D;" E, &l, NULL);
   l.if_depth = l.loop_depth = 1;
   expect(F2 "LOOP 1; IF EQ; ENDIF; ENDLOOP; REP 1; ENDREP;" E, &l, NULL);
   expect(F2 "LOOP 1; REP 1; ENDREP; ENDLOOP;" E, &l, "loop-depth");
   memset(&l, 0xff, sizeof l);
   expect(V A "MOV a, p[d.x + 1048576];" E, &l, NULL);
   expect(V A "MOV a, p[d.x + 1048577];" E, &l, "address-offset");
   expect(V T "MOV a, vertex.weight[4];" E, &l, "binding-index-range");
}
END_TEST

/* A missing or misspelt option is reported once; its features are accepted from then on. */
START_TEST(lost_option)
{
   static const char *const texts[] = {
      V "; NV_vertex_program3;\nADDRESS d; TEMP a; ARL d, a; MOV a, vertex.attrib[d.y]; PUSHA d;" E,
      F "; NV_fragment_program2;\nTEMP a; LOOP 1; NRMH a, |a|; ENDLOOP;" E,
      F "OPTON NV_fragment_program2;\nTEMP a; LOOP 1; NRMH a, |a|; ENDLOOP;" E,
   };

   for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++) {
      struct parse_outcome o = parse_text(texts[i], strlen(texts[i]), &nv_default_limits);
      ck_assert_msg(o.errors == 1, "%u errors in\n%s", o.errors, texts[i]);
   }
}
END_TEST

/* One run reports every mistake once, and continues after the next semicolon. */
START_TEST(several)
{
   static const char text[] = F "TEMP a b; PARAM k = { 1 ; TEMP c;\nMOV c, d; MOV c, d; FOO c; MOV a, k; MOV c.yx, c.q; MOV c "
                                "! c; ADD c, c; ADDR c, c, c;" E;
   struct parse_outcome o = parse_text(text, strlen(text), &nv_default_limits);

   ck_assert_uint_eq(o.errors, 9);
   ck_assert_int_eq(o.status, UTIL_REJECTED);
}
END_TEST

/* Any bytes are allowed as input, NUL included. Tries every prefix and every single wrong byte of a program. */
START_TEST(hostile)
{
   static const char vertex[] =
       V3 "ADDRESS a,b;TEMP r,c;PARAM k[2]={{1,-2.5},state.matrix.mvp.row[0]};\n"
          "ARL a.x,r;MADC1_SAT r.xy(GT1.x),-|k[a.x+1]|,3,r;x:BRA x(EQ);CAL y;y:PUSHA a;POPA b;\n"
          "MOV result.texcoord[a.w-2],vertex.attrib[b.x];TEX r,r,texture[1],2D;SWZ r,r,0,1,-x,y;RET;#c\nEND";
   static const char fragment[] =
       F2 "OPTION ARB_draw_buffers;\nSHORT TEMP r,c;LOOP{1,2.5};IF EQ.x;MADXC_SAT r.xy(GT.x),-|c|,3,r;\n"
          "BRK(NE);ELSE;KIL LT.x;ENDIF;MOV r,fragment.texcoord[A0.x+1];ENDLOOP;f:CAL f;RET(EQ);\n"
          "TXD result.color[1].rgb,r,r,r,texture[1],2D;SWZ r,r,0,1,-a,g;#c\nEND";
   static const struct {
      const char *text;
      size_t len;
   } all[] = {{vertex, sizeof vertex - 1}, {fragment, sizeof fragment - 1}};
   static const char bytes[] = {0, '\xff', ';', '[', '.', 'x', '0', '#', '\n', ':', '('};

   for (unsigned n = 0; n < 2; n++) {
      char *s = malloc(all[n].len);

      struct parse_outcome whole = parse_text(all[n].text, all[n].len, &nv_default_limits);
      ck_assert_msg(whole.tree, "%u: %s", whole.span.off, whole.message);
      for (size_t i = 0; i < all[n].len; i++) {
         struct parse_outcome o = parse_text(all[n].text, i, &nv_default_limits);
         ck_assert(!o.tree && o.errors);
         for (unsigned k = 0; k < sizeof bytes; k++) {
            memcpy(s, all[n].text, all[n].len);
            s[i] = bytes[k];
            o = parse_text(s, all[n].len, &nv_default_limits);
            ck_assert(o.tree == (o.errors == 0));
         }
      }
      free(s);
   }
}
END_TEST

/* Many labels, calls and blocks take linear time. */
START_TEST(big)
{
   enum { N = 30000 };
   char *s = malloc(N * 40 + 100), *p = s;

   p += sprintf(p, V2);
   for (unsigned i = 0; i < N; i++)
      p += sprintf(p, "l%u: BRA l%u (EQ);\n", i, (i * 7919u) % N);
   p += sprintf(p, "END");
   ck_assert(parse_text(s, (size_t)(p - s), &nv_default_limits).tree);
   p = s + sprintf(s, F2);
   for (unsigned i = 0; i < N; i++)
      p += sprintf(p, "l%u: CAL l%u (EQ);\n", i, (i * 7919u) % N);
   p += sprintf(p, "END");
   ck_assert(parse_text(s, (size_t)(p - s), &nv_default_limits).tree);
   free(s);
}
END_TEST

int main(void)
{
   Suite *s = suite_create("arb_parse");
   TCase *c = tcase_create("arb_parse");

   tcase_set_timeout(c, 60);
   tcase_add_test(c, token_rejects);
   tcase_add_test(c, option_rejects);
   tcase_add_test(c, dialect_rejects);
   tcase_add_test(c, variable_rejects);
   tcase_add_test(c, operand_rejects);
   tcase_add_test(c, flow_rejects);
   tcase_add_test(c, accepts);
   tcase_add_test(c, trees);
   tcase_add_test(c, limits);
   tcase_add_test(c, lost_option);
   tcase_add_test(c, several);
   tcase_add_test(c, hostile);
   tcase_add_test(c, big);
   suite_add_tcase(s, c);
   SRunner *r = srunner_create(s);
   srunner_run_all(r, CK_ENV);
   int failed = srunner_ntests_failed(r);
   srunner_free(r);
   return failed ? 1 : 0;
}

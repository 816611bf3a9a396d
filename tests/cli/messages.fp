!!NVfp4.0
# What diagnostics look like: carets and tildes, tabs, notes, spellings, what was expected, the rule's section.
# RUN: -fsyntax-only
# EXIT: 1
TEMP t, colr;
TEMP t;
	MVO	t, 1.0;
	ADD	t.x, colour, state.light[0].diffus;
MOV t, fragment.texcoord[0]
MUL t, t, t, t;
TEX t, t, texture[0], 2D;
TEX t, t, texture[0], CUBE;
TEX t, t, texture[1], D2; TEX t, t, texture[1], SQUARE;
MOV.SATT t, t; MOV.FOO t, t;
MOV t (EQQ.x), t;
MOV t t;
IF NE.x;
ENDREP;
CAL foo;
fooo: RET;
OPTION ARB_draw_bufers;
MOV result.colr, t;
END
# MESSAGES:
# FILE:6:6: error: redeclaration of "t" (NV_gpu_program4 2.X.3) [redeclared]
#     6 | TEMP t;
#       |      ^
# FILE:5:6: note: "t" is declared here
#     5 | TEMP t, colr;
#       |      ^
# FILE:7:2: error: unknown instruction "MVO"; did you mean "MOV"? (NV_gpu_program4 2.X.4) [unknown-opcode]
#     7 | 	MVO	t, 1.0;
#       | 	^~~
# FILE:8:11: error: "colour" is not declared; did you mean "colr"? (NV_gpu_program4 2.X.3) [undeclared]
#     8 | 	ADD	t.x, colour, state.light[0].diffus;
#       | 	   	     ^~~~~~
# FILE:8:34: error: no state binding continues with "diffus" here; did you mean "diffuse"? (NV_gpu_program4 2.X.3.3) [unknown-binding]
#     8 | 	ADD	t.x, colour, state.light[0].diffus;
#       | 	   	                            ^~~~~~
# FILE:10:1: error: expected ";", found "MUL" (NV_gpu_program4 2.X.2) [syntax-error]
#    10 | MUL t, t, t, t;
#       | ^~~
# FILE:9:28: note: a ";" may be missing here
#     9 | MOV t, fragment.texcoord[0]
#       |                            ^
# FILE:10:12: error: expected ";", found "," (NV_gpu_program4 2.X.2) [syntax-error]
#    10 | MUL t, t, t, t;
#       |            ^
# FILE:10:1: note: the syntax is "MUL result, operand, operand;"
#    10 | MUL t, t, t, t;
#       | ^~~
# FILE:12:23: error: texture unit 0 is used with the target 2D elsewhere (NV_gpu_program4 2.X.4.4) [target-conflict]
#    12 | TEX t, t, texture[0], CUBE;
#       |                       ^~~~
# FILE:11:23: note: the other use is here
#    11 | TEX t, t, texture[0], 2D;
#       |                       ^~
# FILE:13:23: error: invalid texture target "D2"; did you mean "2D"? (NV_gpu_program4 2.X.4.4) [unknown-target]
#    13 | TEX t, t, texture[1], D2; TEX t, t, texture[1], SQUARE;
#       |                       ^~
# FILE:13:49: error: invalid texture target "SQUARE" (NV_gpu_program4 2.X.4.4) [unknown-target]
#    13 | TEX t, t, texture[1], D2; TEX t, t, texture[1], SQUARE;
#       |                                                 ^~~~~~
# FILE:13:49: note: expected one of 1D, 2D, 3D, CUBE, RECT, SHADOW1D, SHADOW2D, SHADOWRECT, ARRAY1D, ARRAY2D, SHADOWCUBE, SHADOWARRAY1D, SHADOWARRAY2D and BUFFER
# FILE:14:5: error: unknown modifier "SATT"; did you mean "SAT"? (NV_gpu_program4 2.X.4.1) [unknown-modifier]
#    14 | MOV.SATT t, t; MOV.FOO t, t;
#       |     ^~~~
# FILE:14:20: error: unknown modifier "FOO" (NV_gpu_program4 2.X.4.1) [unknown-modifier]
#    14 | MOV.SATT t, t; MOV.FOO t, t;
#       |                    ^~~
# FILE:14:20: note: expected one of F, S, U, CC, CC0, CC1, SAT, SSAT and NTC; for MUL also HI, S24 and U24
# FILE:15:8: error: invalid condition "EQQ"; did you mean "EQ"? (NV_gpu_program4 2.X.4.3) [bad-condition]
#    15 | MOV t (EQQ.x), t;
#       |        ^~~
# FILE:16:7: error: expected ",", found "t" (NV_gpu_program4 2.X.2) [syntax-error]
#    16 | MOV t t;
#       |       ^
# FILE:16:1: note: the syntax is "MOV result, operand;"
#    16 | MOV t t;
#       | ^~~
# FILE:18:1: error: ENDREP does not match IF (NV_gpu_program4 2.X.5) [wrong-block-end]
#    18 | ENDREP;
#       | ^~~~~~
# FILE:17:1: note: the IF block begins here
#    17 | IF NE.x;
#       | ^~
# FILE:21:1: error: OPTION must come before all other statements (NV_gpu_program4 2.X.6) [option-order]
#    21 | OPTION ARB_draw_bufers;
#       | ^~~~~~
# FILE:21:8: error: unknown option "ARB_draw_bufers" for this kind of program; did you mean "ARB_draw_buffers"? (NV_fragment_program4 2.X.6.Y) [unknown-option]
#    21 | OPTION ARB_draw_bufers;
#       |        ^~~~~~~~~~~~~~~
# FILE:22:12: error: there is no binding result.colr; did you mean "color"? (NV_fragment_program4 2.X.3.5) [unknown-binding]
#    22 | MOV result.colr, t;
#       |            ^~~~
# FILE:19:5: error: use of undefined label "foo"; did you mean "fooo"? (NV_gpu_program4 2.X.5) [undefined-label]
#    19 | CAL foo;
#       |     ^~~

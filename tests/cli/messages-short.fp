!!ARBfp1.0
# Rules that each instruction has in its own section.
# RUN: -fsyntax-only -fno-diagnostics-show-caret
# EXIT: 1
OPTION NV_fragment_program2;
SHORT TEMP s;
TEMP t, RFL;
PK4UB s, t;
UP2US t, s.x;
REP t.x; ENDREP;
LOOP t; ENDLOOP;
PK2H s.x, t;
MOV result.color[0], t;
TEX t, t, texture[0], SHADOW2D;
END
# MESSAGES:
# FILE:7:9: error: "RFL" is a reserved word (NV_fragment_program_option 3.11.2) [reserved-name]
# FILE:8:7: error: PK4UB cannot write to a variable declared as SHORT (NV_fragment_program_option 3.11.5.35) [pack-short]
# FILE:9:10: error: UP2US cannot read a variable declared as SHORT (NV_fragment_program_option 3.11.5.44) [unpack-short]
# FILE:10:5: error: the count of REP must be a program parameter (NV_fragment_program2 3.11.X.9) [loop-operand]
# FILE:11:6: error: the count of LOOP must be a program parameter (NV_fragment_program2 3.11.X.8) [loop-operand]
# FILE:12:6: error: PK2H cannot write to a variable declared as SHORT (NV_fragment_program_option 3.11.5.32) [pack-short]
# FILE:13:17: error: result.color[n] needs the option ARB_draw_buffers (ARB_draw_buffers 3.11.4.5.3) [draw-buffers-option]
# FILE:14:23: error: the target SHADOW2D needs the option ARB_fragment_program_shadow (ARB_fragment_program_shadow 3.11.4.5.3) [needs-option]

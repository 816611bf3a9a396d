!!ARBfp1.0
# The rule is that of the documents of the language.
# RUN: -fsyntax-only -fno-diagnostics-show-caret
# EXIT: 1
OPTION ARB_fog_exp;
OPTION ARB_fog_exp2;
TEMP a;
DDX a, fragment.color;
SWZ a, a, 0, 1, 2, x;
TEX a, a, texture[0], 4D;
END
# MESSAGES:
# FILE:6:8: error: only one fog option may be given (ARB_fragment_program 3.11.4.5.1) [fog-options]
# FILE:8:1: error: "DDX" needs the option NV_fragment_program (NV_fragment_program_option 3.11.4.5.3) [needs-option]
# FILE:9:17: error: expected 0, 1 or a component, found "2" (ARB_fragment_program 3.11.5.28) [bad-extended-swizzle]
# FILE:10:23: error: invalid texture target "4D" (ARB_fragment_program 3.11.6) [unknown-target]
# FILE:10:23: note: expected one of 1D, 2D, 3D, CUBE, RECT, SHADOW1D, SHADOW2D and SHADOWRECT

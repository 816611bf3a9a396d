!!ARBfp1.0
# A message about a limit names the option that sets it.
# RUN: -fsyntax-only -fno-diagnostics-show-caret -limit-max-program-temporaries=1 -limit-max-program-attribs=1 -limit-max-program-parameters=1 -limit-max-program-alu-instructions=3 -limit-max-program-tex-indirections=1 -limit-max-program-tex-instructions=1
# EXIT: 1
TEMP t, u;
TEX t, fragment.texcoord[0], texture[0], 2D;
TEX t, t, texture[99], 2D;
ADD t, t, fragment.texcoord[1];
ADD t, t, program.env[0];
ADD t, t, program.env[1];
MOV result.color, t;
END
# MESSAGES:
# FILE:5:9: error: the program declares more than 1 temporaries (-limit-max-program-temporaries) (ARB_fragment_program 3.11.3.6) [too-many-temporaries]
# FILE:7:19: error: texture unit 99 does not exist: there are 32 (-limit-max-texture-image-units) (ARB_fragment_program 3.11.6) [texture-unit-range]
# FILE:8:11: error: the program binds more than 1 attributes (-limit-max-program-attribs) (ARB_fragment_program 3.11.3.6) [too-many-attributes]
# FILE:10:19: error: the program binds more than 1 parameters (-limit-max-program-parameters) (ARB_fragment_program 3.11.3.6) [too-many-parameters]
# FILE:7:1: error: the program has more than 1 texture instructions (-limit-max-program-tex-instructions) (ARB_fragment_program 3.11.3.6) [too-many-texture-instructions]
# FILE:11:1: error: the program has more than 3 ALU instructions (-limit-max-program-alu-instructions) (ARB_fragment_program 3.11.3.6) [too-many-alu-instructions]
# FILE:7:1: error: the program has more than 1 texture indirections (-limit-max-program-tex-indirections) (ARB_fragment_program 3.11.3.6) [too-many-texture-indirections]

FRAG
# TGSI comes later.
# RUN: -S
# RUN: -x tgsi
# EXIT: 7
# ERROR: unsupported-language
DCL OUT[0], COLOR
IMM FLT32 { 1.0, 0.0, 0.0, 1.0 }
0: MOV OUT[0], IMM[0]
1: END

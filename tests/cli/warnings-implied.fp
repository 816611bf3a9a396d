!!NVfp4.0
# A scalar operand without a component is accepted where there is no doubt, with a warning; a number has none.
# RUN: -fsyntax-only
TEMP R0, R1;
MOV R1, fragment.texcoord[0];
RCP R0.y, R1;
POW R0.x, 2.0, -|R1|;
RSQ R0.z, { 4 };
MOV result.color, R0;
END
# MESSAGES:
# FILE:6:11: warning: RCP takes one component; .y is assumed (NV_gpu_program4 2.X.4.2) [missing-component]
#     6 | RCP R0.y, R1;
#       |           ^~
# FILE:7:16: warning: POW takes one component; .x is assumed (NV_gpu_program4 2.X.4.2) [missing-component]
#     7 | POW R0.x, 2.0, -|R1|;
#       |                ^~~~~
# FILE:8:11: warning: RSQ takes one component; .x is assumed (NV_gpu_program4 2.X.4.2) [missing-component]
#     8 | RSQ R0.z, { 4 };
#       |           ^~~~~
# FILE:9:19: warning: "R0.w" is used uninitialized (NV_gpu_program4 2.X.3.4) [unwritten-read]
#     9 | MOV result.color, R0;
#       |                   ^~
# FILE:4:6: note: "R0" is declared here
#     4 | TEMP R0, R1;
#       |      ^~

!!NVfp4.0
# Warnings do not fail a program.
# RUN: -fsyntax-only -Wno-constant-condition
TEMP t, u, unused;
PARAM never = program.env[0];
MOV t.x, 1.0;
IF TR;
  MOV u.x, 1.0;
ELSE;
  ADD t.y, t.x, u.x;
ENDIF;
ADD t.x, t.x, u.x;
ADD t.w, t.x, t.z;
MOV t (NE.x), t.x;
RET;
MOV t, t;
END
# MESSAGES:
# FILE:10:17: warning: "u.x" is used uninitialized (NV_gpu_program4 2.X.3.4) [unwritten-read]
#    10 |   ADD t.y, t.x, u.x;
#       |                 ^~~
# FILE:4:9: note: "u" is declared here
#     4 | TEMP t, u, unused;
#       |         ^
# FILE:13:15: warning: "t.z" is used uninitialized (NV_gpu_program4 2.X.3.4) [unwritten-read]
#    13 | ADD t.w, t.x, t.z;
#       |               ^~~
# FILE:4:6: note: "t" is declared here
#     4 | TEMP t, u, unused;
#       |      ^
# FILE:14:5: warning: condition code CC0 is used uninitialized (NV_gpu_program4 2.X.3.7) [unwritten-condition]
#    14 | MOV t (NE.x), t.x;
#       |     ^~~~~~~~
# FILE:16:1: warning: unreachable instruction [unreachable]
#    16 | MOV t, t;
#       | ^~~~~~~~
# FILE:15:1: note: RET always leaves here
#    15 | RET;
#       | ^~~
# FILE:4:12: warning: unused temporary "unused" [unused-declaration]
#     4 | TEMP t, u, unused;
#       |            ^~~~~~
# FILE:5:7: warning: unused parameter "never" [unused-declaration]
#     5 | PARAM never = program.env[0];
#       |       ^~~~~
# FILE:17:1: warning: the program never writes a result (NV_gpu_program4 2.X.3.5) [unwritten-result]
#    17 | END
#       | ^~~

!!NVfp4.0
# A name that the program does not have, one that is nearly right, a result, a constant.
# RUN: --run -in=program.loca[3]=1 -in=fragment.texcord[0]=1 -in=zoo=1 -in=result.color=1 -in=one=2 -in=fragment.texcoord[9]=1
# EXIT: 1
PARAM one = 1.0;
PARAM p = program.local[3];
MUL result.color, p, one;
END
# MESSAGES:
# -in:1:1: error: the program has no input 'program.loca[3]' [run-input]
#     1 | program.loca[3]=1
#       | ^~~~~~~~~~~~~~~
# -in:1:1: note: did you mean 'program.local[3]'?
# -in:2:1: error: the program has no input 'fragment.texcord[0]' [run-input]
#     2 | fragment.texcord[0]=1
#       | ^~~~~~~~~~~~~~~~~~~
# -in:2:1: note: did you mean 'fragment.texcoord'?
# -in:3:1: error: the program has no input 'zoo' [run-input]
#     3 | zoo=1
#       | ^~~
# -in:4:1: error: 'result.color' is a result, not an input [run-input]
#     4 | result.color=1
#       | ^~~~~~~~~~~~
# -in:5:1: error: 'one' is a constant of the program, not an input [run-input]
#     5 | one=2
#       | ^~~
# -in:6:1: error: the program has no input 'fragment.texcoord[9]' [run-input]
#     6 | fragment.texcoord[9]=1
#       | ^~~~~~~~~~~~~~~~~~~~
# -in:6:1: note: did you mean 'fragment.texcoord'?

!!NVfp4.0
# Values that are no numbers, too many of them, of another number than the components, none; corners, and an empty one at the end of the text.
# RUN: --run -in=p=1,x2 -in=p=1,2,3,4,5 -in=p.xy=1,2,3 -in=p.xyz=1,2 -in=p= -in=p -in='p=1|2|3' -in='fragment.color=1|2' -in=p=0x123456789 -in='p=1|'
# EXIT: 1
PARAM p = program.local[3];
MUL result.color, p, fragment.color;
END
# MESSAGES:
# -in:1:5: error: 'x2' is not a number [run-input]
#     1 | p=1,x2
#       |     ^~
# -in:2:11: error: too many values: there is room for 4 [run-input]
#     2 | p=1,2,3,4,5
#       |           ^
# -in:3:10: error: too many values: there is room for 2 [run-input]
#     3 | p.xy=1,2,3
#       |          ^
# -in:4:7: error: 2 values for 3 components [run-input]
#     4 | p.xyz=1,2
#       |       ^~~
# -in:5:2: error: a value is missing [run-input]
#     5 | p=
#       |  ^
# -in:6:1: error: expected NAME = VALUES [run-input]
#     6 | p
#       | ^
# -in:7:5: error: only inputs of fragment programs can have values at corners, at most three [run-input]
#     7 | p=1|2|3
#       |     ^
# -in:8:1: error: values at two corners, but three are needed: bottom left, bottom right, top left [run-input]
#     8 | fragment.color=1|2
#       | ^~~~~~~~~~~~~~~~~~
# -in:9:3: error: '0x123456789' is not a number [run-input]
#     9 | p=0x123456789
#       |   ^~~~~~~~~~~
# -in:10:2: error: only inputs of fragment programs can have values at corners, at most three [run-input]
#    10 | p=1|
#       |  ^

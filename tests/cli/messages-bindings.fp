!!NVfp4.0
# The same for fragment programs, which have neither front nor back colours.
# RUN: -fsyntax-only
# EXIT: 1
FLAT INT ATTRIB id = primitive.id;
CENTROID ATTRIB i2 = primitive.id;
ATTRIB a[] = { fragment.texcoord[3..1] };
PARAM b[] = { program.local[0..1], program.env[2..1] };
BUFFER c = program.buffer[99][0];
TEMP t;
MOV t, fragment.color.front;
MOV t, fragment.color.back.primary;
MOV t, fragment.texcoord[8];
MOV result.color.back, t;
MOV result.depth[0], t;
END
# MESSAGES:
# FILE:6:22: error: interpolation modifiers do not apply to primitive.id (NV_fragment_program4 2.X.3.1) [interp-binding]
#     6 | CENTROID ATTRIB i2 = primitive.id;
#       |                      ^~~~~~~~~~~~
# FILE:7:37: error: the range 3..1 runs backwards (NV_fragment_program4 2.X.3.2) [range-order]
#     7 | ATTRIB a[] = { fragment.texcoord[3..1] };
#       |                                     ^
# FILE:8:51: error: the range 2..1 runs backwards (NV_gpu_program4 2.X.3.3) [range-order]
#     8 | PARAM b[] = { program.local[0..1], program.env[2..1] };
#       |                                                   ^
# FILE:9:27: error: program.buffer 99 is out of range: there are 14 (-limit-max-program-parameter-buffers) (NV_gpu_program4 2.X.3.6) [binding-index-range]
#     9 | BUFFER c = program.buffer[99][0];
#       |                           ^~
# FILE:11:23: error: there is no binding fragment.color.front in this kind of program (NV_fragment_program4 2.X.3.2) [unknown-binding]
#    11 | MOV t, fragment.color.front;
#       |                       ^~~~~
# FILE:12:23: error: there is no binding fragment.color.back in this kind of program (NV_fragment_program4 2.X.3.2) [unknown-binding]
#    12 | MOV t, fragment.color.back.primary;
#       |                       ^~~~
# FILE:13:26: error: texcoord 8 is out of range: there are 8 (-limit-max-texture-coords) (NV_fragment_program4 2.X.3.2) [binding-index-range]
#    13 | MOV t, fragment.texcoord[8];
#       |                          ^
# FILE:14:18: error: there is no binding result.color.back in this kind of program (NV_fragment_program4 2.X.3.5) [unknown-binding]
#    14 | MOV result.color.back, t;
#       |                  ^~~~
# FILE:15:17: error: result.depth takes no index (NV_fragment_program4 2.X.3.5) [binding-no-index]
#    15 | MOV result.depth[0], t;
#       |                 ^

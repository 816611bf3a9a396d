!!NVfp4.0
# Both kinds of programs, and the document of the one that is expected.
# RUN: -stage=vertex -fsyntax-only
# EXIT: 1
MOV result.color, 1;
END
# MESSAGES:
# FILE:1:1: error: this is a fragment program, but a vertex program is expected (NV_vertex_program4 2.X.2) [wrong-stage]
#     1 | !!NVfp4.0
#       | ^~~~~~~~~

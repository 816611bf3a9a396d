!!NVfp4.0
# A word that begins bindings of other kinds of programs is one that can be declared here; the message says what it is there.
# RUN: -fsyntax-only
# EXIT: 1
ATTRIB a = vertex[1].position;
MOV result.color, vertex.position;
END
# MESSAGES:
# FILE:5:12: error: expected a binding, not the name "vertex"; it begins bindings of vertex and geometry programs (NV_gpu_program4 2.X.2) [wrong-binding-class]
#     5 | ATTRIB a = vertex[1].position;
#       |            ^~~~~~
# FILE:6:19: error: "vertex" is not declared; it begins bindings of vertex and geometry programs (NV_gpu_program4 2.X.3) [undeclared]
#     6 | MOV result.color, vertex.position;
#       |                   ^~~~~~

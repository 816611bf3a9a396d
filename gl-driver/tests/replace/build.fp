!!NVfp4.0
# glmark2-es2 build:use-vbo=true
# The colour that the vertices have, brought about in two halves.
TEMP half;

MUL half, fragment.attrib[0], 0.5;
ADD result.color, half, half;
END

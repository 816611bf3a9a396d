!!NVfp4.0
# glmark2-es2 texture:texture-filter=linear
# The level comes from gradients of the program's own in place of implicit ones.
TEMP dx, dy, t;

DDX dx.xy, fragment.attrib[1];
DDY dy.xy, fragment.attrib[1];
TXD t, fragment.attrib[1], dx, dy, texture[0], 2D;
MUL result.color, t, fragment.attrib[0];
END

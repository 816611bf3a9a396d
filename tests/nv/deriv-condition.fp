!!NVfp4.0
# The condition code of a derivative; a second derivative.
OPTION ARB_draw_buffers;
ATTRIB a = fragment.attrib[0];
TEMP t, u;
DDX.CC t, a;
MOV result.color[0], a;
MOV result.color[0] (LT), -t;
DDY.CC1 u, t;
MOV result.color[1], u;
MOV result.color[1].xy (EQ1), 1.0;
END

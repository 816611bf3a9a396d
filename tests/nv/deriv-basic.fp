!!NVfp4.0
# DDX and DDY of attributes, expressions and constants.
OPTION ARB_draw_buffers;
ATTRIB a = fragment.attrib[0];
TEMP t, u;
DDX u.xy, a;
DDY u.zw, -a.wzyx;
MOV result.color[0], u;
MUL t, a, a.x;
DDX t.xz, t;
DDY.SAT t.yw, |t|;
DDX u.x, 3.0;
ADD t.x, t.x, u.x;
DDYR.SSAT u, fragment.position;
MUL result.color[1], t, u;
END

!!NVfp4.0
# DDX and DDY of attributes, expressions and constants.
OPTION ARB_draw_buffers;
ATTRIB a = fragment.attrib[0];
TEMP t;
DDX result.color[0], a;
DDY result.color[1], -a.wzyx;
MUL t, a, a.x;
DDX t.xz, t;
DDY.SAT t.yw, |t|;
MOV result.color[2], t;
DDX result.color[3], 3.0;
DDYR.SSAT result.color[4], fragment.position;
END

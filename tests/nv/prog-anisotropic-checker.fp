!!NVfp4.0
# A filtered checkerboard: the width of the filter from DDX and DDY.
TEMP uv, dx, dy, w, p;
MIN uv.xy, fragment.texcoord[0], 1000.0;
MAX uv.xy, uv, -1000.0;
DDX dx.xy, uv;
DDY dy.xy, uv;
MAX w.xy, |dx|, |dy|;
ADD w.xy, w, 0.0009765625;
MAD p.xy, w, 0.5, uv;
FRC w.zw, p.xxxy;
SUB w.zw, w, 0.5;
RCP p.z, w.x;
RCP p.w, w.y;
MUL.SSAT p.xy, w.zwzw, p.zwzw;
MUL p.x, p.x, p.y;
MAD result.color, p.x, 0.5, 0.5;
END

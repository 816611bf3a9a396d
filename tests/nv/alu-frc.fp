!!NVfp4.0
# FRC is a - floor(a), also for negative numbers; FLR + FRC give the number back.
OPTION ARB_draw_buffers;
TEMP f, w, r;
MIN f, fragment.attrib[0], 65536.0;
MAX f, f, -65536.0;
FRC w, f;
MOV result.color[0], w;
FLR r, f;
ADD result.color[1], r, w;
FRC result.color[2], -|f|;
FRC result.color[3].y, { 3.75, -3.75, 0.25, -0.25 };
END

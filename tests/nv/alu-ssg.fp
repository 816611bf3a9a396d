!!NVfp4.0
# SSG: 1, 0 or -1; zeros of either sign and NaN give 0.
OPTION ARB_draw_buffers;
ATTRIB a = fragment.attrib[0];
TEMP s;
SSG s, a;
MOV result.color[0], s;
SSG.SAT result.color[1], -a.yzwx;
MUL result.color[2], s, a;
SSG result.color[3].xw, -|a|;
END

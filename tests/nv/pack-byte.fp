!!NVfp4.0
# PK4B and UP4B: signed bytes with an offset of 128, clamped to -128/127 .. 1.
OPTION ARB_draw_buffers;
ATTRIB a = fragment.attrib[0];
UINT TEMP u;
TEMP r;
PK4B.U u, a;
MOV.U result.color[0], u;
UP4B.U r, u.y;
MOV result.color[1], r;
PK4B.S result.color[2].xy, -a.wzyx;
PK4B r.x, |a|;
UP4B result.color[3], r.x;
UP4B.U result.color[4], 0xFF80007F;
END

!!NVfp4.0
# PK2US clamps to [0,1] and rounds to 16 bits, UP2US undoes it.
OPTION ARB_draw_buffers;
ATTRIB a = fragment.attrib[0];
UINT TEMP u;
INT TEMP s;
TEMP r;
PK2US.U u, a;
MOV.U result.color[0], u;
UP2US.U r, u.x;
MOV result.color[1], r;
PK2US.S s.z, |a.wzyx|;
UP2US.S result.color[2].xw, s.z;
PK2US r.x, { 0.25, 1.5, 9.0, 9.0 };
UP2US result.color[3], r.x;
END

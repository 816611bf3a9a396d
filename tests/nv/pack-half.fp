!!NVfp4.0
# PK2H and UP2H, through float, signed and unsigned variables; a pair survives packing twice.
OPTION ARB_draw_buffers;
ATTRIB a = fragment.attrib[0];
FLOAT TEMP f;
INT TEMP s;
UINT TEMP u;
FLOAT TEMP r, q;
PK2H.U u, a;
MOV.U result.color[0], u;
PK2H.S s.y, a.zwxy;
MOV.S result.color[1].y, s;
PK2H f.x, -a;
UP2H r, f.x;
MOV result.color[2], r;
UP2H.U q, u.w;
PK2H.U result.color[3], q;
UP2H.S result.color[4], s.y;
END

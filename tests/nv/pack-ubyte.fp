!!NVfp4.0
# PK4UB and UP4UB: four unsigned bytes; UP4UB.SAT and a condition code from its result.
OPTION ARB_draw_buffers;
ATTRIB a = fragment.attrib[0];
UINT TEMP u;
TEMP r;
PK4UB.U u, a;
MOV.U result.color[0], u;
UP4UB.U.CC r, u.x;
MOV result.color[1], r;
MOV result.color[2], 2.0;
MOV result.color[2] (EQ), -2.0;
PK4UB r.w, a.yyzz;
UP4UB.SAT result.color[3], r.w;
UP4UB.S result.color[4].yz, 0x40FF8001;
END

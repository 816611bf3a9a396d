!!NVfp4.0
# Conversion to half precision in integer arithmetic for numbers in range, compared with PK2H.
OPTION ARB_draw_buffers;
UINT TEMP b, s, h, lsb, p;
TEMP f;
INT TEMP d;
MIN f.xy, fragment.attrib[0], 60000.0;
MAX f.xy, f, 0.0009765625;
MOV.U b.xy, f;
SHR.U lsb.xy, b, 13;
AND.U lsb.xy, lsb, 1;
ADD.U b.xy, b, 0xfff;
ADD.U b.xy, b, lsb;
SUB.U b.xy, b, 0x38000000;
SHR.U h.xy, b, 13;
SHL.U s.x, h.y, 16;
OR.U h.x, h.x, s.x;
PK2H.U p.x, f;
SUB.S.NTC d.x, p.x, h.x;
MOV.U result.color[0].x, h;
MOV.S result.color[1].x, d;
END

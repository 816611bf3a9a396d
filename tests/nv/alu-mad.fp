!!NVfp4.0
# MAD in three types: float with one rounding per the number model, integers wrap.
OPTION ARB_draw_buffers;
ATTRIB a = fragment.attrib[0];
ATTRIB b = fragment.attrib[1];
FLAT ATTRIB i = fragment.attrib[2];
FLAT ATTRIB j = fragment.attrib[3];
INT TEMP s;
UINT TEMP u;
MAD result.color[0], a, b, -a.wzyx;
MAD.F result.color[1], -a, |b|, 0.5;
MAD.S s, i, j, -i;
MOV.S result.color[2], s;
MAD.U u, i.x, j, 0x80000000;
MOV.U result.color[3], u;
MAD.S result.color[4], -i, -j, |i|;
END

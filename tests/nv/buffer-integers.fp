!!NVfp4.0
# Buffers are typeless: INT and UINT declarations, integers as data and as indices.
OPTION ARB_draw_buffers;
INT BUFFER link[16] = { program.buffer[1] };
UINT BUFFER4 mask[2] = { program.buffer[5][0..1] };
INT TEMP i;
MOV.S i.x, 5;
REP.S 4;
AND.S i.x, link[i.x], 15;
ADD.S i.y, i.y, link[i.x];
ENDREP;
MOV.S result.color[0], i.xyxy;
XOR.U result.color[1], mask[0], mask[1].wzyx;
SHR.S result.color[2], link[3], 2;
END

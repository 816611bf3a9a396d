!!NVfp4.0
# FLAT attributes of every type; a direct use of the binding inherits the modifier.
OPTION ARB_draw_buffers;
FLAT ATTRIB a = fragment.attrib[0];
FLAT INT ATTRIB b = fragment.attrib[1];
FLAT UINT ATTRIB c = fragment.attrib[2];
FLAT FLOAT ATTRIB d = fragment.texcoord[0];
INT TEMP i;
ADD.S i.xy, b, 1;
SHR.U.NTC i.zw, c, 4;
MOV.S result.color[0], i;
MAD result.color[1], a, d, fragment.attrib[0].wzyx;
END

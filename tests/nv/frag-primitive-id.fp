!!NVfp4.0
# primitive.id is an integer in x.
OPTION ARB_draw_buffers;
INT TEMP i;
TEMP f;
AND.S i.x, primitive.id.x, 7;
MUL.S i.x, i.x, 37;
I2F.S f.x, i.x;
MUL result.color[0], f.x, fragment.attrib[0];
MOV.S result.color[1].x, primitive.id;
END

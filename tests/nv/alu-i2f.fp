!!NVfp4.0
# I2F of signed and unsigned integers; more than 24 significant bits round to the nearest float.
OPTION ARB_draw_buffers;
FLAT ATTRIB a = fragment.attrib[0];
FLOAT TEMP f;
I2F.S f, a;
MOV result.color[0], f;
I2F.U f, a;
MOV result.color[1], f;
I2F result.color[2], -a.wzyx;
I2F.S result.color[3], |a|;
I2F.U result.color[4], 0xFFFFFF7F;
END

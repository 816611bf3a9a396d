!!NVfp4.0
# Without a type modifier the bitwise instructions, SHL, SHR, MOD and I2F are signed (column D of Table X.13).
OPTION ARB_draw_buffers;
FLAT INT ATTRIB a = fragment.attrib[0];
INT TEMP t, k;
TEMP f;
AND t, a, 0xff;
OR t, t, 0x100;
XOR t, t, 0x155;
NOT k, t;
MOV.S result.color[0], k;
SHL t, a, 3;
SHR k, t, 3;
MOV.S result.color[1], k;
AND t, a, 1023;
MOD t, t, 10;
I2F f, t;
MOV result.color[2], f;
END

!!NVfp4.0
# Two lookups under way read one coordinate that does not fit the registers: each needs its own copy until its wait.
# RUN: -O0 -max-temps=16 -verify-sim=64 -o /dev/null
# RUN: -O0 -max-temps=18 -verify-sim=64 -o /dev/null
# RUN: -O2 -max-temps=16 -verify-sim=64 -o /dev/null
ATTRIB c = fragment.texcoord[0];
TEMP acc, one, s;
TEX acc, c, texture[8], SHADOW2D;
TXB one, c, texture[8], SHADOW2D;
MAD acc, acc, 0.75, one;
TXL one, c.zyxw, texture[8], SHADOW2D, (0, 3);
MAD acc, acc, 0.75, one;
TXP one, c, texture[8], SHADOW2D;
MAD acc, acc, 0.75, one;
MOV s, c;
MOV s.z, 0.5;
TEX.CC s, s, texture[8], SHADOW2D;
ADD acc (GT.x), acc, c;
MOV result.color, acc;
END

!!NVfp4.0
# Coefficients, texture state and parameters beyond register 255, behind a kill and with depth.
# RUN: -O0 -verify-sim=16 -o /dev/null
# RUN: -O2 -verify-sim=16 -o /dev/null
# RUN: -O3 -verify-sim=16 -o /dev/null
# RUN: -O2 -max-temps=16 -verify-sim=16 -o /dev/null
# RUN: -O2 -spill-all -verify-sim=16 -o /dev/null
# RUN: -mcpu=bxs-4-64 -verify-sim=16 -o /dev/null
# RUN: -mattr=+itrsmp -verify-sim=16 -o /dev/null
# RUN: -frt=rgba8 -verify-sim=16 -o /dev/null
# RUN: -frt=f32,f32,f32 -fsamples=4 -verify-sim=16 -o /dev/null
# RUN: -frt=f32,f32,f32 -fsamples=4 -fsample-shading -verify-sim=16 -o /dev/null
OPTION ARB_draw_buffers;
TEMP a, b, c;
INT TEMP i;
PARAM p[20] = { program.local[0..19] };
FLAT ATTRIB fl = fragment.attrib[15];
MOV a, 0;
MOV b, 0;
MOV.S i.x, fragment.texcoord[1].x;
MAD a, fragment.attrib[0], program.env[0], program.env[1];
MAD b, a, program.env[50], b;
MAD a, fragment.attrib[1], program.env[2], program.env[3];
MAD b, a, program.env[51], b;
MAD a, fragment.attrib[2], program.env[4], program.env[5];
MAD b, a, program.env[52], b;
MAD a, fragment.attrib[3], program.env[6], program.env[7];
MAD b, a, program.env[53], b;
MAD a, fragment.attrib[4], program.env[8], program.env[9];
MAD b, a, program.env[54], b;
MAD a, fragment.attrib[5], program.env[10], program.env[11];
MAD b, a, program.env[55], b;
MAD a, fragment.attrib[6], program.env[12], program.env[13];
MAD b, a, program.env[56], b;
MAD a, fragment.attrib[7], program.env[14], program.env[15];
MAD b, a, program.env[57], b;
MAD a, fragment.attrib[8], program.env[16], program.env[17];
MAD b, a, program.env[58], b;
MAD a, fragment.attrib[9], program.env[18], program.env[19];
MAD b, a, program.env[59], b;
MAD a, fragment.attrib[10], program.env[20], program.env[21];
MAD b, a, program.env[60], b;
MAD a, fragment.attrib[11], program.env[22], program.env[23];
MAD b, a, program.env[61], b;
MAD a, fragment.attrib[12], program.env[24], program.env[25];
MAD b, a, program.env[62], b;
MAD a, fragment.attrib[13], program.env[26], program.env[27];
MAD b, a, program.env[63], b;
MAD a, fragment.attrib[14], program.env[28], program.env[29];
MAD b, a, program.env[64], b;
MAD a, fragment.texcoord[0], program.env[30], program.env[31];
MAD b, a, program.env[65], b;
MAD a, fragment.texcoord[1], program.env[32], program.env[33];
MAD b, a, program.env[66], b;
MAD a, fragment.texcoord[2], program.env[34], program.env[35];
MAD b, a, program.env[67], b;
MAD a, fragment.texcoord[3], program.env[36], program.env[37];
MAD b, a, program.env[68], b;
MAD a, fragment.texcoord[4], program.env[38], program.env[39];
MAD b, a, program.env[69], b;
MAD a, fragment.texcoord[5], program.env[40], program.env[41];
MAD b, a, program.env[70], b;
MAD a, fragment.texcoord[6], program.env[42], program.env[43];
MAD b, a, program.env[71], b;
MAD a, fragment.texcoord[7], program.env[44], program.env[45];
MAD b, a, program.env[72], b;
MAD a, fragment.color, program.env[46], program.env[47];
MAD b, a, program.env[73], b;
MAD a, fragment.color.secondary, program.env[48], program.env[49];
MAD b, a, program.env[74], b;
TEX c, fragment.texcoord[0], texture[0], 2D;
MAD b, c, p[i.x+0], b;
SGT.CC c.x, a, program.env[70];
IF NE.x;
MOV a, program.env[80];
TXL b, a, texture[4], 2D;
ELSE;
MOV a, 0.05;
ENDIF;
KIL fragment.attrib[0].x;
TXQ i, i, texture[0], 2D;
TEX c, fragment.texcoord[1], texture[1], 2D;
MAD b, c, p[i.x+1], b;
SGT.CC c.x, a, program.env[71];
IF NE.x;
MOV a, program.env[81];
TXL b, a, texture[5], 2D;
ELSE;
MOV a, 0.15;
ENDIF;
KIL fragment.attrib[1].x;
TXQ i, i, texture[1], 2D;
TEX c, fragment.texcoord[2], texture[2], 2D;
MAD b, c, p[i.x+2], b;
SGT.CC c.x, a, program.env[72];
IF NE.x;
MOV a, program.env[82];
TXL b, a, texture[6], 2D;
ELSE;
MOV a, 0.25;
ENDIF;
KIL fragment.attrib[2].x;
TXQ i, i, texture[2], 2D;
ADD a, a, fl;
ADD result.color, a, b;
ADD result.color[2], fl, p[i.x];
MOV result.depth.z, program.env[90].x;
END

!!NVfp4.0
# 16.16 fixed-point arithmetic: conversion, product by MUL and MUL.HI, division by shifting, back to float.
OPTION ARB_draw_buffers;
INT TEMP a, b, lo, hi, q;
TEMP f;
MIN f, fragment.attrib[0], 100.0;
MAX f, f, -100.0;
MUL f, f, 65536.0;
TRUNC.S a, f;
MIN f, fragment.attrib[1], 100.0;
MAX f, f, -100.0;
MUL f, f, 65536.0;
TRUNC.S b, f;
MUL.S lo, a, b;
MUL.S.HI hi, a, b;
SHR.U.NTC lo, lo, 16;
SHL.S hi, hi, 16;
OR.S q, lo, hi;
MOV.S result.color[0], q;
I2F f, q;
MUL result.color[1], f, 1.52587890625e-5;
OR.S b, b, 1;
SHL.S a, a, 4;
SHR.S b, b, 4;
OR.S b, b, 1;
DIV.S result.color[2], a, b.x;
END

!!NVfp4.0
# 32x32 to 64-bit products from 16-bit halves, compared with MUL and MUL.HI.
OPTION ARB_draw_buffers;
UINT TEMP a, b, ah, bh, ll, lh, hl, hh, m;
MOV.U a, fragment.attrib[0];
MOV.U b, fragment.attrib[1];
SHR.U ah, a, 16;
SHR.U bh, b, 16;
AND.U ll, a, 0xffff;
AND.U lh, b, 0xffff;
MUL.U hl, ah, lh;
MUL.U hh, ah, bh;
MUL.U m, ll, bh;
MUL.U ll, ll, lh;
SHR.U ah, ll, 16;
AND.U lh, hl, 0xffff;
ADD.U ah, ah, lh;
AND.U lh, m, 0xffff;
ADD.U ah, ah, lh;
SHL.U lh, ah, 16;
AND.U ll, ll, 0xffff;
OR.U ll, ll, lh;
SHR.U hl, hl, 16;
SHR.U m, m, 16;
SHR.U ah, ah, 16;
ADD.U hh, hh, hl;
ADD.U hh, hh, m;
ADD.U hh, hh, ah;
MOV.U result.color[0], hh;
MOV.U result.color[1], ll;
MUL.U.HI m, a, b;
SUB.U result.color[2], m, hh;
MUL.U m, a, b;
SUB.U result.color[3], m, ll;
END

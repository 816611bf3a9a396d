!!NVfp4.0
# An integer hash of the pixel position as a noise texture, without the floating-point tricks of older programs.
# Shows: UINT variables, TRUNC.U, shifts, XOR, wrapping multiplication, unpacking bytes with UP4UB.
UINT TEMP h, t;
UINT PARAM k = { 2654435761, 2246822519, 3266489917, 668265263 };
TEMP c;

TRUNC.U h.xy, fragment.position;
MUL.U h.x, h.x, k.x;
MAD.U h.x, h.y, k.y, h.x;
SHR.U t.x, h.x, 15;
XOR.U h.x, h.x, t.x;
MUL.U h.x, h.x, k.z;
SHR.U t.x, h.x, 13;
XOR.U h.x, h.x, t.x;
MUL.U h.x, h.x, k.w;
SHR.U t.x, h.x, 16;
XOR.U h.x, h.x, t.x;
UP4UB.U c, h.x;
MOV result.color, c;
END

!!NVfp4.0
# Integer textures: TEX.S, TXL.U and TXF.S give the texture's bits; masks and condition codes on results.
OPTION ARB_draw_buffers;
ATTRIB c = fragment.texcoord[0];
INT TEMP s, r;
UINT TEMP u, v;
TEX.S s, c, texture[0], 2D;
MOV.S r, s;
TXL.U.CC u, c, texture[1], 3D;
MOV.U v, 5;
MOV.U v (LT), u.wzyx;
XOR.U v, v, u;
AND.S s, s, 3;
TXF.S s.xz, s, texture[2], 2D;
ADD.S r.xz, r, s;
TXP.U v.y, c, texture[1], 3D;
MOV.S result.color[0], r;
MOV.U result.color[1], v;
END

!!NVfp4.0
# Integer textures: TEX.S, TXL.U and TXF.S give the texture's bits; NTC, masks and condition codes on results.
OPTION ARB_draw_buffers;
ATTRIB c = fragment.texcoord[0];
INT TEMP s;
UINT TEMP u;
TEX.S s, c, texture[0], 2D;
MOV.S result.color[0], s;
TXL.U.CC u, c, texture[1], 3D;
MOV.U result.color[1], u;
MOV.U result.color[2], 5;
MOV.U result.color[2] (LT), u.wzyx;
AND.S s, s, 3;
TXF.S s.xz, s, texture[2], 2D;
ADD.S result.color[3].xz, s, 1;
TXP.U result.color[4].y, c, texture[1], 3D;
END

!!NVfp4.0
# A packed G-buffer: normals and colors out of integer texels by shifts and unpacking.
INT TEMP at;
UINT TEMP g;
TEMP n, c, d;
AND.S at, fragment.attrib[0], 7;
MOV.S at.zw, 0;
TXF.U g, at, texture[0], RECT;
UP4B.U n, g.x;
UP4UB.U c, g.y;
UP2US.U d, g.z;
MOV.U.CC g.w, g;
DP3 n.w, n, n;
MAD c, c, n.w, d.xyxy;
MUL c.xyz (LT.w), c, 0.5;
MOV result.color, c;
END

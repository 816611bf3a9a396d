!!ARBfp1.0
# SPDX-License-Identifier: MIT
# Phong, as it was written in 2003.
PARAM shine = { 16, 0, 0, 0 };
TEMP n, l, h, d, s;
DP3 n.w, fragment.texcoord[1], fragment.texcoord[1];
RSQ n.w, n.w;
MUL n.xyz, n.w, fragment.texcoord[1];
DP3 l.w, fragment.texcoord[2], fragment.texcoord[2];
RSQ l.w, l.w;
MUL l.xyz, l.w, fragment.texcoord[2];
DP3_SAT d.x, n, l;
ADD h.xyz, l, {0, 0, 1};
DP3 h.w, h, h;
RSQ h.w, h.w;
MUL h.xyz, h, h.w;
DP3_SAT d.y, n, h;
MOV d.w, shine.x;
LIT d, d;
TEX s, fragment.texcoord[0], texture[0], 2D;
MUL s, s, d.y;
MAD result.color, d.z, 0.25, s;
END

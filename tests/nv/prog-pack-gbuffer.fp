!!NVfp4.0
# The way in: packing normals, colors and depth into integer targets.
OPTION ARB_draw_buffers;
TEMP n, c;
UINT TEMP g;
NRM n.xyz, fragment.attrib[0];
MOV n.w, fragment.facing.x;
PK4B.U g.x, n;
TEX c, fragment.texcoord[0], texture[0], 2D;
PK4UB.U g.y, c;
PK2US.U g.z, fragment.position.zwzw;
PK2H.U g.w, c.zwxy;
MOV.U result.color[0], g;
MOV result.color[1], c;
END

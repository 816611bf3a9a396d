!!NVfp4.0
# Every target once: which component is coordinate, layer and reference.
OPTION ARB_draw_buffers;
ATTRIB c = fragment.texcoord[0];
TEMP s;
TEX result.color[0], c, texture[0], 1D;
TEX result.color[1], c, texture[1], 3D;
TEX result.color[2], c, texture[2], ARRAY1D;
TEX result.color[3], c, texture[3], ARRAY2D;
TEX s.x, c, texture[4], SHADOW1D;
TEX s.y, c, texture[5], SHADOW2D;
TEX s.z, c, texture[6], SHADOWRECT;
TEX s.w, c, texture[7], SHADOWCUBE;
MOV result.color[4], s;
TEX s.xy, c, texture[8], SHADOWARRAY1D;
TEX s.zw, c, texture[9], SHADOWARRAY2D;
MOV result.color[5], s;
END

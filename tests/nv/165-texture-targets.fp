!!NVfp4.0
# Every target once: which component is coordinate, layer and reference.
OPTION ARB_draw_buffers;
ATTRIB c = fragment.texcoord[0];
TEMP s, t, u;
TEX t, c, texture[0], 1D;
TEX u, c, texture[1], 3D;
MAD t, t, 0.5, u;
TEX u, c, texture[2], ARRAY1D;
MAD t, t, 0.5, u;
TEX u, c, texture[3], ARRAY2D;
MAD result.color[0], t, 0.5, u;
TEX s.x, c, texture[4], SHADOW1D;
TEX s.y, c, texture[5], SHADOW2D;
TEX s.z, c, texture[6], SHADOWRECT;
TEX s.w, c, texture[7], SHADOWCUBE;
TEX u.xy, c, texture[8], SHADOWARRAY1D;
TEX u.zw, c, texture[9], SHADOWARRAY2D;
MAD result.color[1], u, 0.25, s;
END

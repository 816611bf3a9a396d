!!NVfp4.0
# Target SHADOWCUBE: the reference is w, so only TEX, TXD and TXQ are allowed.
OPTION ARB_draw_buffers;
ATTRIB c = fragment.texcoord[0];
ATTRIB d = fragment.texcoord[1];
INT TEMP n;
TEMP m;
TEX result.color[0], c, texture[10], SHADOWCUBE;
TXD result.color[1], -c.zxyw, d, d.yzxw, texture[10], SHADOWCUBE;
MAX m.w, |c.x|, |c.y|;
MAX m.w, m.w, |c.z|;
MAD.SAT m.w, m.w, 0.125, 0.25;
MOV m.xyz, c;
TEX result.color[2], m, texture[10], SHADOWCUBE;
TXQ n.xy, 0, texture[10], SHADOWCUBE;
MOV.S result.color[3].xy, n;
END

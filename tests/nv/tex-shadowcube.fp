!!NVfp4.0
# Target SHADOWCUBE: the reference is w, so only TEX, TXD and TXQ are allowed.
OPTION ARB_draw_buffers;
ATTRIB c = fragment.texcoord[0];
ATTRIB d = fragment.texcoord[1];
TEMP acc, one;
INT TEMP n;
TEMP m;
TEX acc, c, texture[10], SHADOWCUBE;
TXD one, -c.zxyw, d, d.yzxw, texture[10], SHADOWCUBE;
MAD acc, acc, 0.75, one;
MAX m.w, |c.x|, |c.y|;
MAX m.w, m.w, |c.z|;
MAD.SAT m.w, m.w, 0.125, 0.25;
MOV m.xyz, c;
TEX one, m, texture[10], SHADOWCUBE;
MAD acc, acc, 0.75, one;
TXQ n.xy, 0, texture[10], SHADOWCUBE;
MOV.S result.color[1].xy, n;
MOV result.color[0], acc;
END

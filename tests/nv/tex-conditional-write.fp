!!NVfp4.0
# The write of a lookup is masked; the lookup itself runs in all lanes.
ATTRIB c = fragment.texcoord[0];
TEMP r, t;
MOV r, c;
SUB.CC t, c, c.wzyx;
TEX r (GT), c, texture[0], 2D;
TEX r.xy (LE.z), c.zwxy, texture[1], 2D;
TXQ.NTC r.w (EQ.x), 0, texture[0], 2D;
MOV result.color, r;
END

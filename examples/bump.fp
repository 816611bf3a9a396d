!!NVfp4.0
# Tangent-space bump mapping with a normal map and a gloss map in its alpha channel.
# Shows: unpacking a normal from [0,1], three-component dot products, KIL, LRP.
#   attrib[0] texture coordinate, attrib[1] light vector, attrib[2] half vector (tangent space)
PARAM base = { 0.2, 0.25, 0.3, 1.0 };
PARAM cutoff = program.local[0];
TEMP n, l, h, albedo, k;

TEX albedo, fragment.attrib[0], texture[0], 2D;
SUB k.x, albedo.w, cutoff.x;
KIL k.x;                                  # alpha test

TEX n, fragment.attrib[0], texture[1], 2D;
MAD n.xyz, n, 2.0, -1.0;
NRM n.xyz, n;
NRM l.xyz, fragment.attrib[1];
NRM h.xyz, fragment.attrib[2];

DP3.SAT k.x, n, l;
DP3.SAT k.y, n, h;
MUL k.y, k.y, k.y;
MUL k.y, k.y, k.y;
MUL k.y, k.y, k.y;
MUL k.y, k.y, n.w;

LRP albedo.xyz, k.x, albedo, base;
ADD.SAT result.color.xyz, albedo, k.y;
MOV result.color.w, 1.0;
END

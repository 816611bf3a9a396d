!!NVfp4.0
# glmark2-es2 shading:shading=cel
# Bands of light by condition codes: lit or not, the outline, the highlight.
PARAM light = { 4.0, 3.0, 1.0, 0.0 };
PARAM lit = { 0.0, 0.6, 0.0, 1.0 };
PARAM unlit = { 0.0, 0.3, 0.0, 1.0 };
TEMP n, l, e, r, t, color;

SUB l.xyz, light, fragment.attrib[0];
NRM n.xyz, fragment.attrib[1];
DP3 l.w, l, l;
RSQ t.x, l.w;                       # 1 / distance
MUL l.xyz, l, t.x;
DP3 t.y, n, l;                      # how much the surface looks at the light
MUL t.x, t.x, 5.19615221;           # attenuation
NRM e.xyz, -fragment.attrib[0];
MAX t.z, t.y, 0.0;
MUL t.w, t.x, t.z;
SGE.CC t.w, t.w, 0.1;
MOV color, unlit;
MOV color (NE.w), lit;
LRP t.w, t.z, 0.4, 0.1;
DP3 e.w, e, n;
SLT.CC t.w, e.w, t.w;
MOV color.xyz (NE.w), 0.0;
RFL r.xyz, n, l;
DP3.SAT r.w, r, e;
POW r.w, r.w, 10.0;
MUL r.w, t.x, r.w;
SLT r.w, 0.5, r.w;
SLT t.w, 0.0, t.y;
MUL.CC t.w, t.w, r.w;
MAD color.xyz (NE.w), color, 0.3, 0.7;
MOV result.color.xyz, color;
MOV result.color.w, 1.0;
END

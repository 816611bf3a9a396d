!!NVfp4.0
# glmark2-es2 shading:shading=phong
# The light is at (0, 1, 0); RFL mirrors its direction at the normal.
TEMP e, l, n, r, s;

DIV e.xyz, fragment.attrib[0], fragment.attrib[0].w;
SUB l.xyz, { 0.0, 1.0, 0.0, 0.0 }, e;
NRM l.xyz, l;
NRM n.xyz, fragment.attrib[1];
RFL r.xyz, n, l;
NRM e.xyz, -fragment.attrib[0];
DP3.SAT s.x, r, e;
POW s.x, s.x, 100.0;
MAD s.xyz, s.x, 0.8, 0.02;
DP3.SAT l.w, n, l;
MOV result.color.xy, s;
MAD result.color.z, l.w, 0.8, s.x;
MOV result.color.w, 1.0;
END

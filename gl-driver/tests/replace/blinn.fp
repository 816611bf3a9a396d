!!ARBfp1.0
# glmark2-es2 shading:shading=blinn-phong-inf
PARAM half = { 0.408247948, 0.408247948, 0.816496909, 0.0 };
PARAM light = { 0.6666667, 0.6666667, 0.3333333, 0.0 };
PARAM k = { 0.8, 0.1, 100.0, 1.0 };
TEMP n, s;

DP3 n.w, fragment.texcoord[0], fragment.texcoord[0];
RSQ n.w, n.w;
MUL n.xyz, fragment.texcoord[0], n.w;
DP3 s.x, n, half;
MAX s.x, s.x, 0.0;
POW s.x, s.x, k.z;
MAD s.xyz, k.x, s.x, k.y;
DP3 n.x, n, light;
MAX n.x, n.x, 0.0;
MAD result.color.xyz, n.x, { 0.0, 0.0, 0.8, 0.0 }, s;
MOV result.color.w, k.w;
END

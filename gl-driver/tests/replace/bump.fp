!!ARBfp1.0
# glmark2-es2 bump:bump-render=normals
PARAM c[4] = { program.local[0..3] };
PARAM shine = { 100.0, 0.0, 0.0, 0.0 };
PARAM half = { 0.408247948, 0.408247948, 0.816496909, 0.0 };
PARAM light = { 0.6666667, 0.6666667, 0.3333333, 0.0 };
TEMP n, t, s;

TEX t, fragment.texcoord[0], texture[0], 2D;
MAD t.xyz, t, 2.0, -1.0;
MAD n.xyz, c[0], t.x, c[3];
MAD n.xyz, c[1], t.y, n;
MAD n.xyz, c[2], t.z, n;
DP3 n.w, n, n;
RSQ n.w, n.w;
MUL n.xyz, n, n.w;
DP3_SAT s.x, n, half;
POW s.x, s.x, shine.x;
MAD s, s.x, { 0.16, 0.16, 0.16, 1.0 }, { 0.1, 0.1, 0.1, 1.0 };
DP3_SAT t.x, n, light;
MAD result.color, t.x, { 0.8, 0.8, 0.8, 1.0 }, s;
END

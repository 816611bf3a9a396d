!!NVfp4.0
# Irradiance from nine spherical harmonics coefficients.
PARAM sh[9] = { program.local[0..8] };
TEMP n, t, c;
NRM n.xyz, fragment.attrib[0];
MOV n.w, 1.0;
MUL c, sh[0], 0.886227;
MUL t, n, 1.023328;
MAD c, sh[1], t.y, c;
MAD c, sh[2], t.z, c;
MAD c, sh[3], t.x, c;
MUL t, n.xyzx, n.yzzx;
MUL t.xyz, t, 0.858086;
MAD c, sh[4], t.x, c;
MAD c, sh[5], t.y, c;
MAD t.z, n.z, n.z, 0.0;
MAD t.z, t.z, 0.743125, -0.247708;
MAD c, sh[6], t.z, c;
MUL t.z, n.x, n.z;
MUL t.z, t.z, 0.858086;
MAD c, sh[7], t.z, c;
MAD t.w, -n.y, n.y, t.w;
MUL t.w, t.w, 0.429043;
MAD c, sh[8], t.w, c;
MAX result.color, c, 0.0;
END

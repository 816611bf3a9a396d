!!NVfp4.0
# A sorting network on four values: five compare and exchange steps by MIN and MAX, checked against the sum.
OPTION ARB_draw_buffers;
TEMP v, t;
MOV v, fragment.attrib[0];
MIN t.x, v.x, v.y;
MAX t.y, v.x, v.y;
MIN t.z, v.z, v.w;
MAX t.w, v.z, v.w;
MIN v.x, t.x, t.z;
MAX v.z, t.x, t.z;
MIN v.y, t.y, t.w;
MAX v.w, t.y, t.w;
MIN t.y, v.y, v.z;
MAX t.z, v.y, v.z;
MOV v.yz, t;
MOV result.color[0], v;
DP4 result.color[1].x, v, 1.0;
SGE result.color[1].yzw, v, v.xxyz;
END

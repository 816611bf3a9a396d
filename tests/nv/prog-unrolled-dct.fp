!!NVfp4.0
# An eight-point DCT by butterflies on two vectors of four.
OPTION ARB_draw_buffers;
PARAM k = { 0.70710678, 0.38268343, 0.54119610, 1.30656296 };
TEMP lo, hi, s, d, t;
MOV lo, fragment.attrib[0];
MOV hi, fragment.attrib[1];
ADD s, lo, hi.wzyx;
SUB d, lo, hi.wzyx;
ADD t.xy, s, s.wzyx;
SUB t.zw, s.yyyx, s.zzzw;
ADD result.color[0].x, t.x, t.y;
SUB result.color[0].y, t.x, t.y;
ADD s.x, t.z, t.w;
MUL s.x, s.x, k.x;
ADD result.color[0].z, t.w, s.x;
SUB result.color[0].w, t.w, s.x;
ADD t.xyz, d.wzyx, d.zyxw;
SUB s.w, t.x, t.z;
MUL s.w, s.w, k.y;
MAD s.x, t.x, k.z, s.w;
MAD s.z, t.z, k.w, s.w;
MUL s.y, t.y, k.x;
ADD t.x, d.x, s.y;
SUB t.y, d.x, s.y;
ADD result.color[1].x, t.y, s.x;
SUB result.color[1].y, t.y, s.x;
ADD result.color[1].z, t.x, s.z;
SUB result.color[1].w, t.x, s.z;
END

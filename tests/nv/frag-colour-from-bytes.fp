!!NVfp4.0
# RUN: -O0 -frt=rgba8 -verify-sim=64
# RUN: -O2 -frt=rgba8 -verify-sim=64
# RUN: -O2 -verify-sim=64
# Bytes made floats and divided by 255 for targets of bytes: in place, rotated, of several words, with constants, and what
# only looks like it.
OPTION ARB_draw_buffers;
FLAT UINT ATTRIB a = fragment.attrib[0];
FLAT UINT ATTRIB b = fragment.attrib[1];
TEMP q;
UINT TEMP r, s, t;
TEMP f;
# target 0: the word itself
AND.U r.x, a.x, 255; SHR.U r.y, a.x, 8; AND.U r.y, r.y, 255; SHR.U r.z, a.x, 16; AND.U r.z, r.z, 255; SHR.U r.w, a.x, 24;
I2F.U f, r; MUL.F result.color[0], f, 0.00392156862;
# target 1: in the other order, out of a rotation
SHL.U s, a, 5; SHR.U t, a, 27; OR.U s, s, t;
SHR.U r.x, s.y, 24; SHR.U r.y, s.y, 16; AND.U r.y, r.y, 255; SHR.U r.z, s.y, 8; AND.U r.z, r.z, 255; AND.U r.w, s.y, 255;
I2F.U f, r; MUL.F result.color[1], f, 0.00392156862;
# target 2: four words, a constant, signed conversion
AND.U r.x, a.x, 255; AND.U r.y, a.y, 255; AND.U r.z, b.z, 0x3f; MOV.U q, r;
I2F.S f.xyz, q; MUL.F result.color[2].xyz, f, 0.00392156862; MOV.F result.color[2].w, 1.0;
# target 3: two components, the others are not written; bytes of a smaller field
SHR.U r.x, a.z, 11; AND.U r.x, r.x, 31; SHL.U r.x, r.x, 3; SHR.U r.y, a.z, 20; AND.U r.y, r.y, 0xf;
I2F.U f.xy, r; MUL.F result.color[3].xy, f, 0.00392156862;
# target 4: packed and unpacked again
AND.U r, a, 255; SHL.U s.y, r.y, 8; SHL.U s.z, r.z, 16; SHL.U s.w, r.w, 24;
OR.U t.x, r.x, s.y; OR.U t.y, s.z, s.w; OR.U t.x, t.x, t.y;
AND.U r.x, t.x, 255; SHR.U r.y, t.x, 8; AND.U r.y, r.y, 255; SHR.U r.z, t.x, 16; AND.U r.z, r.z, 255; SHR.U r.w, t.x, 24;
I2F.U f, r; MUL.F.SAT result.color[4].xyzw, f, 0.003921569;
# target 5: not by 255; target 6: more than a byte, and one that is read elsewhere
AND.U r, a, 255; I2F.U f, r; MUL.F result.color[5], f, 0.00390625;
AND.U r, b, 0x1ff; I2F.U f, r; MUL.F result.color[6], f, 0.00392156862;
# target 7: half a constant, which the pack unit rounds; a part that is only written on some path
AND.U r, b, 255; I2F.U f, r; MUL.F f, f, 0.00392156862; MOV.F f.w, 0.5;
MOV.F result.color[7], f;
AND.U.CC r, a, 3;
IF EQ.x; MOV.F result.color[7].x, 0.25; ENDIF;
END

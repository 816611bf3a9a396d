!!NVfp4.0
OPTION ARB_draw_buffers;
# RUN: -target=agx -O0 -verify-sim=16
# RUN: -target=agx -O2 -verify-sim=16
# RUN: -target=agx -O2
# Numbers are rounded to f16 by what computes them, into their half of the word; the halves of a word are read where they are. What was packed
# and is unpacked again needs no word.
FLAT UINT ATTRIB in = fragment.attrib[0];
UINT TEMP u;
TEMP a, b;
ADD a.x, fragment.attrib[1].x, 1.5;
MUL.SAT a.y, fragment.attrib[1].y, 3.5;
PK2H.U u.x, a;
UP2H.U b.xy, in.x;
MUL a.z, b.x, b.y;
PK2H.U u.y, fragment.attrib[1].zwzw;
UP2H.U b.xy, u.y;
ADD a.w, b.x, b.y;
ADD a.z, a.z, a.w;
MOV.U result.color[1].x, u.x;
MOV result.color[0], a.z;
END
# EXPECT:
#      0: 6181020000000000     iterproj r0_r1_r2_r3, cf2, cf0, center
#      8: aa88c4020002         fadd32 r2l.cache, r2.discard, -0.0
#      e: aa8ac6020002         fadd32 r2h.cache, r3.discard, -0.0
#     14: aa89c4500c00         fadd32 r2.cache, r2l.discard, r2h.discard
#     1a: a191014000000000     ldcf r4_r5_r6, cf1
#     22: ba91ccd00cc40200     fmadd32 r4.cache, r6l.discard, r6h.discard, r2.discard
#     2a: 2aa0c0820300         fadd32 r8l, r0.discard, 1.5
#     30: 5aa2c2c20001         fmul32.sat r8h, r1.discard, 3.5
#     36: 7e1d880a8000         mov r7, r4.cache
#     3c: 7e19880a8000         mov r6, r4.cache
#     42: 7e15480a8000         mov r5, r4

!!NVfp4.0
# Shifts, masks and logic in the combinations that one group of the USC's bitwise unit computes, and near misses.
OPTION ARB_draw_buffers;
FLAT UINT ATTRIB a = fragment.attrib[0];
FLAT UINT ATTRIB b = fragment.attrib[1];
UINT PARAM p = program.local[0];
UINT TEMP r, s, t, u;
UINT OUTPUT o0 = result.color[0];
UINT OUTPUT o1 = result.color[1];
UINT OUTPUT o2 = result.color[2];
UINT OUTPUT o3 = result.color[3];
UINT OUTPUT o4 = result.color[4];
UINT OUTPUT o5 = result.color[5];
UINT OUTPUT o6 = result.color[6];
UINT OUTPUT o7 = result.color[7];
# insertion: both masks, complements or not; the shift before and behind its mask
AND.U r, a, 0x00ff00ff; AND.U s, b, 0xff00ff00; OR.U o0.x, r.x, s.x;
SHL.U t, a, 8; AND.U t, t, 0x0000ff00; AND.U s, b, 0xffff00ff; OR.U o0.y, s.y, t.y;
AND.U t, a, 0x0000001f; SHL.U t, t, 11; AND.U s, b, 0xffff07ff; XOR.U o0.z, t.z, s.z;
AND.U r, a, 0x00ff00ff; AND.U s, b, 0xfff0ff00; OR.U o0.w, r.w, s.w;
# selection by a mask in a register
NOT.U u, p; AND.U r, a, p; AND.U s, b, u; OR.U o1.x, r.x, s.x;
AND.U r, a, p; XOR.U o1.y, r.y, b.y;
SHL.U r, a, b.x; AND.U r, r, 0xffff; OR.U o1.z, r.z, p.z;
AND.U r, a, 0xffff; SHL.U r, r, b.y; XOR.U o1.w, r.w, p.w;
# a shift behind
SHL.U r, a, 3; XOR.U r, r, b; SHR.U o2.x, r.x, 7;
AND.U r, a, 0xf0f0; SHL.U r, r, 4; OR.U r, r, p; SHL.U o2.y, r.y, 1;
SHL.U r, a, 24; SHR.U o2.z, r.z, 28;
SHR.U r, a, 5; AND.U r, r, 63; SHL.U r, r, 2; AND.U s, b, 3; OR.U o2.w, r.w, s.w;
# constants of a first operation in front of the shift of the second operand, and one that does not fit there
XOR.U r, a, 61; SHR.U s, a, 16; XOR.U o3.x, r.x, s.x;
OR.U r, a, 0xffff; SHR.U s, b, 16; OR.U o3.y, r.y, s.y;
XOR.U r, a, 0x1ffff; SHR.U s, b, 16; XOR.U o3.z, r.z, s.z;
XOR.U r, a, 0x7fffffff; SHR.U s, b, 1; XOR.U o3.w, s.w, r.w;
# inverted results
AND.U r, a, 0xff00; OR.U r, r, b; NOT.U o4.x, r.x;
SHL.U r, a, 9; AND.U r, r, b; NOT.U o4.y, r.y;
SHL.U r, a, 1; XOR.U r, r, b; NOT.U o4.z, r.z;
NOT.U r, a; AND.U r, r, b; SHR.U o4.w, r.w, 4;
# sums and differences of products and shifts
SHL.U r, a, 10; ADD.U o5.x, a.x, r.x;
SHL.U r, a, 31; SUB.U o5.y, b.y, r.y;
SHL.U r, a, 4; SUB.U o5.z, r.z, b.z;
MUL.U r, a, b; SUB.U o5.w, p.w, r.w;
MUL.U r, a, 0x01010101; SUB.U o6.x, r.x, b.x;
SHL.U r, a, 32; ADD.U o6.y, r.y, b.y;
# a rotation of a logic result, and by amounts that are none
XOR.U r, a, b; SHL.U s, r, 7; SHR.U t, r, 25; OR.U o6.z, s.z, t.z;
SHL.U s, a, 7; SHR.U t, a, 24; OR.U o6.w, s.w, t.w;
# sign extension
TEMP i;
MOV.U i, a; SHL.S i, i, 20; SHR.S i.x, i.x, 20; MOV.U o7.x, i.x;
MOV.U i, a; AND.S i, i, 0xff00; SHL.S i, i, 16; SHR.S i.y, i.y, 24; MOV.U o7.y, i.y;
# tests of bits that only a branch reads
UINT TEMP k;
MOV.U k, 0;
AND.U.CC r, a, 12;
IF NE.z; ADD.U k.x, k.x, b.w; DIV.U k.x, k.x, p.x; DIV.U k.y, a.x, p.y; DIV.U k.z, a.y, p.z; ENDIF;
SHR.U r, a, 3; AND.U.CC r, r, 5;
IF EQ.w; ADD.U k.y, k.y, b.y; DIV.U k.x, k.x, p.w; DIV.U k.z, k.y, p.y; DIV.U k.w, a.z, p.z; ENDIF;
XOR.U.CC r, a, b;
IF EQ.x; DIV.U k, a, p.x; DIV.U r, b, p.y; XOR.U k, k, r; ENDIF;
SHR.U.CC r, a, 31;
IF NE.y; DIV.U k.xy, k, 3; DIV.U r, b, p.y; XOR.U k, k, r; ENDIF;
XOR.U k.x, k.x, k.y;
MOV.U o7.z, k.x;
XOR.U o7.w, k.z, k.w;
END

!!NVfp4.0
# _SAT and _SSAT behind the other opcode suffixes; the condition code sees the clamped result.
OPTION ARB_draw_buffers;
ATTRIB a = fragment.attrib[0];
TEMP t;
MOV_SAT result.color[0], a;
ADDR_SSAT result.color[1], a, -0.25;
MULRC_SAT t, a, a.x;
MOV result.color[2], t;
MOV result.color[2].w (EQ.w), 7.0;
SUBC1_SSAT t, a, 1.5;
MOV result.color[3], t;
ADD result.color[3] (LT1), t, -8.0;
MADRC0_SAT t, a, a, -1.0;
MOV result.color[4] (GT), t;
END

!!NVfp4.0
# RUN: -w -fcolor-epilog -O1 -max-temps=29 -verify-sim=3,seed=2150 -o /dev/null
# With few registers, one that cannot be spilled was placed before the colours of the epilog, in the place of one of them.
OPTION ARB_draw_buffers;
TEMP r10, r13, r24;
TEMP q0[4];
MOV r10, q0[q0[1].x + 0];
MOV r13, q0[q0[3].x + 0].ywyz;
MOV r24, |fragment.position.wwxw|;
COS result.color[2], 1;
XOR q0[1], q0[1].yzwx, r10;
XOR q0[1], q0[1], r13;
XOR q0[1], q0[1], r24;
XOR q0[1], q0[1], q0[0];
MOV result.color, q0[1];
END

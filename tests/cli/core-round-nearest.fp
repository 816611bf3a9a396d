!!NVfp4.0
# Constants are folded as the core rounds: to nearest here, towards zero in core-round-zero.fp. 16777215 + 2.5 = 2^24 + 1.5, nearer to
# 2^24 + 2; 1 - 1e-8 is nearer to 1; the largest float and itself make infinity.
# RUN: -mattr=+rne -dump-ir
# RUN: -mcpu=bxs-4-64 -verify-sim=16 -verify-each -o /dev/null
# RUN: -mcpu=bxs-4-64 -dump-ir
TEMP t;
ADD t.x, 16777215.0, 2.5;
ADD t.y, 3.4028235e38, 3.4028235e38;
ROUND t.z, 0.7;
SUB t.w, 1.0, 0.00000001;
MOV result.color, t;
END
# EXPECT:
# nvp4c-ir 1
# stage fragment
# source_ops 5
# param 0 const 0x4b7fffff 0x4b7fffff 0x4b7fffff 0x4b7fffff
# param 1 const 0x40200000 0x40200000 0x40200000 0x40200000
# param 2 const 0x7f7fffff 0x7f7fffff 0x7f7fffff 0x7f7fffff
# param 3 const 0x3f333333 0x3f333333 0x3f333333 0x3f333333
# param 4 const 0x3f800000 0x3f800000 0x3f800000 0x3f800000
# param 5 const 0x322bcc77 0x322bcc77 0x322bcc77 0x322bcc77
#
# block 0:
#    %2:32 = const value=0x4b800001
#    %4:32 = const value=0x7f800000
#    %6:32 = const value=0x3f800000
#    store_output %2 slot=color0 comp=0
#    store_output %4 slot=color0 comp=1
#    store_output %6 slot=color0 comp=2
#    store_output %6 slot=color0 comp=3
#    return

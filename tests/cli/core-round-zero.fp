!!NVfp4.0
# Constants are folded as the core rounds: on the default core towards zero (core-round-nearest.fp: to nearest). 16777215 + 2.5 = 2^24 + 1.5,
# the next floats are 2^24 and 2^24 + 2; the largest float and itself make the largest float; ROUND is to nearest on every core.
# RUN: -mcpu=bxs-4-64 -mattr=-rne -dump-ir
# RUN: -verify-sim=16 -verify-each -o /dev/null
# RUN: -dump-ir
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
#    %2:32 = const value=0x4b800000
#    %3:32 = const value=0x7f7fffff
#    %6:32 = const value=0x3f800000
#    %9:32 = const value=0x3f7fffff
#    store_output %2 slot=color0 comp=0
#    store_output %3 slot=color0 comp=1
#    store_output %6 slot=color0 comp=2
#    store_output %9 slot=color0 comp=3
#    return

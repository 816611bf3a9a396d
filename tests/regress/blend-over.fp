!!NVfp4.0
# The commonest blend. The expected listing shows its cost: reads and unpacks of the pixel, clamps, four fmad and a pack.
# RUN: -O2 -verify-sim=16 -o /dev/null -fcolor=0:R8G8B8A8_UNORM -fblend=0:add,source-alpha,one-minus-source-alpha
# RUN: -O0 -verify-sim=16 -o /dev/null -fcolor=0:R8G8B8A8_UNORM -fblend=0:add,source-alpha,one-minus-source-alpha
# RUN: -mcpu=bxs-4-64 -O2 -verify-sim=16 -o /dev/null -fcolor=0:R8G8B8A8_UNORM -fblend=0:add,source-alpha,one-minus-source-alpha
# RUN: -S -O2 -fcolor=0:R8G8B8A8_UNORM -fblend=0:add,source-alpha,one-minus-source-alpha
MOV result.color, fragment.color;
END
# EXPECT:
# 0 :
#        fitrp.pixel.sat r0, drc0, cf4, cf0, 4;
# 1 :
#        unpck.u8888 ft0, o0.e0
#        mov r4, ft0;
# 2 :
#        unpck.u8888 ft0, o0.e1
#        fmul ft1, sh0, r4
#        mov r5, ft0;
#        mov r4, ft1;
# 3 :
#        unpck.u8888 ft0, o0.e2
#        fmul ft1, sh0, r5
#        mov r6, ft0;
#        mov r5, ft1;
# 4 :
#        unpck.u8888 ft0, o0.e3
#        fmul ft1, sh0, r6
#        mov r7, ft0;
#        mov r6, ft1;
# 5 :
#        wdf drc0
# 6 :
#        fmul ft0, r0, r3
#        fmul ft1, sh0, r7
#        mov r0, ft0;
#        mov r7, ft1;
# 7 :
#        fmul ft0, r1, r3
#        fadd ft1, r3.neg, c64
#        mov r1, ft0;
#        mov r8, ft1;
# 8 :
#        fmul ft0, r3, r3
#        fmul ft1, r2, r3
#        mov r3, ft0;
#        mov r2, ft1;
# 9 :
#        fmad ft0, r5, r8, r1
#        fmad ft1, r4, r8, r0
#        mov r1, ft0;
#        mov r0, ft1;
# 10 :
#        fmad ft0, r7, r8, r3
#        fmad ft1, r6, r8, r2
#        mov r3, ft0;
#        mov r2, ft1;
# 11 : .end.rpt4
#        pck.u8888.scale ft2, r0
#        mov o0, ft2;

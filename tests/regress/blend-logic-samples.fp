!!NVfp4.0
# A program that reads a pixel of several samples runs once for each. This operation does not read it, so inputs are iterated at
# the middle of the pixel (.pixel).
# RUN: -O2 -verify-sim=16 -o /dev/null -fsamples=4 -flogic-op=copy-inverted -fcolor=0:R8_UNORM
# RUN: -S -O2 -fsamples=4 -flogic-op=copy-inverted -fcolor=0:R8_UNORM
MOV result.color, fragment.color;
END
# EXPECT:
# 0 :
#        fitrp.pixel r0, drc0, cf4, cf0, 1;
# 1 :
#        wdf drc0
# 2 :
#        fmul.sat ft0, r0, c64
#        mov r0, ft0;
# 3 :
#        fmul ft0, sh0, r0
#        pck.u32 ft2, ft0
#        mov r0, ft2;
# 4 : .end
#        byp ft0, ft1, c0, c0
#        byp ft2, r0
#        byp ft3, r0
#        xnor ft4, _, ft2, _, c0
#        mov o0, ft4;

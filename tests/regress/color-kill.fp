!!NVfp4.0
# The feedback of a kill waits for outputs of other fragments (.olchk), and the pixel is written after it.
# RUN: -O2 -verify-sim=8 -o /dev/null -fcolor=0:R32_FLOAT,keep=yzw
# RUN: -S -O2 -fcolor=0:R32_FLOAT
KIL fragment.color.y;
MOV result.color, fragment.color;
END
# EXPECT:
# 0 :
#        fitrp.pixel r0, drc0, cf4, cf0, 2;
# 1 :
#        wdf drc0
# 2 : .iss(0x02).src(r1 c0 | c0 | is0=s1)
#        mbyp ft0, r1@s0
#        tstl.f32 ftt, p0, ft0, c0@s1
# 3 : if (!p0) .olchk
#        atst _, c0, c0, c7;
# 4 :
#        wdf drc0
# 5 : .end
#        mbyp ft0, r0
#        mov o0, ft0;

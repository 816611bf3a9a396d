!!NVfp4.0
# A blend whose target has the factor 0 reads no pixel.
# RUN: -O2 -verify-sim=16 -o /dev/null -fcolor=0:R32G32_FLOAT -fblend=0:add,source-alpha,zero
# RUN: -S -O2 -fcolor=0:R32G32_FLOAT -fblend=0:add,source-alpha,zero
MOV result.color, fragment.color;
END
# EXPECT:
# 0 :
#        fitrp.pixel r0, drc0, cf4, cf0, 4;
# 1 :
#        wdf drc0
# 2 : .end
#        fmul ft0, r0, r3
#        fmul ft1, r1, r3
#        mov o0, ft0;
#        mov o1, ft1;

!!NVfp4.0
# A target without a place does not take one that the key gives to a later target: here it goes to o1.
# RUN: -O2 -verify-sim=8 -o /dev/null -fcolor=0:R32_FLOAT -fcolor=1:R32_FLOAT,o0
# RUN: -S -O2 -fcolor=0:R32_FLOAT -fcolor=1:R32_FLOAT,o0
OPTION ARB_draw_buffers;
MOV result.color[0], program.local[0];
MOV result.color[1], program.local[1];
END
# EXPECT:
# 0 : .end
#        mbyp ft0, sh0
#        mbyp ft1, sh1
#        mov o1, ft0;
#        mov o0, ft1;

!!NVfp4.0
# What a swizzle puts in the place of 1 in an integer texture is the integer 1.
# RUN: -verify-sim=4 -ftex=0:swizzle=1111 -o /dev/null
# RUN: -verify-sim=4 -O0 -ftex=0:swizzle=1x1w -o /dev/null
# RUN: -S -ftex=0:swizzle=1111
INT TEMP i;
TEX.S i, fragment.texcoord[0], texture[0], 2D;
I2F.S result.color, i;
END
# EXPECT:
# 0 :
#        mbyp ft0, c64
#        mbyp ft1, c64
#        mov o0, ft0;
#        mov o1, ft1;
# 1 : .end
#        mbyp ft0, c64
#        mbyp ft1, c64
#        mov o2, ft0;
#        mov o3, ft1;

!!NVfp4.0
# RUN: -fcolor-epilog -S -reflect
# The main part of a program with a colour epilog: no .end, colours 0 and 3 in r0..r3 and r4..r7; 0 in components that it does not write.
OPTION ARB_draw_buffers;
MUL result.color[0], fragment.color, program.local[0];
MOV result.color[3].y, fragment.color.w;
END
# EXPECT:
# 0 :
#        fitrp.pixel r0, drc0, cf4, cf0, 4;
# 1 :
#        mbyp ft0, c0
#        mbyp ft1, c0
#        mov r6, ft0;
#        mov r4, ft1;
# 2 :
#        wdf drc0
# 3 :
#        fmul ft0, sh0, r0
#        mbyp ft1, c0
#        mov r0, ft0;
#        mov r7, ft1;
# 4 :
#        fmul ft0, sh2, r2
#        fmul ft1, sh1, r1
#        mov r2, ft0;
#        mov r1, ft1;
# 5 :
#        mbyp ft0, r3
#        fmul ft1, sh3, r3
#        mov r5, ft0;
#        mov r3, ft1;

!!NVfp4.0
# A target of swapped bytes has the bits of its stored format, so the operation works on the packed word.
# RUN: -O2 -verify-sim=16 -o /dev/null -flogic-op=xor -fcolor=0:B8G8R8A8_UNORM
# RUN: -S -O2 -flogic-op=xor -fcolor=0:B8G8R8A8_UNORM
MOV result.color, fragment.color;
END
# EXPECT:
# 0 :
#        fitrp.pixel.sat r0, drc0, cf4, cf0, 4;
# 1 :
#        wdf drc0
# 2 :
#        fmul ft0, sh0, r0
#        pck.u32 ft2, ft0
#        mov r0, ft2;
# 3 :
#        fmul ft0, sh0, r1
#        pck.u32 ft2, ft0
#        mov r1, ft2;
# 4 :
#        byp ft0, ft1, c0, c8
#        lsl ft2, r1, c8
#        byp ft3, r1
#        or ft4, _, ft2, _, r0
#        mov r0, ft4;
# 5 :
#        fmul ft0, sh0, r2
#        pck.u32 ft2, ft0
#        mov r1, ft2;
# 6 :
#        byp ft0, ft1, c0, c16
#        lsl ft2, r1, c16
#        byp ft3, r1
#        or ft4, _, ft2, _, r0
#        mov r0, ft4;
# 7 :
#        fmul ft0, sh0, r3
#        pck.u32 ft2, ft0
#        mov r1, ft2;
# 8 :
#        byp ft0, ft1, c0, c24
#        lsl ft2, r1, c24
#        byp ft3, r1
#        or ft4, _, ft2, _, r0
#        mov r0, ft4;
# 9 : .end
#        byp ft0, ft1, c0, c0
#        byp ft2, o0
#        byp ft3, o0
#        xor ft4, _, ft2, _, r0
#        mov o0, ft4;

!!NVfp4.0
# Two products of halves are one group, two sums another.
# RUN: -mattr=+f16sop -fshort=16 -S
SHORT TEMP a, b;
MULH a.xy, fragment.texcoord[0], 1.0;
MULH b.xy, a, a.xxzw;
ADDH b.xy, b, -a;
MOV result.color, b.xyxy;
END
# EXPECT:
# 0 :
#        fitrp.pixel r0, drc0, cf4, cf0, 2;
# 1 :
#        wdf drc0
# 2 :
#        fmul ft0, r0, c64
#        pck.f16f16 ft2, ft0
#        mov r0, ft2;
# 3 :
#        unpck.f16f16 ft0, r0.e0
#        fmul ft1, r1, c64
#        pck.f16f16 ft2, ft1
#        mov r1, ft2;
#        mov r0, ft0;
# 4 :
#        unpck.f16f16 ft0, r1.e0
#        mov r1, ft0;
# 5 :
#        f16sop r2.joutj, r3.koutk, _, r0, r0, sub, c0, 0, r0, r1, sub, c0, 0, _
# 6 :
#        f16sop r0.joutj, r1.koutk, _, r0.neg, 0.oneminus, add, r2, 0.oneminus, r1.neg, 0.oneminus, add, r3, 0.oneminus, _
# 7 :
#        mbyp ft0, r0
#        mbyp ft1, r1
#        mov o0, ft0;
#        mov o1, ft1;
# 8 : .end
#        mbyp ft0, r0
#        mbyp ft1, r1
#        mov o2, ft0;
#        mov o3, ft1;

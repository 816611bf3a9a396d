!!NVfp4.0
# The instruction of an iteration by core and feature, each ditr between two passes of P0 as the public compiler has it (its bytes:
# tests/isa/usc.cases). persp 1 with the W plane cf0; two smooth components from cf4, one without perspective behind them.
# RUN: -verify-sim=16 -o /dev/null
# RUN: -mcpu=bxs-4-64 -mattr=-ditr -verify-sim=16 -o /dev/null
# RUN: -mcpu=axe-1-16m -mattr=+ditr -verify-sim=16 -o /dev/null
# RUN: -O0 -mcpu=bxs-4-64 -verify-sim=16 -o /dev/null
# RUN: -S -O1 -mcpu=bxs-4-64
NOPERSPECTIVE ATTRIB n = fragment.attrib[3];
MOV result.color.xy, fragment.texcoord[0];
MOV result.color.zw, n.y;
END
# EXPECT:
# 0 :
#        umadd32 ft0, c0, c0, c0, p0
#        tstgz.u32 ftt, p0, ft0
# 1 : if (p0)
#        br +8
# 2 : if (!p0)
#        br +8
# 3 :
#        ditr.pixel r0, drc0, cf4, 2, 1, cf0
# 4 :
#        umadd32 ft0, c0, c0, c0, p0
#        tstgz.u32 ftt, p0, ft0
# 5 : if (p0)
#        br +8
# 6 : if (!p0)
#        br +8
# 7 :
#        umadd32 ft0, c0, c0, c0, p0
#        tstgz.u32 ftt, p0, ft0
# 8 : if (p0)
#        br +8
# 9 : if (!p0)
#        br +8
# 10 :
#        ditr.pixel r2, drc0, cf12, 1, 0, cf0
# 11 :
#        umadd32 ft0, c0, c0, c0, p0
#        tstgz.u32 ftt, p0, ft0
# 12 : if (p0)
#        br +8
# 13 : if (!p0)
#        br +8
# 14 :
#        wdf drc0
# 15 :
#        mbyp ft0, r0
#        mbyp ft1, r1
#        mov o0, ft0;
#        mov o1, ft1;
# 16 : .end
#        mbyp ft0, r2
#        mbyp ft1, r2
#        mov o2, ft0;
#        mov o3, ft1;

!!NVfp4.0
# Each group has the lines that it comes from, the main one first: a comparison that the branch computes, and what two statements share.
# RUN: -S -g -frt=rgba8
TEMP r, s;
ADD r.x, fragment.texcoord[0].x, 1.0;
ADD s.x, fragment.texcoord[0].y, 2.0;
SGT.CC r.y, r.x, 0.5;
IF NE.y;
   TEX s, s.x, texture[0], 1D;
ENDIF;
MUL result.color, s, r.x;
END
# EXPECT:
# # 5: ADD r.x, fragment.texcoord[0].x, 1.0;
# 0 :
#        fitrp.pixel r4, drc0, cf4, cf0, 2;
# # 8: IF NE.y;
# 1 :
#        mbyp ft0, c0
#        mbyp ft1, c0
#        mov r2, ft0;
#        mov r1, ft1;
# # 5: ADD r.x, fragment.texcoord[0].x, 1.0;
# 2 :
#        wdf drc0
# # 6: ADD s.x, fragment.texcoord[0].y, 2.0;
# # 8: IF NE.y;
# 3 :
#        fadd ft0, r5, c65
#        mbyp ft1, c0
#        mov r5, ft0;
#        mov r3, ft1;
# # 8: IF NE.y;
# # 7: SGT.CC r.y, r.x, 0.5;
# # 5: ADD r.x, fragment.texcoord[0].x, 1.0;
# 4 : .iss(0x02).src(r4 c64 c75 | c0 | is0=s2)
#        fadd ft0, r4@s0, c64@s1
#        tstg.f32 ftt, p0, ft0, c75@s2
#        mov r4, ft0;
# # 8: IF NE.y;
# 5 : (ignorepe)
#        cndst 1, i0, c0, 1
# # 8: IF NE.y;
# 6 :
#        br.allinst +32
# # 9: TEX s, s.x, texture[0], 1D;
# 7 :
#        smp1d.fcnorm drc1, sh0, r5, sh4, _, r0, 4;
# # 9: TEX s, s.x, texture[0], 1D;
# 8 :
#        wdf drc1
# # 10: ENDIF;
# 9 :
#        mbyp ft0, r0
#        mov r5, ft0;
# # 10: ENDIF;
# 10 : (ignorepe)
#        cndend i0, i0, 1
# # 11: MUL result.color, s, r.x;
# 11 :
#        fmul ft0, r4, r5
#        fmul ft1, r4, r1
#        mov r0, ft0;
#        mov r1, ft1;
# # 11: MUL result.color, s, r.x;
# 12 :
#        fmul ft0, r4, r2
#        fmul ft1, r4, r3
#        mov r2, ft0;
#        mov r3, ft1;
# # 11: MUL result.color, s, r.x;
# 13 : .end.rpt4
#        pck.u8888.scale ft2, r0
#        mov o0, ft2;

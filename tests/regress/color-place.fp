!!NVfp4.0
# Given places: colours go to o2 and o3, and to the first words of tile buffer 1.
# RUN: -O2 -verify-sim=16 -o /dev/null -fcolor=0:R16G16B16A16_SNORM,o2 -fcolor=1:R32_FLOAT,tile1[0]
# RUN: -mcpu=g6110 -O0 -verify-sim=16 -o /dev/null -fcolor=0:R16G16B16A16_SNORM,o1 -fcolor=1:R32_FLOAT,tile1[3]
# RUN: -mcpu=axe-1-16m -O2 -verify-sim=16 -o /dev/null -fcolor=0:R16G16B16A16_SNORM,o2 -fcolor=1:R32_FLOAT,o1
# RUN: -S -O2 -fcolor=0:R16G16B16A16_SNORM,o2 -fcolor=1:R32_FLOAT,tile1[0]
OPTION ARB_draw_buffers;
MOV result.color[0], program.local[0];
MOV result.color[1], program.local[1];
END
# EXPECT:
# 0 :
#        mbyp ft0, sh5
#        mbyp ft1, sh0
#        mov r1, ft0;
#        mov r0, ft1;
# 1 :
#        savmsk.vm r3, _;
# 2 : .olchk
#        sadd6432 ft0, sh4, r1, sr58, _
#        mov r1, ft0;
#        mov r2, fte;
# 3 :
#        mbyp ft0, sh1
#        mbyp ft1, sh2
#        mov o2, ft0;
#        mov o3, ft1;
# 4 : .olchk.iss(0x00).src(r0 | r1 r3 | is0=s0)
#        st.tiled r0@s0, 2, drc0, 1, r1@s3, r3@s4;
# 5 :
#        wdf drc0
# 6 :
#        nop.end

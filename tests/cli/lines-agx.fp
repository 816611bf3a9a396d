!!NVfp4.0
# RUN: -target=agx -S -g
TEMP r;
ADD r, fragment.texcoord[0], 1.0;
MOV result.color, r;
END
# EXPECT:
# # 4: ADD r, fragment.texcoord[0], 1.0;
#      0: 6181010000000000     iterproj r0_r1_r2_r3, cf1, cf0, center
# # 4: ADD r, fragment.texcoord[0], 1.0;
#      8: 2a9140020300         fadd32 r4, r0, 1.0
# # 4: ADD r, fragment.texcoord[0], 1.0;
#      e: 2a9542020300         fadd32 r5, r1, 1.0
# # 4: ADD r, fragment.texcoord[0], 1.0;
#     14: 2a9944020300         fadd32 r6, r2, 1.0
# # 4: ADD r, fragment.texcoord[0], 1.0;
#     1a: 2a9d46020300         fadd32 r7, r3, 1.0

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
#      8: 2a91c0020300         fadd32 r4, r0.discard, 1.0
# # 4: ADD r, fragment.texcoord[0], 1.0;
#      e: 2a95c2020300         fadd32 r5, r1.discard, 1.0
# # 4: ADD r, fragment.texcoord[0], 1.0;
#     14: 2a99c4020300         fadd32 r6, r2.discard, 1.0
# # 4: ADD r, fragment.texcoord[0], 1.0;
#     1a: 2a9dc6020300         fadd32 r7, r3.discard, 1.0

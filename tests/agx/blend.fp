!!NVfp4.0
# RUN: -target=agx -O0 -mmonolithic -fcolor=0:R8G8B8A8_UNORM -fblend=0:add,source-alpha,one-minus-source-alpha -verify-sim=32 -o /dev/null
# RUN: -target=agx -O1 -fcolor=0:R16G16B16A16_FLOAT,keep=y -fblend=0:min,one,one -fsamples=2 -verify-sim=32 -o /dev/null
# RUN: -target=agx -O2 -mmonolithic -fcolor=0:R10G10B10A2_UNORM -flogic-op=xor -fsamples=4 -fsample-mask -verify-sim=32 -o /dev/null
# RUN: -target=agx -O3 -mmonolithic -fcolor=0:R16G16_UNORM,keep=x -fsamples=2 -verify-sim=32 -o /dev/null
# RUN: -target=agx -O2 -fcolor=0:R16G16_UNORM,keep=x -fsamples=2 -S
# A part with its pixel of one word: the wait stands before the load, which reads the sample that is shaded.
KIL fragment.texcoord[1];
MOV result.color, fragment.texcoord[0];
END
# EXPECT:
#      0: 6189018000000000     iterproj r2_r3, cf1, cf0, center
#      8: ea85c4020002         fadd32.sat r1.cache, r2.discard, -0.0
#      e: 9a85c2021900         fmul32 r1.cache, r1.discard, u8
#     14: be8508242c00         convert f_to_u32, r1.cache, r1.discard, rte
#     1a: ea89c6020002         fadd32.sat r2.cache, r3.discard, -0.0
#     20: 9a89c4021900         fmul32 r2.cache, r2.discard, u8
#     26: be8908442c00         convert f_to_u32, r2.cache, r2.discard, rte
#     2c: ae05c2422c100000     bfi r1.cache, r1.discard, r2.discard, 16
#     34: 6191030000000000     iterproj r4_r5_r6_r7, cf3, cf0, center
#     3c: 8208c80200010130     fcmpsel lt, r2l.cache, r4.discard, 0.0, 1, 0
#     44: 820aca0200010130     fcmpsel lt, r2h.cache, r5.discard, 0.0, 1, 0
#     4c: fe08c458cc00         or r2l.cache, r2l.discard, r2h.discard
#     52: 820acc0200010130     fcmpsel lt, r2h.cache, r6.discard, 0.0, 1, 0
#     5a: fe08c458cc00         or r2l.cache, r2l.discard, r2h.discard
#     60: 820ace0200010130     fcmpsel lt, r2h.cache, r7.discard, 0.0, 1, 0
#     68: fe08c458cc00         or r2l.cache, r2l.discard, r2h.discard
#     6e: 1208c40000001108     icmpsel ueq, r2l, r2l.discard, 0, 0, r0h.cache
#     76: c1088000             sample_mask r2l, 0
#     7a: 48080000             wait_pix 8
#     7e: fe05c2229900         and r1.cache, r1.discard, u9
#     84: 4909400218040000     ld_tile r2, i32, x, 0, r0h
#     8c: 7e11c428ec00         or r4, r2l.discard, r1.discard
#     92: 48010000             wait_pix 1
#     96: 7e0414118400         and r1l, u10l, r0h
#     9c: c104bf0c             sample_mask r1l, 255

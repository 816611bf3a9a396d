# Errors of AGX text are where the mistake is.
# RUN: --as -target=agx -fmt=hex -o -
# EXIT: 1
  faad32 r4, r5, r6
  convert u32_tof, r4, r5, rte
  texture_sample 0, none, xyzw, r4_r5_r6_r7, u0_u1, r20, ss1, tex_2dd, r8_r9, auto_lod, 0
  texture_sample 0, none, xyzw, r4_r5_r6_r7, u0_u1, r20, ss1, tex_2d, r8, auto_lod, 0
  texture_sample 0, none, xyzw, r4_r5_r6, ts1, ss1, tex_2d, r8_r9, auto_lod, 0
  texture_sample 0, none, x, r4, u64_u65, r20, ss1, tex_2d, r8_r9, lod_min, r12l
  fadd32 r4, r5, r300
  fadd32 r4, r5, 0.3
  fmul16 r4, r5l, r6l
  iadd r4_r5, r6_r7, r9_r10
  iadd r4, r5, r6, lsl 5
  device_load 0, i32, xy, r8_r9_r10, u0_u1, r5, signed
  device_load 0, i32, xy, r8_r9, u128_u129, r5, signed
  device_load 0, i32, xy, r8_r9, u0_u1, r5, signd
  device_load 0, rgb9e5, xy, r8_r9, u0_u1, r5, signed
  wait 256
  iadd r4, r5, r6, lsl 257
# MESSAGES:
# FILE:4:3: error: unknown mnemonic; did you mean 'fadd32'? [asm-syntax]
#     4 |   faad32 r4, r5, r6
#       |   ^~~~~~
# FILE:5:11: error: unknown name; did you mean 'u32_to_f'? [asm-syntax]
#     5 |   convert u32_tof, r4, r5, rte
#       |           ^~~~~~~
# FILE:6:63: error: unknown name; did you mean 'tex_2d'? [asm-syntax]
#     6 |   texture_sample 0, none, xyzw, r4_r5_r6_r7, u0_u1, r20, ss1, tex_2dd, r8_r9, auto_lod, 0
#       |                                                               ^~~~~~~
# FILE:7:71: error: a vector of the wrong length [asm-syntax]
#     7 |   texture_sample 0, none, xyzw, r4_r5_r6_r7, u0_u1, r20, ss1, tex_2d, r8, auto_lod, 0
#       |                                                                       ^~
# FILE:8:33: error: the number of registers differs from the components in the mask [asm-syntax]
#     8 |   texture_sample 0, none, xyzw, r4_r5_r6, ts1, ss1, tex_2d, r8_r9, auto_lod, 0
#       |                                 ^~~~~~~~
# FILE:9:34: error: the heap must be in u0_u1, u2_u3, ... u62_u63 [asm-syntax]
#     9 |   texture_sample 0, none, x, r4, u64_u65, r20, ss1, tex_2d, r8_r9, lod_min, r12l
#       |                                  ^~~~~~~
# FILE:10:18: error: register number out of range [asm-syntax]
#    10 |   fadd32 r4, r5, r300
#       |                  ^~~~
# FILE:11:18: error: an 8-bit float expected [asm-syntax]
#    11 |   fadd32 r4, r5, 0.3
#       |                  ^
# FILE:12:10: error: 16-bit register expected [asm-syntax]
#    12 |   fmul16 r4, r5l, r6l
#       |          ^~
# FILE:13:22: error: a 64-bit register must start at a multiple of 4 halves [asm-syntax]
#    13 |   iadd r4_r5, r6_r7, r9_r10
#       |                      ^~~~~~
# FILE:14:20: error: shift too large [asm-syntax]
#    14 |   iadd r4, r5, r6, lsl 5
#       |                    ^~~
# FILE:15:27: error: a vector of the wrong length [asm-syntax]
#    15 |   device_load 0, i32, xy, r8_r9_r10, u0_u1, r5, signed
#       |                           ^~~~~~~~~
# FILE:16:34: error: the base must be below u128 [asm-syntax]
#    16 |   device_load 0, i32, xy, r8_r9, u128_u129, r5, signed
#       |                                  ^~~~~~~~~
# FILE:17:45: error: unknown name; did you mean 'signed'? [asm-syntax]
#    17 |   device_load 0, i32, xy, r8_r9, u0_u1, r5, signd
#       |                                             ^~~~~
# FILE:18:30: error: a packed format must have all its components [asm-syntax]
#    18 |   device_load 0, rgb9e5, xy, r8_r9, u0_u1, r5, signed
#       |                              ^~~~~
# FILE:19:8: error: number out of range [asm-syntax]
#    19 |   wait 256
#       |        ^~~
# FILE:20:20: error: number out of range [asm-syntax]
#    20 |   iadd r4, r5, r6, lsl 257
#       |                    ^~~

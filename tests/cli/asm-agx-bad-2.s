# More errors of AGX text, and those of labels.
# RUN: --as -target=agx -fmt=hex -o -
# EXIT: 1
  device_store 0, i32, x, r8, u0_u1, 65536, unsigned
  st_var r8, 255
  st_var u8, 0
  icmpsel ult, r4l, r5, r6, r7, 1
  if_icmp r1l, ult, r5, r6, 1
  sample_mask 256, 255
  fadd32.sat.short r4, r5, r6
  jmp_exec_any lop
loop: jmp_exec_any pc
loop: stop
3: wait 0
  .byte 0x123
  texture_sample 0, gather_r, x, r4, ts1, ss1, tex_2d, r8_r9, auto_lod, 0
  device_load 0, i32, x, r8l, u0_u1, r5, signed
# MESSAGES:
# FILE:4:38: error: value out of range [asm-syntax]
#     4 |   device_store 0, i32, x, r8, u0_u1, 65536, unsigned
#       |                                      ^~~~~
# FILE:5:14: error: an immediate index must be at most 254 [asm-syntax]
#     5 |   st_var r8, 255
#       |              ^~~
# FILE:6:10: error: 32-bit register expected [asm-syntax]
#     6 |   st_var u8, 0
#       |          ^~
# FILE:7:29: error: X and Y must have the size of the destination [asm-syntax]
#     7 |   icmpsel ult, r4l, r5, r6, r7, 1
#       |                             ^~
# FILE:8:11: error: the counter must be r0l [asm-syntax]
#     8 |   if_icmp r1l, ult, r5, r6, 1
#       |           ^~~
# FILE:9:15: error: value out of range [asm-syntax]
#     9 |   sample_mask 256, 255
#       |               ^~~
# FILE:10:30: error: the instruction has no short form [asm-syntax]
#    10 |   fadd32.sat.short r4, r5, r6
#       |                              ^
# FILE:13:1: error: the label is defined already [asm-syntax]
#    13 | loop: stop
#       | ^~~~
# FILE:14:1: error: a label must not start with a digit [asm-syntax]
#    14 | 3: wait 0
#       | ^
# FILE:15:14: error: a number of this size expected [asm-syntax]
#    15 |   .byte 0x123
#       |              ^
# FILE:16:34: error: gathers and sparse results must have all components [asm-syntax]
#    16 |   texture_sample 0, gather_r, x, r4, ts1, ss1, tex_2d, r8_r9, auto_lod, 0
#       |                                  ^~
# FILE:17:26: error: a 32-bit format needs 32-bit registers [asm-syntax]
#    17 |   device_load 0, i32, x, r8l, u0_u1, r5, signed
#       |                          ^~~
# FILE:11:16: error: unknown label; did you mean 'loop'? [asm-syntax]
#    11 |   jmp_exec_any lop
#       |                ^~~
# FILE:12:20: error: unknown label [asm-syntax]
#    12 | loop: jmp_exec_any pc
#       |                    ^~

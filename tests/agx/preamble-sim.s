# RUN: --sim -target=agx
# The preamble runs in front, with one lane; its uniforms are the results of both.
#@ u9 = 2.0
#@ u10 = 3.0
#@ lanes = 1
.preamble
rcp r0, u9
fadd32 r0, r0, u10
uniform_store xy, r0l_r0h, 16
stop
.main
fmul32 r4, u8, 2.0
# EXPECT:
# r4 = 0x40e00000
# u8 = 0x40600000

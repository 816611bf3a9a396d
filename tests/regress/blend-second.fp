!!NVfp4.0
# The second colour as the factor of the target: 0.25 + 1 * 0.5, 0.25 + 0.5 * 0, 0.25 + 0 * 1, 1 * 0.25 (a maximum).
# RUN: --run -on=source -fdual-source -fcolor=0:R32G32B32A32_FLOAT -fblend=0:add,one,second-color,max,one,one -in=target0=1,0.5,0,0.25
# RUN: --run -on=ir -fdual-source -fcolor=0:R32G32B32A32_FLOAT -fblend=0:add,one,second-color,max,one,one -in=target0=1,0.5,0,0.25
# RUN: --run -on=code -fdual-source -fcolor=0:R32G32B32A32_FLOAT -fblend=0:add,one,second-color,max,one,one -in=target0=1,0.5,0,0.25
# RUN: --run -on=code -mcpu=g6110 -fdual-source -fcolor=0:R32G32B32A32_FLOAT,tile6[0] -fblend=0:add,one,second-color,max,one,one -in=target0=1,0.5,0,0.25
OPTION ARB_draw_buffers;
PARAM c = { 0.25, 0.25, 0.25, 0 };
PARAM d = { 0.5, 0, 1, 9 };
MOV result.color[0], c;
MOV result.color[1], d;
END
# EXPECT:
# result.color.x = 0.75 0x3f400000
# result.color.y = 0.25 0x3e800000
# result.color.z = 0.25 0x3e800000
# result.color.w = 0.25 0x3e800000

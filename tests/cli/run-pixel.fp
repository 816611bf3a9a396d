!!NVfp4.0
# RUN: --run -on=source -fcolor=0:R16G16_FLOAT -fblend=0:add,source-alpha,one-minus-source-alpha -in=paint=1,0.5,0.25,0.5 -in=fetched0=0,1,0,1
# RUN: --run -on=ir -fcolor=0:R16G16_FLOAT -fblend=0:add,source-alpha,one-minus-source-alpha -in=paint=1,0.5,0.25,0.5 -in=fetched0=0,1,0,1
# RUN: --run -on=code -fcolor=0:R16G16_FLOAT -fblend=0:add,source-alpha,one-minus-source-alpha -in=paint=1,0.5,0.25,0.5 -in=target0=0x3c000000
# RUN: --run -on=code -target=agx -fcolor=0:R16G16_FLOAT -fblend=0:add,source-alpha,one-minus-source-alpha -in=paint=1,0.5,0.25,0.5 -in=fetched0=0,1,0,1
# The pixel before the fragment is given as a colour or as the words that hold it: 0x3c00 is 1.0 in 16 bits. The result has
# the components of the format: 1 * 0.5 + 0 * 0.5, 0.5 * 0.5 + 1 * 0.5.
PARAM paint = program.local[0];
MOV result.color, paint;
END
# EXPECT:
# result.color.x = 0.5 0x3f000000
# result.color.y = 0.75 0x3f400000

!!NVfp4.0
# What the driver provides for accesses: one sampler for all texel fetches, address and stride of the layers, results of a comparison.
# RUN: -verify-sim=16 -o /dev/null
# RUN: -mattr=+arraytex -verify-sim=16 -o /dev/null
# RUN: -reflect -o /dev/null
TEMP r, s;
INT TEMP i;
FLR.S i, fragment.texcoord[0];
TXF r, i, texture[0], 2D;
TXF s, i, texture[1], BUFFER;
ADD r, r, s;
TEX s, fragment.texcoord[0], texture[2], ARRAY2D;
ADD r, r, s;
TEX s, fragment.texcoord[0], texture[3], SHADOW2D;
ADD result.color, r, s;
END
# EXPECT:
# input tex0.x cf4
# input tex0.y cf8
# input tex0.z cf12
# input tex0.w cf16
# output color0.x o0
# output color0.y o1
# output color0.z o2
# output color0.w o3
# texture texture[0].image.x sh0
# texture texture[0].image.y sh1
# texture texture[0].image.z sh2
# texture texture[0].image.w sh3
# texture texture.fetch.sampler.x sh4
# texture texture.fetch.sampler.y sh5
# texture texture.fetch.sampler.z sh6
# texture texture.fetch.sampler.w sh7
# texture texture[1].image.x sh8
# texture texture[1].image.y sh9
# texture texture[1].image.z sh10
# texture texture[1].image.w sh11
# constant constant.x sh12 0x00001fff
# texture texture[2].image.x sh16
# texture texture[2].image.y sh17
# texture texture[2].image.z sh18
# texture texture[2].image.w sh19
# texture texture[2].sampler.x sh20
# texture texture[2].sampler.y sh21
# texture texture[2].sampler.z sh22
# texture texture[2].sampler.w sh23
# texture texture[2].layers.x sh24
# texture texture[2].layers.y sh25
# texture texture[2].layers.z sh26
# texture texture[2].layers.w sh27
# texture texture[3].image.x sh28
# texture texture[3].image.y sh29
# texture texture[3].image.z sh30
# texture texture[3].image.w sh31
# texture texture[3].sampler.x sh32
# texture texture[3].sampler.y sh33
# texture texture[3].sampler.z sh34
# texture texture[3].sampler.w sh35
# texture texture[3].compare.x sh36
# texture texture[3].compare.y sh37
# texture texture[3].compare.z sh38

!!NVfp4.0
# Of 4 samples alpha 0.6 covers the first two; the API's mask 0x6 has the second and the third. One sample is as it was.
# RUN: --run -on=source -fsamples=4 -fcoverage=alpha,mask -in=sampleid=0x1 -in=key.samplemask=0x6
# RUN: --run -on=ir -fsamples=4 -fcoverage=alpha,mask -in=sampleid=0x1 -in=key.samplemask=0x6
# RUN: --run -on=code -fsamples=4 -fcoverage=alpha,mask -in=sampleid=0x1 -in=key.samplemask=0x6
# RUN: --run -on=code -target=agx -fsamples=4 -fcoverage=alpha,mask -in=sampleid=0x1 -in=key.samplemask=0x6
# RUN: --run -on=source -fcoverage=alpha,mask
# RUN: --run -on=code -fcoverage=alpha,mask
PARAM c = { 1, 2, 3, 0.6 };
MOV result.color, c;
END
# EXPECT:
# result.color.x = 1 0x3f800000
# result.color.y = 2 0x40000000
# result.color.z = 3 0x40400000
# result.color.w = 0.600000024 0x3f19999a

!!NVfp4.0
# What run-coverage.fp has, of samples that only one of both lets through.
# RUN: --run -on=source -fsamples=4 -fcoverage=alpha,mask -in=sampleid=0x2 -in=key.samplemask=0x6
# RUN: --run -on=ir -fsamples=4 -fcoverage=alpha,mask -in=sampleid=0x2 -in=key.samplemask=0x6
# RUN: --run -on=code -fsamples=4 -fcoverage=alpha,mask -in=sampleid=0x2 -in=key.samplemask=0x6
# RUN: --run -on=source -fsamples=4 -fcoverage=alpha,mask -in=sampleid=0x0 -in=key.samplemask=0x6
# RUN: --run -on=code -fsamples=4 -fcoverage=alpha,mask -in=sampleid=0x0 -in=key.samplemask=0x6
# RUN: --run -on=code -target=agx -fsamples=4 -fcoverage=alpha -in=sampleid=0x2
PARAM c = { 1, 2, 3, 0.6 };
MOV result.color, c;
END
# EXPECT:
# killed

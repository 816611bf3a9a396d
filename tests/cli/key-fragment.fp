!!NVfp4.0
# Every field of the key that fragment programs know, against the evaluator with the same key.
# RUN: -verify-sim=32 -ftwo-side -o /dev/null
# RUN: -verify-sim=32 -O0 -ftwo-side -fflat-shading -o /dev/null
# RUN: -verify-sim=32 -ftex=0:compare=less -ftex=1:swizzle=w01x -o /dev/null
# RUN: -verify-sim=32 -ftex=0:compare=gequal,swizzle=yxwz -ftex=1:swizzle=zzzz -O0 -o /dev/null
# RUN: -verify-sim=32 -ftex=0:compare=always -frt=rgba8,f16 -o /dev/null
# RUN: -verify-sim=32 -ftex=0:compare=notequal -fsamples=4 -fsample-shading -o /dev/null
# RUN: -verify-sim=32 -fno-robust -fscratch-base=21 -o /dev/null
PARAM p[] = { program.local[0..5] };
INT TEMP i;
TEMP t, u;
TEX t, fragment.color, texture[1], 2D;
TEX u, t, texture[0], SHADOW2D; # the reference value is a result that a swizzle changes
MAD t, t, fragment.color.secondary, u;
FLR.S i.x, fragment.attrib[0].x;
ADD result.color, t, p[i.x];
END

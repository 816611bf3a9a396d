!!NVfp4.0
# Options that do not exist, values that are none, and missing ones.
# RUN: -nonsense
# RUN: -O4
# RUN: -target=z80
# RUN: -mcpu=gx9999
# RUN: -ffp=loose
# RUN: -frt=rgb565
# RUN: -frt=f32,f32,f32,f32,f32,f32,f32,f32,f32
# RUN: -fvarying-map=tex0:0,tex1:3
# RUN: -fvarying-map=tex0:253
# RUN: -fshort=8
# RUN: -fmax-errors=many
# RUN: -verify-sim=
# RUN: -verify-sim=5,speed=2
# RUN: -x basic
# RUN: -fmt=pdf -c
# RUN: -disable-pass=no-such-pass
# RUN: -print-after=no-such-pass
# RUN: -Wno-such-warning
# RUN: -limit-max-program-if-depth
# EXIT: 2
MOV result.color, 1.0;
END

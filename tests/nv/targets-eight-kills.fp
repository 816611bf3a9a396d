!!NVfp4.0
# As targets-eight.fp with several kills, so that what is alive is counted, in every format.
# RUN: -O0 -verify-sim=64
# RUN: -O2 -verify-sim=64
# RUN: -O2 -frt=f16 -verify-sim=64
# RUN: -O2 -frt=rgba8 -verify-sim=64
# RUN: -O2 -max-temps=8 -verify-sim=64
# RUN: -O2 -max-temps=16 -frt=f16 -verify-sim=64
OPTION ARB_draw_buffers;
TEMP t;
MUL t, fragment.texcoord[0], fragment.texcoord[1];
MOV result.color[0], t;
ADD result.color[1], t, 1.0;
ADD result.color[2], t, 2.0;
ADD result.color[3], t, 3.0;
ADD result.color[4], t, 4.0;
ADD result.color[5].xz, t, 5.0;
MUL result.color[6], t, 6.0;
MUL.CC t.x, t, fragment.texcoord[2];
IF GT.x;
MUL result.color[7], t, 7.0;
ENDIF;
IF GT.x; KIL fragment.texcoord[1]; ENDIF; KIL fragment.texcoord[3].x;
END

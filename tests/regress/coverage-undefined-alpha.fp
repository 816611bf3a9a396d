!!NVfp4.0
# The alpha is the derivative in an arm that not all fragments take, so whether a sample is covered is undefined, also where the alpha becomes
# 1 behind that: verification may compare no such fragment.
# RUN: -O0 -w -frt=rgba8 -fsamples=4 -fcoverage=alpha -falpha-to-one -verify-sim=1,seed=701586 -o /dev/null
# RUN: -O2 -w -frt=rgba8 -fsamples=4 -fcoverage=alpha -falpha-to-one -verify-sim=1,seed=701586 -o /dev/null
OPTION ARB_draw_buffers;
NOPERSPECTIVE ATTRIB inf = fragment.attrib[0];
SHORT FLOAT TEMP f3;
FLOAT TEMP a5;
SLT.CC0 f3, inf, 1;
IF EQ;
DDY a5, program.local[1];
ENDIF;
MOV result.color[0], a5.yzwx;
END

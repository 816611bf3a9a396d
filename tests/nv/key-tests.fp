!!NVfp4.0
# State of the pipeline that discards fragments or changes their colours is code: the alpha test, whose reference is a parameter, clamped colours, alpha
# to one, polygon stipple, the samples that alpha or the API's mask takes off. The first colour is written on two ways, and one of them writes it twice.
# RUN: -verify-sim=32 -falpha-test=less -o /dev/null
# RUN: -verify-sim=32 -falpha-test=gequal -O0 -o /dev/null
# RUN: -verify-sim=32 -falpha-test=equal -fclamp-colors -o /dev/null
# RUN: -verify-sim=32 -falpha-test=notequal -fclamp-colors -O3 -o /dev/null
# RUN: -verify-sim=32 -falpha-test=lequal -fclamp-colors -falpha-to-one -o /dev/null
# RUN: -verify-sim=32 -falpha-test=greater -frt=rgba8,f16 -o /dev/null
# RUN: -verify-sim=32 -falpha-test=never -o /dev/null
# RUN: -verify-sim=32 -falpha-test=always -fclamp-colors -o /dev/null
# RUN: -verify-sim=32 -fstipple -o /dev/null
# RUN: -verify-sim=32 -fstipple -falpha-test=less -fclamp-colors -ftwo-side -O0 -o /dev/null
# RUN: -target=agx -verify-sim=32 -falpha-test=less -fclamp-colors -o /dev/null
# RUN: -target=agx -verify-sim=32 -fstipple -falpha-to-one -falpha-test=gequal -O0 -o /dev/null
# RUN: -verify-sim=32 -O0 -fsamples=4 -fcoverage=alpha -o /dev/null
# RUN: -verify-sim=32 -O1 -fsamples=2 -fcoverage=mask -o /dev/null
# RUN: -verify-sim=32 -O2 -fsamples=8 -fcoverage=alpha,mask -o /dev/null
# RUN: -verify-sim=32 -O3 -fsamples=4 -fcoverage=alpha,mask -falpha-to-one -falpha-test=greater -fclamp-colors -o /dev/null
# RUN: -mcpu=bxs-4-64 -verify-sim=32 -O2 -fsamples=2 -fcoverage=alpha -fsample-shading -o /dev/null
# RUN: -target=agx -verify-sim=32 -O0 -fsamples=2 -fcoverage=alpha,mask -o /dev/null
# RUN: -target=agx -verify-sim=32 -O1 -fsamples=4 -fcoverage=alpha -o /dev/null
# RUN: -target=agx -verify-sim=32 -O2 -fsamples=4 -fcoverage=alpha,mask -falpha-to-one -falpha-test=greater -o /dev/null
# RUN: -target=agx -verify-sim=32 -O3 -fsamples=4 -fcoverage=mask -fclamp-colors -o /dev/null
OPTION ARB_draw_buffers;
TEMP t;
MUL t, fragment.color, program.local[0];
SGT.CC t.x, fragment.attrib[1].x, 0;
MOV result.color, t;
IF NE.x;
   ADD result.color, t, fragment.attrib[0];
   MOV result.color[1], -t;
ELSE;
   MOV result.color[1], t.wzyx;
ENDIF;
END

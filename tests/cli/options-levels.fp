!!NVfp4.0
# Every level and model of arithmetic on a small program.
# RUN: -O0 -o /dev/null
# RUN: -O1 -o /dev/null
# RUN: -O2 -o /dev/null
# RUN: -O3 -o /dev/null
# RUN: -ffp=strict -o /dev/null
# RUN: -ffp=fast -o /dev/null
# RUN: -fshort=16 -o /dev/null
# RUN: -mcpu=bxs-4-64 -o /dev/null
# RUN: -mcpu=axe-1-16m -o /dev/null
# RUN: -frt=f16 -o /dev/null
# RUN: -frt=rgba8 -o /dev/null
# RUN: -fno-robust -o /dev/null
# RUN: -disable-pass=dce,cse -o /dev/null
# RUN: -opt-bisect-limit=0 -o /dev/null
# RUN: -verify-each -o /dev/null
TEMP t;
MUL t, fragment.color, fragment.attrib[0];
ADD.SAT t, t, 0.5;
MOV result.color, t;
END

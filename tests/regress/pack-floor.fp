!!NVfp4.0
# A floor whose canonical NaN and sign are left to the pack is computed: a move, which is all that remains, has no floor.
# RUN: -O0 -frt=rgba8 -verify-sim=16 -o /dev/null
# RUN: -O1 -frt=rgba8 -verify-sim=16 -o /dev/null
# RUN: -O2 -frt=rgba8 -verify-sim=16 -o /dev/null
# RUN: -O3 -frt=rgba8 -verify-sim=16 -o /dev/null
TEMP a;
MUL a, fragment.texcoord[0], 0.5;
MOV result.color, a;
CEIL result.color.xzw, -a;
END

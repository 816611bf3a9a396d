!!NVfp4.0
# Accesses at iterated coordinates: as fitrp and smp on all cores by default, and as itrsmp.
# RUN: -O0 -mcpu=gx6250 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=gx6250 -mattr=+itrsmp -verify-sim=8 -verify-each -o /dev/null
# RUN: -O1 -mcpu=gx6250 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O1 -mcpu=gx6250 -mattr=+itrsmp -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=gx6250 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=gx6250 -mattr=+itrsmp -verify-sim=8 -verify-each -o /dev/null
# RUN: -O3 -mcpu=gx6250 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O3 -mcpu=gx6250 -mattr=+itrsmp -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=bxs-4-64 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=bxs-4-64 -mattr=+itrsmp -verify-sim=8 -verify-each -o /dev/null
# RUN: -O1 -mcpu=bxs-4-64 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O1 -mcpu=bxs-4-64 -mattr=+itrsmp -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=bxs-4-64 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=bxs-4-64 -mattr=+itrsmp -verify-sim=8 -verify-each -o /dev/null
# RUN: -O3 -mcpu=bxs-4-64 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O3 -mcpu=bxs-4-64 -mattr=+itrsmp -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=axe-1-16m -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=axe-1-16m -mattr=+itrsmp -verify-sim=8 -verify-each -o /dev/null
# RUN: -O1 -mcpu=axe-1-16m -verify-sim=8 -verify-each -o /dev/null
# RUN: -O1 -mcpu=axe-1-16m -mattr=+itrsmp -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=axe-1-16m -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=axe-1-16m -mattr=+itrsmp -verify-sim=8 -verify-each -o /dev/null
# RUN: -O3 -mcpu=axe-1-16m -verify-sim=8 -verify-each -o /dev/null
# RUN: -O3 -mcpu=axe-1-16m -mattr=+itrsmp -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=g6110 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=g6110 -mattr=+itrsmp -verify-sim=8 -verify-each -o /dev/null
# RUN: -O1 -mcpu=g6110 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O1 -mcpu=g6110 -mattr=+itrsmp -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=g6110 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=g6110 -mattr=+itrsmp -verify-sim=8 -verify-each -o /dev/null
# RUN: -O3 -mcpu=g6110 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O3 -mcpu=g6110 -mattr=+itrsmp -verify-sim=8 -verify-each -o /dev/null
TEMP a, b;
TEX a, fragment.texcoord[0], texture[0], 2D;
TXP b, fragment.texcoord[1], texture[1], 2D;
MUL a, a, fragment.color;
ADD result.color, a, b;
END

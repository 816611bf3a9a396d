!!NVfp4.0
# A depth outside of 0..1 and a NaN among the inputs, with a kill: the clamp in the group of depthf, and in a group of its own. The depth is
# computed in the last block and in an earlier one.
# RUN: -O0 -mcpu=gx6250 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=gx6250 -mattr=+depthsat -verify-sim=8 -verify-each -o /dev/null
# RUN: -O1 -mcpu=gx6250 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O1 -mcpu=gx6250 -mattr=+depthsat -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=gx6250 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=gx6250 -mattr=+depthsat -verify-sim=8 -verify-each -o /dev/null
# RUN: -O3 -mcpu=gx6250 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O3 -mcpu=gx6250 -mattr=+depthsat -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=bxs-4-64 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=bxs-4-64 -mattr=+depthsat -verify-sim=8 -verify-each -o /dev/null
# RUN: -O1 -mcpu=bxs-4-64 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O1 -mcpu=bxs-4-64 -mattr=+depthsat -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=bxs-4-64 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=bxs-4-64 -mattr=+depthsat -verify-sim=8 -verify-each -o /dev/null
# RUN: -O3 -mcpu=bxs-4-64 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O3 -mcpu=bxs-4-64 -mattr=+depthsat -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=axe-1-16m -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=axe-1-16m -mattr=+depthsat -verify-sim=8 -verify-each -o /dev/null
# RUN: -O1 -mcpu=axe-1-16m -verify-sim=8 -verify-each -o /dev/null
# RUN: -O1 -mcpu=axe-1-16m -mattr=+depthsat -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=axe-1-16m -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=axe-1-16m -mattr=+depthsat -verify-sim=8 -verify-each -o /dev/null
# RUN: -O3 -mcpu=axe-1-16m -verify-sim=8 -verify-each -o /dev/null
# RUN: -O3 -mcpu=axe-1-16m -mattr=+depthsat -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=g6110 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=g6110 -mattr=+depthsat -verify-sim=8 -verify-each -o /dev/null
# RUN: -O1 -mcpu=g6110 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O1 -mcpu=g6110 -mattr=+depthsat -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=g6110 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=g6110 -mattr=+depthsat -verify-sim=8 -verify-each -o /dev/null
# RUN: -O3 -mcpu=g6110 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O3 -mcpu=g6110 -mattr=+depthsat -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=gx6250 -frt=rgba8 -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=gx6250 -mattr=+depthsat -frt=rgba8 -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=gx6250 -frt=rgba8 -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=gx6250 -mattr=+depthsat -frt=rgba8 -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=bxs-4-64 -frt=rgba8 -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=bxs-4-64 -mattr=+depthsat -frt=rgba8 -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=bxs-4-64 -frt=rgba8 -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=bxs-4-64 -mattr=+depthsat -frt=rgba8 -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=axe-1-16m -frt=rgba8 -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=axe-1-16m -mattr=+depthsat -frt=rgba8 -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=axe-1-16m -frt=rgba8 -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=axe-1-16m -mattr=+depthsat -frt=rgba8 -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=g6110 -frt=rgba8 -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=g6110 -mattr=+depthsat -frt=rgba8 -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=g6110 -frt=rgba8 -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=g6110 -mattr=+depthsat -frt=rgba8 -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
TEMP d;
MUL d, fragment.texcoord[0], 4.0;
KIL -d.y;
MOV result.depth.z, d.x;
SGT.CC d.z, d.x, 0.5;
IF NE.z;
   ADD d.x, d.x, -0.5;
   MOV result.depth.z, d.x;
ENDIF;
MOV result.color, d;
END

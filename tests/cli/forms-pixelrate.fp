!!NVfp4.0
# A pixel of several samples: the program runs once per sample, or with pixelrate once per pixel. Its inputs are those of the pixel in both
# cases, except for the position, which is that of the sample in the first. Tile buffers, a kill and the depth depend on the mask.
# RUN: -O0 -mcpu=gx6250 -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=gx6250 -mattr=+pixelrate -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O1 -mcpu=gx6250 -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O1 -mcpu=gx6250 -mattr=+pixelrate -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=gx6250 -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=gx6250 -mattr=+pixelrate -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O3 -mcpu=gx6250 -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O3 -mcpu=gx6250 -mattr=+pixelrate -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=bxs-4-64 -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=bxs-4-64 -mattr=+pixelrate -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O1 -mcpu=bxs-4-64 -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O1 -mcpu=bxs-4-64 -mattr=+pixelrate -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=bxs-4-64 -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=bxs-4-64 -mattr=+pixelrate -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O3 -mcpu=bxs-4-64 -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O3 -mcpu=bxs-4-64 -mattr=+pixelrate -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=axe-1-16m -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=axe-1-16m -mattr=+pixelrate -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O1 -mcpu=axe-1-16m -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O1 -mcpu=axe-1-16m -mattr=+pixelrate -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=axe-1-16m -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=axe-1-16m -mattr=+pixelrate -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O3 -mcpu=axe-1-16m -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O3 -mcpu=axe-1-16m -mattr=+pixelrate -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=g6110 -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=g6110 -mattr=+pixelrate -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O1 -mcpu=g6110 -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O1 -mcpu=g6110 -mattr=+pixelrate -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=g6110 -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=g6110 -mattr=+pixelrate -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O3 -mcpu=g6110 -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O3 -mcpu=g6110 -mattr=+pixelrate -fsamples=4 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=gx6250 -fsamples=2 -frt=f16,f32,f32,rgba8 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=gx6250 -mattr=+pixelrate -fsamples=2 -frt=f16,f32,f32,rgba8 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=gx6250 -fsamples=2 -frt=f16,f32,f32,rgba8 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=gx6250 -mattr=+pixelrate -fsamples=2 -frt=f16,f32,f32,rgba8 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=bxs-4-64 -fsamples=2 -frt=f16,f32,f32,rgba8 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=bxs-4-64 -mattr=+pixelrate -fsamples=2 -frt=f16,f32,f32,rgba8 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=bxs-4-64 -fsamples=2 -frt=f16,f32,f32,rgba8 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=bxs-4-64 -mattr=+pixelrate -fsamples=2 -frt=f16,f32,f32,rgba8 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=axe-1-16m -fsamples=2 -frt=f16,f32,f32,rgba8 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=axe-1-16m -mattr=+pixelrate -fsamples=2 -frt=f16,f32,f32,rgba8 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=axe-1-16m -fsamples=2 -frt=f16,f32,f32,rgba8 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=axe-1-16m -mattr=+pixelrate -fsamples=2 -frt=f16,f32,f32,rgba8 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=g6110 -fsamples=2 -frt=f16,f32,f32,rgba8 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O0 -mcpu=g6110 -mattr=+pixelrate -fsamples=2 -frt=f16,f32,f32,rgba8 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=g6110 -fsamples=2 -frt=f16,f32,f32,rgba8 -verify-sim=8 -verify-each -o /dev/null
# RUN: -O2 -mcpu=g6110 -mattr=+pixelrate -fsamples=2 -frt=f16,f32,f32,rgba8 -verify-sim=8 -verify-each -o /dev/null
OPTION ARB_draw_buffers;
CENTROID ATTRIB c = fragment.texcoord[1];
TEMP t;
MUL t, fragment.texcoord[0], c;
DDX t.w, t.x;
KIL t.y;
ADD result.color[0], t, fragment.position;
MOV result.color[1], t.wzyx;
MOV result.color[2], t;
ADD result.color[3], t, c;
END

!!NVfp4.0
# RUN: -O0 -max-temps=13 -verify-sim=16
# RUN: -O2 -max-temps=13 -verify-sim=16
# RUN: -O2 -max-temps=13 -verify-sim=16 -frt=rgba8
# What usc-temps-texture.fp needs, and not one more.
OPTION ARB_draw_buffers;
TEX result.color[1], fragment.texcoord[1], texture[1], 3D;
TXD result.color, fragment.texcoord[0], fragment.texcoord[1], fragment.texcoord[2], texture[0], 3D;
END

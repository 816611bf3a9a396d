!!NVfp4.0
# Accesses with coordinates as they are iterated are one instruction; others are not: what is computed, cube maps, offsets, levels, and
# what lies beyond the six bits of its fields (attrib[15] here: more than 63 coefficient sets, the W plane first, are in front of it) are smp. The same values at
# every level and on every core.
# RUN: -mattr=+itrsmp -verify-sim=16 -o /dev/null
# RUN: -O0 -mattr=+itrsmp -verify-sim=16 -o /dev/null
# RUN: -O3 -mattr=+itrsmp,+ditr -verify-sim=16 -verify-each -o /dev/null
# RUN: -mcpu=bxs-4-64 -verify-sim=16 -o /dev/null
# RUN: -mcpu=bxs-4-64 -mattr=+itrsmp -fsample-shading -verify-sim=16 -max-temps=24 -o /dev/null
# RUN: -mcpu=axe-1-16m -verify-sim=16 -sched-seed=3 -o /dev/null
CENTROID ATTRIB c = fragment.texcoord[1];
NOPERSPECTIVE ATTRIB n = fragment.texcoord[2];
TEMP a, b, s;
TEX a, fragment.texcoord[0], texture[0], 2D;
TEX b, c, texture[1], 3D;
ADD s, a, b;
TEX a, n, texture[2], 1D;
ADD s, s, a;
TEX a, fragment.texcoord[3].zwww, texture[3], RECT;
ADD s, s, a;
TEX a, fragment.texcoord[3].yxww, texture[4], 2D;
ADD s, s, a;
TEX a, fragment.texcoord[0], texture[0], 2D, (1, 0);
ADD s, s, a;
TXB a, fragment.texcoord[0], texture[0], 2D;
ADD s, s, a;
TEX a, fragment.texcoord[4], texture[5], CUBE;
ADD s, s, a;
ADD s, s, fragment.color;
ADD s, s, fragment.color.secondary;
ADD s, s, fragment.texcoord[4];
ADD s, s, fragment.texcoord[5];
ADD s, s, fragment.texcoord[6];
ADD s, s, fragment.clip[0].x;
MOVC a.x, fragment.texcoord[5];
IF NE.x;
  ADD s, s, fragment.texcoord[0].x;
ENDIF;
TEX a, fragment.attrib[15], texture[6], 2D;
ADD s, s, a;
ADD s, s, fragment.attrib[0];
ADD s, s, fragment.attrib[1];
ADD s, s, fragment.attrib[2];
ADD s, s, fragment.attrib[3];
ADD s, s, fragment.attrib[4];
ADD s, s, fragment.attrib[5];
ADD s, s, fragment.attrib[6];
ADD result.color, s, fragment.attrib[7];
END

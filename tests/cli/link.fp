!!NVfp4.0
# Two programs linked: the map, where each component is written and read, and what does not match. Four words of position, then two smooth
# ones, then a flat one; the coefficients of the W plane are cf0, so those of tex0 begin at cf4 and those of attr2.z at cf20.
# RUN: --link tests/cli/link.vp
FLAT ATTRIB f = fragment.attrib[2];
ADD result.color, fragment.texcoord[0], f.z;
END
# EXPECT:
# # tests/cli/link.vp -> tests/cli/link.fp: 7 words
# -fvarying-map=position.xyzw:0,tex0.xy:4,attr2.z:6
# position.x vo0 - machine
# position.y vo1 - machine
# position.z vo2 - machine
# position.w vo3 - machine
# tex0.x vo4 cf4 smooth
# tex0.y vo5 cf8 smooth
# tex0.z - cf12 smooth unwritten
# tex0.w - cf16 smooth unwritten
# attr2.x - - dropped
# attr2.y - - dropped
# attr2.z vo6 cf20 flat
# attr2.w - - dropped
# attr3.x - - dropped
# MESSAGES:
# FILE: warning: the fragment program reads tex0.zw, which the vertex program does not write (NV_gpu_program4 2.X.3.5) [link-unwritten]

!!NVfp4.0
# Texture coordinates that are the point coordinate: x and y iterated without perspective, whatever the declaration; 0 and 1, so that the projective
# access divides by nothing.
# RUN: -verify-sim=32 -fpoint-coord=5 -O0 -o /dev/null
# RUN: -verify-sim=32 -fpoint-coord=5 -O1 -o /dev/null
# RUN: -verify-sim=32 -fpoint-coord=5 -O2 -o /dev/null
# RUN: -verify-sim=32 -fpoint-coord=5 -O3 -mcpu=bxs-4-64 -o /dev/null
# RUN: -verify-sim=32 -fpoint-coord=5 -fsamples=4 -fsample-shading -o /dev/null
# RUN: -verify-sim=32 -fpoint-coord=5 -target=agx -O0 -o /dev/null
# RUN: -verify-sim=32 -fpoint-coord=5 -target=agx -O2 -o /dev/null
FLAT ATTRIB f = fragment.texcoord[2];
CENTROID ATTRIB c = fragment.texcoord[0];
TEMP t;
TXP t, fragment.texcoord[0], texture[0], 2D;
MAD t, fragment.texcoord[1], c.xyzw, t;
MUL t.xy, t, f.yxyx;
ADD result.color, t, f.wzwz;
END

!!ARBfp1.0
# x and y of the position are special registers of the pixel, which need no coefficients; of the sample, where a program runs for each.
# RUN: -verify-sim=16 -o /dev/null
# RUN: -verify-sim=16 -fsample-shading -fsamples=4 -o /dev/null
# RUN: -reflect -o /dev/null
OPTION ARB_fragment_coord_pixel_center_integer;
MOV result.color.xyz, fragment.position;
END
# EXPECT:
# input position.z cf0
# input position.x sr97
# input position.y sr100
# output color0.x o0
# output color0.y o1
# output color0.z o2

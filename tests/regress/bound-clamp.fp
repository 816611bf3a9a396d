!!NVfp4.0
# Without optimisation MAX and MIN reach selection, which makes them the saturation of ADD: two such sums are in one group, so the lower bound
# may not count a test for each.
# RUN: -O0 -fsched=fast -verify-sim=4 -stats -o /dev/null
TEMP a;
ADD a, fragment.texcoord[0], fragment.texcoord[1];
MAX a, a, 0.0;
MIN a, a, 1.0;
MOV result.color, a;
END

!!NVfp4.0
# Half-precision chains with the sums-of-products unit (ISR 6, F16SOP and F16SOP.MAD): selected with -mattr=+f16sop, equal at all levels,
# and what is written assembles to itself. First operands are f32, so the first product is none of the unit's.
# RUN: -mattr=+f16sop -fshort=16 -verify-sim=64
# RUN: -O0 -mattr=+f16sop -fshort=16 -verify-sim=16
# RUN: -O3 -mattr=+f16sop -fshort=16 -verify-sim=16 -report=text
# RUN: -mattr=+f16sop -fshort=16 -max-temps=12 -verify-sim=16
# RUN: -mattr=+f16sop -fshort=16 -spill-all -verify-sim=16
# RUN: -fshort=16 -verify-sim=16
SHORT TEMP a, b, c;
SHORT OUTPUT o = result.color;
MULH a, fragment.color, fragment.texcoord[0];
MULH b, a, a.x;
ADDH c, a, -b;
MADH c, c, a, -b;
MULH b, -c, {0.5, 0.25, 2.0, 0.1};
ADDH b.xy, b, |a|;
MULH_SAT b.w, b, c;
ADDH o, b, -a;
END

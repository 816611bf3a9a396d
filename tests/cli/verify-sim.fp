!!NVfp4.0
# -verify-sim takes a number and a seed; noise moves approximate results.
# RUN: -verify-sim=8 -o /dev/null
# RUN: -verify-sim=8,seed=99 -o /dev/null
# RUN: -verify-sim=0x10,seed=0xffffffffffffffff -sim-noise=5 -o /dev/null
TEMP t;
RCP t.x, fragment.color.x;
RSQ t.y, |fragment.color.y|;
MUL result.color, t.xyxy, fragment.attrib[0];
END

!!NVfp4.0
# RUN: -target=agx -O0 -verify-sim=64 -o /dev/null
# RUN: -target=agx -O2 -verify-sim=64 -o /dev/null
# Fragment program without textures: interpolation, selects, saturation, rounding, conditional writes.
NOPERSPECTIVE ATTRIB b = fragment.attrib[1];
TEMP r, s;
MIN r, fragment.attrib[0], b;
MAX s, fragment.attrib[0], |b|;
SLT r.x, r, s;
CMP r.y, -r, s, r;
FLR.CC s.z, s;
MOV r.z (GT.z), s.z;
ADD.SAT r.w, r.w, 0.5;
FRC s, s;
LRP result.color, s.x, r, s;
END

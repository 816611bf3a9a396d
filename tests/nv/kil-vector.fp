!!NVfp4.0
# KIL with a float vector: negative in any component kills; -0 and NaN do not.
ATTRIB a = fragment.attrib[0];
TEMP t;
ADD t, a, 6.0;
KIL t.xyxy;
KIL |a|;
KIL -a.zzzz;
MOV result.color, a;
END

!!NVfp4.0
# With rogue.vp: see rogue.expected.
ATTRIB a = fragment.attrib[0];
FLAT ATTRIB b = fragment.attrib[1];
NOPERSPECTIVE ATTRIB c = fragment.attrib[2];
TEMP t;
MUL t, program.local[0].y, a.y;
ADD result.color, t, b.x;
MAD result.color.xy, c, 0.3, t;
END

!!NVfp4.0
# The surface of wobble.vp: a stripe for each step of the texture coordinate, lit from the eye.
ATTRIB normal = fragment.attrib[0];
ATTRIB coord = fragment.attrib[1];
PARAM paint = program.local[0];
TEMP n, c;

NRM n.xyz, normal;
MUL c.x, coord.x, 12.0;
FRC c.x, c.x;
SGT c.x, c.x, 0.5;
MAD c.x, c.x, 0.4, 0.6;
MAD.SAT c.y, n.z, 0.6, 0.4;
MUL c.x, c.x, c.y;
MUL result.color, paint, c.x;
END

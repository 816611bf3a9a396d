!!NVfp4.0
# Toon shading: the light level picks a band from a table by integer index.
PARAM band[4] = { { 0.1, 0.1, 0.15, 1.0 }, { 0.3, 0.3, 0.35, 1.0 }, { 0.6, 0.6, 0.6, 1.0 }, { 1.0, 1.0, 0.9, 1.0 } };
TEMP l;
INT TEMP i;
DP3.SAT l.x, fragment.attrib[0], { 0.6, 0.64, 0.48, 0.0 };
MUL l.y, l.x, 3.999;
FLR.S i.x, l.y;
MUL result.color, band[i.x], fragment.color;
END

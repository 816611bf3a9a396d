!!NVfp4.0
# Dependent reads: the result of one lookup is the coordinate of the next, three deep.
ATTRIB c = fragment.texcoord[0];
TEMP a, b;
TEX a, c, texture[0], 2D;
MAD a, a, 2.0, -1.0;
ADD a.xy, a, c;
TEX b, a, texture[1], 2D;
MUL b, b, a.z;
TXL a, b, texture[2], CUBE;
TXF a.w, { 1, 2, 0, 0 }, texture[3], 2D;
MAD result.color, a, b, c;
END

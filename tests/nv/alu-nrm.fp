!!NVfp4.0
# NRM normalises xyz; scaling the vector by a power of two does not change the result beyond rounding, so both are output.
OPTION ARB_draw_buffers;
TEMP n, m;
NRM n.xyz, fragment.attrib[0];
MOV result.color[0].xyz, n;
MUL m, fragment.attrib[1], 4.0;
NRM result.color[1].xyz, m;
NRM.SAT result.color[2].xyz, -fragment.attrib[0].zxyw;
DP3 result.color[3].x, n, n;
END

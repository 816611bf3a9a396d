!!NVfp4.0
# EX2 and LG2 of a scalar; powers of two are exact, hence LG2(EX2(n)) = n for whole n.
OPTION ARB_draw_buffers;
TEMP t, u;
EX2 t.x, fragment.attrib[0].x;
LG2 t.y, |fragment.attrib[0].y|;
EX2 t.z, -fragment.attrib[0].z;
LG2 t.w, fragment.attrib[0].w;
MOV result.color[0], t;
FLR u, fragment.attrib[1];
MIN u, u, 100.0;
MAX u, u, -100.0;
EX2 t.x, u.x;
LG2 t.y, t.x;
EX2.SAT t.z, u.z;
MOV result.color[1].xyz, t;
END

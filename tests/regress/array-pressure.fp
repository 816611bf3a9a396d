!!NVfp4.0
# Arrays that take most of the temporaries beside wide expressions: some of them live in memory.
# RUN: -O0 -verify-sim=32 -o /dev/null
# RUN: -O2 -verify-sim=32 -o /dev/null
INT TEMP i;
TEMP m[40], n[19], t[60];
AND.S i, fragment.attrib[0], 31;
MOV m[i.x], fragment.attrib[1];
MOV m[i.y + 8], fragment.attrib[2];
AND.S i, i, 15;
MOV n[i.z], m[i.x];
MOV t[i.w], n[i.y].wzyx;
ADD n[i.x + 3], t[i.z], fragment.attrib[3];
TXL t[i.x], n[i.w], texture[0], 2D;
MAD m[3], t[i.y], n[i.z], m[i.w];
ADD result.color, m[i.z], m[3];
END

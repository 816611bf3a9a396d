!!NVfp4.0
# Ten generic interpolants, single components of which are used.
TEMP t;
MOV t.x, fragment.attrib[0].w;
MOV t.y, fragment.attrib[1].z;
MOV t.z, fragment.attrib[2].y;
MOV t.w, fragment.attrib[3].x;
ADD t, t, fragment.attrib[4];
MUL t.xz, t, fragment.attrib[5].wwww;
MUL t.yw, t, fragment.attrib[6].xxxx;
ADD t, t, fragment.attrib[7].yyzz;
MAX t, t, fragment.attrib[8];
MIN result.color, t, fragment.attrib[9];
END

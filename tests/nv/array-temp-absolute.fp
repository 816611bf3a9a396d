!!NVfp4.0
# An array of temporaries that is indexed by constants only: no memory is needed.
TEMP m[4];
MOV m[0], fragment.attrib[0];
MOV m[1].xz, m[0].yyww;
MOV m[1].yw, 2.0;
MUL m[2], m[1], m[0].wzyx;
MOV m[3], 0.0;
ADD m[3].x, m[2].x, m[0].x;
MAD m[3].yzw, m[2], 0.5, m[1];
ADD result.color, m[3], m[2];
END

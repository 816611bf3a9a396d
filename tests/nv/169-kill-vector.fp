!!NVfp4.0
# KIL of vectors: float, signed, and unsigned, which never kills.
TEMP t;
ADD t, fragment.texcoord[0], 3.0;
KIL t.xyxy;
KIL.U t;
MOV result.color, t;
AND.S t, fragment.texcoord[1], 1;
KIL.S -t.x;
MOV result.color.w, 1.0;
END

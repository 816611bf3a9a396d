!!NVfp4.0
# result.depth takes z; one lane in two writes it by a mask.
TEMP t;
MOV t, fragment.attrib[0];
MOV result.color, t;
MOV result.depth.z, fragment.position;
MOV.CC t.x, t;
MAD.SAT result.depth.z (GT.x), t, 0.5, 0.5;
MUL result.depth.xyw, t, 2.0;
END

!!NVfp4.0
# Outputs are written in several places; the last executed write of each component counts, unwritten ones are defined to be 0.
ATTRIB a = fragment.attrib[0];
TEMP t;
MOV result.color.xy, a;
MOV.CC t, a;
IF LT.z;
MOV result.color.y, 1.0;
MOV result.color.w, a;
ENDIF;
MOV result.color.x (GE.w), 2.0;
MOV result.color.z (EQ.x), 3.0;
END

!!NVfp4.0
# result.depth as an OUTPUT variable, written in a branch.
OUTPUT d = result.depth;
ATTRIB p = fragment.position;
TEMP t;
MOV result.color, p;
MOV d, p;
SGT.CC t.x, p.z, 0.5;
IF NE.x;
ADD d.z, p, -0.25;
ENDIF;
END

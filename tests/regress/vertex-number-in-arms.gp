!!NVgp4.0
# RUN: -O0 -verify-sim=64 -o /dev/null
# RUN: -O2 -verify-sim=64 -o /dev/null
# Both arms of an IF read the vertex of one number, which each has to clamp for itself: no arm passes through the other.
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT LINE_STRIP;
VERTICES_OUT 3;
ATTRIB pos = vertex.position;
ATTRIB tc = vertex.texcoord[1];
INT TEMP i;
TEMP t, p;
TRUNC.S i.x, tc[0].x;
MOV t, tc[1];
SGT.CC0 p.x, t.y, 0.5;
IF GT.x;
   REP.S 3;
      ADD.CC1 t, t, pos[i.x];
      BRK (GT1.x);
   ENDREP;
ELSE;
   MUL t, t, tc[i.x];
   ADD t, t, pos[i.x];
   MUL t, t, pos[i.x];
ENDIF;
MOV result.position, t;
EMIT;
END

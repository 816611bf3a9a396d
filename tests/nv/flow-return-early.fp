!!NVfp4.0
# RET out of an IF, out of nested loops and conditional ones: the subroutine ends, the caller goes on.
FLAT INT ATTRIB a = fragment.attrib[0];
INT TEMP s, i, t;
main:
MOV.S s, 0;
CAL work;
ADD.S s.y, s.x, 1000;
CAL work;
MOV.S result.color, s;
RET;
work:
ADD.S s.x, s.x, 1;
SUB.S.CC t, a, 3;
RET (EQ.x);
IF LT.y;
  ADD.S s.x, s.x, 10;
  RET;
ENDIF;
MOV.S i, 0;
REP.S 4;
  REP.S 3;
    ADD.S i.x, i.x, 1;
    SUB.S.CC t.z, i.x, a.z;
    RET (GE.z);
    ADD.S s.z, s.z, 1;
  ENDREP;
  ADD.S s.w, s.w, 1;
ENDREP;
ADD.S s.x, s.x, 500;
END

!!NVfp4.0
# RUN: -O0 -verify-sim=64 -o /dev/null
# RUN: -O2 -verify-sim=64 -o /dev/null
# Lanes that continue early wait at ENDREP for those that do not, so all lanes of a quad are there for the derivative of the
# last iteration. The interpreter of the IR let them run ahead.
TEMP d, t;
INT TEMP n;
MOV.S n.x, 4;
REP;
  SUB.S.CC n.x, n.x, 1;
  BRK (LT.x);
  IF EQ.x;
    DDY d, fragment.texcoord[1];
  ENDIF;
  SLT.CC t.x, fragment.texcoord[0], 0.5;
  CONT (NE.x);
  MUL d, d, 0.5;
ENDREP;
MOV result.color, d;
END

!!NVfp4.0
# RUN: -target=agx -O0 -w -verify-sim=16 -o /dev/null
# RUN: -target=agx -O0 -w -spill-all -verify-sim=16 -o /dev/null
# RUN: -target=agx -O2 -w -verify-sim=16 -o /dev/null
# Ifs whose conditions are constants: at -O0 they stay, and no lane, or each, waits for the else, and none for the end.
TEMP a;
IF FL.x;
ELSE;
ENDIF;
IF TR.x;
  MOV a, fragment.texcoord[0];
  IF TR.y;
    MUL a, a, 2.0;
  ENDIF;
  REP 2;
    ADD a, a, 1.0;
    IF FL.z;
      BRK;
    ENDIF;
  ENDREP;
ELSE;
  MOV a, fragment.texcoord[1];
  IF FL.w;
    MUL a, a, a;
  ELSE;
    MUL a, a, 3.0;
  ENDIF;
ENDIF;
MOV result.color, a;
END

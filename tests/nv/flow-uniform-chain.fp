!!NVfp4.0
# What lanes do not agree about takes a dozen iterations to reach the condition: first all take the branch, then some.
TEMP t0, t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, c, r;
MOV t0, program.local[0];
MOV t1, program.local[1];
MOV t2, program.local[2];
MOV t3, program.local[0];
MOV t4, program.local[1];
MOV t5, program.local[2];
MOV t6, program.local[0];
MOV t7, program.local[1];
MOV t8, program.local[2];
MOV t9, program.local[0];
MOV t10, program.local[1];
MOV t11, program.local[2];
MOV r, 0;
REP.S 20;
  MOV t0, t1;
  MOV t1, t2;
  MOV t2, t3;
  MOV t3, t4;
  MOV t4, t5;
  MOV t5, t6;
  MOV t6, t7;
  MOV t7, t8;
  MOV t8, t9;
  MOV t9, t10;
  MOV t10, t11;
  ADD t11, t11, fragment.texcoord[0];
  SGT.CC c.x, t0.x, 0.25;
  IF NE.x;
    ADD r, r, fragment.texcoord[1];
  ELSE;
    MUL r.yz, r, 0.5;
  ENDIF;
ENDREP;
MOV result.color, r;
END

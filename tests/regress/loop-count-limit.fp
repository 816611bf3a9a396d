!!ARBfp1.0
OPTION NV_fragment_program2;
# RUN: -w -O0 -verify-sim=4 -o /dev/null
# RUN: -w -O2 -verify-sim=4 -o /dev/null
# RUN: -w -target=agx -O2 -verify-sim=4 -o /dev/null
# A count above the limit of 255 turns: the loop ends there (NV_fragment_program2).
PARAM n = { 300, 0, 0, 0 };
TEMP r;
MOV r, fragment.texcoord[0];
REP n.x;
   ADD r, r, 1.0;
ENDREP;
MOV result.color, r;
END

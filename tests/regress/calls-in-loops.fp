!!ARBfp1.0
# SPDX-License-Identifier: MIT
# Calls in loops and ifs that would be too large expanded: indices of LOOP, shared text, END in a routine that was called.
# RUN: -w -O0 -verify-sim=3 -o /dev/null
# RUN: -w -O2 -verify-sim=3 -o /dev/null
# RUN: -target=agx -w -O0 -verify-sim=3 -o /dev/null
# RUN: -target=agx -w -O2 -verify-sim=3 -o /dev/null
# RUN: -w -limit-code-size=16384 -o /dev/null
OPTION NV_fragment_program2;
TEMP r, c;
MOV r, fragment.texcoord[1];
MOV c, fragment.texcoord[0];
MOV result.color, 0.25;
CAL s0;
MOV result.color, r;
RET;
s0:
MAD r, r, 0.5, c;
LOOP {2, 1, 1};
ADDC c.x, c.x, -0.5;
IF GT.x;
CAL s1;
CAL t1 (LT.y);
ELSE;
BRK (LT.w);
ENDIF;
CAL s1 (LT.x);
CAL t1 (GT.z);
CAL s1 (FL.x);
ENDLOOP;
MOVC c.w, c.w;
RET (LT.w);
t0:
ADDC c.z, c.z, -1;
CAL s1 (GT.z);
CAL t1 (GT.z);
CAL t1 (GT.x);
CAL t1 (LT.x);
REP 2;
ADD r.y, r.y, 1;
ENDREP;
RET;
s1:
MAD r, r, 0.5, c;
LOOP {2, 1, 1};
ADDC c.x, c.x, -0.5;
IF GT.x;
CAL s2;
CAL t2 (LT.y);
ELSE;
BRK (LT.w);
ENDIF;
CAL s2 (LT.x);
CAL t2 (GT.z);
CAL s2 (FL.x);
ENDLOOP;
MOVC c.w, c.w;
RET (LT.w);
t1:
ADDC c.z, c.z, -1;
CAL s2 (GT.z);
CAL t2 (GT.z);
CAL t2 (GT.x);
CAL t2 (LT.x);
REP 2;
ADD r.y, r.y, 1;
ENDREP;
RET;
s2:
MAD r, r, 0.5, c;
LOOP {2, 1, 1};
ADDC c.x, c.x, -0.5;
IF GT.x;
CAL s3;
CAL t3 (LT.y);
ELSE;
BRK (LT.w);
ENDIF;
CAL s3 (LT.x);
CAL t3 (GT.z);
CAL s3 (FL.x);
ENDLOOP;
MOVC c.w, c.w;
RET (LT.w);
t2:
ADDC c.z, c.z, -1;
CAL s3 (GT.z);
CAL t3 (GT.z);
CAL t3 (GT.x);
CAL t3 (LT.x);
REP 2;
ADD r.y, r.y, 1;
ENDREP;
RET;
s3:
MAD r, r, 0.5, c;
LOOP {2, 1, 1};
ADDC c.x, c.x, -0.5;
IF GT.x;
CAL s4;
CAL t4 (LT.y);
ELSE;
BRK (LT.w);
ENDIF;
CAL s4 (LT.x);
CAL t4 (GT.z);
CAL s4 (FL.x);
ENDLOOP;
MOVC c.w, c.w;
RET (LT.w);
t3:
ADDC c.z, c.z, -1;
CAL s4 (GT.z);
CAL t4 (GT.z);
CAL t4 (GT.x);
CAL t4 (LT.x);
REP 2;
ADD r.y, r.y, 1;
ENDREP;
RET;
s4:
MAD r, r, 0.5, c;
LOOP {2, 1, 1};
ADDC c.x, c.x, -0.5;
IF GT.x;
CAL s5;
CAL t5 (LT.y);
ELSE;
BRK (LT.w);
ENDIF;
CAL s5 (LT.x);
CAL t5 (GT.z);
CAL s5 (FL.x);
ENDLOOP;
MOVC c.w, c.w;
RET (LT.w);
t4:
ADDC c.z, c.z, -1;
CAL s5 (GT.z);
CAL t5 (GT.z);
CAL t5 (GT.x);
CAL t5 (LT.x);
REP 2;
ADD r.y, r.y, 1;
ENDREP;
RET;
s5:
ADD r.z, r, 1;
RET (GT.x);
t5:
ADD r.w, r, c.y;
MOVC c.y, c;
RET (GT.y);
MOV result.color, r;
END

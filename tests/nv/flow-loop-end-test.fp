!!NVfp4.0
# Loops that are known to run once test at their end: what is read behind them, other ways out, values that change places in every
# iteration, loops in loops, counts that differ by lane, and loops that may not run at all.
OPTION ARB_draw_buffers;
FLAT INT ATTRIB a = fragment.attrib[0];
ATTRIB f = fragment.attrib[1];
INT TEMP i, j, n, m;
TEMP x, y, z;
main:
# the counter is read behind the loop, and what was there one iteration before
MOV.S i, 0; MOV.S j, -1; MOV.S m, 1;
REP; SGE.S.CC n.x, i.x, 5; BRK (NE.x); MOV.S j.x, i.x; ADD.S i.x, i.x, 1; MUL.S m.x, m.x, 3; ENDREP;
MOV.S m.y, i.x; MOV.S m.z, j.x;
# two ways out, one by lane
MOV.S i, 0;
REP; SGE.S.CC n.x, i.x, 7; BRK (NE.x); ADD.S m.w, m.x, i.x; AND.S n.y, a.x, 7; SEQ.S.CC n.z, n.y, i.x; BRK (NE.z); ADD.S i.x, i.x, 1; ENDREP;
ADD.S m.y, m.y, i.x;
I2F.S x, m; MOV result.color[0], x;
# two values that change places, and the test reads one of them
MOV x, f; MOV y, 0.5; MOV.S i, 0; MOV.S j, 9;
REP; SGT.S.CC n.x, i.x, 9; BRK (NE.x); MOV z, x; MOV x, y; MOV y, z; ADD.S n.y, i.x, 4; MOV.S i.x, j.x; MOV.S j.x, n.y; ENDREP;
I2F.S z.x, i.x; I2F.S z.y, j.x; MOV z.zw, x;
MOV result.color[1], z;
# a loop in a loop, both counted; lanes leave the inner one by themselves
MOV z, 0.0; MOV.S i, 3;
REP; SLE.S.CC n.x, i.x, 0; BRK (NE.x);
MOV.S j, 0;
REP; SGE.S.CC n.y, j.x, 4; BRK (NE.y); ADD z, z, f; SLT.S.CC n.z, a.y, j.x; BRK (NE.z); ADD.S j.x, j.x, 1; ENDREP;
I2F.S x.x, j.x; ADD z.x, z, x.x; ADD.S i.x, i.x, -1;
ENDREP;
MOV result.color[2], z;
# REP of constants, of a value that may be 0, and of a float; a continue; a float as counter
MOV z, 0.0; REP.S {4,0,0,0}; MAD z, z, 0.5, f; ENDREP;
AND.S i, a, 3; REP.S i.z; ADD z.x, z.x, 1.0; ENDREP;
REP 2.5; MAD z.y, z.y, 0.5, 1.0; ENDREP;
MOV.S i, 0; REP; SGE.S.CC n.x, i.x, 6; BRK (NE.x); ADD.S i.x, i.x, 1; SGT.CC x.x, f.x, z.y; CONT (NE.x); ADD z.z, z.z, f.y; ENDREP;
MOV x, 0.0; REP; SGE.CC y.x, x.x, 2.0; BRK (NE.x); ADD x.x, x.x, 0.5; ADD z.w, z.w, x.x; ENDREP;
ADD z.w, z.w, x.x;
MOV result.color[3], z;
# an end that is reached by no lane that left before
MOV x, 0.0; MOV.S i, 0;
REP; SGE.S.CC n.x, i.x, 4; BRK (NE.x);
AND.S.CC n.y, a.z, 1; IF NE.y; ADD x.x, x.x, 1.0; SEQ.S.CC n.z, i.x, 2; BRK (NE.z); ELSE; ADD x.y, x.y, f.x; ENDIF;
ADD x.z, x.z, 0.25; ADD.S i.x, i.x, 1; ENDREP;
I2F.S x.w, i.x;
MOV result.color[4], x;
# out of the subroutine from inside of a loop: the counter is that of the iteration under way
MOV.S j, a;
CAL search;
I2F.S x, i; MOV result.color[5], x;
RET;
search:
MOV.S i, 0;
REP; SGE.S.CC n.x, i.x, 3; BRK (NE.x); AND.S n.y, j.x, 3; SEQ.S.CC n.y, n.y, i.x; RET (NE.y); ADD.S i.x, i.x, 1; ENDREP;
MUL.S i.y, i.x, 7;
RET;
END

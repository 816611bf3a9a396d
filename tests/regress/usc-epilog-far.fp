!!ARBfp1.0
# RUN: -w -fscratch-base=351 -fcolor-epilog -O0 -spill-all -verify-sim=3,seed=1801 -o /dev/null
# All shared registers of the epilog are above 255: the number in the index register cannot come from one of them.
OPTION NV_fragment_program2;
OPTION ARB_draw_buffers;
IF NE;
ENDIF;
MOV result.color, 1;
MOV result.color[3], 1;
MOV result.color[2], 1;
END

!!NVfp4.0
# An offset of a relative index outside of 0 .. n-1.
# RUN: -fsyntax-only
# EXIT: 1
# ERROR: offset-out-of-range@217
PARAM a[4] = { program.local[0..3] };
INT TEMP i;
MOV.S i.x, 0;
MOV result.color, a[i.x + 4];
END

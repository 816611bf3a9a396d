!!NVfp4.0
# Fragment attributes addressed with a register, read through a loop.
ATTRIB tc[4] = { fragment.texcoord[0..3] };
INT TEMP i;
TEMP sum;
MOV sum, 0.0;
MOV.S i, 0;
REP.S 4;
  MAD sum, tc[i.x], 0.25, sum;
  ADD.S i.x, i.x, 1;
ENDREP;
MOV result.color, sum;
END

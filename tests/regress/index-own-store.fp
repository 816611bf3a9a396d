!!NVfp4.0
# RUN: -O0 -verify-sim=64 -o /dev/null
# RUN: -O2 -verify-sim=64 -o /dev/null
# A parameter behind an index register, read in place by a store that loads its own index into the same register.
UINT PARAM table[4] = { program.local[0..3] };
UINT TEMP t[4], u;
INT TEMP i;
ROUND.S i, fragment.attrib[0];
MOV.U u.x, table[i.x].z;
MOV.U t[i.y].x, 7;
MOV.U t[i.z].x, u.x;
MOV.U result.color, t[i.w].x;
END

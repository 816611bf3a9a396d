!!NVfp4.0
# RUN: -O0 -verify-sim=32 -o /dev/null
# RUN: -O1 -verify-sim=32 -o /dev/null
# RUN: -O2 -verify-sim=32 -o /dev/null
# RUN: -O3 -verify-sim=32 -o /dev/null
# RUN: -target=agx -O2 -verify-sim=32 -o /dev/null
# One index reads an array that it is known to be in range of, and another one with several offsets that it may leave: only the latter is clamped.
FLAT INT ATTRIB a = fragment.attrib[0];
PARAM table[4] = { program.local[0..3] };
PARAM short[4] = { program.env[0..3] };
TEMP sum;
INT TEMP n;
AND.S n.x, a.x, 3;
MOV sum, table[n.x];
MAD sum, sum, short[n.x + 1], short[n.x + 3];
MOV result.color, sum;
END

!!NVfp4.0
# Horner's rule over a table, the degree from the input.
PARAM k[9] = { program.local[0..8] };
FLAT INT ATTRIB deg = fragment.attrib[0];
ATTRIB v = fragment.attrib[1];
INT TEMP n;
TEMP r;
AND.S n.x, deg, 7;
MOV r, k[n.x + 1];
REP.S n.x;
  MAD r, r, v, k[n.x];
  SUB.S n.x, n.x, 1;
ENDREP;
MAD result.color, r, v, k[0];
END

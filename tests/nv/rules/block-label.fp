!!NVfp4.0
# No label inside a block.
TEMP a;
CAL f;
RET;
f: REP 2;
MOV a, 1;
g: MOV a, 2;
ENDREP;
CAL g;
END

!!ARBfp1.0
# No label inside a block.
OPTION NV_fragment_program2;
PARAM c = { 2, 0, 1, 0 };
TEMP a;
CAL f;
RET;
f: REP c;
g: MOV a, 2;
ENDREP;
CAL g;
END

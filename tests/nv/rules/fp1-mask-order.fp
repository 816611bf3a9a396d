!!ARBfp1.0
# The components of a write mask are in order.
OPTION NV_fragment_program;
TEMP a;
MOVC a.zx, 1;
END

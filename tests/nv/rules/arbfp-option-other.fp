!!ARBfp1.0
# An option is one of this kind of program.
OPTION ARB_position_invariant;
END

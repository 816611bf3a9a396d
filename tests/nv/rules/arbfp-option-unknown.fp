!!ARBfp1.0
# An option exists.
OPTION ARB_no_such_option;
END

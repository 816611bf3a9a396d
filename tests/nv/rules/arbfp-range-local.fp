!!ARBfp1.0
# A range of local parameters does not run backwards.
PARAM p[] = { program.local[1..0] };
END

!!ARBfp1.0
# A range of environment parameters does not run backwards.
PARAM p[] = { program.env[3..2] };
END

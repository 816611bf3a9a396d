!!ARBfp1.0
# The size of an array is the number of its bindings.
PARAM p[3] = { program.env[0..1] };
END

!!ARBfp1.0
# Parameters are not addressed relatively.
TEMP a;
PARAM p[2] = { program.env[0..1] };
MOV a, p[a.x];
END

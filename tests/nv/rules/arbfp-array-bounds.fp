!!ARBfp1.0
# No read past the end of an array.
PARAM p[2] = { program.env[0..1] };
MOV result.color, p[2];
END

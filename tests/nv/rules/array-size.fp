!!NVfp4.0
# The size of an array is the number of its bindings.
PARAM p[3] = { { 1 }, { 2 } };
TEMP a;
MOV a, p[0];
END

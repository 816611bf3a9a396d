!!NVfp4.0
# MOD is of integers.
TEMP a;
MOD.F a, a, a.x;
END

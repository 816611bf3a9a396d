!!ARBfp1.0
# RFL does not write w.
OPTION NV_fragment_program;
TEMP a;
RFL a.xyzw, a, a;
END

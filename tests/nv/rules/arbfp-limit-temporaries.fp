!!ARBfp1.0
# Temporaries up to the limit.
TEMP a, b, c;
END

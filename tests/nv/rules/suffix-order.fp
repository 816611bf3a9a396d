!!NVfp4.0
# Suffixes come in order.
TEMP a;
MOVCR a, 1;
END

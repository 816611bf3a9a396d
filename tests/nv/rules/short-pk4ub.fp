!!NVfp4.0
# PK4UB does not write a SHORT variable.
SHORT TEMP s;
TEMP a;
PK4UB s, a;
END

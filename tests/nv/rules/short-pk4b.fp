!!NVfp4.0
# PK4B does not write a SHORT variable.
SHORT TEMP s;
TEMP a;
PK4B s, a;
END

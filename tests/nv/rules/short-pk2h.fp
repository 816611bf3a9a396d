!!NVfp4.0
# PK2H does not write a SHORT variable.
SHORT TEMP s;
TEMP a;
PK2H s, a;
END

!!NVfp4.0
# PK2US does not write a SHORT variable.
SHORT TEMP s;
TEMP a;
PK2US s, a;
END

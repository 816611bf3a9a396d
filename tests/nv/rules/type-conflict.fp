!!NVfp4.0
# Without NTC the types of variables are checked.
INT TEMP i, j;
FLOAT TEMP f;
ADD.S i, j, f;
END

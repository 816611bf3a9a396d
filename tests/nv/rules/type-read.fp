!!NVfp4.0
# A variable is read with its data type.
FLOAT TEMP f;
INT TEMP i;
MOV.F f, i;
END

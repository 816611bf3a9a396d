!!NVfp4.0
# A variable is written with its data type.
FLOAT TEMP f;
INT TEMP i;
MOV.S f, i;
END

!!NVfp4.0
# No floating-point constant where an integer is needed.
INT TEMP i;
MOV.S i, 1.5;
END

!!NVfp4.0
# A temporary has a declaration.
MOV a, 1;
END

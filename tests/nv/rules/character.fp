!!NVfp4.0
# A character that is no token of the language.
TEMP a;
MOV a, &1;
END

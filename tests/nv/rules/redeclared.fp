!!NVfp4.0
# A name is declared once.
TEMP a;
PARAM a = { 1, 2, 3, 4 };
END

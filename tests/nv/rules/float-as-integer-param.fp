!!NVfp4.0
# No floating-point constant in an integer parameter.
INT PARAM p = { 1, 2.0, 3, 4 };
END

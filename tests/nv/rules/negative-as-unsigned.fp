!!NVfp4.0
# No negative constant where an unsigned integer is needed.
UINT PARAM p = { 1, -2, 3, 4 };
END

!!NVfp4.0
# The same data type twice is two data types.
UINT UINT TEMP a;
END

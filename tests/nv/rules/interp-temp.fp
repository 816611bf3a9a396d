!!NVfp4.0
# Only attributes are interpolated.
FLAT TEMP a;
END

!!NVfp4.0
# The size of an array of temporaries is positive.
TEMP a[0];
END

!!NVfp4.0
# An array of temporaries has a size.
TEMP a[];
END

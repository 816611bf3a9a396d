!!NVfp4.0
# The primitive ID is not interpolated.
CENTROID ATTRIB a = primitive.id;
END

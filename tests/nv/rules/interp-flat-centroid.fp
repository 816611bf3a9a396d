!!NVfp4.0
# FLAT excludes CENTROID.
FLAT CENTROID ATTRIB a = fragment.color;
END

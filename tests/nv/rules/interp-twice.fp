!!NVfp4.0
# An interpolation modifier is given once.
CENTROID CENTROID ATTRIB a = fragment.texcoord[0];
END

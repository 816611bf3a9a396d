!!NVfp4.0
# An UINT attribute is FLAT.
CENTROID UINT ATTRIB a = fragment.attrib[0];
END

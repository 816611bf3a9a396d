!!NVfp4.0
# An INT attribute is FLAT.
INT ATTRIB a = fragment.attrib[0];
END

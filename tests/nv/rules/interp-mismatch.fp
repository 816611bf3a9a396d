!!NVfp4.0
# An attribute is interpolated in one way.
NOPERSPECTIVE ATTRIB a = fragment.texcoord[1];
CENTROID ATTRIB b = fragment.texcoord[1];
END

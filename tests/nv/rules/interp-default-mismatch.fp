!!NVfp4.0
# No modifier is a way of interpolation too.
ATTRIB a = fragment.texcoord[1];
FLAT ATTRIB b = fragment.texcoord[1];
END

!!NVfp4.0
# Both colours are interpolated alike, one of them without a declaration.
FLAT ATTRIB c = fragment.color;
ADD result.color, c, fragment.color.secondary;
END

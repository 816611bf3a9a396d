!!NVfp4.0
# Both colours are interpolated alike.
FLAT ATTRIB a = fragment.color.primary;
ATTRIB b = fragment.color.secondary;
END

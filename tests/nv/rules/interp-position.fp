!!NVfp4.0
# No interpolation modifier on fragment.position.
FLAT ATTRIB a = fragment.position;
END

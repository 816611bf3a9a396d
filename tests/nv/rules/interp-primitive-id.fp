!!NVfp4.0
# No interpolation modifier on primitive.id.
FLAT ATTRIB a = primitive.id;
END

!!NVfp4.0
# The components of a write mask are in order.
TEMP a;
MOV a.yx, 1;
END

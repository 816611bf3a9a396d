!!NVfp4.0
# No texel offset on BUFFER.
TEMP a;
TXF a, a, texture[0], BUFFER, (1, 0, 0);
END

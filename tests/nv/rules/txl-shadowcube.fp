!!NVfp4.0
# No TXL with SHADOWCUBE.
TEMP a;
TXL a, a, texture[0], SHADOWCUBE;
END

!!NVfp4.0
# No TXB with SHADOWCUBE.
TEMP a;
TXB a, a, texture[0], SHADOWCUBE;
END

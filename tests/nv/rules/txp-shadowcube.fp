!!NVfp4.0
# No TXP with SHADOWCUBE.
TEMP a;
TXP a, a, texture[0], SHADOWCUBE;
END

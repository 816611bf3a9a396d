!!NVfp4.0
# BUFFER only with TXF and TXQ.
TEMP a;
TEX a, a, texture[0], BUFFER;
END

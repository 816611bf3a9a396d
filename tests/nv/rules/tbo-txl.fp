!!NVfp4.0
# No level of a BUFFER texture.
TXL result.color, fragment.texcoord[0], texture[0], BUFFER;
END

!!NVfp4.0
# No filtered lookup in a BUFFER texture.
TEX result.color, fragment.texcoord[0], texture[0], BUFFER;
END

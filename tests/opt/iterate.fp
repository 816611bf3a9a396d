!!NVfp4.0
# Textures at inputs that nothing else reads, times a colour: no iteration but that of the colour, and one wait for all.
TEMP a, b;
TEX a, fragment.texcoord[0], texture[0], 2D;
TEX b.xyz, fragment.texcoord[1], texture[1], 3D;
MUL a.xyz, a, b;
MUL result.color, a, fragment.color;
END

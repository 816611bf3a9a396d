!!ARBfp1.0
# Two targets of the example exclude each other.
TEX result.color, fragment.texcoord[0], texture[0], 2D;
TEX result.depth, fragment.texcoord[1], texture[0], 3D;
END

!!NVfp4.0
# The depth of a fragment is the z component of result.depth.
MUL result.depth.z, fragment.position.z, 0.5;
MOV result.color, fragment.color;
END

!!NVfp4.0
# A fragment program has no declarations.
VERTICES_OUT 3;
MOV result.color, fragment.color;
END

!!NVfp4.0
# RUN: -fsyntax-only
TEMP vertex;
MOV vertex, fragment.color;
MOV result.color, vertex.wzyx;
END

!!NVfp4.0
# Components of attributes that are read, up to the limit.
TEMP a;
MOV a, fragment.color;
MOV a, fragment.texcoord[0].xyxx;
END

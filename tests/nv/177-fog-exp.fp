!!NVfp4.0
# ARB_fog_exp, only red and alpha written.
OPTION ARB_fog_exp;
MOV result.color.xw, fragment.texcoord[0];
END

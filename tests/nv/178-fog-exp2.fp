!!NVfp4.0
# ARB_fog_exp2 behind a RET from the middle of the program.
OPTION ARB_fog_exp2;
main:
TEMP t;
MOV.CC0 t, fragment.texcoord[0];
MOV result.color, t;
RET (GT.x);
MOV result.color, 0.5;
END

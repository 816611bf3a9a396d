!!NVfp4.0
# Eight colour targets: at four words each two of them fit the output registers, the others go to tile buffers. A component of one
# is not written, one target is written on some paths only, and killed invocations store nothing.
OPTION ARB_draw_buffers;
TEMP t;
MUL t, fragment.texcoord[0], fragment.texcoord[1];
MOV result.color[0], t;
ADD result.color[1], t, 1.0;
ADD result.color[2], t, 2.0;
ADD result.color[3], t, 3.0;
ADD result.color[4], t, 4.0;
ADD result.color[5].xz, t, 5.0;
MUL result.color[6], t, 6.0;
MUL.CC t.x, t, fragment.texcoord[2];
IF GT.x;
MUL result.color[7], t, 7.0;
ENDIF;
KIL LT.x;
END

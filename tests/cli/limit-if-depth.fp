!!NVfp4.0
# -limit-max-program-if-depth.
# RUN: -fsyntax-only -limit-max-program-if-depth=1
# EXIT: 1
# ERROR: if-depth@167
TEMP t;
MOV.CC t, fragment.color;
IF GT.x;
IF GT.y;
ADD t, t, 1.0;
ENDIF;
ENDIF;
MOV result.color, t;
END

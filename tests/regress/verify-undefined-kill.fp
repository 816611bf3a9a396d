!!NVfp4.0
# RUN: -w -O0 -verify-sim=1,seed=400017100 -o /dev/null
# A derivative in divergent flow decides about KIL in a program without results: whether such an invocation is killed is not compared.
TEMP r7, r8, r11, r19;
SGE.CC1 r11, r7, fragment.color.secondary;
IF GT1;
SIN.CC1 r8, 1;
ELSE;
DDX.CC1 r19, 1;
ENDIF;
IF EQ1;
KIL fragment.texcoord[4];
ENDIF;
END

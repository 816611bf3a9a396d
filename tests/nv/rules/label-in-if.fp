!!NVfp4.0
# No subroutine begins inside an IF.
TEMP a;
IF EQ;
f: MOV a, 1;
ENDIF;
END

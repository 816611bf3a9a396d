!!NVfp4.0
# A block that ends with the wrong instruction.
# RUN: -fsyntax-only
# EXIT: 1
# ERROR: wrong-block-end@148
TEMP t;
REP 2;
ADD t, t, 1.0;
ENDIF;
ENDREP;
MOV result.color, t;
END

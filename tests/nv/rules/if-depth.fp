!!NVfp4.0
# Conditions nest as deep as the limit.
IF EQ;
IF EQ;
IF EQ;
ENDIF;
ENDIF;
ENDIF;
END

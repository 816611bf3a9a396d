!!NVfp4.0
# Saturation in front of the condition code suffix.
# RUN: -fsyntax-only
# EXIT: 1
TEMP t;
ADD_SATC t, t, t;
MOV result.color, t;
END

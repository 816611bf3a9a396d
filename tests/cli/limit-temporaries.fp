!!NVfp4.0
# -limit-max-program-temporaries: arrays count by their elements.
# RUN: -fsyntax-only -limit-max-program-temporaries=4
# EXIT: 1
# ERROR: too-many-temporaries
TEMP t[4], u;
MOV t[0], 1.0;
MOV u, t[0];
MOV result.color, u;
END

!!NVfp4.0
# A byte that belongs to no token.
# RUN: -fsyntax-only
# EXIT: 1
# ERROR: bad-character@118
TEMP t;
MOV t, `1.0;
MOV result.color, t;
END

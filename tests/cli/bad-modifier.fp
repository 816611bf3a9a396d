!!NVfp4.0
# DP3 has no signed form (Table X.13).
# RUN: -fsyntax-only
# EXIT: 1
# ERROR: bad-modifier@118
TEMP t;
DP3.S t, t, t;
MOV result.color, t;
END

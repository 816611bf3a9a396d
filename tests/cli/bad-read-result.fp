!!NVfp4.0
# Results are write-only.
# RUN: -fsyntax-only
# EXIT: 1
# ERROR: not-readable@108
TEMP t;
MOV t, result.color;
END

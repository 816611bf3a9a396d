!!NVfp4.0
# An opcode that no language of the family has.
# RUN: -fsyntax-only
# EXIT: 1
# ERROR: unknown-opcode@137
TEMP t;
MOV t, 1.0;
MVO t, t;
MOV result.color, t;
END

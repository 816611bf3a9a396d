!!NVfp4.0
# Cores differ in digits, so these count as letters.
# RUN: -mcpu=gx6520
# EXIT: 2
# MESSAGES:
# FILE: error: -mcpu: unknown core 'gx6520'; did you mean 'gx6250'? [bad-option]
MOV result.color, 1.0;
END

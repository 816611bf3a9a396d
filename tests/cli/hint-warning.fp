!!NVfp4.0
# The warning that was probably meant.
# RUN: -Wno-unused-declration
# EXIT: 2
# MESSAGES:
# FILE: error: -W: unknown warning 'unused-declration'; did you mean 'unused-declaration'? [bad-option]
MOV result.color, 1.0;
END

!!NVfp4.0
# The feature that was probably meant.
# RUN: -mattr=+dtir
# EXIT: 2
# MESSAGES:
# FILE: error: -mattr: unknown feature 'dtir'; did you mean 'ditr'? [bad-option]
MOV result.color, 1.0;
END

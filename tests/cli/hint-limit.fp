!!NVfp4.0
# A limit has the name of its option.
# RUN: -limit-max-program-temporarys=3
# EXIT: 2
# MESSAGES:
# FILE: error: unknown limit '-limit-max-program-temporarys'; did you mean '-limit-max-program-temporaries'? [bad-option]
MOV result.color, 1.0;
END

!!NVfp4.0
# RUN: -Wno-error -Werror
# RUN: -Wno-error -Werror=unused-declaration
# RUN: -Werror=unused-declaration -Wno-error
# RUN: -Wno-error=unused-declaration -Werror=unused-declaration
# RUN: -Wno-unused-declaration -Werror=unused-declaration
# RUN: -Wall -Werror
# EXIT: 1
# ERROR: unused-declaration
TEMP never;
MOV result.color, 1.0;
END

!!NVfp4.0
# What names a warning outweighs what does not, whatever the order; of two of a kind the last one counts.
# RUN: -Werror=unused-declaration -Wno-error=unused-declaration
# RUN: -Wno-error=unused-declaration -Werror
# RUN: -Werror -Wno-error=unused-declaration
# RUN: -Werror -Wno-error
# RUN: -Wall -Wno-unused-declaration -Werror
# RUN: -Wno-unused-declaration -Wall -Werror
# RUN: -Werror=unused-declaration -Wno-unused-declaration
# RUN: -Wno-error=unused-declaration -Wall -o /dev/null
TEMP never;
MOV result.color, 1.0;
END
# MESSAGES:
# FILE:11:6: warning: unused temporary "never" [unused-declaration]
#    11 | TEMP never;
#       |      ^~~~~

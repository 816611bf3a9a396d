!!NVfp4.0
# RUN: -Wno-error=nothing
# RUN: -Wno-all
# RUN: -Werror=
# RUN: -Wno-syntax-error
# RUN: -Werror=syntax-error
# RUN: -Wno-error=syntax-error
# EXIT: 2
MOV result.color, 1.0;
END
# MESSAGES:
# FILE: error: -W: this is an error, not a warning: 'syntax-error' [bad-option]

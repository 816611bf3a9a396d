!!NVfp4.0
# RUN: -Wno-error=nothing
# RUN: -Wno-all
# RUN: -Werror=
# EXIT: 2
MOV result.color, 1.0;
END

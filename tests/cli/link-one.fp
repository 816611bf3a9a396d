!!NVfp4.0
# RUN: --link
# EXIT: 2
MOV result.color, fragment.color;
END

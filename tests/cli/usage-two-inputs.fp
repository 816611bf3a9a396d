!!NVfp4.0
# One input only.
# RUN: /dev/null
# EXIT: 2
MOV result.color, 1.0;
END

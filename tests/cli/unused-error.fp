!!NVfp4.0
# As an error it leaves no output.
# RUN: -fclip-planes=1 -Werror
# RUN: -fclip-planes=1 -Werror=unused-option
# EXIT: 1
# ERROR: unused-option
MOV result.color, 1.0;
END
# EXPECT:

!!NVfp4.0
# An output that cannot be written is status 3.
# RUN: -S -o /nonexistent/out.s
# EXIT: 3
MOV result.color, 1.0;
END

!!NVfp4.0
# RUN: @/nonexistent/options
# EXIT: 3
MOV result.color, 1.0;
END

!!NVfp4.0
# --help is no error.
# RUN: --help
# RUN: -help
MOV result.color, 1.0;
END

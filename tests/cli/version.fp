!!NVfp4.0
# --version answers and compiles nothing.
# RUN: --version
# RUN: -version
MOV result.color, 1.0;
END
# EXPECT:
# nvp4c 0.1.0

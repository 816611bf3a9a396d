!!NVfp4.0
# -fsyntax-only with -c writes no file and is no error.
# RUN: -c -fsyntax-only
MOV result.color, 1.0;
END
# EXPECT:

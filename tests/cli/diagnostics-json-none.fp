!!NVfp4.0
# A program without diagnostics has an empty array.
# RUN: -fdiagnostics-format=json -fsyntax-only
MOV result.color, 1.0;
END
# MESSAGES:
# []

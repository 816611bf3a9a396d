!!NVfp4.0
# Options that have no effect with --run.
# RUN: --run -c -stats -verify-sim=4
MOV result.color, 1.0;
END
# MESSAGES:
# FILE: warning: -c has no effect with --run [unused-option]
# FILE: warning: -verify-sim=4 has no effect with --run [unused-option]
# FILE: warning: -stats has no effect with --run [unused-option]

!!NVfp4.0
# Options about machine code where none is made; with -verify-sim it is made, but not written.
# RUN: -dump-ir -frt=f16 -verify-sim=1 -stats -Werror -o /dev/null
# RUN: -dump-ir -c -fmt=hex -frt=f16 -stats -reflect -one-op-per-group -o /dev/null
MOV result.color, 1.0;
END
# MESSAGES:
# FILE: warning: -c has no effect with -dump-ir [unused-option]
# FILE: warning: -fmt=hex has no effect with -dump-ir [unused-option]
# FILE: warning: -frt=f16 has no effect with -dump-ir [unused-option]
# FILE: warning: -stats has no effect with -dump-ir [unused-option]
# FILE: warning: -reflect has no effect with -dump-ir [unused-option]
# FILE: warning: -one-op-per-group has no effect with -dump-ir [unused-option]

!!NVfp4.0
# RUN: -fsyntax-only -O3 -verify-sim=4 -dump-ir -c -fshort=16 -stats
MOV result.color, 1.0;
END
# MESSAGES:
# FILE: warning: -c has no effect with -fsyntax-only [unused-option]
# FILE: warning: -O3 has no effect with -fsyntax-only [unused-option]
# FILE: warning: -fshort=16 has no effect with -fsyntax-only [unused-option]
# FILE: warning: -dump-ir has no effect with -fsyntax-only [unused-option]
# FILE: warning: -verify-sim=4 has no effect with -fsyntax-only [unused-option]
# FILE: warning: -stats has no effect with -fsyntax-only [unused-option]

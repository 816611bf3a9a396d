# Options of the compiler with another tool.
# RUN: --as -target=agx -S -O3 -ftex=0:compare=less -stats -verify-each -stage=vertex -fmt=hex
stop
# MESSAGES:
# FILE: warning: -fmt=hex has no effect with -S [unused-option]
# FILE: warning: -stage=vertex has no effect with --as [unused-option]
# FILE: warning: -O3 has no effect with --as [unused-option]
# FILE: warning: -ftex=0:compare=less has no effect with --as [unused-option]
# FILE: warning: -verify-each has no effect with --as [unused-option]
# FILE: warning: -stats has no effect with --as [unused-option]

!!NVfp4.0
# -dump-ir writes IR that can be read again; here: that it works at every level.
# RUN: -dump-ir -O0 -o /dev/null
# RUN: -dump-ir -O2
# RUN: -print-after=all -o /dev/null
# RUN: -print-before=ssa -dump-ir -O1
MOV result.color, 1.0;
END

!!NVfp4.0
# Facts on standard output when the code goes to a file.
# RUN: -stats -reflect -time-passes -o /dev/null
# RUN: -stats -o -
MOV result.color, 1.0;
END

!!NVfp4.0
# A modifier of each kind at most.
TEMP a;
MOV.F.S a, 1;
END

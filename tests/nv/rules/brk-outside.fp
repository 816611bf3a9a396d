!!NVfp4.0
# BRK in loops only.
BRK;
END

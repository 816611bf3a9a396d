!!NVfp4.0
# A subroutine that is called exists.
CAL f;
END

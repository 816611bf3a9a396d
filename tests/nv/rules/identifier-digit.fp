!!NVfp4.0
# A name does not begin with a digit.
TEMP 2nd;
END

!!NVfp 4.0
# The header is as it is written, no space in it.
END

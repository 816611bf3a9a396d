!!nvgp4.0
# The header is as it is written, in capitals.
END

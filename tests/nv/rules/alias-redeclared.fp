!!NVfp4.0
# An alias is a new name.
TEMP a, b;
ALIAS a = b;
END

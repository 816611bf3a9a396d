!!NVfp4.0
# An alias is of a variable that exists.
ALIAS a = b;
END

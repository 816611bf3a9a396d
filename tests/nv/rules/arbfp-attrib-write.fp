!!ARBfp1.0
# Attributes are not written.
ATTRIB a = fragment.color;
MOV a, 1;
END

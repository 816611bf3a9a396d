!!NVfp4.0
# An INT attribute that is not FLAT.
# RUN: -fsyntax-only
# EXIT: 1
# ERROR: integer-not-flat@108
INT ATTRIB a = fragment.attrib[0];
MOV.S result.color, a;
END

!!NVfp4.0
# A killed lane stays as a helper: derivatives behind the KIL still see its values.
ATTRIB a = fragment.attrib[0];
TEMP d, e;
KIL a.x;
MUL d, a, a;
DDX e, d;
DDY d, d;
ADD result.color, d, e.wzyx;
END

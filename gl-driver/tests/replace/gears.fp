!!NVfp4.0
# es2gears_x11
TEMP t;

LRP t, 0.25, fragment.attrib[0], fragment.attrib[0];
MOV result.color, t;
END

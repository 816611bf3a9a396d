!!NVfp4.0
# All eight texture coordinate sets, the first one with and without a number.
TEMP t;
ADD t, fragment.texcoord, fragment.texcoord[1];
MAD t, fragment.texcoord[2], fragment.texcoord[3], t;
MAD t, fragment.texcoord[4], fragment.texcoord[5].wzyx, t;
SUB t, t, fragment.texcoord[6];
MAX t, t, fragment.texcoord[7];
ADD result.color, t, fragment.texcoord[0].x;
END

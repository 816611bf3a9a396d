!!NVfp4.0
# glmark2-es2 shading:shading=gouraud
# Through an array of temporaries with a computed index; the interpolated 1 is not quite 1.
TEMP t[2];
INT TEMP i;

MOV t[0], 0.0;
MOV t[1], fragment.attrib[0];
ROUND.S i.x, fragment.attrib[0].w;
MOV result.color, t[i.x];
END

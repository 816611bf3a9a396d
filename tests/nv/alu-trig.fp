!!NVfp4.0
# SIN and COS reduce any argument, SCS gives the cosine in x and the sine in y of an angle of -PI to PI.
OPTION ARB_draw_buffers;
TEMP t, u;
MOV t, fragment.attrib[0];
SIN u.x, t.x;
SIN u.y, -t.y;
COS u.z, t.z;
COS u.w, |t.w|;
MOV result.color[0], u;
MIN t, t, 3.1415925;
MAX t, t, -3.1415925;
SCS result.color[1].xy, t.x;
SCS u.xy, t.y;
MOV result.color[1].zw, u.xxxy;
END

!!NVfp4.0
# POW of two scalars, constants and signs.
OPTION ARB_draw_buffers;
ATTRIB a = fragment.attrib[0];
TEMP r;
POW r.x, |a.x|, a.y;
POW r.y, a.z, a.w;
POW r.z, |a.w|, 2.2;
POW r.w, 2.0, -a.x;
MOV result.color[0], r;
POW.SAT result.color[1], |a.y|, |a.z|;
END
